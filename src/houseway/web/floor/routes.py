"""Table accounting over HTTP: accounts of a table and of the house, meters, coupons.

Openers, fills, credits, counts and boxes are commands of the table, most of them confirmed
by a second person.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from houseway.codec import LARGEST
from houseway.games.fields import show
from houseway.games.meters import Cause
from houseway.house.accounting import as_data, house_accounts, table_accounts
from houseway.house.coupons import MAY_ISSUE, Coupon, CouponState
from houseway.house.meters import meter_of
from houseway.house.offices import FLOOR, Office
from houseway.rulebook import Malformed
from houseway.web.api.models import AnswerModel, Form
from houseway.web.api.problems import PROBLEMS
from houseway.web.auth.access import TheHouse, ThePerson, require_office
from houseway.web.tables.command_gateway import TheGateway
from houseway.web.tables.routes import answer_model

router = APIRouter(prefix="/api", tags=["accounting"], responses=PROBLEMS)

MAY_READ = (*FLOOR, Office.AUDITOR, Office.ADMINISTRATOR)
MOST_CHANGES = 1_000

Moment = Annotated[int | None, Query(ge=0, le=LARGEST * 10)]
"""Microseconds since 1970, UTC."""
Ratio = Annotated[str, Field(pattern=r"^-?\d+/\d+$")]
"""An exact fraction."""


class BandModel(BaseModel):
    """Between which wins luck alone leaves the house 95 times of 100, in cents."""

    low: int
    high: int
    verdict: str


class PlayModel(BaseModel):
    """What was wagered and won; the theoretical win is None without the mathematics."""

    rounds: int
    handle: int
    win: int
    theoretical: Ratio | None
    variance: Ratio | None
    theoretical_cents: int | None
    band: BandModel | None


class ChipsModel(BaseModel):
    """The table inventory container and the boxes, in cents."""

    opening: int
    opener: int
    fills: int
    credits: int
    drop: int
    cash_outs: int
    tips: int
    inventory: int
    debts: int


class CountModel(BaseModel):
    seq: int
    at: int
    by: str
    what: str
    counted: int
    expected: int
    difference: int


class RedeemedModel(BaseModel):
    """Coupons that were won or lost."""

    number: int
    face: int
    paid: int


class FundModel(BaseModel):
    wagers: int
    handle: int
    won: int
    balance: int
    difference: int


class HourModel(BaseModel):
    hour: int
    play: PlayModel
    drop: int


class WagerModel(BaseModel):
    wager: str
    handle: int
    win: int
    edge: Ratio | None
    theoretical: Ratio | None


class TableAccountsModel(BaseModel):
    """The accounts of a table; amounts in cents."""

    table: str
    game: str
    options: dict[str, Any]
    since: int | None
    until: int | None
    last: int
    chips: ChipsModel
    closer: CountModel | None
    counts: list[CountModel]
    play: PlayModel
    coupons: RedeemedModel
    fund: FundModel | None
    in_play: int
    win: int
    win_by_results: int
    difference: int
    win_as_counted: int
    hold: Ratio | None
    discrepancies: list[str]
    by_hour: list[HourModel]
    by_wager: list[WagerModel]
    assumed: list[str]


class PayTableModel(BaseModel):
    game: str
    options: dict[str, Any]
    tables: list[str]
    play: PlayModel
    drop: int
    win: int
    hold: Ratio | None


class HouseAccountsModel(BaseModel):
    """All tables together."""

    since: int | None
    until: int | None
    play: PlayModel
    drop: int
    tips: int
    cash_outs: int
    coupons: RedeemedModel
    win: int
    win_by_results: int
    win_as_counted: int
    hold: Ratio | None
    discrepancies: list[str]
    by_hour: list[HourModel]
    by_pay_table: list[PayTableModel]
    tables: list[TableAccountsModel]
    assumed: list[str]


class ChangeModel(BaseModel):
    seq: int
    at: int
    round: int
    cause: Cause
    cents: int
    meter: int


class SharesModel(BaseModel):
    """Whose the money in the fund of a meter is."""

    balance: int
    to_meter: int
    reserve: int
    house: int


class MeterModel(BaseModel):
    """The meter of a table; the reserve and the changes are for those who keep the accounts."""

    table: str
    start: int
    meter: int
    by_cause: dict[Cause, int] | None = None
    shares: SharesModel | None = None
    agrees: bool | None = None
    conserved: bool | None = None
    changes: list[ChangeModel] = []
    """The latest."""


class NewCoupon(Form):
    """A coupon to be issued; its serial number is made by the house unless it is printed."""

    face: Annotated[int, Field(ge=1, le=LARGEST)]
    person: Annotated[str | None, Field(min_length=1, max_length=40)] = None
    serial: Annotated[str | None, Field(pattern=r"^[0-9A-Z][0-9A-Z-]{0,39}$")] = None


class CouponModel(BaseModel):
    serial: str
    at: int
    state: CouponState
    face: int
    person: str | None
    table: str | None


class PlacedCoupon(Form):
    """A coupon laid beside the ante, with the id that its sender made."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    seat: Annotated[int, Field(ge=1, le=LARGEST)]
    serial: Annotated[str, Field(min_length=1, max_length=40)]


