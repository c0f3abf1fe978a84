"""The house's own stream in the ledger: people, tables that were opened, chips from the cage.

It is chained as a table's stream is, under a name that no table can have. The tables of the
house are those that this stream says were opened and not ended.
"""

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.house.clocks import RunSettings
from houseway.ledger.errors import Conflict
from houseway.ledger.recorded_table import Opening
from houseway.ledger.records import canonical, follow_chain
from houseway.ledger.register import EXACT, Fact
from houseway.ledger.store import HOUSE, Head, Ledger, Record
from houseway.ledger.writer import Extra

TRIES = 20
Extras = Iterable[Extra] | Callable[[int], Iterable[Extra]]
"""What is written with a fact; a function gets the time of its record, and the rows bear it."""
Follower = Callable[[Fact, int], None]
"""Called with each fact of the record, in order, and its time."""
CARDS_OPENED = "cards_opened"
"""The fact that an auditor may see the face-down cards of a round in play."""


@dataclass(frozen=True)
class Deed:
    """An act of a person that is recorded once, under its id, with what else is known of it."""

    command: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    check: Callable[[], None] | None = None
    """Raises if the person may not do it now."""


class HouseLog:
    """Records what the house does outside of its tables."""

    def __init__(self, ledger: Ledger, clock: Callable[[], int]) -> None:
        self.ledger, self.clock = ledger, clock
        self._lock = threading.Lock()
        self._followers: list[Follower] = []
        self._read_up_to = Head(HOUSE)
        self._reading = threading.RLock()

    def write(  # noqa: PLR0913, PLR0917  # a fact, what is written with it and what is checked
        self,
        kind: str,
        by: str,
        facts: dict[str, Any],
        extra: Extras = (),
        check: Callable[[], None] | None = None,
        deed: Deed | None = None,
    ) -> int:
        """Records one fact with the rows that belong to it; returns its number.

        `check` raises if the fact is not allowed. Nothing else of the house comes between the
        check and the record: if another process wrote meanwhile, the check is made again. The
        deed of a person is recorded once under its id.
        """
        more = {} if deed is None else deed.facts
        body = canonical({"type": kind, "v": EXACT, "by": by, **facts, **more})
        command = None if deed is None else deed.command
        rows = extra if callable(extra) else tuple(extra)
        for _ in range(TRIES):
            # One at a time here, so that only another house on the same store is in the way.
            with self._lock:
                head = self.ledger.head(HOUSE)
                if check is not None:
                    check()
                if deed is not None and deed.check is not None:
                    deed.check()
                at = max(self.clock(), head.at)
                written = rows(at) if callable(rows) else rows
                try:
                    return self._append(head, body, at, command, written)
                except Conflict:
                    if self.ledger.head(HOUSE).seq == head.seq:
                        raise  # the conflict is not about the stream
        raise Conflict("The house's record is written to from all sides. Try again.")

    def _append(
        self, head: Head, body: str, at: int, command: str | None, rows: Iterable[Extra]
    ) -> int:
        return self.ledger.append(head, [body], at=at, command=command, extra=rows).seq

    def records(self, first: int = 0) -> Iterator[Record]:
        return self.ledger.records(HOUSE, first)

    def follow(self, follower: Follower) -> None:
        """Has every fact noted: those that were read before at once, the others as they are read.

        Each record is read once for all followers, and is checked along the chain.
        """
        with self._reading:
            last = self._read_up_to.seq
            if last >= 0:
                for record in follow_chain(self.ledger.records(HOUSE, 0, last), Head(HOUSE)):
                    follower(json.loads(record.body), record.at)
            self._followers.append(follower)

    def read_on(self) -> None:
        """Reads the records since the last time, written here or in another process."""
        with self._reading:
            head = self._read_up_to
            for record in follow_chain(self.ledger.records(HOUSE, head.seq + 1), head):
                fact = json.loads(record.body)
                for follower in self._followers:
                    follower(fact, record.at)
                self._read_up_to = Head(HOUSE, record.seq, record.at, record.hash)


@dataclass(frozen=True)
class Plan:
    """A table's opening, and how the house runs it."""

    opening: Opening
    settings: RunSettings
    by: str = ""
    """The person who opened it, with the office."""


OpenedRound = tuple[str, int]
"""An auditor by name, and the round of a table whose face-down cards this auditor may see."""


class Plans:
    """The tables of the house, as far as its record was read."""

    def __init__(self, log: HouseLog) -> None:
        self.known: dict[str, Plan] = {}
        self._opened: dict[str, frozenset[OpenedRound]] = {}
        self.read_on = log.read_on
        log.follow(self._note)

    def _note(self, fact: Fact, _at: int) -> None:
        if fact["type"] == "table_opened":
            settings = RunSettings(**fact["manner"])
            opening = Opening(fact["game"], fact["config"], settings.automation)
            self.known = {**self.known, fact["table"]: Plan(opening, settings, fact["by"])}
        elif fact["type"] == CARDS_OPENED:
            self._note_opened(fact["table"], (fact["auditor"], fact["round"]))
        elif fact["type"] == "table_ended":
            self.known = {k: v for k, v in self.known.items() if k != fact["table"]}

    def opened_at(self, table: str) -> frozenset[OpenedRound]:
        """Whose eyes the newest opened round of a table was opened to."""
        return self._opened.get(table, frozenset())

    def _note_opened(self, table: str, opened: OpenedRound) -> None:
        # Only the newest round can be in play; of the others everything may be seen.
        same = {each for each in self.opened_at(table) if each[1] == opened[1]}
        self._opened[table] = frozenset({*same, opened})
