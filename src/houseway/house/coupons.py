"""Match play coupons with serial numbers: each is used once, wherever it is laid down.

A coupon is issued, placed, and then spent or returned; a returned one may be placed again.
Each state is a row that follows the one before it, written in the transaction of the events
that bring it about. Two tables that place one coupon at once write the same row: one of
them is refused.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from houseway.chips import MOST_CENTS, dollars
from houseway.games.procedure import Act
from houseway.house.log import HouseLog
from houseway.house.offices import FLOOR, Forbidden, Office, Person
from houseway.ledger.errors import Conflict
from houseway.ledger.schema import coupons
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed, Refusal, Refused
from houseway.table import TableState
from houseway.table.events import CouponPlaced, Event, MoneyMoved, WagerTakenBack

MAY_ISSUE = FLOOR | {Office.ADMINISTRATOR}
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters and digits that look alike."""
GROUPS, GROUP = 3, 5
SERIAL = re.compile(r"[0-9A-Z][0-9A-Z-]{0,39}")


class CouponState(StrEnum):
    """Where a coupon is."""

    ISSUED = "issued"
    PLACED = "placed"
    RETURNED = "returned"
    """Back with its player: taken back, pushed, or of a void round."""
    SPENT = "spent"
    """Won or lost: it stays with the house."""


USABLE = frozenset({CouponState.ISSUED, CouponState.RETURNED})
Rows = list[tuple[sa.Table, list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class Coupon:
    """A coupon as it stands."""

    serial: str
    number: int
    """How many states it had before this one."""
    at: int
    state: CouponState
    face: int
    person: str | None
    """Its owner; None where anybody may lay it down."""
    table: str | None


class Coupons:
    def __init__(self, ledger: Ledger, log: HouseLog, clock: Callable[[], int]) -> None:
        self.ledger, self.log, self.clock = ledger, log, clock

    def issue(
        self, by: Person, face: int, person: str | None = None, serial: str | None = None
    ) -> Coupon:
        """Issues a coupon; its serial number is generated unless one is printed on it."""
        if by.office not in MAY_ISSUE:
            raise Forbidden(f"Coupons are issued by the {', '.join(sorted(MAY_ISSUE))}.")
        if not 1 <= face <= MOST_CENTS:
            raise Malformed(f"A coupon's face is from one cent to {dollars(MOST_CENTS)}.")
        if serial is not None and not SERIAL.fullmatch(serial):
            raise Malformed("A serial number has up to 40 capital letters, digits and dashes.")
        serial = serial or new_serial()
        coupon = Coupon(serial, 0, self.clock(), CouponState.ISSUED, face, person, None)
        facts = {"serial": serial, "cents": face, "person": person}
        taken = f"There is a coupon {serial} already. A serial number is used once."
        if self.find(serial) is not None:
            raise Malformed(taken)
        try:
            self.log.write("coupon_issued", str(by), facts, [(coupons, [_row(coupon)])])
        except Conflict:
            raise Malformed(taken) from None
        return coupon

    def find(self, serial: str) -> Coupon | None:
        query = sa.select(coupons).where(coupons.c.serial == serial)
        query = query.order_by(coupons.c.number.desc()).limit(1)
        with self.ledger.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else _coupon(row)

    def history(self, serial: str) -> list[Coupon]:
        """Every state of a coupon, the first one first."""
        query = sa.select(coupons).where(coupons.c.serial == serial).order_by(coupons.c.number)
        with self.ledger.reading() as connection:
            return [_coupon(row) for row in connection.execute(query)]

    def list_coupons(self, state: CouponState | None = None, most: int = 1_000) -> list[Coupon]:
        """The coupons as they stand, those that changed last first."""
        later = coupons.alias()
        newest = ~sa.exists().where(
            later.c.serial == coupons.c.serial, later.c.number > coupons.c.number
        )
        query = sa.select(coupons).where(newest)
        if state is not None:
            query = query.where(coupons.c.state == state.value)
        query = query.order_by(coupons.c.at.desc(), coupons.c.serial).limit(most)
        with self.ledger.reading() as connection:
            return [_coupon(row) for row in connection.execute(query)]

    def offered(self, serial: str, person: str) -> Coupon:
        """The coupon that a person wants to lay down; the table checks whether it is usable."""
        coupon = self.find(serial)
        if coupon is None:
            raise _refused(serial, "this house has issued no such coupon")
        if coupon.person not in {None, person}:
            raise _refused(serial, "it was issued to somebody else")
        return coupon

    def rows_with(self, table: str, before: TableState, events: Sequence[Event], at: int) -> Rows:
        """The states that events bring about; refuses a coupon that may not be placed."""
        known: dict[str, Coupon] = {}
        rows = []
        for serial, state in _moves(before, events):
            last = known.get(serial) or self.find(serial)
            if last is None:
                raise _refused(serial, "this house has issued no such coupon")
            if state is CouponState.PLACED and last.state not in USABLE:
                raise _refused(serial, _why_not(last))
            table_id = table if state in {CouponState.PLACED, CouponState.SPENT} else None
            known[serial] = Coupon(
                serial, last.number + 1, at, state, last.face, last.person, table_id
            )
            rows.append(_row(known[serial]))
        return [(coupons, rows)] if rows else []


def _moves(before: TableState, events: Sequence[Event]) -> Iterator[tuple[str, CouponState]]:
    """The new state of each coupon, event by event."""
    serials = dict(before.serials)
    for event in events:
        if isinstance(event, CouponPlaced):
            if event.seat in serials:  # the one that lay there goes back to its player
                yield serials.pop(event.seat), CouponState.RETURNED
            if event.serial:
                serials[event.seat] = event.serial
                yield event.serial, CouponState.PLACED
        elif _coupon_seat(event) not in serials:
            continue
        elif isinstance(event, WagerTakenBack):
            yield serials.pop(event.seat), CouponState.RETURNED
        elif isinstance(event, MoneyMoved):
            kept = event.act in {Act.PAY, Act.COLLECT}
            # A coupon that was taken in a round which proves void later is given back.
            yield serials[event.seat], CouponState.SPENT if kept else CouponState.RETURNED


def _coupon_seat(event: Event) -> int:
    """The seat whose coupon an event settles or sends home; 0 for none."""
    if isinstance(event, WagerTakenBack):
        return event.seat if event.wager == "ante" else 0
    if isinstance(event, MoneyMoved):
        return event.seat if event.wager == "match_play" else 0
    return 0


def _why_not(coupon: Coupon) -> str:
    if coupon.state is CouponState.SPENT:
        return f"it was used at table {coupon.table}"
    return f"it lies on table {coupon.table}"


def _refused(serial: str, because: str) -> Refused:
    return Refused([Refusal((), f"Coupon {serial}", because)])


def new_serial() -> str:
    """A number that nobody guesses: three groups of five letters and digits."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def _row(coupon: Coupon) -> dict[str, Any]:
    return {
        "serial": coupon.serial,
        "number": coupon.number,
        "at": coupon.at,
        "state": coupon.state.value,
        "face": coupon.face,
        "person": coupon.person,
        "table_id": coupon.table,
    }


def _coupon(row: Any) -> Coupon:
    state = CouponState(row.state)
    return Coupon(row.serial, row.number, row.at, state, row.face, row.person, row.table_id)
