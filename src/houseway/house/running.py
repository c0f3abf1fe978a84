"""A table that runs: one command at a time, what the house does by itself after it, clocks.

An answer is given once the act is on disk. A command that comes again is answered as the
first time, also after a restart, because its id is on record.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from houseway.house.clocks import BETS, Key, Manner, close_bets, everybody_ready, run_out, wound
from houseway.house.dealing import SHUFFLE, new_decks, next_act
from houseway.house.offices import Person, sees_as
from houseway.ledger.errors import Conflict, StoreFailed
from houseway.ledger.recorded import RecordedTable
from houseway.rulebook import HousewayError, Malformed, Refused
from houseway.table import TableState
from houseway.table.commands import Command, Do
from houseway.table.events import Event
from houseway.table.views import view

Rows = list[tuple[sa.Table, list[dict[str, Any]]]]
Changed = Callable[["RunningTable", TableState, Sequence[Event], int], None]
"""Told after every act on record: the table, the state after it, its events, and the time."""

MOST_ACTS = 200
"""The house does not do more than this by itself before it waits for somebody."""


@dataclass(frozen=True)
class Answer:
    """What became of a command: where its events lie, and whether it had come before."""

    table: str
    command: str
    first: int
    last: int
    again: bool = False


class RunningTable:
    def __init__(
        self,
        recorded: RecordedTable,
        manner: Manner,
        now: Callable[[], int],
        changed: Changed,
    ) -> None:
        self.recorded, self.manner = recorded, manner
        self.ends: dict[Key, int] = {}
        """When each clock runs out, in milliseconds of the house's clock."""
        self.ready: set[str] = set()
        self.trouble = ""
        """Why the house cannot go on by itself, where it cannot."""
        self._now, self._changed = now, changed
        self._lock = threading.RLock()

    @property
    def name(self) -> str:
        return self.recorded.name

    @property
    def state(self) -> TableState:
        return self.recorded.state

    @property
    def seq(self) -> int:
        return self.recorded.head.seq

    # --- commands in

    def tell(self, command: Command, command_id: str, rows: Callable[[], Rows] = list) -> Answer:
        """One command of a person, and then all that the house does by itself."""
        with self._lock:
            answer = self._once(command, command_id, rows)
            self.go_on()
            return answer

    def say_ready(self, player: str) -> None:
        """A player has bet all he wants to; when all have, the cards are dealt at once."""
        with self._lock:
            if player not in self.state.seats.values():
                raise Malformed(f"{player} does not sit at this table.")
            if self.manner.deals_itself:
                self.ready.add(player)
                self.go_on()

    def start(self) -> None:
        """The table goes on where its record says it stands; its clocks start in full."""
        with self._lock:
            self.ends = {}
            self.go_on()

    def tick(self) -> None:
        """What the clocks that have run out bring about."""
        with self._lock:
            now = self._now()
            for key, end in sorted(self.ends.items(), key=lambda entry: entry[1]):
                if end <= now and key in wound(self.state, self.manner, self.ends, now):
                    self._by_clock(run_out(self.state, key))
            self.go_on()

    def next_end(self) -> int | None:
        """When the next clock runs out."""
        return min(self.ends.values(), default=None)

    def _by_clock(self, acts: Iterable[Command]) -> None:
        for act in acts:
            self._carry_out(act, str(uuid4()), [])

    def _once(self, command: Command, command_id: str, rows: Callable[[], Rows]) -> Answer:
        """Carries a command out, or finds what it did when it came before."""
        for last_try in (False, True):
            first = self.seq + 1
            try:
                self._carry_out(command, command_id, rows())
            except (HousewayError, AssertionError) as error:
                if isinstance(error, StoreFailed):
                    raise
                before = self.recorded.ledger.effect_of(self.name, command_id)
                if before is not None:
                    return Answer(self.name, command_id, *before, again=True)
                if not isinstance(error, Conflict) or last_try:
                    raise
            else:
                return Answer(self.name, command_id, first, self.seq)
        raise AssertionError("the second try answers or raises")

    def _carry_out(self, command: Command, command_id: str, rows: Rows) -> None:
        if isinstance(command, Do) and command.act == SHUFFLE:
            made = self.recorded.shuffle(command.by, command_id)
        elif isinstance(command, Do) and command.act == "receive":
            decks = new_decks(self.state)
            made = self.recorded.tell(Do(command.by, "receive", data=decks), command_id, rows)
        else:
            made = self.recorded.tell(command, command_id, rows)
        self._changed(self, self.state, made, self._now())

    # --- what the house does

    def go_on(self) -> None:
        """All that is due and is the house's, until somebody else's act is due."""
        try:
            self._go_on()
            self.trouble = ""
        except StoreFailed:
            raise
        except HousewayError as error:
            # What a person did stands; that the house cannot go on is told to the floor.
            self.trouble = str(error)
        self.ends = wound(self.state, self.manner, self.ends, self._now())

    def _go_on(self) -> None:
        for _ in range(MOST_ACTS):
            if everybody_ready(self.state, self.ready):
                self.ready.clear()
                self._by_clock(close_bets(self.state))
            act = next_act(self.state, self.manner)
            if act is None:
                break
            self._carry_out(act, str(uuid4()), [])
        if BETS not in self.ends and not self.state.bets:
            self.ready.clear()

    # --- views out

    def view(self, person: Person) -> dict[str, Any]:
        """The table as this person sees it now, with its clocks."""
        with self._lock:
            state, seq, ends, now = self.state, self.seq, dict(self.ends), self._now()
        return self.view_of(state, seq, ends, now, person)

    def view_of(
        self, state: TableState, seq: int, ends: dict[Key, int], now: int, person: Person
    ) -> dict[str, Any]:
        seen = view(state, sees_as(person), person.name)
        clocks = [{"for": list(key), "ms": max(0, end - now)} for key, end in ends.items()]
        found = {"table": self.name, "seq": seq, **seen, "clocks": clocks}
        return {**found, "ready": sorted(self.ready), "dealer_is": self.manner.dealer}


def as_refused(error: HousewayError) -> tuple[list[str], str]:
    """The clauses and the words of a refusal."""
    clauses = list(error.clauses) if isinstance(error, Refused) else []
    return clauses, str(error)
