"""The session of this process at the PostgreSQL server: its locks, and messages in and out.

A table's lock is an advisory lock of the session: the server gives it to one session at a
time, and takes it back when that session ends, however it ends. A session that is silent
for too long is ended by the server, so a process that hangs loses its tables as one that
died does.
"""

import hashlib
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import sqlalchemy as sa

from houseway.ledger.errors import RecordError
from houseway.rulebook import Malformed

MOST_BYTES = 7_999
"""The most that PostgreSQL carries in one notification."""
EVERYBODY = "houseway"
SILENCE_MS = 10_000
"""The server ends a session that is silent for so long."""

# A machine that is gone does not say so. Both ends notice within some seconds.
KEEPALIVES = {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 4}
SETTINGS = {f"tcp_{name}": value for name, value in KEEPALIVES.items()}


class SessionLost(RecordError):
    """The server ended the session, or cannot be reached: the locks are gone."""


def mailbox(session: int) -> str:
    """The channel of one process, for messages to it alone."""
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
        self._lock_holder = _connect(engine)
        try:
            self._receiver = _connect(engine)
        except BaseException:
            self._lock_holder.close()
            raise
        self.number = self._lock_holder.info.backend_pid
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        # No message must be on disk before it counts.
        settings = [*SETTINGS.items(), ("idle_session_timeout", SILENCE_MS)]
        for name, value in [*settings, ("synchronous_commit", "off")]:
            self._execute("SELECT set_config(%s, %s, false)", [name, str(value)])
        for channel in (EVERYBODY, mailbox(self.number)):
            self._receiver.execute(f"LISTEN {channel}".encode())

    def close(self) -> None:
        self._lock_holder.close()
        self._receiver.close()

    # --- locks

    def take(self, names: Collection[str]) -> set[str]:
        """Takes the free locks of these tables; returns whose they are."""
        keys = sorted({lock_key(name) for name in names})
        query = "SELECT key FROM unnest(%s::bigint[]) AS key WHERE pg_try_advisory_lock(key)"
        free = {row[0] for row in self._execute(query, [keys])}
        return {name for name in names if lock_key(name) in free}

    def release(self, name: str) -> None:
        self._execute("SELECT pg_advisory_unlock(%s)", [lock_key(name)])

    def release_all(self) -> None:
        self._execute("SELECT pg_advisory_unlock_all()", [])

    def beat(self) -> None:
        """Shows the server that this process is there, and finds out whether the server is."""
        self._execute("SELECT 1", [])

    # --- messages

    def send(self, channel: str, text: str) -> None:
        """Sends a message; messages from one process arrive in the order they were sent."""
        if len(text.encode()) > MOST_BYTES:
            raise Malformed("This is too long to be forwarded to the process that runs the table.")
        self._execute("SELECT pg_notify(%s, %s)", [channel, text])

    def receive(self, seconds: float) -> Iterator[tuple[int, str]]:
        """The messages of other sessions within so many seconds, each with its sender."""
        notifications = self._receiver.notifies(timeout=seconds)
        while True:
            with _noticing_loss():
                notification = next(notifications, None)
            if notification is None:
                return
            if notification.pid != self.number:
                yield notification.pid, notification.payload

    def _execute(self, query: str, values: list[Any]) -> list[tuple[Any, ...]]:
        with self._lock, _noticing_loss():
            return self._lock_holder.execute(query.encode(), values).fetchall()


@contextmanager
def _noticing_loss() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise SessionLost(f"The session at the server is lost: {error}.") from error


def _connect(engine: sa.Engine) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection of its own, beside those that read and write."""
    _, address = engine.dialect.create_connect_args(engine.url)
    try:
        # The store's address may override these.
        options = {"connect_timeout": 5, **KEEPALIVES, **address, "autocommit": True}
        return psycopg.connect(**options)
    except psycopg.Error as error:
        raise SessionLost(f"The server cannot be reached: {error}.") from error
