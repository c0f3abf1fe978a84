"""Whether chips at the cage and coupons are what the record says: every row, and every column.

Chips move by facts of the house itself and by the buy-ins and cash-outs of its tables; a coupon
is issued by a fact, and goes through its states by the events of tables. All of these are
chained, so both books are made again from them and compared.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.chips import dollars
from houseway.ledger.coupon_states import AT_A_TABLE, CouponState, next_states
from houseway.ledger.errors import RecordError
from houseway.ledger.recorded_table import event_of
from houseway.ledger.register import EXACT, Fact
from houseway.ledger.schema import coupons, events, wallet
from houseway.ledger.store import Ledger, Record

DatedFacts = list[tuple[int, Fact]]
"""The facts of the house itself, each with the time of its record."""
CAGE = "cash:"
REASONS = {"chips_bought": "buy-in", "chips_moved": "cash-out"}
"""The types of events that move money to or from the cage, and how the cage calls them."""
COUPON_EVENTS = ("coupon_placed", "wager_taken_back", "money_moved", "round_closed")
"""The types of events that move coupons."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of chips as its row must be; no time where an older program noted another one."""

    person: str
    cents: int
    reason: str
    table: str | None
    command: str | None
    at: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """A state of a coupon as its row must be."""

    state: str
    at: int | None


def exact_since(facts: DatedFacts) -> int | None:
    """From when on rows bear the time of their record: since this form of facts is written."""
    return next((at for at, fact in facts if fact["v"] >= EXACT), None)


# --- chips


def cage_faults(ledger: Ledger, connection: sa.Connection, facts: DatedFacts) -> Iterator[str]:
    """Every move follows the one before, and the moves are those on record, no more, no fewer."""
    since = exact_since(facts)
    due = Counter(_moves_by_house(facts))
    due.update(_moves_by_tables(ledger, connection, facts, since))
    owed: Counter[str] = Counter()
    for move, number in due.items():
        owed[move.person] += move.cents * number
    held: Counter[str] = Counter()
    count: Counter[str] = Counter()
    unknown: list[Move] = []
    for row in connection.execute(sa.select(wallet).order_by(wallet.c.person, wallet.c.number)):
        balance = held[row.person] + row.cents
        if (row.number, row.balance) != (count[row.person], balance):
            yield f"{row.person}'s move {row.number} does not follow the one before it"
        held[row.person] = row.balance
        count[row.person] += 1
        move = Move(row.person, row.cents, row.reason, row.table_id, row.command_id, row.at)
        unknown += _take(due, move)
    for name in sorted(owed.keys() | held.keys()):
        if owed[name] != held[name]:
            has, should = dollars(held[name]), dollars(owed[name])
            yield f"{name} has {has} at the cage, and by the record {should}"
    for move in unknown:
        yield f"{_describe(move)} is in the books, and not on record"
    for move in due.elements():
        yield f"{_describe(move)} is on record, and not in the books"


def _take(due: Counter[Move], move: Move) -> Iterator[Move]:
    """Takes a move that is due off the list; gives it back where it is not due."""
    loose = Move(move.person, move.cents, move.reason, move.table, move.command, None)
    for candidate in (move, loose):
        if due[candidate] > 0:
            due[candidate] -= 1
            return
    yield move


def _moves_by_house(facts: DatedFacts) -> Iterator[Move]:
    for at, fact in facts:
        if fact["type"] == "chips_given":
            noted = at if fact["v"] >= EXACT else None
            yield Move(fact["person"], fact["cents"], fact["reason"], None, None, noted)


def _moves_by_tables(
    ledger: Ledger, connection: sa.Connection, facts: DatedFacts, since: int | None
) -> Iterator[Move]:
    # A table that was not opened by the house, as in the terminal, has no cage.
    tables = {fact["table"] for _, fact in facts if fact["type"] == "table_opened"}
    for record, data in _records(ledger, connection, tuple(REASONS)):
        if record.table not in tables:
            continue
        noted = record.at if since is not None and record.at >= since else None
        for move in data.get("moves", ()):
            for account, sign in ((move["source"], -1), (move["target"], 1)):
                if account.startswith(CAGE):
                    yield Move(
                        person=account.removeprefix(CAGE),
                        cents=sign * move["cents"],
                        reason=REASONS[data["type"]],
                        table=record.table,
                        command=record.command,
                        at=noted,
                    )


def _describe(move: Move) -> str:
    where = f" at table {move.table}" if move.table else ""
    return f"{move.person}'s {move.reason} of {dollars(move.cents)}{where}"


