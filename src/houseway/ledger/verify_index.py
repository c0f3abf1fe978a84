"""Whether the index of rounds is what the record says: every round is played again for it.

The index is what searches and lists of rounds read. It is not chained, so here it is made
anew from the events and compared, some hundred rounds at a time.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa

from houseway.ledger.errors import RecordError
from houseway.ledger.replaying import replayed_rows
from houseway.ledger.schema import events, results, rounds
from houseway.ledger.store import Ledger

AT_ONCE = 500
KEYS = {
    rounds: ("round",),
    results: ("round", "seat", "wager"),
}
Rows = dict[tuple[Any, ...], dict[str, Any]]


def index_faults(ledger: Ledger, table: str) -> Iterator[str]:
    """What a table's index says otherwise than its record, which is whole."""
    with ledger.standing_still() as connection:
        query = sa.select(sa.func.max(events.c.seq)).where(events.c.table_id == table)
        found = replayed_rows(ledger.records(table, last=connection.scalar(query)))
        above = -1
        try:
            # Each round gives two: one row of its own, and those of its wagers.
            while part := list(islice(found, 2 * AT_ONCE)):
                up_to = part[-2][1][0]["round"]
                for kind in KEYS:
                    due = [row for one, rows in part if one is kind for row in rows]
                    yield from _compare(kind, due, _kept(connection, kind, table, above, up_to))
                above = up_to
        except RecordError as error:
            yield f"the record cannot be played again: {error}"
            return
        for kind in KEYS:
            yield from _compare(kind, [], _kept(connection, kind, table, above, None))


def _kept(
    connection: sa.Connection, kind: sa.Table, table: str, above: int, up_to: int | None
) -> list[dict[str, Any]]:
    query = sa.select(kind).where(kind.c.table_id == table, kind.c.round > above)
    if up_to is not None:
        query = query.where(kind.c.round <= up_to)
    return [dict(row) for row in connection.execute(query).mappings()]


def _compare(
    kind: sa.Table, due: list[dict[str, Any]], kept: list[dict[str, Any]]
) -> Iterator[str]:
    wanted, found = _by_key(kind, due), _by_key(kind, kept)
    for key in sorted(wanted.keys() | found.keys()):
        if key not in found:
            yield f"{_words(key)} is on record, and not in the index"
        elif key not in wanted:
            yield f"{_words(key)} is in the index, and not on record"
        else:
            yield from _differences(_words(key), wanted[key], found[key])


def _by_key(kind: sa.Table, rows: list[dict[str, Any]]) -> Rows:
    return {tuple(row[name] for name in KEYS[kind]): row for row in rows}


def _differences(what: str, wanted: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    for field, value in wanted.items():
        if found[field] != value:
            yield f"{what}: {field} is {found[field]!r} in the index, and {value!r} by the record"


def _words(key: tuple[Any, ...]) -> str:
    if len(key) == 1:
        return f"round {key[0]}"
    return f"round {key[0]}, seat {key[1]}, {key[2]}"
