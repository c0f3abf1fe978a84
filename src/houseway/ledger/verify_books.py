"""Whether a house's own books are what its record says: people, chips at the cage, coupons.

The record of every table and of the house itself is chained, so a change in it is found. The
books beside it are not: here they are reckoned anew from the record, and compared.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from houseway.chips import dollars
from houseway.ledger.export import export_lines
from houseway.ledger.schema import coupons, events, people, wallet
from houseway.ledger.store import HOUSE, Ledger
from houseway.ledger.verify_index import index_faults
from houseway.ledger.verify_log import check_lines

Facts = list[dict[str, Any]]
"""The events of the house itself."""
CAGE = "cash:"
CAGE_EVENTS = ("chips_bought", "chips_moved")
"""The types of events that move money to or from the cage."""
PLACED = "placed"


def all_faults(ledger: Ledger) -> dict[str, list[str]]:
    """What is wrong with each stream of the record, and with each of the books."""
    faults: dict[str, list[str]] = {}
    index: list[str] = []
    for name in ledger.streams():
        faults[name] = [str(fault) for fault in check_lines(export_lines(ledger, name))]
        if name != HOUSE and not faults[name]:
            index += [f"table {name}, {fault}" for fault in index_faults(ledger, name)]
    return {**faults, **book_faults(ledger), "index of rounds": index}


def book_faults(ledger: Ledger) -> dict[str, list[str]]:
    """What is wrong with each of the books, where the record itself is whole."""
    query = sa.select(events.c.body).where(events.c.table_id == HOUSE).order_by(events.c.seq)
    with ledger.standing_still() as connection:
        facts = [json.loads(body) for body in connection.scalars(query)]
        return {
            "people": list(_check_people(connection, facts)),
            "chips at the cage": list(_check_chips(connection, facts)),
            "coupons": list(_check_coupons(connection, facts)),
        }


def _check_people(connection: sa.Connection, facts: Facts) -> Iterator[str]:
    """Everybody has the office that was set last, and everybody in the books was added."""
    known = {
        fact["name"]: fact["office"]
        for fact in facts
        if fact["type"] in {"person_added", "person_changed", "person_closed"}
    }
    query = sa.select(people.c.name, people.c.office).order_by(people.c.name)
    for row in connection.execute(query):
        office = known.pop(row.name, None)
        if office is None:
            yield f"{row.name} is in the books as {row.office}, and nobody added them"
        elif office != row.office:
            yield f"{row.name} is in the books as {row.office}, and was made {office}"
    for name in sorted(known):
        yield f"{name} was added, and is not in the books"


def _check_chips(connection: sa.Connection, facts: Facts) -> Iterator[str]:
    """Every move follows the one before, and each person's moves add up as the record says."""
    due: Counter[str] = Counter()
    for fact in facts:
        if fact["type"] == "chips_given":
            due[fact["person"]] += fact["cents"]
    # A table that was not opened by the house, as in the terminal, has no cage.
    tables = [fact["table"] for fact in facts if fact["type"] == "table_opened"]
    due.update(_sum_moves(connection, tables))
    held: dict[str, int] = {}
    moves: Counter[str] = Counter()
    for row in connection.execute(sa.select(wallet).order_by(wallet.c.person, wallet.c.number)):
        balance = held.get(row.person, 0) + row.cents
        if (row.number, row.balance) != (moves[row.person], balance):
            yield f"{row.person}'s move {row.number} does not follow the one before it"
        held[row.person] = row.balance
        moves[row.person] += 1
    for name in sorted(set(due) | set(held)):
        if due[name] != held.get(name, 0):
            has, should = dollars(held.get(name, 0)), dollars(due[name])
            yield f"{name} has {has} at the cage, and by the record {should}"


def _sum_moves(connection: sa.Connection, tables: list[str]) -> Counter[str]:
    """What each person brought from the tables to the cage, less what went to the tables."""
    moved: Counter[str] = Counter()
    query = sa.select(events.c.body).where(events.c.type.in_(CAGE_EVENTS))
    for body in connection.scalars(query.where(events.c.table_id.in_(tables))):
        for move in json.loads(body).get("moves", ()):
            for account, sign in ((move["source"], -1), (move["target"], 1)):
                if account.startswith(CAGE):
                    moved[account.removeprefix(CAGE)] += sign * move["cents"]
    return moved


def _check_coupons(connection: sa.Connection, facts: Facts) -> Iterator[str]:
    """Each was issued for its face value, and was laid down as often as the tables say."""
    issued = {fact["serial"]: fact["cents"] for fact in facts if fact["type"] == "coupon_issued"}
    laid = _count_laid_down(connection)
    count: Counter[str] = Counter()
    for row in connection.execute(sa.select(coupons).order_by(coupons.c.serial, coupons.c.number)):
        if row.serial not in issued:
            yield f"coupon {row.serial} is in the books, and nobody issued it"
        elif row.face != issued[row.serial]:
            yield f"coupon {row.serial} is in the books for {dollars(row.face)}"
        if row.number != count[row.serial]:
            yield f"coupon {row.serial}: state {row.number} does not follow the one before it"
        count[row.serial] += 1
        if row.state == PLACED:
            laid[row.serial, row.table_id] -= 1
    for (serial, table), times in sorted(laid.items()):
        if times:
            yield f"coupon {serial} was laid down at table {table}; the books say otherwise"
    for serial in sorted(set(issued) - set(count)):
        yield f"coupon {serial} was issued, and is not in the books"


def _count_laid_down(connection: sa.Connection) -> Counter[tuple[str, str]]:
    laid: Counter[tuple[str, str]] = Counter()
    query = sa.select(events.c.table_id, events.c.body)
    for row in connection.execute(query.where(events.c.type == "coupon_placed")):
        if serial := json.loads(row.body).get("serial"):
            laid[serial, row.table_id] += 1
    return laid
