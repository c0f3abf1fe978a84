"""The house's own stream in the ledger: people, tables that were opened, chips from the cage.

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
    """Records what the house does outside of its tables."""

    def __init__(self, ledger: Ledger, clock: Callable[[], int]) -> None:
        self.ledger, self.clock = ledger, clock
        self._lock = threading.Lock()

    def write(
        self,
        kind: str,
        by: str,
        facts: dict[str, Any],
        extra: Iterable[Extra] = (),
        command: str | None = None,
    ) -> int:
        """Records one fact with the rows that belong to it; returns its number."""
        return self._write(_allow, _body(kind, by, facts), extra, command)

    def write_if(
        self,
        check: Callable[[], None],
        kind: str,
        by: str,
        facts: dict[str, Any],
        extra: Iterable[Extra] = (),
    ) -> int:
        """The same, but `check` is called first and raises if the fact is not allowed.

        Nothing else of the house comes between the check and the record: if another process
        wrote meanwhile, the check is made again.
        """
        return self._write(check, _body(kind, by, facts), extra, None)

    def _write(
        self, check: Callable[[], None], body: str, extra: Iterable[Extra], command: str | None
    ) -> int:
        rows = list(extra)
        for _ in range(TRIES):
            # One at a time here, so that only another house on the same store is in the way.
            with self._lock:
                head = self.ledger.head(HOUSE)
                check()
                try:
                    return self.ledger.append(
                        head, [body], at=self.clock(), command=command, extra=rows
                    ).seq
                except Conflict:
                    if self.ledger.head(HOUSE).seq == head.seq:
                        raise  # the conflict is not about the stream
        raise Conflict("The house's record is written to from all sides. Try again.")

    def records(self, first: int = 0) -> Iterator[Record]:
        return self.ledger.records(HOUSE, first)


def _body(kind: str, by: str, facts: dict[str, Any]) -> str:
    return canonical({"type": kind, "v": 1, "by": by, **facts})


def _allow() -> None:
    """For facts that are always allowed."""
