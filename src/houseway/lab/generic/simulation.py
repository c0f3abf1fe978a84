"""Any game as the simulation plays it: decision by decision in Python, settled by the game."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from houseway.games.contract import Game
from houseway.games.wagers import Moment, Wager
from houseway.lab.contract import Bets
from houseway.lab.exact.results import Analysis
from houseway.lab.generic.analysis import Solved
from houseway.lab.generic.best_play import BestPlay
from houseway.lab.generic.exact import is_countable
from houseway.lab.generic.suits import Numbers
from houseway.lab.generic.terms import Terms, list_terms
from houseway.lab.generic.walk import Branch, Place, Position, TooHidden, Walk
from houseway.lab.simulation.model import Exact, Model
from houseway.lab.simulation.settled import CENTS

OPTIMAL = "optimal"
"""The best play, where it was found; any other strategy is the game's own for beginners."""
NO_BEST_PLAY = (
    "The best play is not known with these options: the game's strategy for beginners plays."
)
Solve = Callable[[Any, Bets], tuple[Solved, Analysis]]


def make_model(
    game: Game[Any, Any], options: Any, strategy: str, bets: Bets, solve: Solve
) -> Model:
    """A game under some options; the best play is looked for when it is first needed."""
    terms = list_terms(game, options, bets)[0]
    best = strategy == OPTIMAL and is_countable(terms)
    play = BestPlay(game, lambda: solve(options, bets)[0].best)
    simulated = [wager for wager in game.wagering.wagers if _is_simulated(terms, wager)]
    return Model(
        wagers=tuple(wager.id for wager in simulated),
        optional=tuple(wager.id for wager in simulated if terms.is_optional(wager.id)),
        actions=list_actions(terms),
        make_exact=lambda: _exact(*solve(options, bets)) if best else None,
        dealt=lambda seats: terms.board_size + game.recipe.hand_size * (1 + seats),
        choose=play.choose if best else game.beginner,
        unit=terms.ante // CENTS,
        notes=(*_notes(terms), *([] if best or strategy != OPTIMAL else [NO_BEST_PLAY])),
    )


def _is_simulated(terms: Terms, wager: Wager) -> bool:
    """Whatever may be bet together with the rest, at the price of an ante."""
    if wager.moment is Moment.BEFORE_THE_DEAL:
        return wager.id in terms.wagers and not wager.price_cents
    return wager.is_offered(terms.options)


def _exact(solved: Solved, analysis: Analysis) -> Exact | None:
    """Of all that must be bet; `compulsory` has the optional bets in it as well."""
    if solved.best is None:
        return None
    sides = {wager: side.ev for wager, side in analysis.side.items()}
    bets = solved.terms[0].bets
    ev = analysis.compulsory.ev - sum(antes * sides[wager] for wager, antes in bets.items())
    return Exact(ev, sides, analysis.main.actions)


def _notes(terms: Terms) -> Iterator[str]:
    yield "Rounds are played in Python by the game's own script, and settled by its rules."
    for wager in terms.game.wagering.before_the_deal:
        if wager.is_offered(terms.options) and not _is_simulated(terms, wager):
            yield f"The {wager.name} is not simulated."


# --- what may be the last action of a player


class LastActions(Walk[tuple[str, ...]]):
    """The last actions that a few random deals allow."""

    def __init__(self, terms: Terms, seed: int) -> None:
        super().__init__(terms)
        self._chance = random.Random(seed)  # noqa: S311  # repeatable

    def list_deals(self, at: Position, size: int, _place: Place) -> Iterable[tuple[Numbers, int]]:
        return [(tuple(sorted(self._chance.sample(at.deck, size))), 1)]

    def add(self, parts: Iterator[tuple[tuple[str, ...], int]]) -> tuple[str, ...]:
        return next(parts)[0]

    def choose(self, _at: Position, branches: Iterator[Branch[tuple[str, ...]]]) -> tuple[str, ...]:
        return self.mix([branch.value for branch in branches])

    def mix(self, values: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(action for actions in values for action in actions))

    def show_down(self, at: Position) -> tuple[str, ...]:
        return (at.action,)


DEALS = 20


def list_actions(terms: Terms) -> tuple[str, ...]:
    """Every action that may be a player's last."""
    try:
        deals = [LastActions(terms, seed).value(Position(terms.seat.hand)) for seed in range(DEALS)]
    except TooHidden:
        return ()
    return tuple(dict.fromkeys(action for actions in deals for action in actions))
