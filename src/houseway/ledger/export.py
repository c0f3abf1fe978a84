"""A table's record as JSON lines, out and in again."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from houseway.ledger.canon import canonical, exported_line
from houseway.ledger.errors import RecordError
from houseway.ledger.replay import replayed_rows
from houseway.ledger.store import Ledger, Record
from houseway.ledger.verify_log import check_lines

IMPOSSIBLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""How a table meets events that no table can have made."""


def export_lines(ledger: Ledger, table: str) -> Iterator[str]:
    """Every record of a table, one canonical line each, with its hash."""
    for record in ledger.records(table):
        yield exported_line(record.hash, record.line)


def import_lines(ledger: Ledger, lines: Iterable[str]) -> str:
    """Brings an exported table into a ledger, after its chain and every event were checked.

    The records keep their times, ids and hashes. Nothing is written unless all of it is
    right. Gives the name of the table.
    """
    texts = [line.rstrip("\n") for line in lines if line.strip()]
    fault = next(check_lines(texts), None)
    if fault is not None:
        raise RecordError(f"The log is not what was written: {fault}.")
    if not texts:
        raise RecordError("The log is empty.")
    records = [_record(json.loads(text)) for text in texts]
    try:  # every event is read and replayed before any is written
        rows = list(replayed_rows(records))
    except IMPOSSIBLE as error:
        raise RecordError(f"The log tells what cannot have happened: {error!r}.") from error
    ledger.bring_in(records, rows)
    return records[0].table


def _record(data: dict[str, Any]) -> Record:
    body = canonical(data["body"])
    return Record(data["table"], data["seq"], data["at"], data["command"], body, data["hash"])
