"""A table whose every act is durable before it counts.

A command is decided, its events are appended, and only then does the table stand
where they lead. A command that is sent again is answered with its first effect.
After a restart the table stands where its record ends; a committed deck is never
shuffled again, because its order is part of the record.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from houseway.cards import Card
from houseway.fairness import commit
from houseway.ledger.bound_snapshots import DIGEST, binding, make_row, state_from_snapshot
from houseway.ledger.errors import Conflict, RecordError, Unrecordable
from houseway.ledger.hidden import SALT, salts_for, secret_shuffles, shuffles_of, shuffles_to_open
from houseway.ledger.index import Rows, Span, index_rows
from houseway.ledger.records import canonical, follow_chain
from houseway.ledger.round_trip import write_events
from houseway.ledger.schema import rounds, seeds, snapshots
from houseway.ledger.store import HOUSE, Head, Ledger, Record
from houseway.ledger.store_seals import snapshot_place
from houseway.rulebook import HousewayError
from houseway.table import Phase, TableState, evolve, handle, read_setup
from houseway.table.commands import Actor, Command, Do
from houseway.table.events import BetsClosed, DeckShuffled, Event, RoundClosed
from houseway.table.setup import Setup
from houseway.table.wire import event_from_data

Clock = Callable[[], int]
"""Gives the time in microseconds since 1970, UTC."""

CREATED = "table_created"
ROUNDS_A_SNAPSHOT = 2
"""A snapshot costs a hundredth of a round's time; what is replayed at a start is the less."""

RowsWith = Callable[[TableState, Sequence[Event], int], Rows]
"""Rows that belong to events, from the table before them and the time they are written."""
RowsAt = Callable[[int], Rows]
"""Rows of other tables that are written with an act, and bear its time."""
SHUFFLE = "shuffle"


def no_rows(_at: int) -> Rows:
    return []


@dataclass(frozen=True)
class Opening:
    """The first record of a table: its game and how it was set up."""

    game: str
    config: dict[str, Any]
    automation: tuple[str, ...] = ()

    def setup(self) -> Setup:
        return read_setup(self.game, self.config, frozenset(self.automation))


class RecordedTable:
    """One table and its place in the ledger. One thread at a time may submit a command."""

    def __init__(
        self, ledger: Ledger, opening: Opening, head: Head, state: TableState, clock: Clock
    ) -> None:
        self.ledger, self.opening, self.head, self.state = ledger, opening, head, state
        self._clock = clock
        self.rows_with: RowsWith = lambda _before, _events, _at: []
        """Further rows that the house writes with the events of an act; it may refuse the act."""
        self._round_began: tuple[int, int] | None = None
        """The record and the time of the call that began the round in play."""

    @property
    def name(self) -> str:
        return self.head.table

    def submit(
        self, command: Command, command_id: str | None = None, rows: RowsAt | None = None
    ) -> tuple[Event, ...]:
        """Carries a command out, at most once for an id, and returns its events once they are safe.

        `rows` gives rows of other tables that stand or fall with it. A shuffle gets its order here:
        a fair one, with a commitment on record before the bets close.

        Refuses as the table does, and then nothing is written. If another program wrote to
        this table first, the table is read again and the command refused as a conflict.
        """
        at = max(self._clock(), self.head.at)
        beside, seed = (rows or no_rows)(at), list[Any]()
        if isinstance(command, Do) and command.act == SHUFFLE:
            command, seed = self._shuffle_fairly(command.by)
        events, after = handle(self.state, command)
        if not any(isinstance(event, DeckShuffled) for event in events):
            seed = []
        began = self._find_beginning(events, at)
        extra = [*beside, *seed, *self._closing_rows(events, after, at, began)]
        extra += self.rows_with(self.state, events, at)
        opened = shuffles_to_open(self.state, events, after)
        extra += self.ledger.seals.opening(self.name, opened)
        notes = salts_for(events)
        if snapshot := self._snapshot_after(events, after):
            notes[-1] |= binding(snapshot)
            extra.append((snapshots, [snapshot]))
        bodies = write_events(events, notes)
        command_id = command_id or str(uuid4())
        try:
            head = self.ledger.append(
                self.head,
                bodies,
                at=at,
                command=command_id,
                extra=extra,
                shuffles=list(shuffles_of(self.state, events, after)),
            )
        except Conflict:
            self.refresh()
            raise
        self.head, self.state = head, after
        self._round_began = None if after.round is None else began
        return events

    def find_events(self, command_id: str) -> tuple[Event, ...] | None:
        """The events of a command when it first came; None if it has not taken effect."""
        span = self.ledger.effect_of(self.name, command_id)
        if span is None:
            return None
        return tuple(event_of(record) for record in self.ledger.records(self.name, *span))

    def _shuffle_fairly(self, by: Actor) -> tuple[Do, Rows]:
        """A shuffle with fresh chance, and the row that keeps its seed."""
        number = self.state.shuffles + 1
        sealed = commit(self.name, number)
        deck = self._deck_to_shuffle()
        order = [str(card) for card in sealed.order if card in deck]
        # A deck that has lost a card is shuffled as it is; no commitment is made to it.
        is_whole = len(order) == len(sealed.order)
        data = {"order": order, "commitment": sealed.commitment.root if is_whole else ""}
        seed = self.ledger.seals.seal_seed(self.name, number, sealed.seed)
        row = {"table_id": self.name, "shuffle": number, "seed": seed}
        return Do(by, SHUFFLE, data=data), [(seeds, [row])] if is_whole else []

    def _deck_to_shuffle(self) -> frozenset[Card]:
        """The deck in use before a round, and the other one beside it."""
        state = self.state
        other = state.phase is not Phase.PREPARING and len(state.decks) == 2
        number = (state.in_use + 1) % 2 if other else state.in_use
        return frozenset(state.decks[number]) if state.decks else frozenset()

    def carry_out(
        self, _state: TableState, command: Command
    ) -> tuple[tuple[Event, ...], TableState]:
        """For robots: a command on record, and the state after it."""
        return self.submit(command), self.state

    def _find_beginning(self, events: Sequence[Event], at: int) -> tuple[int, int] | None:
        for offset, event in enumerate(events):
            if isinstance(event, BetsClosed):
                return self.head.seq + 1 + offset, at
        return self._round_began

    def _closing_rows(
        self, events: Sequence[Event], after: TableState, at: int, began: tuple[int, int] | None
    ) -> Rows:
        """The index rows of a round that closes."""
        closed = [n for n, event in enumerate(events) if isinstance(event, RoundClosed)]
        if not closed:
            return []
        assert after.last_round is not None
        assert began is not None
        last = self.head.seq + 1 + closed[-1]
        span = Span(began[0], last, began[1], at)
        return index_rows(self.name, self.opening.game, after.last_round, span)

    def _snapshot_after(self, events: Sequence[Event], after: TableState) -> dict[str, Any] | None:
        """The row of a snapshot, which is taken at the end of a round now and then."""
        is_due = any(isinstance(event, RoundClosed) for event in events)
        if not is_due or after.rounds % ROUNDS_A_SNAPSHOT:
            return None
        seq = self.head.seq + len(events)
        row = make_row(self.name, seq, after)
        if row is None:
            return None
        secret, place = secret_shuffles(after), snapshot_place(self.name, seq)
        return {**row, "state": self.ledger.seals.seal_text(self.name, secret, place, row["state"])}

    def refresh(self) -> None:
        """Reads the record again and stands where it ends."""
        fresh = open_table(self.ledger, self.name, self._clock)
        self.head, self.state, self._round_began = fresh.head, fresh.state, fresh._round_began