# --- coupons


def coupon_faults(ledger: Ledger, connection: sa.Connection, facts: DatedFacts) -> Iterator[str]:
    """Each was issued as its rows say, and went through the states that the tables' events give."""
    issued = {fact["serial"]: (at, fact) for at, fact in facts if fact["type"] == "coupon_issued"}
    due = _steps_by_tables(ledger, connection)
    rows: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(sa.select(coupons).order_by(coupons.c.serial, coupons.c.number)):
        rows[row.serial].append(row)
    for serial in sorted(rows):
        if serial not in issued:
            yield f"coupon {serial} is in the books, and nobody issued it"
            continue
        yield from _issue_faults(rows[serial], *issued[serial])
        yield from _step_faults(serial, rows[serial][1:], due.pop(serial, {}))
    for serial in sorted(issued.keys() - rows.keys()):
        yield f"coupon {serial} was issued, and is not in the books"
    for serial, steps in sorted(due.items()):
        if serial in issued:
            yield from _step_faults(serial, [], steps)
        else:
            yield f"coupon {serial} was laid down at a table, and nobody issued it"


def _issue_faults(rows: list[Any], at: int, fact: Fact) -> Iterator[str]:
    serial, first = fact["serial"], rows[0]
    for number, row in enumerate(rows):
        if row.number != number:
            yield f"coupon {serial}: state {row.number} does not follow the one before it"
        if row.face != fact["cents"]:
            yield f"coupon {serial} is in the books for {dollars(row.face)}"
        if row.person != fact["person"]:
            yield f"coupon {serial} is in the books for another person than on record"
    is_right = (first.state, first.table_id) == (CouponState.ISSUED, None)
    if not is_right or (fact["v"] >= EXACT and first.at != at):
        yield f"coupon {serial} does not begin as it was issued"


def _step_faults(serial: str, rows: list[Any], due: dict[str, list[Step]]) -> Iterator[str]:
    """Whether the states after the first are those that each table's events give, in order."""
    returned = {
        step.at: table
        for table, steps in due.items()
        for step in steps
        if step.state == CouponState.RETURNED
    }
    kept: dict[str, list[Step]] = defaultdict(list)
    for row in rows:
        at_table = row.state in AT_A_TABLE
        table = row.table_id if at_table else returned.get(row.at)
        if table is None or (not at_table and row.table_id is not None):
            yield f"coupon {serial}: state {row.number} ({row.state}) is not on record"
        else:
            kept[table].append(Step(row.state, row.at))
    for table in sorted(due.keys() | kept.keys()):
        if due.get(table, []) != kept.get(table, []):
            yield f"coupon {serial} was laid down at table {table}; the books say otherwise"


def _steps_by_tables(ledger: Ledger, connection: sa.Connection) -> dict[str, dict[str, list[Step]]]:
    """The states of every coupon by the events of tables, in the order of each table's record."""
    steps: dict[str, dict[str, list[Step]]] = defaultdict(lambda: defaultdict(list))
    with_coupons = {
        record.table
        for record, data in _records(ledger, connection, ("coupon_placed",))
        if data.get("serial")
    }
    serials: dict[str, dict[int, str]] = defaultdict(dict)
    for record, data in _records(ledger, connection, COUPON_EVENTS, with_coupons):
        if data["type"] == "money_moved" and data.get("wager") != "match_play":
            continue
        for serial, state in next_states(serials[record.table], event_of(record)):
            steps[serial][record.table].append(Step(state.value, record.at))
    return steps


def _records(
    ledger: Ledger,
    connection: sa.Connection,
    types: tuple[str, ...],
    tables: set[str] | None = None,
) -> Iterator[tuple[Record, Fact]]:
    """The records of some types at all tables, or at some, each with its data."""
    query = sa.select(events).where(events.c.type.in_(types))
    if tables is not None:
        query = query.where(events.c.table_id.in_(sorted(tables)))
    query = query.order_by(events.c.table_id, events.c.seq)
    for row in connection.execution_options(yield_per=1000).execute(query):
        ledger.pace()
        body = ledger.seals.open_body(row.table_id, row.seq, row.body)
        record = Record(row.table_id, row.seq, row.at, row.command_id, body, row.hash)
        yield record, _read(record)


def _read(record: Record) -> Fact:
    try:
        data = json.loads(record.body)
    except ValueError as error:
        place = f"Record {record.seq} of table {record.table}"
        raise RecordError(f"{place} was changed and cannot be read: {error}") from error
    return data if isinstance(data, dict) else {}
