"""The house's own stream in the ledger: people, tables that were opened, chips from the cage.

It is chained as a table's stream is, under a name that no table can have. The tables of the
house are those that this stream says were opened and not ended.
"""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from houseway.house.clocks import RunSettings
from houseway.ledger.errors import Conflict
from houseway.ledger.recorded_table import Opening
from houseway.ledger.records import canonical
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
        check: Callable[[], None] | None = None,
    ) -> int:
        """Records one fact with the rows that belong to it; returns its number.

        `check` raises if the fact is not allowed. Nothing else of the house comes between the
        check and the record: if another process wrote meanwhile, the check is made again.
        """
        body, rows = canonical({"type": kind, "v": 1, "by": by, **facts}), list(extra)
        for _ in range(TRIES):
            # One at a time here, so that only another house on the same store is in the way.
            with self._lock:
                head = self.ledger.head(HOUSE)
                if check is not None:
                    check()
                try:
                    return self.ledger.append(head, [body], at=self.clock(), extra=rows).seq
                except Conflict:
                    if self.ledger.head(HOUSE).seq == head.seq:
                        raise  # the conflict is not about the stream
        raise Conflict("The house's record is written to from all sides. Try again.")

    def records(self, first: int = 0) -> Iterator[Record]:
        return self.ledger.records(HOUSE, first)


@dataclass(frozen=True)
class Plan:
    """A table's opening, and how the house runs it."""

    opening: Opening
    settings: RunSettings


class Plans:
    """The tables of the house, as far as its record was read."""

    def __init__(self, log: HouseLog) -> None:
        self.known: dict[str, Plan] = {}
        self._log = log
        self._next = 0
        self._lock = threading.Lock()

    def read_on(self) -> None:
        """Reads the records since the last time, written here or in another process."""
        with self._lock:
            for record in self._log.records(self._next):
                self._next = record.seq + 1
                fact = json.loads(record.body)
                if fact["type"] == "table_opened":
                    settings = RunSettings(**fact["manner"])
                    opening = Opening(fact["game"], fact["config"], settings.automation)
                    self.known = {**self.known, fact["table"]: Plan(opening, settings)}
                elif fact["type"] == "table_ended":
                    self.known = {k: v for k, v in self.known.items() if k != fact["table"]}
