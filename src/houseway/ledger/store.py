"""The store: append-only records, one stream a table, on SQLite or PostgreSQL.

An append is one transaction of one insert. The primary key makes a lost race a
conflict and never an overwrite; a unique command id makes a repeat harmless. What
is acknowledged is on disk. Appends that arrive while another is being committed
share the next commit.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from houseway.ledger.engines import open_engine, printable_url, store_url
from houseway.ledger.errors import RecordError, StoreFailed, Unreadable
from houseway.ledger.migration import HEAD, current_form, migrate
from houseway.ledger.private_files import create_private, narrow_store
from houseway.ledger.records import Head, Record, chain_after, check_text
from houseway.ledger.schema import events, seeds
from houseway.ledger.seals import StoreKey
from houseway.ledger.store_seals import StoreSeals, file_of, find_key
from houseway.ledger.writer import Append, Extra, Writer
from houseway.rulebook import Malformed

__all__ = ["Head", "Ledger", "Record", "store_url"]


HOUSE = "@house"
"""The stream of the house itself; names of tables do not begin with that sign."""


class Ledger:
    """The record of a house: many tables in one store."""

    def __init__(self, url: str, *, read_only: bool = False, key: StoreKey | None = None) -> None:
        """Opens a store; `key` is its key, where that is not beside it or in the environment."""
        self.engine = open_engine(url)
        self.read_only = read_only
        self.writer = Writer(self.engine)
        self.pace: Callable[[], None] = lambda: None
        """Called for each record that is read; a check in the background rests in it."""
        try:
            self._open(printable_url(url), read_only=read_only)
            self.seals = self._find_seals(printable_url(url), key)
        except BaseException:
            self.engine.dispose()
            raise

    def _open(self, url: str, *, read_only: bool) -> None:
        file = file_of(self.engine)
        if read_only and file and not Path(file).exists():
            raise RecordError(f"There is no record at {url}.")
        if file and not read_only:
            # Before SQLite does, which asks the umask who else may read it.
            create_private(Path(file).resolve())
            narrow_store(Path(file).resolve())
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

    def _find_seals(self, url: str, key: StoreKey | None) -> StoreSeals:
        try:
            return StoreSeals(self.engine, find_key(self.engine, key, read_only=self.read_only))
        except sa.exc.DBAPIError as error:
            raise RecordError(f"The record at {url} cannot be opened: {error.orig}.") from error

    def _migrate(self) -> None:
        """One process at a time: the second finds it done."""
        with self.writer.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(0x686F757365)))
            migrate(connection)
            connection.commit()

    @property
    def commits(self) -> int:
        """Transactions committed so far; appends that shared one count once."""
        return self.writer.commits

    @property
    def failed(self) -> StoreFailed | None:
        """Why nothing more is taken, where that is so."""
        return self.writer.failed

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing

    def append(  # noqa: PLR0913  # what is written, what it follows, and what belongs to it
        self,
        head: Head,
        bodies: Sequence[str],
        *,
        at: int,
        command: str | None = None,
        extra: Iterable[Extra] = (),
        shuffles: Sequence[int | None] = (),
    ) -> Head:
        """Makes one act durable and returns the new head; refuses if the head is not the last.

        `extra` are rows of other tables, and changes of such, that belong to the transaction.
        `shuffles` has for each body the shuffle whose cards it names: it is stored sealed.
        """
        self._may_write()
        check_text(head.table, command, bodies)
        records = chain_after(head, bodies, at, command)
        sealed = self.seals.seal_bodies(records, shuffles)
        follows = head if head.seq >= 0 else None
        self.writer.write(Append(records, list(extra), follows, sealed))
        last = records[-1]
        return Head(last.table, last.seq, last.at, last.hash)

    def bring_in(
        self,
        records: Sequence[Record],
        extra: Iterable[Extra] = (),
        shuffles: Sequence[int | None] = (),
    ) -> None:
        """Records that were written elsewhere, as they are; their chain must have been checked."""
        self._may_write()
        sealed = self.seals.seal_bodies(records, shuffles)
        self.writer.write(Append(list(records), list(extra), sealed=sealed))

    def _may_write(self) -> None:
        if self.read_only:
            raise RecordError("This record was opened for reading only.")

    # --- reading

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to read with; a failing store raises an error in plain words."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except sa.exc.DataError as error:
            # No store can hold such a value: a text with a NUL, a number too large.
            raise Malformed("There can be nothing of that name on record.") from error
        except sa.exc.DBAPIError as error:
            raise Unreadable(f"The record cannot be read: {error.orig}.") from error

    @contextmanager
    def standing_still(self) -> Iterator[sa.Connection]:
        """A connection that sees the store as of one moment, whatever is written."""
        with self.reading() as connection:
            # A transaction of SQLite is so anyway; a server's must be asked to be.
            if self.engine.dialect.name == "sqlite":
                yield connection
            else:
                yield connection.execution_options(isolation_level="REPEATABLE READ")

    def head(self, table: str) -> Head:
        """The end of a table's stream; a table that nobody opened has none."""
        query = (
            sa.select(events.c.seq, events.c.at, events.c.hash)
            .where(events.c.table_id == table)
            .order_by(events.c.seq.desc())
            .limit(1)
        )
        with self.reading() as connection:
            row = connection.execute(query).first()
        return Head(table, row.seq, row.at, row.hash) if row else Head(table)

    def records(self, table: str, first: int = 0, last: int | None = None) -> Iterator[Record]:
        """The records of a table in order, read as they are wanted."""
        query = sa.select(events).where(events.c.table_id == table, events.c.seq >= first)
        if last is not None:
            query = query.where(events.c.seq <= last)
        with self.reading() as connection:
            streamed = connection.execution_options(yield_per=1000)
            with streamed.execute(query.order_by(events.c.seq)) as result:
                for row in result:
                    self.pace()
                    body = self.seals.open_body(row.table_id, row.seq, row.body)
                    yield Record(row.table_id, row.seq, row.at, row.command_id, body, row.hash)

    def streams(self) -> list[str]:
        """The names of all tables, and of the house's own stream where there is one."""
        return self.tables() + ([HOUSE] if self.head(HOUSE).seq >= 0 else [])

    def tables(self) -> list[str]:
        """The names of all tables, each found by a step in the index and not by going through it.

        The first name, and from each name the next above it: so many steps as there are tables.
        """
        lowest = sa.func.min(events.c.table_id)
        names = sa.select(lowest.label("name")).cte(recursive=True)
        above = sa.select(lowest).where(events.c.table_id > names.c.name).scalar_subquery()
        names = names.union_all(sa.select(above).where(names.c.name.is_not(None)))
        query = sa.select(names.c.name).where(names.c.name.is_not(None))
        with self.reading() as connection:
            return sorted(name for name in connection.scalars(query) if name != HOUSE)

    def effect_of(self, table: str, command: str) -> tuple[int, int] | None:
        """Where the records of a command lie, first and last, if it has taken effect."""
        first_seq = sa.select(sa.func.min(events.c.seq)).where(events.c.table_id == table)
        with self.reading() as connection:
            begin = connection.scalar(first_seq.where(events.c.command_id == command))
            if begin is None:
                return None
            later = events.c.seq > begin, events.c.command_id.is_not(None)
            end = connection.scalar(first_seq.where(*later))
        return begin, self.head(table).seq if end is None else end - 1

    def seed_of(self, table: str, shuffle: int) -> bytes | None:
        """The seed of a shuffle; it is sealed in the store until its round is closed."""
        query = sa.select(seeds.c.seed).where(seeds.c.table_id == table, seeds.c.shuffle == shuffle)
        with self.reading() as connection:
            seed = connection.scalar(query)
        return None if seed is None else self.seals.open_seed(table, shuffle, bytes(seed))
