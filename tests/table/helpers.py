"""What the tests of the table share: a table with three robots, and short ways to move it on."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from houseway.cards import Card
from houseway.table import TableState, due, read_setup
from houseway.table.commands import (
    Actor,
    Do,
    Role,
)
from houseway.table.events import Event, IrregularityFound
from houseway.table.news import news
from houseway.table.state import RoundState, Shuffler
from houseway.table.trial import (
    DEALER,
    Trial,
)
from houseway.table.views import view

TWO_DECKS: dict[str, Any] = {"shuffle": "automated", "method": "hand", "decks": 2}
DEVICE_SHUFFLE = {"shuffle": "automated"}
WORLD = Actor(Role.SYSTEM, "world")


def table(
    game: str, seed: int = 0, automation: frozenset[str] = frozenset(), **config: Any
) -> Trial:
    found = Trial(read_setup(game, config, automation), Random(seed))
    found.seat("A", "B", "C")
    return found


def racks(found: Trial) -> dict[str, int]:
    return {p: found.state.rack_of(p) for p in found.state.seats.values()}


def until(found: Trial, act: str) -> None:
    while due(found.state)[0].act != act:
        shuffles = due(found.state)[0].act == "shuffle"
        found.perform(list(found.state.decks[found.state.in_use]) if shuffles else None)


def shuffler(found: Trial) -> Shuffler:
    return found.state.kit.shuffler


def start_round(found: Trial) -> dict[str, int]:
    """Bets are down and the call is made; gives the chips each player had before."""
    found.prepare()
    before = racks(found)
    found.bet_at_random()
    found.tell(Do(DEALER, "no_more_bets"))
    return before


def irregularities(found: Trial) -> Iterator[Any]:
    for event in found.log:
        if isinstance(event, IrregularityFound):
            yield event.irregularity


def finish(found: Trial) -> None:
    """Plays on until the round is over."""
    while found.state.round is not None:
        found.perform()


ROLES = ["spectator", "dealer", "floorperson", "supervisor"]


def cards_in(value: Any) -> set[str]:
    """Every card that a view names, wherever it stands."""
    if isinstance(value, str):
        return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", value))
    entries = (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    )
    return set().union(*map(cards_in, entries)) if entries else set()


def named(cards: Any) -> set[str]:
    return {str(card) for card in cards}


def public(state: TableState) -> set[Card]:
    """What lies face up for all: the board, what was set aside, and hands turned up."""
    return _shown(state.round) | (_shown(state.last_round) - _set_aside(state.last_round))


def _set_aside(round_: RoundState | None) -> set[Card]:
    return set(round_.set_aside) if round_ else set()


def _shown(round_: RoundState | None) -> set[Card]:
    if round_ is None:
        return set()
    shown = {*round_.community, *round_.set_aside}
    shown |= set(round_.dealer) if round_.dealer_revealed else set()
    for hand in round_.hands.values():
        shown |= set(hand.cards) if hand.seat in round_.revealed else set()
        shown |= set(getattr(hand.actions, "select_3", None) or ())
    return shown


def assert_no_view_leaks(state: TableState) -> None:
    """Public cards for all, his own for a player, and nothing else."""
    for role in ROLES:
        assert cards_in(view(state, role)) == named(public(state)), role
    for player in sorted(set(state.seats.values())):
        own = [h for h in state.round.hands.values() if h.player == player] if state.round else []
        mine = {card for hand in own for card in hand.cards}
        seen = cards_in(view(state, "player", player))
        assert seen <= named(public(state) | mine), player


def assert_no_news_leak(after: TableState, event: Event) -> None:
    """What anybody is told of an event names no card that their view does not show."""
    for role in ROLES:
        told = cards_in(news(after, event, role))
        assert told <= cards_in(view(after, role)), (role, event)
    for player in sorted(set(after.seats.values())):
        told = cards_in(news(after, event, "player", player))
        assert told <= cards_in(view(after, "player", player)), (player, event)
