"""The canonical bytes of a record and the hash that chains it to the one before.

    line  = the record as JSON: keys sorted, no spaces, UTF-8, whole numbers only
    hash  = SHA-256(hash of the record before || line), in hex; the first follows 64 zeros

The verifier (`verify_log.py`) does not use this file.
"""

import hashlib
import json
from typing import Any

START = "0" * 64
"""What the first record of a table follows."""


_ENCODE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(data: Any) -> str:
    """JSON in the one form that is hashed."""
    return _ENCODE(data)


def record_line(table: str, seq: int, at: int, command: str | None, body: str) -> str:
    """A record as it is hashed; `body` is canonical JSON already and is put in as it is."""
    rest = f'"command":{canonical(command)},"seq":{seq},"table":{canonical(table)}'
    return f'{{"at":{at},"body":{body},{rest}}}'


def exported_line(record_hash: str, line: str) -> str:
    """A record with its hash, where sorted keys put it: before the last `seq` and `table`."""
    at = line.rindex(',"seq":')
    return f'{line[:at]},"hash":"{record_hash}"{line[at:]}'


def chained(before: str, line: str) -> str:
    return hashlib.sha256(before.encode("ascii") + line.encode("utf-8")).hexdigest()
