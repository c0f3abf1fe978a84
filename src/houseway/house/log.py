"""The house's own stream in the ledger: who came, which tables were opened, what the cage gave.

It is chained as a table's stream is, under a name that no table can have.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from houseway.ledger.canon import canonical
from houseway.ledger.errors import Conflict
from houseway.ledger.store import HOUSE, Ledger, Record
from houseway.ledger.writer import Extra

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
        extra: Iterable[Extra] = (),
        command: str | None = None,
    ) -> int:
        """One fact on record, with the rows that belong to it; gives its number."""
        return self._write(_as_it_is, _body(kind, by, told), extra, command)

    def write_if(
        self,
        may_be: Callable[[], None],
        kind: str,
        by: str,
        told: dict[str, Any],
        extra: Iterable[Extra] = (),
    ) -> int:
        """The same, but `may_be` is asked first and raises if it may not be.

        Nothing else of the house comes between that look and the record: if somebody else wrote
        meanwhile, it is asked again.
        """
        return self._write(may_be, _body(kind, by, told), extra, None)

    def _write(
        self, may_be: Callable[[], None], body: str, extra: Iterable[Extra], command: str | None
    ) -> int:
        rows = list(extra)
        for _ in range(TRIES):
            # One at a time here, so that only another house on the same store is in the way.
            with self._lock:
                head = self.ledger.head(HOUSE)
                may_be()
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


def _body(kind: str, by: str, told: dict[str, Any]) -> str:
    return canonical({"type": kind, "v": 1, "by": by, **told})


def _as_it_is() -> None:
    """For what may always be."""
