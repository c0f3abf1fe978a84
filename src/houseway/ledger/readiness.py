"""Whether a store can be written to at this moment, found out by writing to it."""

import os
import random
import time
from pathlib import Path

import sqlalchemy as sa

from houseway.ledger.errors import StoreBusy, StoreFull, Unreadable
from houseway.ledger.store import Ledger

ROOM_KEPT = 64 * 2**20
"""Bytes that must be free on a disk of usual size; on a small one a twentieth of it is enough."""
FULL_FOR = 30.0
"""Seconds for which a write that found no room counts, if none has succeeded since."""
PROBE = {
    # Both change nothing of the record, and are on disk when they are committed.
    "sqlite": "PRAGMA user_version = {number}",
    "postgresql": "SELECT pg_logical_emit_message(true, 'houseway', 'ready {number}')",
}


def check_writable(ledger: Ledger) -> None:
    """Raises if the store is full or nearly full, or takes no write."""
    _check_room(ledger)
    full_at = ledger.writer.full_at
    if full_at is not None and time.monotonic() - full_at < FULL_FOR:
        raise StoreFull("The store is full: an act found no room.")
    number = random.randrange(1, 2**30)  # noqa: S311  # any number does
    try:
        with ledger.writer.engine.begin() as connection:
            connection.exec_driver_sql(PROBE[ledger.engine.dialect.name].format(number=number))
    except sa.exc.DBAPIError as error:
        kind = getattr(error.orig, "sqlite_errorname", getattr(error.orig, "sqlstate", None))
        if kind in {"SQLITE_FULL", "53100"}:
            raise StoreFull(f"The store is full: {error.orig}.") from error
        if kind == "SQLITE_BUSY":
            raise StoreBusy("Another program holds the store.") from error
        raise Unreadable(f"The store cannot be written to: {error.orig}.") from error


def _check_room(ledger: Ledger) -> None:
    """The disk of a server cannot be seen from here; its refusals are."""
    file = ledger.engine.url.database if ledger.engine.dialect.name == "sqlite" else None
    if not file or not hasattr(os, "statvfs"):
        return
    try:
        disk = os.statvfs(Path(file).resolve().parent)
    except OSError as error:
        raise Unreadable(f"The folder of the store cannot be read: {error.strerror}.") from error
    free, size = disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize
    if free < min(ROOM_KEPT, size // 20):
        raise StoreFull(f"The disk is full or nearly full: {free // 2**20} MiB are free.")
