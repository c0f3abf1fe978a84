"""A record, the head of a table's stream, and how one follows the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from houseway.ledger.canon import START, chained, record_line
from houseway.ledger.errors import RecordError


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


def check_text(table: str, command: str | None, bodies: Sequence[str]) -> None:
    """Text that not every store can hold is refused on all of them."""
    names = (table, command or "")
    if any("\x00" in name for name in names) or any("\\u0000" in body for body in bodies):
        raise RecordError("The character NUL cannot be kept. Nothing was done.")
    try:
        for text in (*names, *bodies):
            text.encode("utf-8")
    except UnicodeEncodeError:
        raise RecordError("A text is not Unicode and cannot be kept. Nothing was done.") from None


def chain_after(head: Head, bodies: Sequence[str], at: int, command: str | None) -> list[Record]:
    """Records that follow the head. The clock may go back; the record's time does not."""
    assert bodies, "an act leaves at least one event"
    at, before, records = max(at, head.at), head.hash, []
    for offset, body in enumerate(bodies):
        seq, name = head.seq + 1 + offset, command if offset == 0 else None
        before = chained(before, record_line(head.table, seq, at, name, body))
        records.append(Record(head.table, seq, at, name, body, before))
    return records


def describe(body: str) -> dict[str, str | None]:
    """The columns that follow from the body of a record: its type and its actor."""
    data = from_json(body)  # twice as fast as the standard library, once for every event
    fields = data if isinstance(data, dict) else {}
    return {"type": fields.get("type"), "actor": fields.get("by")}


def as_row(record: Record) -> dict[str, Any]:
    return {
        "table_id": record.table,
        "seq": record.seq,
        "at": record.at,
        "command_id": record.command,
        "body": record.body,
        "hash": record.hash,
        "before": record.seq - 1 if record.seq else None,
        **describe(record.body),
    }
