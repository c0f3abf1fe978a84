"""The deals of the installed games, as the verifier of proofs needs them."""

from typing import Any

from houseway.fairness.proof_form import Recipe
from houseway.games import find_games
from houseway.games.script import Script

AT_ONCE: Any = Script.__dataclass_fields__["dealer_waits"].default


def deal_recipes() -> dict[str, Recipe]:
    """The recipe of the deal of each installed game."""
    return {
        game.id: Recipe(
            hand_size=game.recipe.hand_size,
            streets=game.recipe.streets,
            most_seats=game.most_seats,
            completes_late=game.recipe.completes_late,
            # A game whose shoe always deals the dealer's stack at once leaves the default.
            dealer_stack=game.script.dealer_waits is not AT_ONCE,
        )
        for game in find_games().values()
    }