def create_table(
    ledger: Ledger, name: str, opening: Opening, clock: Clock, command_id: str | None = None
) -> RecordedTable:
    """Begins the record of a table with its opening."""
    if not name or "\x00" in name or name != name.strip() or name.startswith("@"):
        raise RecordError(f"{name!r} is not a valid name for a table.")
    setup = opening.setup()
    # What was read goes on record, never what was sent. Older records hold what was sent.
    opening = replace(opening, config=setup.config)
    if opening.setup() != setup:
        raise Unrecordable("These options would read back as others. No table was opened.")
    body = {"type": CREATED, "v": 1, "game": opening.game, "config": opening.config}
    body["automation"] = sorted(opening.automation)
    at = clock()
    try:
        head = ledger.append(Head(name), [canonical(body)], at=at, command=command_id)
    except Conflict:
        words = f"There is a table {name} on record already. Open it, or name another."
        raise Conflict(words) from None
    return RecordedTable(ledger, opening, head, TableState(setup), clock)


def open_table(ledger: Ledger, name: str, clock: Clock) -> RecordedTable:
    """The table that its record describes; every record that is read is checked along the chain."""
    opening = read_opening(ledger, name)
    closed = sa.select(sa.func.max(rounds.c.round)).where(rounds.c.table_id == name)
    # At least one closed round is replayed, so that the table also knows how its last one ended.
    is_earlier = snapshots.c.round < closed.scalar_subquery()
    state, head = state_from_snapshot(ledger, name, opening.setup(), is_earlier)
    table = RecordedTable(ledger, opening, head, state, clock)
    for record in follow_chain(ledger.records(name, head.seq + 1), head):
        if record.seq > 0:
            event = event_of(record)
            table.state = evolve(table.state, event)
            if isinstance(event, BetsClosed):
                table._round_began = (record.seq, record.at)
        table.head = Head(name, record.seq, record.at, record.hash)
    if table.state.phase is not Phase.ROUND:
        table._round_began = None
    return table


def read_opening(ledger: Ledger, name: str) -> Opening:
    opening = ledger.records(name, 0, 0) if name != HOUSE else ()
    first = next(follow_chain(opening, Head(name)), None)
    if first is None:
        known = ", ".join(ledger.tables()) or "none"
        raise RecordError(f"There is no table {name} on record. There is {known}.")
    return opening_of(first)


def opening_of(first: Record) -> Opening:
    data = json.loads(first.body)
    if data.get("type") != CREATED:
        raise RecordError("The record does not begin with the creation of a table.")
    return Opening(data["game"], data["config"], tuple(data["automation"]))


def state_before(ledger: Ledger, name: str, seq: int) -> TableState:
    """The table as it stood before a record, for study: from the last snapshot, then by replay.

    A record that was changed can be studied too, so the chain is not demanded here; whoever shows
    it says beside it what a check of the chain found. Nothing is paid by this state.
    """
    opening = read_opening(ledger, name)
    is_earlier = snapshots.c.seq < seq
    state, head = state_from_snapshot(ledger, name, opening.setup(), is_earlier)
    for record in ledger.records(name, head.seq + 1, seq - 1):
        if record.seq > 0:
            state = evolve(state, event_of(record))
    return state


def event_of(record: Record) -> Event:
    try:
        data = json.loads(record.body)
        for name in (DIGEST, SALT):
            data.pop(name, None)
        return event_from_data(data)
    except (HousewayError, ValueError, AttributeError) as error:
        place = f"Record {record.seq} of table {record.table}"
        raise RecordError(f"{place} was changed and cannot be read: {error}") from error
