"""Whether everything that a house decides by is what its record says.

The record of every table and of the house itself is chained, so a change in it is found. What
lies beside it is not: here it is reckoned anew from the record, and compared. Whatever cannot be
checked is a fault too, with the reason; nothing stops the check of the rest.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import sqlalchemy as sa

from houseway.ledger.errors import CheckStopped, KeyMissing
from houseway.ledger.export import export_lines
from houseway.ledger.schema import events
from houseway.ledger.store import HOUSE, Ledger
from houseway.ledger.verify_cage import DatedFacts, cage_faults, coupon_faults
from houseway.ledger.verify_index import column_faults
from houseway.ledger.verify_log import check_lines
from houseway.ledger.verify_people import people_faults, token_faults
from houseway.ledger.verify_replay import INDEX, SEEDS, SNAPSHOTS, replay_faults
from houseway.ledger.verify_rows import (
    checkpoint_faults,
    clause_set_faults,
    key_faults,
    stray_faults,
)
from houseway.ledger.verify_seals import seal_faults

PEOPLE, TOKENS, CAGE, COUPONS = "people", "tokens", "chips at the cage", "coupons"
SEALS, CHECKPOINTS, OTHER = "seals", "checkpoints", "other rows"
BOOKS = (PEOPLE, TOKENS, CAGE, COUPONS)
PARTS = (*BOOKS, INDEX, SNAPSHOTS, SEEDS, SEALS, CHECKPOINTS, OTHER)
Check = Callable[[], Iterable[str]]
NO_FAULT = (KeyMissing, CheckStopped)
"""What ends a check without saying anything of the books."""


@dataclass(frozen=True)
class BookFault:
    """One thing that is not as the record says."""

    part: str
    """The stream or the book that it was found in."""
    words: str
    table: str | None = None
    """The table that it concerns, where it concerns one."""

    def __str__(self) -> str:
        is_of_stream = self.table is None or self.part == self.table
        return self.words if is_of_stream else f"table {self.table}, {self.words}"


def all_faults(ledger: Ledger) -> dict[str, list[str]]:
    """What is wrong with each stream of the record, and with each of the books."""
    return _group((*ledger.streams(), *PARTS), find_faults(ledger))


def book_faults(ledger: Ledger) -> dict[str, list[str]]:
    """What is wrong with each of the books, where the record itself is whole."""
    return _group(BOOKS, _find_book_faults(ledger))


def _group(parts: Iterable[str], faults: Iterable[BookFault]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {part: [] for part in parts}
    for fault in faults:
        grouped.setdefault(fault.part, []).append(str(fault))
    return grouped


def find_faults(ledger: Ledger, tables: Collection[str] | None = None) -> Iterator[BookFault]:
    """Everything that is wrong, one by one; with `tables`, only with those and with the house."""
    for name in ledger.streams():
        if name == HOUSE:
            yield from _find_house_faults(ledger)
        elif tables is None or name in tables:
            yield from _find_table_faults(ledger, name)
    yield from _find_book_faults(ledger)


def _find_house_faults(ledger: Ledger) -> Iterator[BookFault]:
    for check in (_chain_faults, _house_column_faults):
        for words in _guard(partial(check, ledger, HOUSE)):
            yield BookFault(HOUSE, words)


def _find_table_faults(ledger: Ledger, name: str) -> Iterator[BookFault]:
    """The faults of a table's chain; where that is whole, of what must follow from it."""
    broken = list(_guard(partial(_chain_faults, ledger, name)))
    for words in broken:
        yield BookFault(name, words, name)
    if broken:
        return
    try:
        for part, words in replay_faults(ledger, name):
            yield BookFault(part, words, name)
    except NO_FAULT:
        raise
    except Exception as error:  # whatever it is, it is a fault of the books
        yield BookFault(INDEX, _describe(error), name)
    for words in _guard(partial(seal_faults, ledger, name)):
        yield BookFault(SEALS, words, name)


def _chain_faults(ledger: Ledger, name: str) -> Iterator[str]:
    yield from map(str, check_lines(export_lines(ledger, name)))


def _house_column_faults(ledger: Ledger, name: str) -> Iterator[str]:
    with ledger.standing_still() as connection:
        yield from column_faults(ledger, connection, name)


def _find_book_faults(ledger: Ledger) -> Iterator[BookFault]:
    """What is wrong beside the streams, as of one moment."""
    with ledger.standing_still() as connection:
        try:
            facts = _read_facts(connection)
        except Exception as error:  # whatever it is, it is a fault of the books
            yield BookFault(HOUSE, _describe(error))
            return
        checks: tuple[tuple[str, Check], ...] = (
            (PEOPLE, partial(people_faults, connection, facts)),
            (TOKENS, partial(token_faults, connection, facts)),
            (CAGE, partial(cage_faults, ledger, connection, facts)),
            (COUPONS, partial(coupon_faults, ledger, connection, facts)),
            (CHECKPOINTS, partial(checkpoint_faults, connection)),
            (OTHER, partial(stray_faults, connection)),
            (OTHER, partial(clause_set_faults, connection)),
            (OTHER, partial(key_faults, ledger, connection)),
        )
        for part, check in checks:
            for words in _guard(check):
                yield BookFault(part, words)


def _read_facts(connection: sa.Connection) -> DatedFacts:
    query = sa.select(events.c.at, events.c.body).where(events.c.table_id == HOUSE)
    rows = connection.execute(query.order_by(events.c.seq))
    return [(row.at, json.loads(row.body)) for row in rows]


def _guard(check: Check) -> Iterator[str]:
    """The faults that a check finds; a check that fails is a fault, one without a key is none."""
    try:
        yield from check()
    except NO_FAULT:
        raise
    except Exception as error:  # whatever it is, it is a fault of the books
        yield _describe(error)


def _describe(error: Exception) -> str:
    return f"it cannot be checked: {type(error).__name__}: {error}"
