"""Form 4: columns and tables instead of text that had to be searched.

The type and the actor of an event, the clauses of a result and the irregularities of a round
follow from the events; they are read from the older form here.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "f004"
down_revision = "f003"
branch_labels = None
depends_on = None

PORTION = 5_000
EVENTS = sa.table("events", *map(sa.column, ("table_id", "seq", "body", "type", "actor")))
ROUNDS = sa.table("rounds", *map(sa.column, ("table_id", "round", "irregularities")))
KEY = ("table_id", "round", "seat", "wager")
RESULTS = sa.table("results", *map(sa.column, (*KEY, "clauses", "clause_set")))


def upgrade() -> None:
    op.add_column("events", sa.Column("type", sa.Text))
    op.add_column("events", sa.Column("actor", sa.Text))
    irregularities = op.create_table(
        "round_irregularities",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )
    clause_sets = op.create_table(
        "clause_sets",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("clause", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("clause_sets_by_clause", "clause_sets", ["clause"])
    op.add_column("results", sa.Column("clause_set", sa.Text))
    op.create_table(
        "store_key",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
    )
    op.create_table(
        "opened_seals",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("shuffle", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
    )
    connection = op.get_bind()
    _fill_events(connection)
    for rows in _pages(connection, ROUNDS, ("table_id", "round"), "irregularities"):
        _insert_words(connection, irregularities, rows)
    _fill_clause_sets(connection, clause_sets)
    op.drop_column("rounds", "irregularities")
    op.drop_column("results", "clauses")
    _create_tables_of_the_door()


def _create_tables_of_the_door() -> None:
    """Tries to log in, and the addresses that guests and visitors' tables came from."""
    op.create_table(
        "login_tries",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("origin", sa.Text, primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("next_at", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("known", sa.Boolean, nullable=False),
    )
    op.create_table(
        "arrivals",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("arrivals_by_address", "arrivals", ["address"])


def _pages(
    connection: sa.Connection, table: Any, keys: tuple[str, ...], text: str
) -> Iterator[Any]:
    """The rows of a table in the order of its key, some thousand at a time."""
    columns = [table.c[key] for key in keys]
    last: Any = None
    while True:
        query = sa.select(*columns, table.c[text]).order_by(*columns).limit(PORTION)
        if last is not None:
            query = query.where(sa.tuple_(*columns) > sa.tuple_(*map(sa.literal, last)))
        rows = connection.execute(query).all()
        if not rows:
            return
        yield rows
        last = tuple(rows[-1])[: len(keys)]


def _fill_events(connection: sa.Connection) -> None:
    table: sa.BindParameter[str] = sa.bindparam("in_table")
    seq: sa.BindParameter[int] = sa.bindparam("at_seq")
    change = (
        sa.update(EVENTS)
        .where(EVENTS.c.table_id == table, EVENTS.c.seq == seq)
        .values(type=sa.bindparam("new_type"), actor=sa.bindparam("new_actor"))
    )
    for rows in _pages(connection, EVENTS, ("table_id", "seq"), "body"):
        changes = []
        for row in rows:
            kind, actor = _read(row.body)
            place = {"in_table": row.table_id, "at_seq": row.seq}
            changes.append({**place, "new_type": kind, "new_actor": actor})
        connection.execute(change, changes)


def _read(body: str) -> tuple[str | None, str | None]:
    """The type and the actor of an event; None for a body that was damaged."""
    try:
        data = json.loads(body)
    except ValueError:
        return None, None
    if not isinstance(data, dict):
        return None, None
    kind, actor = data.get("type"), data.get("by")
    return kind if isinstance(kind, str) else None, actor if isinstance(actor, str) else None


def _fill_clause_sets(connection: sa.Connection, clause_sets: sa.Table) -> None:
    """Names the set of clauses that each result cites, and keeps every set once."""
    key: list[sa.ColumnElement[bool]] = [
        RESULTS.c[name] == sa.bindparam(f"of_{name}") for name in KEY
    ]
    change = sa.update(RESULTS).where(*key).values(clause_set=sa.bindparam("digest"))
    kept: set[str] = set()
    for rows in _pages(connection, RESULTS, KEY, "clauses"):
        changes = []
        for row in rows:
            cited = sorted(set(row.clauses.split()))
            digest = hashlib.sha256(" ".join(cited).encode()).hexdigest()[:32]
            place = {f"of_{name}": row._mapping[name] for name in KEY}
            changes.append({**place, "digest": digest})
            if cited and digest not in kept:
                kept.add(digest)
                rows_of_set = [{"digest": digest, "clause": clause} for clause in cited]
                connection.execute(clause_sets.insert(), rows_of_set)
        connection.execute(change, changes)


def _insert_words(connection: sa.Connection, target: sa.Table, rows: Any) -> None:
    """Gives every word of the last column a row of its own, after the same key."""
    names = [column.name for column in target.primary_key]
    words = [
        dict(zip(names, (*row[:-1], word), strict=True))
        for row in rows
        for word in dict.fromkeys(row[-1].split())
    ]
    if words:
        connection.execute(target.insert(), words)
