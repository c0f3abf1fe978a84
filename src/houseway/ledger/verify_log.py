"""Checks an exported log: every record, in its place, unchanged. Needs nothing but Python.

    python verify_log.py LOG.jsonl [--checkpoint CHECKPOINT.json]

A log is one record a line, canonical JSON:

    {"at":..., "body":{...}, "command":..., "hash":..., "seq":..., "table":...}

The hash of a record is SHA-256 over the hash of the record before it and the line
without its hash. This file shares no code with the program that writes the record. It
says which record was changed, is missing, was inserted or stands in the wrong place.
A chain that was made anew from the start is found only by comparing it with a
checkpoint that was carried outside; the signature of a checkpoint is checked by
`houseway rounds verify`, because Python alone has no Ed25519.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

KEYS = {"at", "body", "command", "hash", "seq", "table"}
FIRST = "0" * 64


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a log."""

    line: int
    seq: int | None
    kind: str
    """changed, missing, inserted, reordered, malformed, or checkpoint."""
    words: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind}: {self.words}"


@dataclass
class Place:
    """How far the check has come: the record that the next one must follow."""

    table: str | None = None
    seq: int = -1
    hash: str = FIRST
    at: int = 0
    hashes: dict[int, str] = field(default_factory=dict)
    """The hash of every record met so far."""


def check_lines(lines: Iterable[str], place: Place | None = None) -> Iterator[Fault]:
    """Every fault of a log. After one, the check goes on from what the line itself says."""
    place = place if place is not None else Place()
    for number, text in enumerate(lines, 1):
        record = _read(text)
        if isinstance(record, str):
            # The record that stood here is gone for the reckoning; the next follows it.
            yield Fault(number, None, "malformed", record)
            place.seq += 1
            place.hash = ""
            continue
        yield from _check_record(number, record, place)


def _read(text: str) -> dict[str, object] | str:
    """The record on a line, or what is wrong with its form."""
    text = text.removesuffix("\n")
    try:
        record = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    except (ValueError, RecursionError):
        return "this is no JSON"
    if not isinstance(record, dict) or set(record) != KEYS:
        return "a record has exactly the names " + ", ".join(sorted(KEYS))
    whole = all(type(record[name]) is int for name in ("at", "seq"))
    words = all(isinstance(record[name], str) for name in ("hash", "table"))
    if not whole or not words or not isinstance(record["command"], str | None):
        return "a name of the record holds the wrong kind of value"
    if _canonical(record) != text:
        return "the line is not in canonical form: something in it was changed"
    return record


def _no_float(text: str) -> object:
    raise ValueError(f"{text} is not a whole number")


def _canonical(record: object) -> str:
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _hash(before: str, record: dict[str, object]) -> str:
    line = _canonical({name: record[name] for name in KEYS - {"hash"}})
    data = before.encode("ascii", "replace") + line.encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()


def _check_record(number: int, record: dict[str, object], place: Place) -> Iterator[Fault]:
    seq, stated = record["seq"], str(record["hash"])
    assert isinstance(seq, int)
    wrong = list(_check_place(number, record, place))
    yield from wrong
    unknown_before = place.hash == ""
    if not wrong and not unknown_before and _hash(place.hash, record) != stated:
        yield Fault(number, seq, "changed", f"record {seq} is not what was hashed")
    place.hashes[seq] = stated
    if any(fault.kind in {"inserted", "reordered"} for fault in wrong):
        return  # the next record should follow the one before this
    place.seq, place.hash = seq, stated
    at = record["at"]
    assert isinstance(at, int)
    place.at = max(place.at, at)


def _check_place(number: int, record: dict[str, object], place: Place) -> Iterator[Fault]:
    """Whether a record stands where its number says, at the table, and not before its time."""
    seq, at = record["seq"], record["at"]
    assert isinstance(seq, int)
    assert isinstance(at, int)
    if place.table is None:
        place.table = str(record["table"])
    if record["table"] != place.table:
        words = f"record {seq} belongs to table {record['table']}, not {place.table}"
        yield Fault(number, seq, "inserted", words)
    elif seq == place.seq or place.hashes.get(seq) is not None:
        yield Fault(number, seq, "inserted", f"there is a record {seq} already")
    elif seq < place.seq:
        yield Fault(number, seq, "reordered", f"record {seq} stands after record {place.seq}")
    elif seq > place.seq + 1:
        first, last = place.seq + 1, seq - 1
        gap = f"record {first}" if first == last else f"records {first} to {last}"
        yield Fault(number, seq, "missing", f"{gap} before record {seq}")
    elif at < place.at:
        yield Fault(number, seq, "changed", f"record {seq} is dated before the one it follows")


def check_log(path: Path, checkpoint: Path | None = None) -> Iterator[Fault]:
    """Every fault of a log file, held against a checkpoint if one is given."""
    place = Place()
    # A byte that is no text is let through, so that the line it stands on can be named.
    with path.open(encoding="utf-8", errors="surrogateescape", newline="\n") as lines:
        yield from check_lines(lines, place)
    if place.table is None:
        yield Fault(0, None, "missing", "the log is empty")
    if checkpoint is not None:
        stated = json.loads(checkpoint.read_text(encoding="utf-8"))
        if not isinstance(stated, dict):
            raise ValueError("the checkpoint is no checkpoint")
        yield from check_checkpoint(stated, place)


def check_checkpoint(stated: dict[str, object], place: Place) -> Iterator[Fault]:
    """Whether a log holds the record that a checkpoint names, with that hash."""
    seq = stated.get("seq")
    if stated.get("table") != place.table:
        words = f"the checkpoint is of table {stated.get('table')}"
        yield Fault(0, None, "checkpoint", words)
    elif not isinstance(seq, int) or seq not in place.hashes:
        yield Fault(0, None, "checkpoint", f"record {seq}, which it names, is not in the log")
    elif place.hashes[seq] != stated.get("hash"):
        words = f"record {seq} had another hash: the log up to there was written anew"
        yield Fault(0, seq, "checkpoint", words)


def main(arguments: list[str]) -> int:
    if not arguments or len(arguments) not in {1, 3} or arguments[0] in {"-h", "--help"}:
        print((__doc__ or "").strip())
        return 2
    checkpoint = Path(arguments[2]) if len(arguments) == 3 else None
    try:
        faults = list(check_log(Path(arguments[0]), checkpoint))
    except (OSError, ValueError) as error:
        print(f"The log cannot be read: {error}")
        return 2
    for fault in faults:
        print(str(fault).encode("utf-8", "backslashreplace").decode("utf-8"))
    print("The log is not what was written." if faults else "Every record is in its place.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
