"""Makes acts durable, many at a time: one thread commits for all that wait.

Whoever comes while a commit is under way waits for its end; then one of those who
wait commits for all of them. Each gets a verdict of its own.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as insert_for_all

from houseway.ledger.errors import Conflict, RecordError, StoreBusy, StoreFailed, StoreFull
from houseway.ledger.records import Head, Record, as_row
from houseway.ledger.schema import clause_sets, events

UNFIT = (sa.exc.DataError, OverflowError, UnicodeEncodeError)
"""A value that the store has no room for: the fault of who sent it, not of the store."""

HASH_AT = sa.select(events.c.hash).where(
    events.c.table_id == sa.bindparam("table"), events.c.seq == sa.bindparam("seq")
)

FRESH_SECONDS = 5
"""After a longer rest a connection is asked for anew, which finds out whether it still holds."""

GAVE_WAY = {"40001", "40P01"}
"""The server undid a transaction that stood in the way of another."""

ADD_CLAUSE_SETS = insert_for_all(clause_sets).on_conflict_do_nothing()
"""Rows that many rounds share: those that are there already stay. SQLite reads this form too."""

ROWS_A_STATEMENT = 500
"""Surely in one statement: the library splits longer lists of rows."""

Extra = tuple[sa.Table, list[dict[str, Any]]] | sa.Executable
"""What belongs to an act in other tables: new rows of one, or a statement that changes some."""


@dataclass
class Append:
    """One act waiting to be made durable, and how it went."""

    records: list[Record]
    extra: list[Extra]
    head: Head | None = None
    """What it must follow, if that is on record."""
    sealed: dict[int, str] = field(default_factory=dict)
    """The bodies that are stored sealed, by the numbers of their records."""
    done: bool = False
    failure: RecordError | None = None


class _NotTheHead(Exception):
    """An act follows a record that is not there, or is another."""


class Writer:
    """The one way into a store from this process."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine.execution_options(writes=True)
        self.gate = threading.Condition()
        self.busy = False
        """Whether a thread is committing."""
        self.queue: list[Append] = []
        self.commits = 0
        """Transactions committed so far; appends that shared one count once."""
        self.failed: StoreFailed | None = None
        self.full_at: float | None = None
        """When an act last found no room, by the monotonic clock; None once one has."""
        self._connections: dict[bool, sa.Connection] = {}
        """For acts of one statement, and for all others."""
        self._used = 0.0
        self._written: dict[str, tuple[int, str]] = {}
        """The last record that was written here, of each table."""
        self._clause_sets: set[str] = set()
        """The digests of the clause sets that were written here."""

    def write(self, act: Append) -> None:
        """Returns when the act is on disk, or raises why it is not."""
        batch: list[Append] = []
        with self.gate:
            self.queue.append(act)
            while self.busy and not act.done:
                self.gate.wait()
            if not act.done:
                self.busy = True
                # In one order, so that two houses on one store cannot lock each other out.
                batch = sorted(self.queue, key=lambda act: act.records[0].table)
                self.queue = []
        if batch:
            try:
                self._commit_batch(batch)
            finally:
                with self.gate:
                    self.busy = False
                    self.gate.notify_all()
        if act.failure:
            raise act.failure

    def _commit_batch(self, batch: Sequence[Append]) -> None:
        if self.failed:
            for act in batch:
                act.done, act.failure = True, self.failed
            return
        try:
            self._commit_all(batch)
        except BaseException as error:
            # Stopped in the middle: nobody knows how far it came, so nobody is told yes.
            self.failed = StoreFailed("The writing was stopped. Open the ledger anew.")
            self.failed.__cause__ = error
            for act in batch:
                act.failure = act.failure or self.failed
            raise
        finally:
            for act in batch:
                act.done = True

    def _commit_all(self, batch: Sequence[Append]) -> None:
        try:
            self.commit(batch)
        except (sa.exc.IntegrityError, _NotTheHead, *UNFIT) as error:
            self._one_by_one(batch, error)
        except sa.exc.DBAPIError as error:
            failure = self._judge(error)
            for act in batch:
                act.failure = failure

    def commit(self, batch: Sequence[Append]) -> None:
        """One transaction for all of them, or for none."""
        alone = self._is_one_statement(batch)
        try:
            connection = self._connect(alone=alone)
            with connection.begin():
                for act in batch:
                    self._check_head(connection, act.head)
                for table, rows in _by_table(batch):
                    connection.execute(table.insert(), rows)
                sets = self._new_clause_sets(batch)
                if sets:
                    connection.execute(ADD_CLAUSE_SETS, sets)
                for change in _changes(batch):
                    connection.execute(change)
        except BaseException:
            self.close()
            raise
        self._used = time.monotonic()
        self.full_at = None
        self.commits += 1
        self._clause_sets.update(row["digest"] for row in sets)
        for act in batch:
            last = act.records[-1]
            self._written[last.table] = (last.seq, last.hash)

    def _new_clause_sets(self, batch: Sequence[Append]) -> list[dict[str, Any]]:
        """The rows of clause sets that were not written here before, each of them once."""
        rows = {
            (row["digest"], row["clause"]): row
            for table, rows in _extra_rows(batch)
            if table is clause_sets
            for row in rows
            if row["digest"] not in self._clause_sets
        }
        return [rows[key] for key in sorted(rows)]

    def _check_head(self, connection: sa.Connection, head: Head | None) -> None:
        """What an act follows is on record, as it was. What this writer wrote last is known to be.

        If the store is put back to an earlier day meanwhile, its own constraint finds the gap.
        """
        if head is None or self._written.get(head.table) == (head.seq, head.hash):
            return
        place = {"table": head.table, "seq": head.seq}
        if connection.execute(HASH_AT, place).scalar() != head.hash:
            raise _NotTheHead

    def _is_one_statement(self, batch: Sequence[Append]) -> bool:
        """Whether one insert is all there is: a server commits that by itself, in one trip."""
        if self.engine.dialect.name != "postgresql" or any(act.extra for act in batch):
            return False
        return sum(len(act.records) for act in batch) <= ROWS_A_STATEMENT

    def _connect(self, *, alone: bool) -> sa.Connection:
        """The connection of the last commit, if that was just now: asking for one costs a trip."""
        if time.monotonic() - self._used > FRESH_SECONDS:
            self.close()
        if alone not in self._connections:
            level = {"isolation_level": "AUTOCOMMIT"} if alone else {}
            self._connections[alone] = self.engine.connect().execution_options(**level)
        return self._connections[alone]

    def close(self) -> None:
        while self._connections:
            self._connections.popitem()[1].close()

    def _one_by_one(self, batch: Sequence[Append], error: Exception) -> None:
        """One of several lost a race: each is committed by itself, and only that one refused."""
        if len(batch) == 1:
            batch[0].failure = _refusal(batch[0], error)
            return
        for act in batch:
            if self.failed:
                act.failure = self.failed
                continue
            try:
                self.commit([act])
            except (sa.exc.IntegrityError, _NotTheHead, *UNFIT) as lost:
                act.failure = _refusal(act, lost)
            except sa.exc.DBAPIError as failed:
                act.failure = self._judge(failed)

    def _judge(self, error: sa.exc.DBAPIError) -> RecordError:
        """No room, or no turn, may be tried again; any other failure of the store is the end."""
        kind = getattr(error.orig, "sqlite_errorname", getattr(error.orig, "sqlstate", None))
        if kind in {"SQLITE_FULL", "53100"}:
            self.full_at = time.monotonic()
            return StoreFull(f"The store is full: {error.orig}. Nothing was written.")
        if kind in {"SQLITE_BUSY", *GAVE_WAY}:
            return StoreBusy("Another program holds the store. Nothing was written; try again.")
        self.failed = StoreFailed(
            f"The store failed: {error.orig}. Nothing more is taken; open the ledger anew."
        )
        self.failed.__cause__ = error
        return self.failed


