"""Which tables the house has: what its own record says was opened, and was not ended."""

import json
import threading
from dataclasses import dataclass
from typing import Any

from houseway.house.clocks import Manner
from houseway.house.log import HouseLog
from houseway.ledger.recorded import Opening
from houseway.table.trial import ALL_ACTS


@dataclass(frozen=True)
class Plan:
    """What a table is and how the house runs it."""

    opening: Opening
    manner: Manner


class Plans:
    """The tables of the house, as far as its record was read."""

    def __init__(self, log: HouseLog) -> None:
        self.known: dict[str, Plan] = {}
        self._log = log
        self._next = 0
        self._lock = threading.Lock()

    def read_on(self) -> None:
        """Reads what was written since the last time, here or in another process."""
        with self._lock:
            for record in self._log.records(self._next):
                self._next = record.seq + 1
                told = json.loads(record.body)
                if told["type"] == "table_opened":
                    self.known = {**self.known, told["table"]: _plan(told)}
                elif told["type"] == "table_ended":
                    left = {k: v for k, v in self.known.items() if k != told["table"]}
                    self.known = left


def automation(manner: Manner) -> tuple[str, ...]:
    return tuple(sorted(ALL_ACTS)) if manner.deals_itself else ()


def _plan(told: dict[str, Any]) -> Plan:
    manner = Manner(**told["manner"])
    return Plan(Opening(told["game"], told["config"], automation(manner)), manner)
