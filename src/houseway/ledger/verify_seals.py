"""Whether the seals of a store are what its record says: none opened early, none left closed."""

from collections.abc import Iterator

import sqlalchemy as sa

from houseway.ledger.errors import RecordError
from houseway.ledger.hidden import secret_shuffles
from houseway.ledger.recorded_table import open_table
from houseway.ledger.schema import opened_seals, seeds
from houseway.ledger.seals import SEALED
from houseway.ledger.store import Ledger


def seal_faults(ledger: Ledger, table: str) -> Iterator[str]:
    """The faults of a table's seals, where its record is whole."""
    # A house may play on meanwhile: what was there before the table is read must fit it.
    sealed, opened_before = _read_sealed(ledger, table), _read_opened(ledger, table)
    try:
        secret = secret_shuffles(open_table(ledger, table, lambda: 0).state)
    except RecordError as error:
        yield f"the seals cannot be checked: {error}"
        return
    opened = _read_opened(ledger, table)
    for shuffle in sorted(secret & opened_before.keys()):
        yield f"shuffle {shuffle} was opened while its cards are still a secret"
    for shuffle in sorted(sealed - secret - opened.keys()):
        yield f"shuffle {shuffle} is sealed, although its cards are no secret any more"
    key = ledger.seals.key
    for shuffle, of_shuffle in sorted(opened.items()):
        if key is not None and of_shuffle != key.for_shuffle(table, shuffle):
            yield f"shuffle {shuffle} was opened with another key than it was sealed with"


def _read_opened(ledger: Ledger, table: str) -> dict[int, bytes]:
    query = sa.select(opened_seals).where(opened_seals.c.table_id == table)
    with ledger.reading() as connection:
        return {row.shuffle: bytes(row.key) for row in connection.execute(query)}


def _read_sealed(ledger: Ledger, table: str) -> set[int]:
    """The shuffles whose seeds are sealed."""
    query = sa.select(seeds.c.shuffle, seeds.c.seed).where(seeds.c.table_id == table)
    with ledger.reading() as connection:
        rows = connection.execute(query).all()
    return {row.shuffle for row in rows if bytes(row.seed).startswith(SEALED.encode())}