def _by_table(batch: Sequence[Append]) -> Iterator[tuple[sa.Table, list[dict[str, Any]]]]:
    """The rows of all acts, those of a table together: to a server each statement is a trip."""
    yield (
        events,
        [as_row(record, act.sealed.get(record.seq)) for act in batch for record in act.records],
    )
    extra: dict[sa.Table, list[dict[str, Any]]] = {}
    for table, rows in _extra_rows(batch):
        if rows and table is not clause_sets:
            extra.setdefault(table, []).extend(rows)
    # In one order, so that two houses on one store cannot lock each other out.
    for table in sorted(extra, key=lambda table: table.name):
        keys = [column.name for column in table.primary_key]
        yield table, sorted(extra[table], key=lambda row: [row[key] for key in keys])


def _extra_rows(batch: Sequence[Append]) -> Iterator[tuple[sa.Table, list[dict[str, Any]]]]:
    for act in batch:
        yield from (more for more in act.extra if isinstance(more, tuple))


def _changes(batch: Sequence[Append]) -> Iterator[sa.Executable]:
    for act in batch:
        yield from (more for more in act.extra if not isinstance(more, tuple))


def _refusal(act: Append, error: Exception) -> RecordError:
    first = act.records[0]
    where = f"Table {first.table}, record {first.seq}"
    if isinstance(error, UNFIT):
        unfit = RecordError(f"{where}: it holds a value that cannot be kept. It was not done.")
        unfit.__cause__ = error
        return unfit
    conflict = Conflict(f"{where}: somebody else wrote there first. Read again, then decide.")
    conflict.__cause__ = error
    return conflict
