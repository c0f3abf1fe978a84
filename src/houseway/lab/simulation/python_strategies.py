"""Rounds played decision by decision in Python: slow, and free to do anything.

The cards are those of the compiled rounds with the same seed. A strategy that somebody wrote is
a function

    def choose(stage, cards, board): ...

with the player's cards and the board so far, as tuples of `houseway.cards.Card`; the stages and
answers are those of the game's script, or as its lab translates them (`LabGame.answer`). The
game checks and settles what was answered.
"""

import importlib.util
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from houseway.cards import Card
from houseway.games import GAMES
from houseway.games.contract import Game
from houseway.games.fields import either, show
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.lab.contract import Choose, Chooser, lab_of
from houseway.lab.simulation.kernels.cards import draw_rounds, new_deck, start_stream
from houseway.lab.simulation.plans import BLOCK_ROUNDS, Block, Plan, prepare, run_block
from houseway.lab.simulation.settled import ScriptedSeat, lay_out, settle_hands, wagers_of
from houseway.rulebook import HousewayError, Malformed, Refused


@cache
def load_strategy(where: str) -> Choose:
    """The function that FILE.py:function names."""
    file, _, name = where.rpartition(":")
    spec = importlib.util.spec_from_file_location("strategy", file)
    if spec is None or spec.loader is None or not Path(file).is_file():
        raise Malformed(f"There is no Python file {file}; a strategy is FILE.py:function.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Malformed(f"{file} cannot be loaded: {type(error).__name__}: {error}") from None
    strategy = getattr(module, name, None)
    if not callable(strategy):
        raise Malformed(f"{file} has no function {name}.")
    function: Choose = strategy
    return function


class Player:
    """A strategy from a file, asked in the way its game's lab puts the questions."""

    def __init__(self, game: Game[Any, Any], strategy: Choose) -> None:
        self._game, self._strategy, self._answer = game, strategy, lab_of(game).answer
        self._stage = ""
        # What was offered at a stage before; the settlement checks every answer once more.
        self._offered: set[tuple[str | None, str]] = set()

    def choose(self, options: Any, hand: Hand[Any], board: tuple[Card, ...], task: Task) -> Any:
        answer = self._answer(self._ask, options, hand, board, task)
        if not isinstance(answer, str) or (task.stage, answer) in self._offered:
            return answer
        choices = [offer.choice for offer in self._game.script.offers(options, hand, task)]
        if answer not in choices:
            named = f"{show(answer)} at {self._stage}"
            raise Malformed(f"The strategy answered {named}; say {either(choices)}.")
        self._offered.add((task.stage, answer))
        return answer

    def _ask(self, stage: str, cards: tuple[Card, ...], board: tuple[Card, ...]) -> Any:
        self._stage = stage
        try:
            return self._strategy(stage, cards, board)
        except HousewayError:
            raise
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            raise Malformed(f"The strategy failed at stage {stage}: {problem}") from None


def chooser_of(plan: Plan) -> Chooser:
    """What decides at every seat of a plan that is not compiled."""
    if plan.from_file:
        return Player(GAMES[plan.game], load_strategy(plan.strategy)).choose
    choose = prepare(plan).model.choose
    assert choose is not None
    return choose


@dataclass
class Tally:
    """The sums of a block while it is played."""

    optional: tuple[str, ...]
    bets: Mapping[str, Fraction]
    sums: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)
    stakes: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    nets: Counter[int] = field(default_factory=Counter)

    def add(self, seats: list[dict[str, tuple[int, int]]]) -> None:
        """One round."""
        totals: dict[str, int] = {}
        for wagers in seats:
            for name, (stake, net) in self._with_lines(wagers).items():
                totals[name] = totals.get(name, 0) + net
                self.stakes[name] += stake
                self.hits[name] += net > 0
                if name == "main":
                    self.nets[net] += 1
        for name, net in totals.items():
            self.sums[name] += net
            self.squares[name] += net * net

    def _with_lines(self, wagers: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
        """The wagers, with `main` and `table`: the stake and net of each."""
        stake = net = 0
        for wager, (put, brought) in wagers.items():
            if wager not in self.optional:
                stake, net = stake + put, net + brought
        bets = [(antes, *wagers.get(wager, (0, 0))) for wager, antes in self.bets.items()]
        more_stake = int(sum(antes * put for antes, put, _ in bets))
        more_net = int(sum(antes * brought for antes, _, brought in bets))
        return {**wagers, "main": (stake, net), "table": (stake + more_stake, net + more_net)}


def run_python_block(plan: Plan, block: int) -> Block:
    """As `run_block`, decision by decision in Python."""
    game, ready, choose = GAMES[plan.game], prepare(plan), chooser_of(plan)
    lines, model = ready.lines, ready.model
    options = lab_of(game).unlimited(plan.options)
    wagers = wagers_of(game, model, lines.unit)
    seats = [ScriptedSeat(game, options, number, wagers) for number in range(1, plan.seats + 1)]
    rounds = plan.rounds_in(block)
    cards = np.zeros((rounds, model.dealt(plan.seats)), np.uint8)
    draw_rounds(new_deck(), start_stream(plan.seed, block), cards)
    tally = Tally(model.optional, dict(plan.bets))
    actions: Counter[str] = Counter()
    for row in cards.tolist():
        dealt = lay_out(game, row)
        hands = []
        for seat, held in zip(seats, dealt.hands, strict=True):
            action, hand = seat.play(seat.hand.with_cards(held), dealt.board, choose)
            actions[action] += 1
            hands.append(hand)
        try:
            tally.add(settle_hands(game, options, dealt, hands))
        except Refused as refused:
            # This may be another process, and a refusal does not travel whole.
            raise Malformed(f"What the strategy answered is refused. {refused}") from None
    names = lines.names
    return Block(
        rounds,
        tuple(tally.sums[name] for name in names),
        tuple(tally.squares[name] for name in names),
        tuple(tally.stakes[name] for name in names),
        tuple(tally.hits[name] for name in names),
        tuple(actions[name] for name in model.actions),
        dict(sorted(tally.nets.items())),
    )


def compiled_rate(plan: Plan) -> float:
    """Rounds a second of the same game with the best strategy, which is compiled."""
    best = lab_of(GAMES[plan.game]).strategy_names[0]
    fast = replace(plan, strategy=best, rounds=BLOCK_ROUNDS, block_rounds=BLOCK_ROUNDS)
    run_block(replace(fast, rounds=1), 0)
    start = time.perf_counter()
    run_block(fast, 0)
    return BLOCK_ROUNDS / (time.perf_counter() - start)
