"""The store: append-only records, one stream a table, on SQLite or PostgreSQL.

An append is one transaction of one insert. The primary key makes a lost race a
conflict and never an overwrite; a unique command id makes a repeat harmless. What
is acknowledged is on disk. Appends that arrive while another is being committed
share the next commit.
"""

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from houseway.ledger.canon import START, chained, record_line
from houseway.ledger.errors import Conflict, RecordError, StoreFailed, StoreFull
from houseway.ledger.migrating import HEAD, current_form, migrate
from houseway.ledger.schema import events, seeds

HASH_AT = sa.select(events.c.hash).where(
    events.c.table_id == sa.bindparam("table"), events.c.seq == sa.bindparam("seq")
)

UNFIT = (sa.exc.DataError, OverflowError, UnicodeEncodeError)
"""A value that the store has no room for: the fault of who sent it, not of the store."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a table's stream as it lies in the store."""

    table: str
    seq: int
    at: int
    """Microseconds since 1970, UTC; never before the record it follows."""
    command: str | None
    body: str
    """The event as canonical JSON."""
    hash: str

    @property
    def line(self) -> str:
        """The canonical bytes that are hashed."""
        return record_line(self.table, self.seq, self.at, self.command, self.body)


@dataclass(frozen=True, slots=True)
class Head:
    """Where a table's stream ends: the next record must follow this one."""

    table: str
    seq: int = -1
    at: int = 0
    hash: str = START


@dataclass
class _Append:
    """One act waiting to be made durable, and how it went."""

    records: list[Record]
    extra: list[tuple[sa.Table, list[dict[str, Any]]]]
    head: Head | None = None
    done: bool = False
    failure: RecordError | None = None


class _NotTheHead(Exception):
    """An act follows a record that is not there, or is another."""


