"""The service of a table: one command at a time, then all that the house does by itself; clocks.

An answer is given once the act is on disk. A command that comes again gets the answer of the
first time, also after a restart, because its id is on record.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from houseway.house.clocks import (
    Key,
    RunSettings,
    close_bets,
    commands_at_deadline,
    deadlines,
    everybody_ready,
    idle_seats,
)
from houseway.house.dealer import next_act
from houseway.house.log import OpenedRound
from houseway.house.offices import Person, closed_round_role, view_role
from houseway.ledger.errors import Conflict, RecordError, StoreFailed
from houseway.ledger.recorded_table import RecordedTable, RowsAt, no_rows
from houseway.rulebook import HousewayError, Malformed
from houseway.table import TableState
from houseway.table.commands import Command, Role
from houseway.table.event_views import personalize_event, view_public_event
from houseway.table.events import Event
from houseway.table.view_data import view_data
from houseway.table.views import AUDITOR, RECORD_READER, STAFF

Act = tuple[TableState, tuple[Event, ...]]
"""The state after an act, and its events."""

RETRY_MS = 1_000
MOST_CONFLICTS = 3
TRIES = 5
"""Of one command: its player may buy in at another process at the same time."""
MOST_ACTS = 200
"""How many acts the house does by itself before it waits for a person."""


class NotHere(HousewayError):
    """Another process runs this table, or will in a moment: ask again, with the same id."""


@dataclass(frozen=True)
class Answer:
    """The effect of a command: where its events lie, and whether the command had come before."""

    table: str
    command: str
    first: int
    last: int
    again: bool = False


@dataclass(frozen=True)
class Update:
    """A table after something happened: enough to inform everybody who watches it."""

    table: str
    seq: int
    state: TableState
    acts: tuple[Act, ...]
    clocks: tuple[tuple[Key, int], ...]
    """The milliseconds that each running clock has left."""
    ready: tuple[str, ...]
    dealer: str
    opened: frozenset[OpenedRound] = frozenset()
    """The auditors who may see the face-down cards of a round, each with its number."""
    _views: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict, compare=False)
    _public: dict[bool, list[tuple[dict[str, Any], TableState, Event]]] = field(
        default_factory=dict, compare=False
    )

    def role_of(self, person: Person) -> str:
        """The role in which this person sees the table now."""
        return role_in_round(person, self.state, self.opened)

    def role_then(self, person: Person, state: TableState) -> str:
        """The role in which this person may know now what led to an earlier state of the table.

        Of a round that is closed an auditor may see everything.
        """
        in_play, then = self.state.round, state.round
        is_closed = in_play is None or then is None or then.number != in_play.number
        if is_closed:
            return closed_round_role(person)
        return role_in_round(person, state, self.opened)

    def view(self, person: Person) -> dict[str, Any]:
        """The table as this person sees it; computed once for all people who see the same."""
        role = self.role_of(person)
        key = (role, person.name if role == Role.PLAYER.value else "")
        if key not in self._views:
            self._views[key] = {
                "table": self.table,
                "seq": self.seq,
                **view_data(self.state, *key),
                "clocks": [{"for": list(clock), "ms": left} for clock, left in self.clocks],
                "ready": list(self.ready),
                "dealer_is": self.dealer,
            }
        return self._views[key]

    def news(self, person: Person) -> list[dict[str, Any]]:
        """The events of this update, as far as this person may know them."""
        return [
            personalize_event(
                public, after, event, role_in_round(person, after, self.opened), person.name
            )
            for public, after, event in self._public_events(staff=view_role(person) in STAFF)
        ]

    def _public_events(self, *, staff: bool) -> list[tuple[dict[str, Any], TableState, Event]]:
        """The events as everybody may know them; made once for all at the table."""
        if staff not in self._public:
            views = (
                (view_public_event(event, staff=staff), after, event)
                for after, events in self.acts
                for event in events
            )
            self._public[staff] = [entry for entry in views if entry[0]]
        return self._public[staff]


def role_in_round(person: Person, state: TableState, opened: frozenset[OpenedRound]) -> str:
    """The role in which a person sees a table: an auditor reads its record if that was allowed."""
    role = view_role(person)
    if role == AUDITOR and state.round is not None and (person.name, state.round.number) in opened:
        return RECORD_READER
    return role


def kept_id(person: Person, command_id: str) -> str:
    """The id on record: every person has ids of their own, and cannot use up another's.

    No name has a colon, and no id that the house itself makes has one.
    """
    return f"{person.name}:{command_id}"


def sent_id(kept: str) -> str:
    """The id as its sender made it, from the id on record."""
    return kept.partition(":")[2] or kept


OnUpdate = Callable[[Update], None]
"""Called whenever a table has changed."""


class TableService:
    def __init__(
        self,
        recorded: RecordedTable,
        settings: RunSettings,
        now: Callable[[], int],
        on_update: OnUpdate,
        opened: Callable[[], frozenset[OpenedRound]] = frozenset,
    ) -> None:
        self.recorded, self.settings, self._opened = recorded, settings, opened
        self.deadlines: dict[Key, int] = {}
        """When each clock runs out, in milliseconds of the house's clock."""
        self.idle_since: dict[tuple[int, str], int] = {}
        """Since when each seat that does not play has been idle, with its player."""
        self.ready: set[str] = set()
        self._trouble = ""
        self.held = ""
        """Why the table takes no new round, where it takes none."""
        self._retry_at: int | None = None
        self.stopped = False
        """Whether this process has given the table up; it does nothing at it then."""
        self._now, self._on_update = now, on_update
        self._acts: list[Act] = []
        self._lock = threading.RLock()

    @property
    def name(self) -> str:
        return self.recorded.name

    @property
    def trouble(self) -> str:
        """Why the house cannot go on by itself, where it cannot; for the staff."""
        return self.held or self._trouble

    @property
    def state(self) -> TableState:
        return self.recorded.state

    @property
    def seq(self) -> int:
        return self.recorded.head.seq

    # --- commands in

    def submit(self, command: Command, command_id: str, rows: RowsAt = no_rows) -> Answer:
        """Carries out a command once, and then all that the house does by itself.

        `rows` gives the rows of other tables that stand or fall with it, and bear its time.
        """
        with self._lock:
            answer: Answer | None = None
            for tries_left in reversed(range(TRIES)):
                self._check_runs_here()
                first = self.seq + 1
                try:
                    events = self.recorded.submit(command, command_id, rows)
                except StoreFailed:
                    raise
                except (HousewayError, AssertionError) as error:
                    answer = self.find_answer(command_id)
                    is_over = not isinstance(error, Conflict) or not tries_left
                    if answer is None and is_over:
                        raise
                else:
                    self._acts.append((self.state, events))
                    answer = Answer(self.name, sent_id(command_id), first, self.seq)
                if answer is not None:
                    break
            assert answer is not None, "the last try answers or raises"
            # A player who does anything is not away.
            player, idle = command.by.name, self.idle_since.items()
            self.idle_since = {key: since for key, since in idle if key[1] != player}
            self._advance()
            return answer

    def find_answer(self, command_id: str) -> Answer | None:
        """The answer to a command that has taken effect."""
        span = self.recorded.ledger.effect_of(self.name, command_id)
        return None if span is None else Answer(self.name, sent_id(command_id), *span, again=True)

    def say_ready(self, player: str) -> None:
        """Notes that a player has placed all bets; when all have, the cards are dealt at once."""
        with self._lock:
            self._check_runs_here()
            if player not in self.state.seats.values():
                raise Malformed(f"{player} does not sit at this table.")
            if self.settings.deals_itself:
                self.ready.add(player)
                self._advance()

    def start(self) -> None:
        """Continues where the record ends; all clocks start in full."""
        with self._lock:
            self.deadlines, self.idle_since = {}, {}
            self._advance()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keeps everybody else from the table meanwhile."""
        with self._lock:
            self._check_runs_here()
            yield

    def stop(self) -> None:
        """From now on this process does nothing at the table, whoever is in the middle of it."""
        self.stopped = True

    def tick(self) -> None:
        """Does what the clocks that have run out demand."""
        with self._lock:
            now = self._now()
            trouble = ""
            for key, deadline in sorted(self.deadlines.items(), key=lambda entry: entry[1]):
                running = deadlines(self.state, self.settings, self.deadlines, now)
                if deadline > now or key not in running:
                    continue
                try:
                    self._perform(*commands_at_deadline(self.state, key))
                except StoreFailed:
                    raise
                except HousewayError as error:
                    self.deadlines[key] = now + RETRY_MS
                    trouble = str(error)
            self._advance()
            self._trouble = self._trouble or trouble

    def next_deadline(self) -> int | None:
        """When the next clock runs out, or the house retries a failed write."""
        moments = [*self.deadlines.values()]
        if self._retry_at is not None:
            moments.append(self._retry_at)
        if self.settings.away_ms:
            moments += [since + self.settings.away_ms for since in self.idle_since.values()]
        return min(moments, default=None)

    def abandoned_seats(self) -> list[int]:
        """The seats whose players have been away for too long."""
        with self._lock:
            if not self.settings.away_ms or self.stopped:
                return []
            before = self._now() - self.settings.away_ms
            return [seat for (seat, _), since in self.idle_since.items() if since <= before]

    def _check_runs_here(self) -> None:
        if self.stopped:
            raise NotHere(f"{self.name} is run by another process now. Ask again, same id.")

    # --- the house's own acts

    def _perform(self, *commands: Command) -> None:
        """Acts of the house itself."""
        for command in commands:
            self._check_runs_here()
            events = self.recorded.submit(command, str(uuid4()))
            self._acts.append((self.state, events))

    def _advance(self) -> None:
        """Does all that is due and is the house's; then informs the watchers, once."""
        try:
            self._perform_due_acts()
            self._trouble, self._retry_at = "", None
        except StoreFailed:
            raise
        except HousewayError as error:
            # The act of the person stands; the floor learns that the house cannot go on.
            self._trouble = str(error)
            # A write that the store had no turn or no room for is tried again.
            retry = isinstance(error, RecordError)
            self._retry_at = self._now() + RETRY_MS if retry else None
        now = self._now()
        self.deadlines = deadlines(self.state, self.settings, self.deadlines, now)
        self.idle_since = {key: self.idle_since.get(key, now) for key in idle_seats(self.state)}
        acts, self._acts = self._acts, []
        self._on_update(self._update(acts))

    def _perform_due_acts(self) -> None:
        conflicts = 0
        for _ in range(MOST_ACTS):
            try:
                if everybody_ready(self.state, self.ready):
                    self._perform(*close_bets(self.state))
                    self.ready.clear()
                act = next_act(self.state, self.settings)
                if act is None:
                    break
                self._perform(act)
            except Conflict:
                # The last act of a process that ended was recorded after this one had read the
                # record. Now it is read, and the table goes on from there.
                conflicts += 1
                if conflicts == MOST_CONFLICTS:
                    raise
        if not self.state.bets:
            self.ready.clear()

    # --- views out

    def publish(self) -> None:
        """Informs the watchers that something beside the table has changed."""
        with self._lock:
            self._on_update(self._update(()))

    def current(self) -> Update:
        """The table as it is, for a newcomer."""
        with self._lock:
            return self._update(())

    def _update(self, acts: Sequence[Act]) -> Update:
        now = self._now()
        clocks = tuple((key, max(0, end - now)) for key, end in self.deadlines.items())
        ready, dealer = tuple(sorted(self.ready)), self.settings.dealer
        return Update(
            self.name, self.seq, self.state, tuple(acts), clocks, ready, dealer, self._opened()
        )
