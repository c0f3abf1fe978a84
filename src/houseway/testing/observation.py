"""Checks a table while it is played: every command, every event, every view, every decision."""

import json
import re
from functools import lru_cache
from typing import Any

from houseway.cards import Card
from houseway.games.contract import Game
from houseway.rulebook import Refused
from houseway.table.agenda import due
from houseway.table.commands import Command
from houseway.table.decisions import handle
from houseway.table.event_views import view_event
from houseway.table.events import Event
from houseway.table.evolution import evolve
from houseway.table.narration import narrate, narrate_data
from houseway.table.state import RoundState, TableState, find_new_misdeals
from houseway.table.view_data import view_data
from houseway.table.wire import command_from_data, event_from_data, to_data
from houseway.testing.forms import Decision
from houseway.testing.rulebook import check_citation

ROLES = ("spectator", "dealer", "floorperson", "supervisor", "auditor")
NONE: frozenset[str] = frozenset()
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


class Observer:
    """Carries out the commands of a table and notes every problem once."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.problems: dict[str, None] = {}
        self.examined: frozenset[tuple[int, Any]] = frozenset()
        """The decisions that were due at the last command: they are checked once."""
        self.met_decision = False

    def note(self, *problems: str) -> None:
        self.problems.update(dict.fromkeys(problems))

    def carry_out(
        self, state: TableState, command: Command
    ) -> tuple[tuple[Event, ...], TableState]:
        """What `handle` does, observed."""
        self._check_decisions(state)
        written = json.loads(json.dumps(to_data(command)))
        if to_data(command_from_data(written)) != written:
            self.note(f"The command {type(command).__name__} is not read back from JSON the same.")
        try:
            events, after = handle(state, command)
        except Refused as refused:
            self.note(*check_citation(self.game, "A refusal", refused.clauses))
            raise
        for event in events:
            state = evolve(state, event)
            self._check_event(state, event)
        self._check_views(after)
        return events, after

    def _check_decisions(self, state: TableState) -> None:
        """Every decision that is due, before anybody makes it."""
        if state.round is None or find_new_misdeals(state):
            return
        tasks = [task for task in due(state) if task.act == "decide"]
        examined, self.examined = self.examined, frozenset((state.rounds, task) for task in tasks)
        board, options = state.round.community, state.setup.options
        for task in tasks:
            if (state.rounds, task) not in examined:
                hand = state.round.hands[task.seat or 0]
                self.met_decision = True
                self.note(*Decision(self.game, options, hand, board, task).check())

    def _check_event(self, after: TableState, event: Event) -> None:
        name = type(event).__name__
        if event_from_data(json.loads(json.dumps(to_data(event)))) != event:
            self.note(f"The event {name} is not read back from JSON the same.")
        self.note(*check_citation(self.game, f"The event {name}", event.clauses))
        if not narrate(event).strip():
            self.note(f"The event {name} is not put into words for the record.")
        for role, person in _audience(after):
            data = view_event(after, event, role, person)
            shown = cards_in(data)
            if data and not narrate_data(data).strip():
                self.note(f"The event {name} is not put into words for a {role}.")
            if shown and not shown <= cards_in(view_data(after, role, person)):
                self.note(f"The event {name} shows a {role} cards that the {role} may not see yet.")

    def _check_views(self, state: TableState) -> None:
        """Everybody sees what lies face up; a player also sees the player's own cards."""
        public = {str(card) for card in public_cards(state)}
        known: dict[int, frozenset[str]] = {}
        views = [(role, name, view_data(state, role, name)) for role, name in _audience(state)]
        for role, person, data in views:
            shown = cards_in(data, known)
            own = _own_cards(state, person) if role == "player" else set()
            if not shown <= public | own:
                cards = " ".join(sorted(shown - public - own))
                self.note(f"The view of a {role} shows cards that are hidden, such as {cards[:2]}.")
            if not public <= shown:
                self.note(f"The view of a {role} lacks cards that lie face up.")


def _audience(state: TableState) -> list[tuple[str, str]]:
    players = sorted(set(state.seats.values()))
    return [*((role, "") for role in ROLES), *(("player", player) for player in players)]


def _own_cards(state: TableState, player: str) -> set[str]:
    hands = state.round.hands.values() if state.round else ()
    return {str(card) for hand in hands if hand.player == player for card in hand.cards}


def public_cards(state: TableState) -> set[Card]:
    """What lies face up for all, in this round and in the one before."""
    shown = _face_up(state, state.round)
    if state.last_round is not None:
        shown |= _face_up(state, state.last_round) - set(state.last_round.set_aside)
    return shown


def _face_up(state: TableState, round_: RoundState | None) -> set[Card]:
    if round_ is None:
        return set()
    shown = {*round_.community, *round_.set_aside}
    shown |= set(round_.dealer) if round_.dealer_revealed else set()
    for hand in round_.hands.values():
        shown |= set(hand.cards) if hand.seat in round_.revealed else set()
        shown |= set(state.setup.game.script.open_cards(hand))
    return shown


def cards_in(value: Any, known: dict[int, frozenset[str]] | None = None) -> frozenset[str]:
    """Every card that some data name, wherever it stands.

    `known` remembers parts that several views share; it lives as long as those views.
    """
    if isinstance(value, str):
        return _cards_in_text(value)
    if not isinstance(value, dict | list) or not value:
        return NONE
    if known is None:
        known = {}
    if id(value) not in known:
        entries = value.values() if isinstance(value, dict) else value
        known[id(value)] = NONE.union(*[cards_in(entry, known) for entry in entries])
    return known[id(value)]


@lru_cache(maxsize=65_536)
def _cards_in_text(text: str) -> frozenset[str]:
    return frozenset(CARD.findall(text))