class Ledger:
    """The record of a house: many tables in one store."""

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self.engine = _engine(url)
        self._writer = self.engine.execution_options(writes=True)
        self._turn = threading.Lock()
        self._queue: list[_Append] = []
        self._queue_lock = threading.Lock()
        self._failed: StoreFailed | None = None
        self.commits = 0
        """Transactions committed so far; appends that shared one count once."""
        try:
            self._open(url, read_only=read_only)
        except BaseException:
            self.engine.dispose()
            raise

    def _open(self, url: str, *, read_only: bool) -> None:
        file = self.engine.url.database if self.engine.dialect.name == "sqlite" else None
        if read_only and file and not Path(file).exists():
            raise RecordError(f"There is no record at {url}.")
        try:
            with self.engine.connect() as connection:
                form = current_form(connection)
            if form is not None and form > HEAD:
                raise RecordError(f"The record at {url} was written by a newer program ({form}).")
            if read_only and form != HEAD:
                none, old = f"There is no record at {url}.", f"The record at {url} has an old form"
                raise RecordError(none if form is None else f"{old}; open it once to write.")
            if form != HEAD:
                self._migrate()
        except sa.exc.DBAPIError as error:
            raise RecordError(f"The record at {url} cannot be opened: {error.orig}.") from error

    def _migrate(self) -> None:
        """One at a time: who comes second finds it done."""
        with self._writer.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(0x686F757365)))
            migrate(connection)
            connection.commit()

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing

    def append(
        self,
        head: Head,
        bodies: Sequence[str],
        *,
        at: int,
        command: str | None = None,
        extra: Iterable[tuple[sa.Table, list[dict[str, Any]]]] = (),
    ) -> Head:
        """Makes one act durable and gives the new head; refuses if the head is not the last.

        `extra` are rows of other tables that belong to the same transaction.
        """
        _check_text(head.table, command, bodies)
        records = _chain(head, bodies, at, command)
        waiting = _Append(records, list(extra), head if head.seq >= 0 else None)
        with self._queue_lock:
            self._queue.append(waiting)
        with self._turn:  # whoever gets the turn commits all that wait; the others find it done
            if not waiting.done:
                self._commit_waiting()
        if waiting.failure:
            raise waiting.failure
        last = records[-1]
        return Head(last.table, last.seq, last.at, last.hash)

    def _commit_waiting(self) -> None:
        with self._queue_lock:
            # In one order, so that two houses on one store cannot lock each other out.
            batch, self._queue = sorted(self._queue, key=lambda one: one.records[0].table), []
        if self._failed:
            for one in batch:
                one.done, one.failure = True, self._failed
            return
        try:
            self._commit_all(batch)
        except BaseException as error:
            # Stopped in the middle: nobody knows how far it came, so nobody is told yes.
            self._failed = StoreFailed("The writing was stopped. Open the ledger anew.")
            self._failed.__cause__ = error
            for one in batch:
                one.failure = one.failure or self._failed
            raise
        finally:
            for one in batch:
                one.done = True

    def _commit_all(self, batch: Sequence[_Append]) -> None:
        try:
            self._commit(batch)
        except (sa.exc.IntegrityError, _NotTheHead, *UNFIT) as error:
            self._one_by_one(batch, error)
        except sa.exc.DBAPIError as error:
            failure = self._judge(error)
            for one in batch:
                one.failure = failure

    def _commit(self, batch: Sequence[_Append]) -> None:
        with self._writer.begin() as connection:
            for one in batch:
                if one.head:
                    _check_head(connection, one.head)
                connection.execute(events.insert(), [_row(record) for record in one.records])
                for table, rows in one.extra:
                    connection.execute(table.insert(), rows)
        self.commits += 1

    def _one_by_one(self, batch: Sequence[_Append], error: Exception) -> None:
        """One of several lost a race: each is committed by itself, and only that one refused."""
        if len(batch) == 1:
            batch[0].failure = self._refusal(batch[0], error)
            return
        for one in batch:
            if self._failed:
                one.failure = self._failed
                continue
            try:
                self._commit([one])
            except (sa.exc.IntegrityError, _NotTheHead, *UNFIT) as lost:
                one.failure = self._refusal(one, lost)
            except sa.exc.DBAPIError as failed:
                one.failure = self._judge(failed)

    def _refusal(self, one: _Append, error: Exception) -> RecordError:
        first = one.records[0]
        where = f"Table {first.table}, record {first.seq}"
        if isinstance(error, UNFIT):
            unfit = RecordError(f"{where}: it holds a value that cannot be kept. It was not done.")
            unfit.__cause__ = error
            return unfit
        conflict = Conflict(f"{where}: somebody else wrote there first. Read again, then decide.")
        conflict.__cause__ = error
        return conflict

    def _judge(self, error: sa.exc.DBAPIError) -> RecordError:
        """No room is told and may be tried again; any other failure of the store is the end."""
        kind = getattr(error.orig, "sqlite_errorname", getattr(error.orig, "sqlstate", None))
        if kind in {"SQLITE_FULL", "53100"}:
            return StoreFull(f"The store is full: {error.orig}. Nothing was written.")
        self._failed = StoreFailed(
            f"The store failed: {error.orig}. Nothing more is taken; open the ledger anew."
        )
        self._failed.__cause__ = error
        return self._failed

    def bring_in(
        self,
        records: Sequence[Record],
        extra: Iterable[tuple[sa.Table, list[dict[str, Any]]]] = (),
    ) -> None:
        """Records that were written elsewhere, as they are; their chain must have been checked."""
        with self._turn:
            if self._failed:
                raise self._failed
            one = _Append(list(records), list(extra))
            try:
                self._commit([one])
            except (sa.exc.IntegrityError, _NotTheHead, *UNFIT) as error:
                raise self._refusal(one, error) from error
            except sa.exc.DBAPIError as error:
                raise self._judge(error) from error

    # --- reading

    def head(self, table: str) -> Head:
        """The end of a table's stream; a table that nobody opened has none."""
        query = (
            sa.select(events.c.seq, events.c.at, events.c.hash)
            .where(events.c.table_id == table)
            .order_by(events.c.seq.desc())
            .limit(1)
        )
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        return Head(table, row.seq, row.at, row.hash) if row else Head(table)

    def records(self, table: str, first: int = 0, last: int | None = None) -> Iterator[Record]:
        """The records of a table in order, read as they are wanted."""
        query = sa.select(events).where(events.c.table_id == table, events.c.seq >= first)
        if last is not None:
            query = query.where(events.c.seq <= last)
        with self.engine.connect() as connection:
            streamed = connection.execution_options(yield_per=1000)
            with streamed.execute(query.order_by(events.c.seq)) as found:
                for row in found:
                    yield Record(row.table_id, row.seq, row.at, row.command_id, row.body, row.hash)

    def tables(self) -> list[str]:
        with self.engine.connect() as connection:
            query = sa.select(events.c.table_id).where(events.c.seq == 0)
            return sorted(connection.scalars(query))

    def effect_of(self, table: str, command: str) -> tuple[int, int] | None:
        """Where the records of a command lie, first and last, if it has taken effect."""
        first = sa.select(events.c.seq).where(
            events.c.table_id == table, events.c.command_id == command
        )
        with self.engine.connect() as connection:
            begin = connection.scalar(first)
            if begin is None:
                return None
            query = sa.select(sa.func.min(events.c.seq)).where(
                events.c.table_id == table,
                events.c.seq > begin,
                events.c.command_id.is_not(None),
            )
            end = connection.scalar(query)
        return begin, self.head(table).seq if end is None else end - 1

    def seed_of(self, table: str, shuffle: int) -> bytes | None:
        query = sa.select(seeds.c.seed).where(seeds.c.table_id == table, seeds.c.shuffle == shuffle)
        with self.engine.connect() as connection:
            found = connection.scalar(query)
        return bytes(found) if found is not None else None


