"""Whether the lab's figures and advice agree with the game's own rules and settlement."""

import math
import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from houseway.games.contract import Game
from houseway.games.forms import Partition, list_answers
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.lab.contract import Choice, LabGame, Situation, lab_of
from houseway.lab.exact.results import Analysis
from houseway.table.commands import Actor, Bet, Role
from houseway.table.setup import ALL_ACTS, set_up
from houseway.table.state import TableState
from houseway.table.trials import Trial, beginner

ANTE = 1200
"""An ante that common odds divide without rounding."""
ADVISED_ROUNDS, SIMPLE_ROUNDS = 60, 400
WITHIN = 5
"""Standard errors that a sample may be away: one sample in a million is."""


def lab_is_installed() -> bool:
    """Whether the libraries that the lab calculates with are here."""
    return all(find_spec(name) is not None for name in ("numba", "numpy"))


def check_lab(game: Game[Any, Any], seed: int) -> Iterator[str]:
    """Problems of the lab: its analysis, its advice, and both against settlement."""
    lab, options = lab_of(game), game.read_options({})
    analysis = lab.analyze(options, {})
    total = sum(analysis.distribution.values())
    if analysis.distribution and total != 1:
        yield f"The chances of all results in the analysis add up to {float(total)}, not to 1."
    yield from _check_sides(game, lab, options, analysis)
    advisor = Advisor(game, lab)
    mean = _average(game, advisor.choose, seed, ADVISED_ROUNDS)
    yield from advisor.problems
    ev, deviation = float(analysis.main.ev), math.sqrt(analysis.main.variance)
    if advisor.is_complete and abs(mean - ev) > WITHIN * deviation / math.sqrt(ADVISED_ROUNDS):
        yield (
            f"{ADVISED_ROUNDS} rounds of advised play settled at {mean:.3f} antes on average, and "
            f"the analysis says {ev:.3f}."
        )
    simple = _average(game, beginner, seed, SIMPLE_ROUNDS)
    if simple - ev > WITHIN * deviation / math.sqrt(SIMPLE_ROUNDS):
        yield (
            f"{SIMPLE_ROUNDS} rounds of a beginner settled at {simple:.3f} antes on average, "
            f"better than the best play of the analysis, {ev:.3f}."
        )


def _check_sides(
    game: Game[Any, Any], lab: LabGame, options: Any, analysis: Analysis
) -> Iterator[str]:
    """The analysis has a figure for every wager on the side."""
    names = lab.side_names(options)
    for wager in game.wagering.before_the_deal:
        is_side = not wager.main and wager.is_offered(options)
        if is_side and names.get(wager.id, wager.id) not in analysis.side:
            yield f"The analysis has no figure for the wager {wager.id}."


class Advisor:
    """A robot that takes the lab's advice, and notes advice that cannot be taken."""

    def __init__(self, game: Game[Any, Any], lab: LabGame) -> None:
        self.game, self.lab = game, lab
        self.problems: dict[str, None] = {}
        self.is_complete = True
        """Whether every decision was advised on."""

    def choose(self, state: TableState, task: Task) -> Any:
        """The best choice of the lab as an answer, or a beginner's where there is none."""
        assert state.round is not None
        hand, board = state.round.hands[task.seat or 0], state.round.community
        options = state.setup.options
        situation = Situation(
            self.game.id, options, hand.cards, board, stage=task.stage, actions=hand.actions
        )
        choices = () if self.lab.is_slow(situation) else self.lab.advise(situation)
        answers = [
            answer
            for choice in sorted(choices, key=lambda choice: (-choice.ev, choice.wager))
            for answer in self._take(options, hand, task, choice)
        ]
        if not answers:
            self.is_complete = False
            return beginner(state, task)
        return answers[0]

    def _take(self, options: Any, hand: Hand[Any], task: Task, choice: Choice) -> list[Any]:
        """The answers of the script that a choice of the lab stands for: one, as it should be."""
        answers = [
            answer
            for offer in self.game.script.offers(options, hand, task)
            if offer.choice == choice.action
            for answer in list_answers(offer, hand.cards)
            if not isinstance(offer.form, Partition) or _splits(answer, choice)
        ]
        if not answers:
            problem = f"At the decision {task.stage} the lab advises {choice.action}, not on offer."
            self.problems[problem] = None
        return answers


def _splits(answer: Any, choice: Choice) -> bool:
    return all(
        set(answer.get(name, ())) == {str(card) for card in cards}
        for name, cards in choice.groups.items()
    )


def _average(
    game: Game[Any, Any], robot: Callable[[TableState, Task], Any], seed: int, rounds: int
) -> float:
    """The average net of the main game, in antes, of rounds at an automated table."""
    chance = random.Random(seed)  # noqa: S311  # repeatable, which is what it is for
    trial = Trial(set_up(game, {}, ALL_ACTS), chance, robot)
    trial.seat("A")
    total = 0
    for _ in range(rounds):
        trial.prepare()
        for wager in game.wagering.before_the_deal:
            if wager.required:
                trial.submit(Bet(Actor(Role.PLAYER, "A"), 1, wager.id, wager.price_cents or ANTE))
        trial.play_round()
        played = trial.state.last_round
        assert played is not None
        assert played.settlement is not None
        results = played.settlement.hands[0].results
        total += sum(result.net for result in results if result.wager in game.wagering.main)
    return total / ANTE / rounds
