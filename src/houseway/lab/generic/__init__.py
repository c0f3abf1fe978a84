"""The lab of any game that has none of its own.

It knows no game. It plays rounds by the game's own script and settles them by its own rules:
every deal if that takes at most a million settlements (`exact.MOST_SETTLEMENTS`), and random
rounds otherwise, whose figures are marked as estimates. Some 10,000 to 70,000 settlements are
made a second, as fast as the game settles, so an exact analysis takes two minutes at worst.
A million is enough for hands of one or two cards, with a few answers to each; a hand of three
cards against another has 17 million deals even when those that differ only by suits are taken
together, and is estimated. Advice is exact up to 50,000 settlements
(`advice.MOST_SETTLEMENTS`), a few seconds.

Hands are of one deck, one player plays against the dealer, and what he decides depends on
nothing but what he can see.
"""

from functools import cache
from typing import Any

from houseway.games import find_games
from houseway.games.contract import Game
from houseway.lab.contract import LabGame
from houseway.lab.generic.lab import GenericLab


def lab_for(game: Game[Any, Any]) -> LabGame:
    """The record of a game; that of an installed one is kept, with what it has solved."""
    if find_games().get(game.id) is game:
        return _installed(game.id)
    return GenericLab(game).record()


@cache
def _installed(game_id: str) -> LabGame:
    return GenericLab(find_games()[game_id]).record()