def _coupon_model(coupon: Coupon) -> CouponModel:
    return CouponModel(
        serial=coupon.serial,
        at=coupon.at,
        state=coupon.state,
        face=coupon.face,
        person=coupon.person,
        table=coupon.table,
    )


@router.get("/tables/{name}/accounts")
def accounts_of_a_table(
    name: str, person: ThePerson, house: TheHouse, since: Moment = None, until: Moment = None
) -> TableAccountsModel:
    """What a table won, by its chips and by its results, and what it should have won."""
    require_office(person, *MAY_READ)
    accounts = as_data(table_accounts(house.ledger, house.edges, name, since, until))
    return TableAccountsModel.model_validate(accounts)


@router.get("/accounts")
def accounts_of_the_house(
    person: ThePerson, house: TheHouse, since: Moment = None, until: Moment = None
) -> HouseAccountsModel:
    """All tables on record, together, by hour and by pay table."""
    require_office(person, *MAY_READ)
    return HouseAccountsModel.model_validate(
        as_data(house_accounts(house.ledger, house.edges, since, until))
    )


@router.get("/tables/{name}/meter")
def meter_of_a_table(name: str, person: ThePerson, house: TheHouse) -> MeterModel:
    """The meter of a table for everybody; how it came there for those who keep the accounts."""
    house.look(name)
    meter = meter_of(house.ledger, name)
    if person.office not in MAY_READ:
        return MeterModel(table=name, start=meter.start, meter=meter.meter)
    return MeterModel(
        table=name,
        start=meter.start,
        meter=meter.meter,
        by_cause=meter.by_cause,
        shares=SharesModel.model_validate(as_data(meter.shares)),
        agrees=meter.agrees,
        conserved=meter.shares.conserved,
        changes=[
            ChangeModel.model_validate(as_data(change)) for change in meter.changes[-MOST_CHANGES:]
        ],
    )


@router.post("/coupons", status_code=201)
def issue_a_coupon(wanted: NewCoupon, person: ThePerson, house: TheHouse) -> CouponModel:
    """A coupon with a serial number of its own."""
    owner: str | None = None
    if wanted.person is not None:
        known = house.people.find(wanted.person)
        if known is None:
            raise Malformed(f"There is nobody called {show(wanted.person)}.")
        owner = known.person.name
    issued = house.coupons.issue(person, wanted.face, owner, wanted.serial)
    return _coupon_model(issued)


@router.get("/coupons")
def coupons_of_the_house(
    person: ThePerson,
    house: TheHouse,
    state: Annotated[CouponState | None, Query()] = None,
) -> list[CouponModel]:
    """The coupons as they stand, those that changed last first."""
    require_office(person, *MAY_ISSUE, Office.AUDITOR)
    return [_coupon_model(coupon) for coupon in house.coupons.list_coupons(state)]


@router.post("/tables/{name}/coupons")
def place_a_coupon(
    name: str, wanted: PlacedCoupon, person: ThePerson, gateway: TheGateway
) -> AnswerModel:
    """Lays a coupon beside the ante; it is worth what it was issued for, and used once."""
    return answer_model(gateway.place_coupon(person, name, wanted.seat, wanted.serial, wanted.id))
