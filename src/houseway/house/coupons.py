"""Match play coupons with serial numbers: each is used once, wherever it is laid down.

A coupon is issued, placed, and then spent or returned; a returned one may be placed again.
Each state is a row that follows the one before it, written in the transaction of the events
that bring it about. Two tables that place one coupon at once write the same row: one of
them is refused.
"""

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from houseway.chips import MOST_BET, dollars
from houseway.house.log import Deed, HouseLog
from houseway.house.offices import FLOOR, Forbidden, Office, Person
from houseway.ledger.coupon_states import AT_A_TABLE, USABLE, CouponState, next_states
from houseway.ledger.errors import Conflict
from houseway.ledger.index import Rows
from houseway.ledger.schema import coupons
from houseway.rulebook import Malformed, Refusal, Refused
from houseway.table import TableState
from houseway.table.events import Event

MAY_ISSUE = FLOOR | {Office.ADMINISTRATOR}
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters and digits that look alike."""
GROUPS, GROUP = 3, 5
SERIAL = re.compile(r"[0-9A-Z][0-9A-Z-]{0,39}")


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
    def __init__(self, log: HouseLog) -> None:
        self.ledger, self.log, self.clock = log.ledger, log, log.clock

    def issue(
        self,
        by: Person,
        face: int,
        person: str | None = None,
        serial: str | None = None,
        deed: Deed | None = None,
    ) -> Coupon:
        """Issues a coupon; its serial number is generated unless one is printed on it."""
        if by.office not in MAY_ISSUE:
            raise Forbidden(f"Coupons are issued by the {', '.join(sorted(MAY_ISSUE))}.")
        if not 1 <= face <= MOST_BET:
            raise Malformed(f"A coupon's face is from one cent to {dollars(MOST_BET)}.")
        if serial is not None and not SERIAL.fullmatch(serial):
            raise Malformed("A serial number has up to 40 capital letters, digits and dashes.")
        number = serial or new_serial()
        facts = {"serial": number, "cents": face, "person": person}

        def rows(at: int) -> Rows:
            coupon = Coupon(number, 0, at, CouponState.ISSUED, face, person, None)
            return [(coupons, [_row(coupon)])]

        try:
            self.log.write("coupon_issued", str(by), facts, rows, deed=deed)
        except Conflict:
            message = f"There is a coupon {number} already. A serial number is used once."
            raise Malformed(message) from None
        coupon = self.find(number)
        assert coupon is not None
        return coupon

    def find(self, serial: str) -> Coupon | None:
        query = sa.select(coupons).where(coupons.c.serial == serial)
        query = query.order_by(coupons.c.number.desc()).limit(1)
        with self.ledger.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else _coupon(row)

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
                place = "was used at" if last.state is CouponState.SPENT else "lies on"
                raise _refused(serial, f"it {place} table {last.table}")
            table_id = table if state in AT_A_TABLE else None
            known[serial] = Coupon(
                serial, last.number + 1, at, state, last.face, last.person, table_id
            )
            rows.append(_row(known[serial]))
        return [(coupons, rows)] if rows else []


def _moves(before: TableState, events: Sequence[Event]) -> Iterator[tuple[str, CouponState]]:
    """The new state of each coupon, event by event."""
    serials = dict(before.serials)
    for event in events:
        yield from next_states(serials, event)


def _refused(serial: str, because: str) -> Refused:
    return Refused([Refusal((), f"Coupon {serial}", because)])


def new_serial() -> str:
    """A number that nobody guesses: three groups of five letters and digits."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def _row(coupon: Coupon) -> dict[str, Any]:
    row = {**asdict(coupon), "state": coupon.state.value, "table_id": coupon.table}
    del row["table"]
    return row


def _coupon(row: Any) -> Coupon:
    state = CouponState(row.state)
    return Coupon(row.serial, row.number, row.at, state, row.face, row.person, row.table_id)
