"""Rows that belong to nothing on record, and those that are checked by themselves."""

from collections import defaultdict
from collections.abc import Iterator

import sqlalchemy as sa
from pydantic_core import from_json

from houseway.ledger.checkpoints import check_signature
from houseway.ledger.index import digest_clauses
from houseway.ledger.records import canonical
from houseway.ledger.schema import (
    INDEX,
    checkpoints,
    clause_sets,
    events,
    opened_seals,
    seeds,
    snapshots,
    store_key,
)
from houseway.ledger.store import Ledger
from houseway.ledger.store_seals import ONLY

OF_TABLES = (*INDEX, seeds, snapshots, checkpoints, opened_seals)


def stray_faults(connection: sa.Connection) -> Iterator[str]:
    """Rows of tables that have no record."""
    for kind in OF_TABLES:
        has_record = sa.exists().where(events.c.table_id == kind.c.table_id)
        query = sa.select(kind.c.table_id).distinct().where(~has_record)
        for name in sorted(connection.scalars(query)):
            yield f"there are {kind.name.replace('_', ' ')} of {name}, which has no record"


def clause_set_faults(connection: sa.Connection) -> Iterator[str]:
    """Sets of clauses that are not those which their digest names."""
    cited: dict[str, list[str]] = defaultdict(list)
    for row in connection.execute(sa.select(clause_sets)):
        cited[row.digest].append(row.clause)
    for digest, clauses in sorted(cited.items()):
        if digest_clauses(tuple(sorted(clauses))) != digest:
            yield f"clause set {digest} holds other clauses than its digest says"


def checkpoint_faults(connection: sa.Connection) -> Iterator[str]:
    """Checkpoints that are not signed, or do not fit the record."""
    hashes = sa.select(events.c.hash).where(
        events.c.table_id == sa.bindparam("table"), events.c.seq == sa.bindparam("at_seq")
    )
    for row in connection.execute(sa.select(checkpoints)).all():
        stated, place = from_json(row.body), {"table": row.table_id, "at_seq": row.seq}
        fault = check_signature(stated)
        if fault is None and canonical(stated) != row.body:
            fault = "it was changed"
        if fault is None and (stated["table"], stated["seq"]) != (row.table_id, row.seq):
            fault = "it is of another record"
        if fault is None and connection.execute(hashes, place).scalar() != stated["hash"]:
            fault = "the record has another hash than when it was signed"
        if fault is not None:
            yield f"the checkpoint of {row.table_id} at record {row.seq}: {fault}"


def key_faults(ledger: Ledger, connection: sa.Connection) -> Iterator[str]:
    """Whether the store notes the key that it has, and nothing else."""
    rows = connection.execute(sa.select(store_key)).all()
    key = ledger.seals.key
    if any(row.number != ONLY for row in rows):
        yield "the store notes more than its one key"
    if key is not None and [row.fingerprint for row in rows] != [key.fingerprint]:
        yield "the store does not note the key that it has"
