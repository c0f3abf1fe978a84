"""Random tables: any options that a game takes, any equipment, any part of it automated."""

from collections.abc import Mapping
from typing import Any

from houseway.games.contract import Game
from houseway.rulebook import Refused
from houseway.table.robots import Chance
from houseway.table.setup import ALL_ACTS, Setup, set_up

EQUIPMENT: tuple[dict[str, Any], ...] = (
    {},
    {"method": "automated_shoe"},
    {"shuffle": "automated", "method": "hand"},
    {"shuffle": "automated", "method": "hand", "decks": 2},
    {"shuffle": "automated", "method": "automated_shoe", "shuffler_counts": True},
    {"shuffle": "automated", "decks": 2, "shuffler_counts": True},
    {"preshuffled": True},
)
"""Every way to shuffle and deal."""

MOST_TRIES = 500


def random_config(game: Game[Any, Any], chance: Chance) -> dict[str, Any]:
    """Equipment and options at random; not every combination is one that the game takes."""
    varied = {option.name: option.trials for option in game.options if len(option.trials) > 1}
    chosen = {name: chance.choice(values) for name, values in varied.items()}
    return {**chance.choice(EQUIPMENT), **chosen}


def accepted_config(
    game: Game[Any, Any], chance: Chance, fixed: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A random configuration that the game accepts, with some of it fixed."""
    for _ in range(MOST_TRIES):
        config = {**random_config(game, chance), **(fixed or {})}
        try:
            set_up(game, config)
        except Refused as refused:
            last = refused
        else:
            return config
    raise last


def random_acts(chance: Chance) -> frozenset[str]:
    """Some of the acts that can run by themselves."""
    return frozenset(act for act in sorted(ALL_ACTS) if chance.randint(0, 1))


def random_setup(
    game: Game[Any, Any], chance: Chance, fixed: Mapping[str, Any] | None = None
) -> Setup:
    """A random table that the game accepts, with some of its configuration fixed."""
    return set_up(game, accepted_config(game, chance, fixed), random_acts(chance))
