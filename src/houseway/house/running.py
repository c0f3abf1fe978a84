"""A table that runs: one command at a time, what the house does by itself after it, clocks.

An answer is given once the act is on disk. A command that comes again is answered as the
first time, also after a restart, because its id is on record.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from houseway.house.clocks import (
    Key,
    Manner,
    close_bets,
    everybody_ready,
    idle_seats,
    run_out,
    wound,
)
from houseway.house.dealing import SHUFFLE, new_decks, next_act
from houseway.house.offices import Person, sees_as
from houseway.ledger.errors import Conflict, RecordError, StoreFailed
from houseway.ledger.recorded import RecordedTable
from houseway.rulebook import HousewayError, Malformed, Refused
from houseway.table import TableState
from houseway.table.commands import Command, Do, Role
from houseway.table.events import Event
from houseway.table.news import personal, told_to_all
from houseway.table.views import STAFF, view

Rows = list[tuple[sa.Table, list[dict[str, Any]]]]

TRY_AGAIN_MS = 1_000
MOST_CONFLICTS = 3
TRIES = 5
"""Of one command: its player may buy in at another process too, with the same purse."""
MOST_ACTS = 200
"""The house does not do more than this by itself before it waits for somebody."""


class NotHere(HousewayError):
    """Another process runs this table, or will in a moment: ask again, with the same id."""


@dataclass(frozen=True)
class Answer:
    """What became of a command: where its events lie, and whether it had come before."""

    table: str
    command: str
    first: int
    last: int
    again: bool = False


@dataclass(frozen=True)
class Update:
    """A table as it stands after something happened: enough to tell everybody who watches."""

    table: str
    seq: int
    state: TableState
    acts: tuple[tuple[TableState, tuple[Event, ...]], ...]
    """What happened, act by act: the state after each, and its events."""
    clocks: tuple[tuple[Key, int], ...]
    """The milliseconds that each running clock has left."""
    ready: tuple[str, ...]
    dealer: str
    _views: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict, compare=False)
    _told: dict[bool, list[tuple[dict[str, Any], TableState, Event]]] = field(
        default_factory=dict, compare=False
    )

    def view(self, person: Person) -> dict[str, Any]:
        """The table as this person sees it; worked out once for all who see the same."""
        role = sees_as(person)
        key = (role, person.name if role == Role.PLAYER.value else "")
        if key not in self._views:
            self._views[key] = self._seen(*key)
        return self._views[key]

    def _seen(self, role: str, name: str) -> dict[str, Any]:
        seen = view(self.state, role, name)
        clocks = [{"for": list(key), "ms": left} for key, left in self.clocks]
        found = {"table": self.table, "seq": self.seq, **seen, "clocks": clocks}
        return {**found, "ready": list(self.ready), "dealer_is": self.dealer}

    def news(self, person: Person) -> list[dict[str, Any]]:
        """What happened, as far as this person may know it."""
        role, name = sees_as(person), person.name
        told = self._told_to_all(staff=role in STAFF)
        return [personal(one, after, event, role, name) for one, after, event in told]

    def _told_to_all(self, *, staff: bool) -> list[tuple[dict[str, Any], TableState, Event]]:
        """What all are told alike: worked out once for all at the table."""
        if staff not in self._told:
            found = (
                (told_to_all(event, staff=staff), after, event)
                for after, made in self.acts
                for event in made
            )
            self._told[staff] = [one for one in found if one[0]]
        return self._told[staff]


Changed = Callable[[Update], None]
"""Told whenever a table stands somewhere else than before."""


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
        self.idle: dict[tuple[int, str], int] = {}
        """Since when each seat that does not play has been so, with who sits there."""
        self.ready: set[str] = set()
        self.trouble = ""
        """Why the house cannot go on by itself, where it cannot."""
        self._again_at: int | None = None
        self.stopped = False
        """Whether this process has given the table up; it does nothing at it then."""
        self._now, self._changed = now, changed
        self._acts: list[tuple[TableState, tuple[Event, ...]]] = []
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
            # Who does anything is not away: their time begins anew.
            self.idle = {key: at for key, at in self.idle.items() if key[1] != command.by.name}
            self._go_on_and_tell()
            return answer

    def say_ready(self, player: str) -> None:
        """A player has bet all he wants to; when all have, the cards are dealt at once."""
        with self._lock:
            self._check_here()
            if player not in self.state.seats.values():
                raise Malformed(f"{player} does not sit at this table.")
            if self.manner.deals_itself:
                self.ready.add(player)
                self._go_on_and_tell()

    def start(self) -> None:
        """The table goes on where its record says it stands; its clocks start in full."""
        with self._lock:
            self.ends, self.idle = {}, {}
            self._go_on_and_tell()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else does anything at the table meanwhile."""
        with self._lock:
            self._check_here()
            yield

    def stop(self) -> None:
        """From now on this process does nothing at the table, whoever is in the middle of it."""
        self.stopped = True

    def tick(self) -> None:
        """What the clocks that have run out bring about."""
        with self._lock:
            now = self._now()
            trouble = ""
            for key, end in sorted(self.ends.items(), key=lambda entry: entry[1]):
                if end <= now and key in wound(self.state, self.manner, self.ends, now):
                    trouble = self._ring(key, now) or trouble
            self._go_on_and_tell()
            self.trouble = self.trouble or trouble

    def _ring(self, key: Key, now: int) -> str:
        """What one clock brings about; if that cannot be, it is tried again and told."""
        try:
            self._by_clock(run_out(self.state, key))
        except StoreFailed:
            raise
        except HousewayError as error:
            self.ends[key] = now + TRY_AGAIN_MS
            return str(error)
        return ""

    def next_end(self) -> int | None:
        """When the next clock runs out, or the house tries again what it could not write."""
        ends = [*self.ends.values(), *([] if self._again_at is None else [self._again_at])]
        if self.manner.away_ms:
            ends += [since + self.manner.away_ms for since in self.idle.values()]
        return min(ends, default=None)

    def left_alone(self) -> list[int]:
        """The seats whose players have been away for too long."""
        with self._lock:
            if not self.manner.away_ms or self.stopped:
                return []
            before = self._now() - self.manner.away_ms
            return [seat for (seat, _), since in self.idle.items() if since <= before]

    def _by_clock(self, acts: Iterable[Command]) -> None:
        for act in acts:
            self._carry_out(act, str(uuid4()), [])

    def _once(self, command: Command, command_id: str, rows: Callable[[], Rows]) -> Answer:
        """Carries a command out, or finds what it did when it came before."""
        for more_tries in reversed(range(TRIES)):
            first = self.seq + 1
            try:
                self._carry_out(command, command_id, rows())
            except (HousewayError, AssertionError) as error:
                if isinstance(error, StoreFailed):
                    raise
                before = self.answered(command_id)
                if before is not None:
                    return before
                if not isinstance(error, Conflict) or not more_tries:
                    raise
            else:
                return Answer(self.name, command_id, first, self.seq)
        raise AssertionError("the last try answers or raises")

    def answered(self, command_id: str) -> Answer | None:
        """What a command did, if it has taken effect."""
        found = self.recorded.ledger.effect_of(self.name, command_id)
        return None if found is None else Answer(self.name, command_id, *found, again=True)

    def _carry_out(self, command: Command, command_id: str, rows: Rows) -> None:
        self._check_here()
        if isinstance(command, Do) and command.act == SHUFFLE:
            made = self.recorded.shuffle(command.by, command_id)
        elif isinstance(command, Do) and command.act == "receive":
            decks = new_decks(self.state)
            made = self.recorded.tell(Do(command.by, "receive", data=decks), command_id, rows)
        else:
            made = self.recorded.tell(command, command_id, rows)
        self._acts.append((self.state, made))

    def _check_here(self) -> None:
        if self.stopped:
            raise NotHere(f"{self.name} is run by another process now. Ask again, same id.")

    def show_again(self) -> None:
        """Something beside the table has changed that those who watch should see."""
        with self._lock:
            self._changed(self._update(()))

    # --- what the house does

    def _go_on_and_tell(self) -> None:
        """All that is due and is the house's; then those who watch are told once."""
        try:
            self._go_on()
            self.trouble, self._again_at = "", None
        except StoreFailed:
            raise
        except HousewayError as error:
            # What a person did stands; that the house cannot go on is told to the floor.
            self.trouble = str(error)
            # What the store had no turn or no room for comes about when it has.
            again = isinstance(error, RecordError)
            self._again_at = self._now() + TRY_AGAIN_MS if again else None
        now = self._now()
        self.ends = wound(self.state, self.manner, self.ends, now)
        self.idle = {key: self.idle.get(key, now) for key in idle_seats(self.state)}
        acts, self._acts = self._acts, []
        self._changed(self._update(acts))

    def _go_on(self) -> None:
        conflicts = 0
        for _ in range(MOST_ACTS):
            try:
                if not self._next_act():
                    break
            except Conflict:
                # The last act of a process that ended came on record after this one had read
                # it. Now it is read, and the table goes on from there.
                conflicts += 1
                if conflicts == MOST_CONFLICTS:
                    raise
        if not self.state.bets:
            self.ready.clear()

    def _next_act(self) -> bool:
        """The next act of the house's own; whether there was one."""
        if everybody_ready(self.state, self.ready):
            self._by_clock(close_bets(self.state))
            self.ready.clear()
        act = next_act(self.state, self.manner)
        if act is None:
            return False
        self._carry_out(act, str(uuid4()), [])
        return True

    # --- views out

    def stands(self) -> Update:
        """The table as it stands, for somebody who comes now."""
        with self._lock:
            return self._update(())

    def view(self, person: Person) -> dict[str, Any]:
        return self.stands().view(person)

    def _update(self, acts: Sequence[tuple[TableState, tuple[Event, ...]]]) -> Update:
        now = self._now()
        clocks = tuple((key, max(0, end - now)) for key, end in self.ends.items())
        ready = tuple(sorted(self.ready))
        return Update(
            self.name, self.seq, self.state, tuple(acts), clocks, ready, self.manner.dealer
        )


def as_refused(error: HousewayError) -> tuple[list[str], str]:
    """The clauses and the words of a refusal."""
    clauses = list(error.clauses) if isinstance(error, Refused) else []
    return clauses, str(error)
