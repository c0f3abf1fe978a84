"""Snapshots of tables, each bound to the chain: one that was edited is noticed, and not used.

The last record of the act that a snapshot follows carries the snapshot's digest in its body, and
so its hash covers the snapshot. A snapshot that does not fit is logged, and its table is replayed
from the start; so is a table of an older program, whose records carry no digest.
"""

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from houseway.ledger.errors import RecordError
from houseway.ledger.records import Head, Record, canonical, follow_chain
from houseway.ledger.schema import snapshots
from houseway.ledger.store import Ledger
from houseway.ledger.store_seals import snapshot_place
from houseway.rulebook import HousewayError
from houseway.table import TableState
from houseway.table.setup import Setup
from houseway.table.snapshot import FORM, from_snapshot, to_snapshot

DIGEST = "snapshot"
"""The name under which a record's body carries the digest; no event has a field of that name."""
DAMAGE = (HousewayError, ValueError, LookupError, TypeError, ArithmeticError, AssertionError)
"""What reading damaged data may raise."""
log = logging.getLogger("houseway")


def make_row(table: str, seq: int, state: TableState) -> dict[str, Any] | None:
    """The row of a snapshot after a record, or None where this is not the moment for one."""
    data = to_snapshot(state)
    if data is None:
        return None
    row = {"table_id": table, "seq": seq, "round": state.rounds, "form": FORM}
    return {**row, "state": canonical(data)}


def digest_row(round_: int, form: int, state: str) -> str:
    """The digest of a snapshot; its table and its record follow from where the digest stands."""
    return hashlib.sha256(f"{form}:{round_}:{state}".encode()).hexdigest()


def binding(row: Mapping[str, Any]) -> dict[str, str]:
    """What the record before a snapshot carries: the digest of the snapshot."""
    return {DIGEST: digest_row(row["round"], row["form"], row["state"])}


def bound_digest(record: Record) -> str | None:
    """The digest of the snapshot that follows a record, where the record carries one."""
    data = json.loads(record.body)
    digest = data.get(DIGEST) if isinstance(data, dict) else None
    return digest if isinstance(digest, str) else None


def state_from_snapshot(
    ledger: Ledger, table: str, setup: Setup, condition: sa.ColumnElement[bool]
) -> tuple[TableState, Head]:
    """The last snapshot that meets a condition, and the record it follows.

    Where there is none to trust: a new table, before its first record.
    """
    row = _read_row(ledger, table, condition)
    if row is not None and ledger.seals.can_open(table, row.state):
        try:
            head = _check_binding(ledger, table, row)
            if head is not None:
                text = ledger.seals.open_text(table, snapshot_place(table, row.seq), row.state)
                return from_snapshot(setup, json.loads(text)), head
        except DAMAGE as error:
            fields = {"table": table, "record": row.seq, "error": str(error)}
            # Not with a traceback: what is wrong is the row, and this is what is known of it.
            log.error("a snapshot was changed", extra={"fields": fields})  # noqa: TRY400
    return TableState(setup), Head(table)


def _read_row(ledger: Ledger, table: str, condition: sa.ColumnElement[bool]) -> Any:
    query = (
        sa.select(snapshots)
        .where(snapshots.c.table_id == table, snapshots.c.form == FORM, condition)
        .order_by(snapshots.c.seq.desc())
        .limit(1)
    )
    with ledger.reading() as connection:
        return connection.execute(query).first()


def _check_binding(ledger: Ledger, table: str, row: Any) -> Head | None:
    """The record that a snapshot follows; None where that record binds none, as of old."""
    before, *rest = ledger.records(table, row.seq - 1, row.seq)
    place = Head(table, before.seq, before.at, before.hash)
    (record,) = follow_chain(rest, place)
    digest = bound_digest(record)
    if digest is None:
        return None
    if digest != digest_row(row.round, row.form, row.state):
        raise RecordError("It is not the one whose digest is in the chain.")
    return Head(table, record.seq, record.at, record.hash)
