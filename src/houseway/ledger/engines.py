"""The two kinds of store, opened so that a commit is on disk."""

from typing import Any

import sqlalchemy as sa

from houseway.ledger.errors import RecordError


def store_url(where: str) -> sa.URL:
    """A store named by a file or by a URL."""
    if "://" not in where:
        # Not put together as text: a sign in a file's name is no part of a URL.
        return sa.URL.create("sqlite", database=where)
    if where.startswith("postgresql://"):
        where = where.replace("postgresql://", "postgresql+psycopg://", 1)
    return sa.make_url(where)


def sqlite_file(where: str) -> str | None:
    """The file of a store, if it is one of SQLite."""
    try:
        url = store_url(where)
    except sa.exc.ArgumentError:
        return None  # opening it will explain what is wrong
    return url.database if url.get_backend_name() == "sqlite" else None


def printable_url(where: str) -> str:
    """A store's address as it may be printed and logged: without user and password."""
    scheme, separator, rest = where.partition("://")
    if not separator:
        return where
    place, question, more = rest.partition("?")
    if "@" in more:  # a password with a question mark, or with an at sign: nobody can say which
        return f"{scheme}://..."
    _, user, place = place.rpartition("@")
    return f"{scheme}://{'...@' if user else ''}{place}{'?...' if question else ''}"


def open_engine(where: str) -> sa.Engine:
    try:
        url = store_url(where)
        return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgres(url)
    except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ModuleNotFoundError) as error:
        raise RecordError(
            f"{printable_url(where)} is not a store that this program can use: {error}"
        ) from error


def _postgres(url: sa.URL) -> sa.Engine:
    """PostgreSQL that keeps its word: a commit waits for the disk, however it was set up."""
    engine = sa.create_engine(url, pool_pre_ping=True, isolation_level="READ COMMITTED")
    # The rows of an act go in one statement, so that they are one trip and stand or fall together.
    engine.dialect.use_insertmanyvalues_wo_returning = True

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )
        connection.commit()

    return engine


def _sqlite(url: sa.URL) -> sa.Engine:
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
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
