"""Times as the record keeps them (microseconds since 1970, UTC) and as people write them."""

import time
from datetime import UTC, datetime, timedelta

from houseway.ledger.errors import RecordError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> int:
    return time.time_ns() // 1000


def show_time(at: int) -> str:
    """2026-11-15 21:04:05.123 UTC"""
    moment = EPOCH + timedelta(microseconds=at)
    return f"{moment:%Y-%m-%d %H:%M:%S}.{at // 1000 % 1000:03d} UTC"


def read_time(text: str, *, end_of_day: bool = False) -> int:
    """A day or a moment as people write it; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise RecordError(
            f"{text!r} is no time. Write 2026-11-15, or 2026-11-15T21:04 with or without a zone."
        ) from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    if end_of_day and len(text) == len("2026-11-15"):
        moment += timedelta(days=1)
    return (moment - EPOCH) // timedelta(microseconds=1)
