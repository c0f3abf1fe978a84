"""A record for commands that keep one: a new table in a ledger, named by game and number."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from houseway.cli.extras import extra
from houseway.table.setup import ALL_ACTS

with extra("ledger", "Keeping a record needs"):
    from houseway.ledger.recorded_table import Opening, RecordedTable, create_table
    from houseway.ledger.store import Ledger
    from houseway.ledger.times import now


@contextmanager
def recorded(db: str, game: str, config: dict[str, Any]) -> Iterator[RecordedTable]:
    """A new table on record, with the automated dealer."""
    with Ledger(db) as ledger:
        taken = set(ledger.tables())
        name = next(n for n in (f"{game}-{i}" for i in range(1, 10**9)) if n not in taken)
        opening = Opening(game, config, tuple(sorted(ALL_ACTS)))
        yield create_table(ledger, name, opening, now)
