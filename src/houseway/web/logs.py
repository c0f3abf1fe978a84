"""Logging: plain lines for people, or one JSON object a line for programs, bounded in both.

A line has a longest length. What comes from one place in the program is written a limited
number of times a minute, and identical lines once; the others are counted, and the count is
written when the minute is over. So nobody can fill the disk through the log.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TextIO

MOST_VALUE, MOST_MESSAGE, MOST_TRACEBACK = 300, 1_000, 6_000
WINDOW_SECONDS = 60.0
LINES_A_WINDOW = 60
"""From one place in the program."""
MOST_PLACES = 1_000
CUT = "..."


def shorten(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - len(CUT)] + CUT


def shorten_traceback(text: str) -> str:
    """The end of a traceback: that is where it says what happened."""
    return text if len(text) <= MOST_TRACEBACK else CUT + text[-MOST_TRACEBACK:]


def _shorten_values(value: Any) -> Any:
    """A field of a line; what is not a number or a flag is written as short text."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_shorten_values(part) for part in value[:20]]
    return shorten(str(value), MOST_VALUE)


def _fields_of(record: logging.LogRecord) -> dict[str, Any]:
    fields: dict[str, Any] = getattr(record, "fields", {})
    return {name: _shorten_values(value) for name, value in fields.items()}


class JsonLines(logging.Formatter):
    """One JSON object a line, for programs that read logs."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": shorten(record.getMessage(), MOST_MESSAGE),
            **_fields_of(record),
        }
        if record.exc_info:
            line["traceback"] = shorten_traceback(self.formatException(record.exc_info))
        return json.dumps(line)


class PlainLines(logging.Formatter):
    """One line for people: the message, and then its facts."""

    def format(self, record: logging.LogRecord) -> str:
        begin = f"{self.formatTime(record)} {record.levelname} {record.name}: "
        line = begin + _printable(shorten(record.getMessage(), MOST_MESSAGE))
        facts = ", ".join(f"{name}={_show(value)}" for name, value in _fields_of(record).items())
        if facts:
            line += f" ({facts})"
        if record.exc_info:
            line += "\n" + shorten_traceback(self.formatException(record.exc_info))
        return line


def _show(value: Any) -> str:
    """A fact as one may read it: in quotes, so that no name can pass for something else."""
    return json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else _quote(value)


def _quote(text: str) -> str:
    return _printable(json.dumps(text, ensure_ascii=False))


def _printable(text: str) -> str:
    """Without line breaks and control signs, with which a sender could write lines of its own."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape", "replace").decode()
        for sign in text
    )


Place = tuple[str, int, str, int]
"""The logger, the level, the file and the line of a message."""


@dataclass
class _Window:
    """What came from one place within a minute."""

    since: float
    written: int = 0
    withheld: int = 0
    lines: set[str] = field(default_factory=set)
    last: logging.LogRecord | None = None


class BoundedHandler(logging.StreamHandler[TextIO]):
    """Writes what is new, and counts what repeats."""

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(stream)
        self._clock = clock
        self._windows: dict[Place, _Window] = {}

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._close_windows(self._clock())
            if self._is_new(record):
                super().emit(record)
        except Exception:
            self.handleError(record)

    def _is_new(self, record: logging.LogRecord) -> bool:
        if record.levelno >= logging.CRITICAL:
            return True
        place = record.name, record.levelno, record.pathname, record.lineno
        window = self._windows.setdefault(place, _Window(self._clock()))
        line = repr((record.getMessage()[:MOST_MESSAGE], _fields_of(record)))
        if window.written < LINES_A_WINDOW and line not in window.lines:
            window.lines.add(line)
            window.written += 1
            return True
        window.withheld += 1
        window.last = record
        return False

    def _close_windows(self, now: float, *, all_of_them: bool = False) -> None:
        """Writes the counts of minutes that are over."""
        is_crowded = len(self._windows) > MOST_PLACES
        for place, window in list(self._windows.items()):
            if all_of_them or is_crowded or now - window.since >= WINDOW_SECONDS:
                del self._windows[place]
                if window.withheld and window.last is not None:
                    super().emit(_count_record(window.last, window.withheld))

    def close(self) -> None:
        self.acquire()
        try:
            self._close_windows(self._clock(), all_of_them=True)
        finally:
            self.release()
        super().close()


def _count_record(last: logging.LogRecord, number: int) -> logging.LogRecord:
    """A line for those that were counted, with the last of them."""
    words = f"{shorten(last.getMessage(), MOST_MESSAGE)} ({number} more; this is the last)"
    record = logging.LogRecord(
        last.name, last.levelno, last.pathname, last.lineno, words, None, None
    )
    record.fields = {**_fields_of(last), "repeated": number}
    return record


def set_up_logs(kind: str) -> None:
    handler = BoundedHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else PlainLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for chatty in ("uvicorn.access", "uvicorn.error", "alembic", "httpx"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
