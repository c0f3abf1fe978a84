"""One player at a table whose deck begins as a test needs it."""

from random import Random
from typing import Any

from houseway.cards import NEW_DECK, Card, parse_cards
from houseway.table import read_setup
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    Role,
    Sit,
)
from houseway.table.trials import Trial

DEVICES: dict[str, Any] = {"shuffle": "automated", "method": "automated_shoe"}
CLOCK = Actor(Role.SYSTEM, "clock")


def player(name: str) -> Actor:
    return Actor(Role.PLAYER, name)


def stack_deck(names: str) -> list[Card]:
    """A deck that begins with these cards."""
    first = parse_cards(names.split())
    return [*first, *(card for card in NEW_DECK if card not in first)]


def open_stacked(
    game: str, order: str, wagers: dict[str, int], chips: int = 10**6, **more: Any
) -> Trial:
    """One player with these wagers, dealt by device from a deck that begins so."""
    automation = more.pop("automation", frozenset())
    config = {"shuffle": "automated", "method": "hand", **more}
    table = Trial(read_setup(game, config, automation), Random(0))
    table.submit(Sit(player("A"), 1))
    table.submit(BuyIn(player("A"), chips))
    table.prepare(stack_deck(order))
    for wager, cents in wagers.items():
        table.submit(Bet(player("A"), 1, wager, cents))
    return table
