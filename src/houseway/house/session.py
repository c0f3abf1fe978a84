"""This process at the PostgreSQL server: the locks it holds, what it says, what it hears.

A table's lock is an advisory lock of the session: the server gives it to one session at a
time, and takes it back when that session ends, however it ends. A session that is silent
for too long is ended by the server, so a process that hangs loses its tables as one that
died does.
"""

import hashlib
import threading
from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa

from houseway.ledger.errors import RecordError
from houseway.rulebook import Malformed

MOST_BYTES = 7_999
"""What PostgreSQL carries in one notification."""
EVERYBODY = "houseway"
SILENCE_MS = 10_000
"""A session that says nothing for so long is over."""

# A machine that is gone does not say so. Both ends find out within some seconds.
KEEPALIVES = {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 4}
SETTINGS = {f"tcp_{name}": value for name, value in KEEPALIVES.items()}

Found = TypeVar("Found")


class SessionLost(RecordError):
    """The server ended the session, or cannot be reached: the locks are gone."""


def mailbox(session: int) -> str:
    """Where one process hears what is for it alone."""
    return f"{EVERYBODY}_{session}"


def lock_key(table: str) -> int:
    """The number of a table's lock, the same in every process and for ever.

    Should two names ever have one number, then one process runs both tables.
    """
    digest = hashlib.sha256(f"houseway table {table}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


class Session:
    def __init__(self, engine: sa.Engine) -> None:
        self._lock = threading.Lock()
        self._holding = _connect(engine)
        try:
            self._ears = _connect(engine)
        except BaseException:
            self._holding.close()
            raise
        self.number = self._holding.info.backend_pid
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        # Nothing that is said here must be on disk before it counts.
        settings = [*SETTINGS.items(), ("idle_session_timeout", SILENCE_MS)]
        for name, value in [*settings, ("synchronous_commit", "off")]:
            self._ask("SELECT set_config(%s, %s, false)", [name, str(value)])
        for channel in (EVERYBODY, mailbox(self.number)):
            self._ears.execute(f"LISTEN {channel}".encode())

    def close(self) -> None:
        self._holding.close()
        self._ears.close()

    # --- locks

    def take(self, names: Collection[str]) -> set[str]:
        """Those of these tables whose lock was free, and is this session's now."""
        keys = sorted({lock_key(name) for name in names})
        query = "SELECT key FROM unnest(%s::bigint[]) AS key WHERE pg_try_advisory_lock(key)"
        free = {row[0] for row in self._ask(query, [keys])}
        return {name for name in names if lock_key(name) in free}

    def release(self, name: str) -> None:
        self._ask("SELECT pg_advisory_unlock(%s)", [lock_key(name)])

    def release_all(self) -> None:
        self._ask("SELECT pg_advisory_unlock_all()", [])

    def beat(self) -> None:
        """Says to the server that this process is there, and finds out whether the server is."""
        self._ask("SELECT 1", [])

    # --- messages

    def say(self, channel: str, text: str) -> None:
        """Tells other processes; all that is said from here is heard in the order it was said."""
        if len(text.encode()) > MOST_BYTES:
            raise Malformed("This is too long to be passed on to the process that runs the table.")
        self._ask("SELECT pg_notify(%s, %s)", [channel, text])

    def hear(self, seconds: float) -> Iterator[tuple[int, str]]:
        """What other sessions said, for so long: which session, and its words."""
        told = self._ears.notifies(timeout=seconds)
        while True:
            found = _or_lost(lambda: next(told, None))
            if found is None:
                return
            if found.pid != self.number:
                yield found.pid, found.payload

    def _ask(self, query: str, values: list[Any]) -> list[tuple[Any, ...]]:
        with self._lock:
            return _or_lost(lambda: self._holding.execute(query.encode(), values).fetchall())


def _or_lost(work: Callable[[], Found]) -> Found:
    try:
        return work()
    except psycopg.Error as error:
        raise SessionLost(f"The session at the server is lost: {error}.") from error


def _connect(engine: sa.Engine) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection of its own, beside those that read and write."""
    _, where = engine.dialect.create_connect_args(engine.url)
    try:
        # The store's address may say otherwise.
        wanted = {"connect_timeout": 5, **KEEPALIVES, **where, "autocommit": True}
        return psycopg.connect(**wanted)
    except psycopg.Error as error:
        raise SessionLost(f"The server cannot be reached: {error}.") from error
