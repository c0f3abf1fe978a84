"""Whether the index of rounds is what the record says: every round is played again for it.

Searches and lists of rounds read the index. It is not chained, so here it is made again from
the events and compared, some hundred rounds at a time; so are the columns of the events.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa

from houseway.ledger.bound_snapshots import DAMAGE
from houseway.ledger.index import Rows
from houseway.ledger.records import describe
from houseway.ledger.replay import Moment, index_moments, moments
from houseway.ledger.schema import INDEX, clause_sets, events, rounds
from houseway.ledger.store import Ledger

ROUNDS_AT_ONCE = 500
Row = dict[str, Any]


def index_faults(ledger: Ledger, table: str) -> Iterator[str]:
    """The faults of a table's index, where its record is whole."""
    with ledger.standing_still() as connection:
        yield from compare_index(ledger, connection, table, lambda _moment: None)


def compare_index(
    ledger: Ledger, connection: sa.Connection, table: str, see: Callable[[Moment], None]
) -> Iterator[str]:
    """The faults of a table's index; `see` is called with every moment of the replay."""
    yield from column_faults(ledger, connection, table)
    query = sa.select(sa.func.max(events.c.seq)).where(events.c.table_id == table)
    stream = moments(ledger.records(table, last=connection.scalar(query)))
    replayed = index_moments(_show_moments(stream, see))
    above = -1
    try:
        while part := list(islice(replayed, ROUNDS_AT_ONCE)):
            due = _rows_by_table(part)
            up_to = due[rounds][-1]["round"]
            for kind in INDEX:
                stored = _stored(connection, kind, table, above, up_to)
                yield from _compare(kind, due[kind], stored)
            yield from _compare_clause_sets(connection, due[clause_sets])
            above = up_to
    except DAMAGE as error:
        yield f"the record cannot be played again: {error}"
        return
    for kind in INDEX:
        yield from _compare(kind, [], _stored(connection, kind, table, above, None))


def _show_moments(stream: Iterable[Moment], see: Callable[[Moment], None]) -> Iterator[Moment]:
    for moment in stream:
        see(moment)
        yield moment


def _rows_by_table(part: list[Rows]) -> dict[sa.Table, list[Row]]:
    due: dict[sa.Table, list[Row]] = {table: [] for table in (*INDEX, clause_sets)}
    for groups in part:
        for table, rows in groups:
            due[table] += rows
    return due


def _compare_clause_sets(connection: sa.Connection, due: list[Row]) -> Iterator[str]:
    """Clause sets that differ from those cited; a set that no round cites does no harm."""
    cited = {(row["digest"], row["clause"]) for row in due}
    digests = sorted({digest for digest, _ in cited})
    query = sa.select(clause_sets).where(clause_sets.c.digest.in_(digests))
    stored = {(row.digest, row.clause) for row in connection.execute(query)}
    for digest, clause in sorted(cited - stored):
        yield f"clause set {digest}, {clause} is on record, and not in the index"
    for digest, clause in sorted(stored - cited):
        yield f"clause set {digest}, {clause} is in the index, and not on record"


def column_faults(ledger: Ledger, connection: sa.Connection, table: str) -> Iterator[str]:
    """Columns of events that do not follow from their bodies, or from their numbers."""
    columns = (events.c.seq, events.c.before, events.c.body, events.c.type, events.c.actor)
    query = sa.select(*columns).where(events.c.table_id == table).order_by(events.c.seq)
    for row in connection.execution_options(yield_per=1000).execute(query):
        ledger.pace()
        expected: Row = dict(describe(ledger.seals.open_body(table, row.seq, row.body)))
        expected["before"] = row.seq - 1 if row.seq else None
        stored = {"type": row.type, "actor": row.actor, "before": row.before}
        yield from _differences(f"record {row.seq}", expected, stored)


def _stored(
    connection: sa.Connection, kind: sa.Table, table: str, above: int, up_to: int | None
) -> list[Row]:
    query = sa.select(kind).where(kind.c.table_id == table, kind.c.round > above)
    if up_to is not None:
        query = query.where(kind.c.round <= up_to)
    return [dict(row) for row in connection.execute(query).mappings()]


def _compare(kind: sa.Table, due: list[Row], stored: list[Row]) -> Iterator[str]:
    by_record, by_index = _by_key(kind, due), _by_key(kind, stored)
    for key in sorted(by_record.keys() | by_index.keys()):
        if key not in by_index:
            yield f"{_describe_key(key)} is on record, and not in the index"
        elif key not in by_record:
            yield f"{_describe_key(key)} is in the index, and not on record"
        else:
            yield from _differences(_describe_key(key), by_record[key], by_index[key])


def _by_key(kind: sa.Table, rows: list[Row]) -> dict[tuple[Any, ...], Row]:
    names = [column.name for column in kind.primary_key if column.name != "table_id"]
    return {tuple(row[name] for name in names): row for row in rows}


def _differences(what: str, expected: Row | dict[str, Any], stored: Row) -> Iterator[str]:
    for field, value in expected.items():
        if stored[field] != value:
            yield f"{what}: {field} is {stored[field]!r} in the index, and {value!r} by the record"


def _describe_key(key: tuple[Any, ...]) -> str:
    """A row by its key: the round, then the seat and the wager, or a kind."""
    number, *rest = key
    if len(rest) < 2:
        return ", ".join([f"round {number}", *map(str, rest)])
    return ", ".join([f"round {number}", f"seat {rest[0]}", *map(str, rest[1:])])
