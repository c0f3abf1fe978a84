"""Table accounting over HTTP: accounts of a table and of the house, meters, coupons.

Openers, fills, credits, counts and boxes are commands of the table, most of them confirmed
by a second person.
"""

import dataclasses
import types
import typing
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, create_model

from houseway.chips import MOST_BET
from houseway.codec import LARGEST
from houseway.games.fields import MOST_COUNT, show
from houseway.games.meters import Cause
from houseway.house.accounting import (
    HouseAccounts,
    PayTableLine,
    TableAccounts,
    as_data,
    house_accounts,
    table_accounts,
)
from houseway.house.approvals import PendingApproval
from houseway.house.books import Count
from houseway.house.coupons import MAY_ISSUE
from houseway.house.house import House
from houseway.house.meters import Change, Shares, meter_of
from houseway.house.offices import Office, Person
from houseway.house.tallies import Coupons, Play, WagerLine
from houseway.ledger.coupon_states import CouponState
from houseway.rulebook import Malformed
from houseway.web.api.models import AnswerModel, Form
from houseway.web.api.problems import PROBLEMS
from houseway.web.auth.access import TheHouse, ThePerson, house_of, require_office
from houseway.web.readings import read_record
from houseway.web.rendering import SEES_FLOOR
from houseway.web.tables.command_gateway import TheGateway
from houseway.web.tables.routes import answer_model

router = APIRouter(prefix="/api", tags=["accounting"], responses=PROBLEMS)

MOST_CHANGES = 1_000
NAMES = {Coupons: "RedeemedModel", PayTableLine: "PayTableModel", WagerLine: "WagerModel"}
"""Models of the API that are not named after their report."""
DERIVED = {Count: ("difference",), Play: ("theoretical_cents", "band")}
"""Figures that `as_data` adds to a report."""

Moment = Annotated[int | None, Query(ge=0, le=LARGEST * 10)]
"""Microseconds since 1970, UTC."""
Ratio = Annotated[str, Field(pattern=r"^-?\d+/\d+$")]
"""An exact fraction."""


@cache
def model_of(report: type) -> type[BaseModel]:
    """The model of a report as `as_data` writes it, made from its dataclass."""
    hints = typing.get_type_hints(report)
    fields = {field.name: hints[field.name] for field in dataclasses.fields(report)}
    for name in DERIVED.get(report, ()):
        fields[name] = typing.get_type_hints(getattr(report, name).fget)["return"]
    types_in_json: dict[str, Any] = {name: _type_of(hint) for name, hint in fields.items()}
    name = NAMES.get(report, f"{report.__name__}Model")
    return create_model(name, __doc__=report.__doc__, **types_in_json)


def _type_of(hint: Any) -> Any:
    """The type that a field of a report has in JSON."""
    if hint is Fraction:
        return Ratio
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return model_of(hint)
    if typing.get_origin(hint) is tuple:
        return types.GenericAlias(list, _type_of(typing.get_args(hint)[0]))
    if isinstance(hint, types.UnionType):
        return typing.Union[tuple(map(_type_of, typing.get_args(hint)))]  # noqa: UP007
    return hint


class MeterModel(BaseModel):
    """The meter of a table; the reserve and the changes are for those who keep the accounts."""

    table: str
    start: int
    meter: int
    by_cause: dict[Cause, int] | None = None
    shares: Shares | None = None
    agrees: bool | None = None
    conserved: bool | None = None
    changes: list[Change] = []
    """The latest."""


class AlarmModel(BaseModel):
    """Something that somebody must look after."""

    kind: Literal["clock"]
    words: str


class NewCoupon(Form):
    """A coupon to be issued; its serial number is made by the house unless it is printed."""

    face: Annotated[int, Field(ge=1, le=MOST_BET)]
    person: Annotated[str | None, Field(min_length=1, max_length=40)] = None
    serial: Annotated[str | None, Field(pattern=r"^[0-9A-Z][0-9A-Z-]{0,39}$")] = None


