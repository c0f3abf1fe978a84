"""Practice or real: a store is of one kind for good, so that chips of no value stay without it.

The first start writes the kind into the house's own chained record. A store that was begun before
kinds were written gets its kind from what it holds: only a practice house has guests, gives
practice chips at the door, and lets players open tables or name the face of a coupon.
"""

import json
import logging
from collections.abc import Iterator
from enum import StrEnum

import sqlalchemy as sa

from houseway.house.log import HouseLog
from houseway.ledger.schema import events
from houseway.ledger.store import HOUSE, Ledger
from houseway.rulebook import HousewayError, Malformed

MARK = "store_kind"
"""The type of the record that says what kind of store this is."""
PRACTICE_FACTS = ("person_added", "chips_given", "table_opened")
VISITORS = ("guest:", "player:")
log = logging.getLogger("houseway")


class StoreKind(StrEnum):
    PRACTICE = "practice"
    REAL = "real"


class _Marked(HousewayError):
    """Another process has written the kind meanwhile."""


def read_kind(ledger: Ledger) -> StoreKind | None:
    """The kind of a store; None where no house has been started on it."""
    query = sa.select(events.c.body).where(events.c.table_id == HOUSE, events.c.type == MARK)
    with ledger.reading() as connection:
        body = connection.scalar(query.order_by(events.c.seq).limit(1))
    return None if body is None else StoreKind(json.loads(body)["kind"])


def keep_kind(house_log: HouseLog, *, practice: bool) -> StoreKind:
    """Marks a store at its first start; refuses to open it as the other kind ever after."""
    wanted = StoreKind.PRACTICE if practice else StoreKind.REAL
    kind = read_kind(house_log.ledger) or _mark(house_log, wanted)
    if kind is not wanted:
        raise _other_kind(kind)
    return kind


def require_practice(kind: StoreKind | None, ledger: Ledger) -> None:
    """Refuses what only a practice house does, on a store that is known to be real."""
    if (kind or read_kind(ledger)) is StoreKind.REAL:
        raise _other_kind(StoreKind.REAL)


def _mark(house_log: HouseLog, wanted: StoreKind) -> StoreKind:
    ledger = house_log.ledger
    evidence = next(_practice_evidence(ledger), None)
    kind = StoreKind.PRACTICE if evidence else wanted
    because = evidence or "it was started as one"

    def refuse_second_mark() -> None:
        if read_kind(ledger) is not None:
            raise _Marked

    try:
        facts = {"kind": kind.value, "because": because}
        house_log.write(MARK, "setup", facts, check=refuse_second_mark)
    except _Marked:
        written = read_kind(ledger)
        assert written is not None
        return written
    words = f"This is the store of a {kind} house for good, because {because}."
    (log.warning if evidence else log.info)(words)
    return kind


def _practice_evidence(ledger: Ledger) -> Iterator[str]:
    """What on record only a practice house writes."""
    own = sa.select(events.c.type, events.c.actor, events.c.body)
    own = own.where(events.c.table_id == HOUSE, events.c.type.in_(PRACTICE_FACTS))
    placed = sa.select(events.c.table_id, events.c.body).where(events.c.type == "coupon_placed")
    tables = set()
    with ledger.reading() as connection:
        for row in connection.execute(own.order_by(events.c.seq)):
            fact = json.loads(row.body)
            if row.type == "person_added" and fact["office"] == "guest":
                yield "it has had guests"
            elif row.type == "chips_given" and row.actor == "door":
                yield "practice chips were given in it"
            elif row.type == "table_opened":
                tables.add(fact["table"])
                if row.actor.startswith(VISITORS):
                    yield "players have opened tables in it"
        for table, body in connection.execute(placed):
            coupon = json.loads(body)
            if table in tables and coupon.get("face") and not coupon.get("serial"):
                yield "coupons without a serial number were laid down in it"


def _other_kind(kind: StoreKind) -> Malformed:
    if kind is StoreKind.PRACTICE:
        return Malformed(
            "This store was begun as a practice house and stays one: its chips were given away for "
            "nothing. Start it as a practice house (practice = true, or HOUSEWAY_PRACTICE=true), "
            "or give the real house a store of its own with --db."
        )
    return Malformed(
        "This store was begun as a real house and stays one: guests and practice chips have no "
        "place in it. Start it as a real house (practice = false, or HOUSEWAY_PRACTICE=false), or "
        "give the practice house a store of its own with --db."
    )
