"""The tables that the house has: those that its own record says were opened and not ended.

Also the names that a new table may have, and the settings with which it may be run.
"""

import json
import threading
from dataclasses import dataclass
from typing import Any

from houseway.games.fields import read_choice
from houseway.house.clocks import AUTOMATED, HUMAN, RunSettings
from houseway.house.log import HouseLog
from houseway.ledger.recorded_table import Opening
from houseway.rulebook import Malformed
from houseway.table.setup import ALL_ACTS

DAY_MS = 86_400_000


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
                    self.known = {**self.known, fact["table"]: _read_plan(fact)}
                elif fact["type"] == "table_ended":
                    self.known = {k: v for k, v in self.known.items() if k != fact["table"]}


def automation(settings: RunSettings) -> tuple[str, ...]:
    return tuple(sorted(ALL_ACTS)) if settings.deals_itself else ()


def _read_plan(fact: dict[str, Any]) -> Plan:
    settings = RunSettings(**fact["manner"])
    return Plan(Opening(fact["game"], fact["config"], automation(settings)), settings)


def check_table_name(name: str) -> None:
    is_plain = name.isprintable() and name == name.strip() and "/" not in name and name.strip(".")
    if not is_plain or not 1 <= len(name) <= 60 or name.startswith("@"):
        raise Malformed("A table's name has 1 to 60 letters, no slash, and no @ in front.")


def check_run_settings(settings: RunSettings) -> None:
    read_choice(settings.dealer, "The dealer", [AUTOMATED, HUMAN])
    for name, given in (("betting", settings.betting_ms), ("decision", settings.decision_ms)):
        if not 100 <= given <= 3_600_000:
            raise Malformed(f"The time for {name} is from 100 to 3,600,000 milliseconds.")
    if settings.away_ms and not 100 <= settings.away_ms <= DAY_MS:
        raise Malformed(f"A seat is kept from 100 to {DAY_MS:,} milliseconds, or with 0 for ever.")
