"""Which tables the house has: what its own record says was opened, and was not ended.

And what a table that is to be opened may be called, and how it may be run.
"""

import json
import threading
from dataclasses import dataclass
from typing import Any

from houseway.games.reading import read_choice
from houseway.house.clocks import AUTOMATED, HUMAN, Manner
from houseway.house.log import HouseLog
from houseway.ledger.recorded import Opening
from houseway.rulebook import Malformed
from houseway.table.trial import ALL_ACTS

DAY_MS = 86_400_000


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


def check_table_name(name: str) -> None:
    plain = name.isprintable() and name == name.strip() and "/" not in name and name.strip(".")
    if not plain or not 1 <= len(name) <= 60 or name.startswith("@"):
        raise Malformed("A table's name has 1 to 60 letters, no slash, and no @ in front.")


def check_manner(manner: Manner) -> None:
    read_choice(manner.dealer, "The dealer", [AUTOMATED, HUMAN])
    for name, given in (("betting", manner.betting_ms), ("decision", manner.decision_ms)):
        if not 100 <= given <= 3_600_000:
            raise Malformed(f"The time for {name} is from 100 to 3,600,000 milliseconds.")
    if manner.away_ms and not 100 <= manner.away_ms <= DAY_MS:
        raise Malformed(f"A seat is kept from 100 to {DAY_MS:,} milliseconds, or with 0 for ever.")
