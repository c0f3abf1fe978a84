"""Which wager of a game comes first, for pages that speak of its limits."""

from typing import Any

from houseway.games.contract import Game
from houseway.games.wagers import Wager


def first_wager(game: Game[Any, Any]) -> Wager:
    """The wager that every player makes first, and that limits are posted for."""
    wagers = game.wagering.before_the_deal
    return next((wager for wager in wagers if wager.required), wagers[0])