class CouponModel(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    serial: str
    at: int
    state: CouponState
    face: int
    person: str | None
    table: str | None


class PlacedCoupon(Form):
    """A coupon laid beside the ante, with the id that its sender made."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    seat: Annotated[int, Field(ge=1, le=MOST_COUNT)]
    serial: Annotated[str, Field(min_length=1, max_length=40)]


@router.get(
    "/tables/{name}/accounts",
    response_model=None,
    responses={200: {"model": model_of(TableAccounts)}},
)
async def accounts_of_a_table(
    name: str, request: Request, person: ThePerson, since: Moment = None, until: Moment = None
) -> Response:
    """What a table won, by its chips and by its results, and what it should have won."""
    require_office(person, *SEES_FLOOR)
    house = house_of(request)

    def write() -> Response:
        accounts = table_accounts(house.ledger, house.edges, name, since, until)
        return _write(model_of(TableAccounts), accounts)

    return await read_record(request, person, write)


@router.get("/accounts", response_model=None, responses={200: {"model": model_of(HouseAccounts)}})
async def accounts_of_the_house(
    request: Request,
    person: ThePerson,
    house: TheHouse,
    since: Moment = None,
    until: Moment = None,
) -> Response:
    """All tables on record, together, by hour and by pay table."""
    require_office(person, *SEES_FLOOR)

    def write() -> Response:
        accounts = house_accounts(house.ledger, house.edges, since, until)
        return _write(model_of(HouseAccounts), accounts)

    return await read_record(request, person, write)


def _write(model: type[BaseModel], report: object) -> Response:
    """A report as JSON, written in the thread that computed it."""
    text = model.model_validate(as_data(report)).model_dump_json()
    return Response(text, media_type="application/json")


@router.get("/tables/{name}/meter", response_model=None, responses={200: {"model": MeterModel}})
async def meter_of_a_table(
    name: str, request: Request, person: ThePerson, house: TheHouse
) -> Response:
    """The meter of a table for everybody; how it came there for those who keep the accounts."""

    def write() -> Response:
        meter = _read_meter(house, name, person)
        return Response(meter.model_dump_json(), media_type="application/json")

    return await read_record(request, person, write)


def _read_meter(house: House, name: str, person: Person) -> MeterModel:
    house.look(name)
    meter = meter_of(house.ledger, name)
    if person.office not in SEES_FLOOR:
        return MeterModel(table=name, start=meter.start, meter=meter.meter)
    return MeterModel(
        table=name,
        start=meter.start,
        meter=meter.meter,
        by_cause=meter.by_cause,
        shares=meter.shares,
        agrees=meter.agrees,
        conserved=meter.shares.conserved,
        changes=list(meter.changes[-MOST_CHANGES:]),
    )


@router.get("/alarms")
def alarms(person: ThePerson, house: TheHouse) -> list[AlarmModel]:
    """What is wrong with the house now: a clock that jumped, or stamps still to come."""
    require_office(person, *SEES_FLOOR, Office.DEALER)
    words = house.clock_watch.alarm
    return [AlarmModel(kind="clock", words=words)] if words else []


@router.delete("/alarms/clock", status_code=204)
def accept_the_clock(person: ThePerson, house: TheHouse) -> None:
    """An administrator accepts the system clock as right; it goes on record."""
    require_office(person, Office.ADMINISTRATOR)
    house.clock_watch.accept(person)


@router.post("/coupons", status_code=201, responses={202: {"model": AnswerModel}})
def issue_a_coupon(
    coupon: NewCoupon, person: ThePerson, house: TheHouse, response: Response
) -> CouponModel | AnswerModel:
    """A coupon with a serial number of its own; above a small sum a second person confirms it."""
    owner: str | None = None
    if coupon.person is not None:
        identity = house.people.find(coupon.person)
        if identity is None:
            raise Malformed(f"There is nobody called {show(coupon.person)}.")
        owner = identity.person.name
    issued = house.office.issue_coupon(person, coupon.face, owner, coupon.serial)
    if isinstance(issued, PendingApproval):
        response.status_code = 202
        return answer_model(issued)
    return CouponModel.model_validate(issued)


@router.get("/coupons")
def coupons_of_the_house(
    person: ThePerson,
    house: TheHouse,
    state: Annotated[CouponState | None, Query()] = None,
) -> list[CouponModel]:
    """The coupons as they stand, those that changed last first."""
    require_office(person, *MAY_ISSUE, Office.AUDITOR)
    return [CouponModel.model_validate(coupon) for coupon in house.coupons.list_coupons(state)]


@router.post("/tables/{name}/coupons")
def place_a_coupon(
    name: str, coupon: PlacedCoupon, person: ThePerson, gateway: TheGateway
) -> AnswerModel:
    """Lays a coupon beside the ante; it is worth what it was issued for, and used once."""
    return answer_model(gateway.place_coupon(person, name, coupon.seat, coupon.serial, coupon.id))
