"""A table's record as JSON lines, out and in again."""

import json
from collections.abc import Iterable, Iterator

from houseway.ledger.errors import RecordError
from houseway.ledger.records import canonical, exported_line
from houseway.ledger.replay import replayed_rows
from houseway.ledger.store import Ledger, Record
from houseway.ledger.verify_log import check_lines

IMPOSSIBLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a table raises when it meets events that no table can have recorded."""


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
    parsed = [json.loads(text) for text in texts]
    records = [Record(**data | {"body": canonical(data["body"])}) for data in parsed]
    try:  # every event is read and replayed before any is written
        rows = [group for groups in replayed_rows(records) for group in groups]
    except IMPOSSIBLE as error:
        raise RecordError(f"The log tells what cannot have happened: {error!r}.") from error
    ledger.bring_in(records, rows)
    return records[0].table
