"""Helpers for the tests of the table: a table with three robots, and short ways to play on."""

import re
from random import Random
from typing import Any

from houseway.cards import Card
from houseway.games.irregularities import Irregularity
from houseway.table import TableState, due, read_setup
from houseway.table.commands import Actor, Do, ExposeDealerCard, Happen, Role
from houseway.table.event_views import view_event
from houseway.table.events import Event, IrregularityFound
from houseway.table.state import RoundState, Shuffler
from houseway.table.trials import DEALER, Trial
from houseway.table.view_data import view_data

TWO_DECKS: dict[str, Any] = {"shuffle": "automated", "method": "hand", "decks": 2}
DEVICE_SHUFFLE = {"shuffle": "automated"}
WORLD = Actor(Role.SYSTEM, "world")


def open_table(
    game: str, seed: int = 0, automation: frozenset[str] = frozenset(), **config: Any
) -> Trial:
    table = Trial(read_setup(game, config, automation), Random(seed))
    table.seat("A", "B", "C")
    return table


def list_racks(table: Trial) -> dict[str, int]:
    return {p: table.state.rack_of(p) for p in table.state.seats.values()}


def perform_until(table: Trial, act: str) -> None:
    while due(table.state)[0].act != act:
        shuffles = due(table.state)[0].act == "shuffle"
        table.perform(list(table.state.decks[table.state.in_use]) if shuffles else None)


def get_shuffler(table: Trial) -> Shuffler:
    return table.state.kit.shuffler


def start_round(table: Trial) -> dict[str, int]:
    """Prepares, bets and closes the bets; returns the chips each player had before."""
    table.prepare()
    before = list_racks(table)
    table.bet_at_random()
    table.submit(Do(DEALER, "no_more_bets"))
    return before


def list_irregularities(table: Trial) -> list[Irregularity]:
    return [event.irregularity for event in table.log if isinstance(event, IrregularityFound)]


def finish_round(table: Trial) -> None:
    """Plays until the round is over."""
    while table.state.round is not None:
        table.perform()


ROLES = ["spectator", "dealer", "floorperson", "supervisor", "auditor"]


def cards_in(value: Any) -> set[str]:
    """Every card that a view names, wherever it stands."""
    if isinstance(value, str):
        return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", value))
    entries = (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    )
    return set().union(*map(cards_in, entries)) if entries else set()


def name_cards(cards: Any) -> set[str]:
    return {str(card) for card in cards}


def list_public_cards(state: TableState) -> set[Card]:
    """The cards that lie face up: the board, those set aside, and hands turned up."""
    return _list_shown_cards(state.round) | (
        _list_shown_cards(state.last_round) - _list_set_aside(state.last_round)
    )


def _list_set_aside(round_: RoundState | None) -> set[Card]:
    return set(round_.set_aside) if round_ else set()


def _list_shown_cards(round_: RoundState | None) -> set[Card]:
    if round_ is None:
        return set()
    shown = {*round_.community, *round_.set_aside}
    shown |= set(round_.dealer) if round_.dealer_revealed else set()
    for hand in round_.hands.values():
        shown |= set(hand.cards) if hand.seat in round_.revealed else set()
        shown |= set(getattr(hand.actions, "select_3", None) or ())
    return shown


def assert_no_view_leaks(state: TableState) -> None:
    """Everybody sees the public cards, a player also the player's own, and nobody any other."""
    for role in ROLES:
        assert cards_in(view_data(state, role)) == name_cards(list_public_cards(state)), role
    for player in sorted(set(state.seats.values())):
        own = [h for h in state.round.hands.values() if h.player == player] if state.round else []
        mine = {card for hand in own for card in hand.cards}
        visible = cards_in(view_data(state, "player", player))
        assert visible <= name_cards(list_public_cards(state) | mine), player


def assert_no_news_leak(after: TableState, event: Event) -> None:
    """The view of an event names no card that the same person's view of the table hides."""
    for role in ROLES:
        named_cards = cards_in(view_event(after, event, role))
        assert named_cards <= cards_in(view_data(after, role)), (role, event)
    for player in sorted(set(after.seats.values())):
        named_cards = cards_in(view_event(after, event, "player", player))
        assert named_cards <= cards_in(view_data(after, "player", player)), (player, event)


def played(game: str, seed: int, *, faults: bool = False) -> Trial:
    """Two rounds by three robots; with faults, some of the dealer's cards are exposed."""
    run = Trial(read_setup(game, {}), Random(seed))
    run.seat("A", "B", "C")
    for _ in range(2):
        run.prepare()
        run.bet_at_random()
        if faults:
            run.submit(Do(DEALER, "no_more_bets"))
            run.submit(Happen(WORLD, "face_up", run.state.stock[3]))
            while run.state.round is not None:
                if due(run.state)[0].act == "decide" and run.chance.randint(1, 5) == 1:
                    run.submit(ExposeDealerCard(DEALER))
                else:
                    run.perform()
        else:
            run.play_round()
    return run
