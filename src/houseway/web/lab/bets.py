"""Optional wagers that change the best play, as programs and addresses give them, in antes.

Which wagers these are is for each game's lab to say; a request names a wager as a field.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from houseway.games import find_games, get_game
from houseway.games.contract import Game
from houseway.lab.contract import check_bets, lab_of
from houseway.rulebook import HousewayError, Malformed

MOST_ANTES = 1_000


def valued_with(game: Game[Any, Any]) -> tuple[str, ...]:
    """The optional wagers that change the best play of a game; none where it has no lab."""
    try:
        return lab_of(game).valued_with
    except HousewayError:
        return ()


@cache
def all_valued() -> tuple[str, ...]:
    """The same of all installed games."""
    wagers = (wager for game in find_games().values() for wager in valued_with(game))
    return tuple(dict.fromkeys(wagers))


def read_bets(game_id: str, given: Mapping[str, Any]) -> dict[str, str]:
    """The bets in a request, as fractions of an ante; a wager that is not bet is left out."""
    game = get_game(game_id)
    bets = {wager: _read_antes(wager, given.get(wager) or "0") for wager in all_valued()}
    placed = {wager: antes for wager, antes in bets.items() if antes}
    check_bets(game, placed)
    return {wager: f"{antes.numerator}/{antes.denominator}" for wager, antes in placed.items()}


def _read_antes(wager: str, text: str) -> Fraction:
    name = wager.replace("_", " ")
    try:
        antes = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Malformed(f"A {name} bet is a number of antes, not {text!r}.") from None
    if antes > MOST_ANTES:
        raise Malformed(f"A {name} bet is of at most {MOST_ANTES} antes.")
    return antes
