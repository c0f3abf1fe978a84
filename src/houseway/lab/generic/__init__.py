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

import json
from collections import OrderedDict
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from houseway.cards import Card
from houseway.games import find_games
from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.lab.contract import Bets, Choose, LabGame
from houseway.lab.exact.results import Analysis
from houseway.lab.generic.advice import advise
from houseway.lab.generic.analysis import Solved, describe, solve_all
from houseway.lab.generic.exact import is_countable
from houseway.lab.generic.terms import list_terms
from houseway.lab.generic.walk import may_look

if TYPE_CHECKING:
    from houseway.lab.exact.pay_table_design import Design
    from houseway.lab.simulation.model import Model

KEPT = 8
"""Solved configurations that are kept for each game."""


class GenericLab:
    """The lab of one game, and the configurations of it that were solved last."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self._solved: OrderedDict[str, tuple[Solved, Analysis]] = OrderedDict()

    def solve(self, options: Any, bets: Bets) -> tuple[Solved, Analysis]:
        bet = sorted((wager, str(antes)) for wager, antes in bets.items() if antes)
        key = json.dumps([as_config(options), bet], sort_keys=True)
        if key not in self._solved:
            solved = solve_all(list_terms(self.game, options, bets))
            self._solved[key] = solved, describe(options, solved)
        while len(self._solved) > KEPT:
            self._solved.popitem(last=False)
        return self._solved[key]

    def analyze(self, options: Any, bets: Bets) -> Analysis:
        return self.solve(options, bets)[1]

    def model(self, options: Any, strategy: str, bets: Bets) -> "Model":
        from houseway.lab.generic.simulation import make_model  # noqa: PLC0415

        return make_model(self.game, options, strategy, bets, self.solve)

    def designs(self, options: Any) -> "tuple[Design, ...]":
        from houseway.lab.generic.words import list_designs  # noqa: PLC0415

        return tuple(list_designs(self.game, options, self.analyze(options, {})))

    def side_names(self, options: Any) -> dict[str, str]:
        """Every wager that is priced by itself, under its own name."""
        main = self.game.wagering.main
        return {
            wager.id: wager.id
            for wager in self.game.wagering.before_the_deal
            if wager.is_offered(options) and wager.id not in main
        }

    def record(self) -> LabGame:
        """What the lab can do for the game; it has no compact strategies and no exposures."""
        from houseway.lab.generic.words import words_of  # noqa: PLC0415

        optional = [wager for wager in self.game.wagering.before_the_deal if not wager.required]
        return LabGame(
            game_id=self.game.id,
            analyze=self.analyze,
            advise=partial(advise, self.game),
            model=self.model,
            strategy_names=self._name_strategies(),
            designs=self.designs,
            names=words_of(self.game),
            valued_with=tuple(wager.id for wager in optional if not wager.price_cents),
            side_names=self.side_names,
            answer=self._answer,
        )

    def _name_strategies(self) -> tuple[str, ...]:
        try:
            terms = list_terms(self.game, self.game.read_options({}), {})
            countable = all(map(is_countable, terms))
        except Exception:
            # A plug-in that cannot be played fails when it is asked, not whenever labs are listed.
            countable = False
        return ("optimal", "beginner") if countable else ("beginner",)

    def _answer(
        self, choose: Choose, options: Any, hand: Hand[Any], board: tuple[Card, ...], task: Task
    ) -> Any:
        """Asks a strategy that somebody wrote, without cards that its player cannot see."""
        tasks = self.game.script.play(options, (hand,))
        before = tasks[: tasks.index(task)]
        revealed = any(step.act == "reveal" and step.seat == hand.seat for step in before)
        cards = hand.cards if revealed or may_look(self.game, options, hand) else ()
        return choose(task.stage or "", cards, board)


def lab_for(game: Game[Any, Any]) -> LabGame:
    """The record of a game; that of an installed one is kept, with what it has solved."""
    if find_games().get(game.id) is game:
        return _installed(game.id)
    return GenericLab(game).record()


@cache
def _installed(game_id: str) -> LabGame:
    return GenericLab(find_games()[game_id]).record()