def _check_head(connection: sa.Connection, head: Head) -> None:
    """What an act follows is on record, as it was: a store put back in time gets no gap."""
    place = {"table": head.table, "seq": head.seq}
    if connection.execute(HASH_AT, place).scalar() != head.hash:
        raise _NotTheHead


def _check_text(table: str, command: str | None, bodies: Sequence[str]) -> None:
    """Text that not every store can hold is refused on all of them."""
    names = (table, command or "")
    if any("\x00" in name for name in names) or any("\\u0000" in body for body in bodies):
        raise RecordError("The character NUL cannot be kept. Nothing was done.")
    try:
        for text in (*names, *bodies):
            text.encode("utf-8")
    except UnicodeEncodeError:
        raise RecordError("A text is not Unicode and cannot be kept. Nothing was done.") from None


def _chain(head: Head, bodies: Sequence[str], at: int, command: str | None) -> list[Record]:
    """Records that follow the head. The clock may go back; the record's time does not."""
    assert bodies, "an act leaves at least one event"
    at, before, records = max(at, head.at), head.hash, []
    for offset, body in enumerate(bodies):
        seq, name = head.seq + 1 + offset, command if offset == 0 else None
        before = chained(before, record_line(head.table, seq, at, name, body))
        records.append(Record(head.table, seq, at, name, body, before))
    return records


def _row(record: Record) -> dict[str, Any]:
    return {
        "table_id": record.table,
        "seq": record.seq,
        "at": record.at,
        "command_id": record.command,
        "body": record.body,
        "hash": record.hash,
    }


def store_url(where: str) -> str:
    """A store named by a file or by a URL."""
    if where.startswith("postgresql://"):
        return where.replace("postgresql://", "postgresql+psycopg://", 1)
    return where if "://" in where else f"sqlite:///{Path(where)}"


def _engine(where: str) -> sa.Engine:
    url = store_url(where)
    try:
        if url.startswith("sqlite"):
            return _sqlite(url)
        return _postgres(url)
    except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ModuleNotFoundError) as error:
        raise RecordError(f"{where} is no store that this program can use: {error}") from error


def _postgres(url: str) -> sa.Engine:
    """PostgreSQL that keeps its word: a commit waits for the disk, however it was set up."""
    engine = sa.create_engine(url, pool_pre_ping=True, isolation_level="READ COMMITTED")

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )
        connection.commit()

    return engine


def _sqlite(url: str) -> sa.Engine:
    """SQLite that keeps its word: WAL, an fsync for every commit, one writer at a time."""
    engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun by the listener below
        # A search tells capitals from small letters, as PostgreSQL does.
        letters, keys = "case_sensitive_like=ON", "foreign_keys=ON"
        for pragma in ("journal_mode=WAL", "synchronous=FULL", letters, keys):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        # A reader that becomes a writer could find its view too old; a writer starts as one.
        wanted = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if wanted else "BEGIN")

    return engine
