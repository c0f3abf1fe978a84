"""The house's own stream in the ledger: who came, which tables were opened, what the cage gave.

It is chained as a table's stream is, under a name that no table can have.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from houseway.ledger.canon import canonical
from houseway.ledger.errors import Conflict
from houseway.ledger.store import HOUSE, Ledger, Record

TRIES = 20


class HouseLog:
    """Writes what the house does outside of its tables."""

    def __init__(self, ledger: Ledger, clock: Callable[[], int]) -> None:
        self.ledger, self.clock = ledger, clock
        self._lock = threading.Lock()

    def write(
        self,
        kind: str,
        by: str,
        told: dict[str, Any],
        extra: Iterable[tuple[sa.Table, list[dict[str, Any]]]] = (),
        command: str | None = None,
    ) -> int:
        """One fact on record, with the rows that belong to it; gives its number."""
        body = canonical({"type": kind, "v": 1, "by": by, **told})
        rows = list(extra)
        for _ in range(TRIES):
            # One at a time here, so that only another house on the same store is in the way.
            with self._lock:
                head = self.ledger.head(HOUSE)
                try:
                    return self.ledger.append(
                        head, [body], at=self.clock(), command=command, extra=rows
                    ).seq
                except Conflict:
                    if self.ledger.head(HOUSE).seq == head.seq:
                        raise  # it was not the stream that somebody else wrote to
        raise Conflict("The house's record is written to from all sides. Try again.")

    def records(self, first: int = 0) -> Iterator[Record]:
        return self.ledger.records(HOUSE, first)
