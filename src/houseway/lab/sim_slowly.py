"""Rounds played by a strategy that somebody wrote in Python: slow, and free to do anything.

The cards are those of the compiled rounds with the same seed. Every decision is a call of

    def choose(stage, cards, board): ...

with the player's cards and the board so far, as tuples of `houseway.cards.Card`. The stage is
`preflop` (answer `4x`, `3x` or `check`), `flop` (`2x`, `check`) and `river` (`1x`, `fold`);
`decision` at Pik-it (`play_3`, `play_5`, `fold`); `setting` at Hi-Lo, where the answer is
`fold` or the three cards of the high hand. The games check and settle what was answered.
"""

import importlib.util
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from houseway.cards import Card, parse_cards
from houseway.games.reading import either, show
from houseway.games.uth.decisions import STREETS
from houseway.lab.kernels.sim_cards import draw_rounds, new_deck, start_stream
from houseway.lab.sim_model import Lines
from houseway.lab.sim_settled import (
    Dealt,
    hilo_actions,
    lay_out,
    pikit_actions,
    settle_dealt,
    uth_actions,
    without_limits,
)
from houseway.lab.simulation import BLOCK_ROUNDS, OPTIONAL, Block, Plan, get_ready, run_block
from houseway.rulebook import HousewayError, Malformed, Refused

Choose = Callable[[str, tuple[Card, ...], tuple[Card, ...]], Any]
SLOW_BLOCK_ROUNDS = 1 << 11
PIKIT_DECISIONS = ("play_3", "play_5", "fold")


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
    found = getattr(module, name, None)
    if not callable(found):
        raise Malformed(f"{file} has no function {name}.")
    strategy: Choose = found
    return strategy


def ask(choose: Choose, stage: str, cards: tuple[Card, ...], board: tuple[Card, ...]) -> Any:
    try:
        return choose(stage, cards, board)
    except HousewayError:
        raise
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        raise Malformed(f"The strategy failed at stage {stage}: {words}") from None


def _one_of(answer: Any, choices: tuple[str, ...], stage: str) -> str:
    if answer not in choices:
        raise Malformed(f"The strategy answered {show(answer)} at {stage}; say {either(choices)}.")
    return str(answer)


def _play_uth(choose: Choose, _options: Any, cards: tuple[Card, ...], dealt: Dealt) -> Any:
    answer = ""
    for street, seen in zip(STREETS, (0, 3, 5), strict=True):
        answer = ask(choose, street.name, cards, dealt.board[:seen])
        if _one_of(answer, street.choices, street.name) != "check":
            break
    return answer, uth_actions(answer)


def _play_pikit(choose: Choose, options: Any, cards: tuple[Card, ...], _dealt: Dealt) -> Any:
    answer = _one_of(ask(choose, "decision", cards, ()), PIKIT_DECISIONS, "decision")
    return answer, pikit_actions(options, cards, answer)


def _play_hilo(choose: Choose, _options: Any, cards: tuple[Card, ...], _dealt: Dealt) -> Any:
    answer = ask(choose, "setting", cards, ())
    if isinstance(answer, str) and answer == "fold":
        return "fold", hilo_actions(cards, None)
    try:
        high = parse_cards([str(card) for card in answer])
    except (TypeError, ValueError):
        words = "say fold, or the three cards of the high hand"
        raise Malformed(f"The strategy answered {show(answer)} at setting; {words}.") from None
    return "play", hilo_actions(cards, tuple(high))


_PLAYERS = {"uth": _play_uth, "pikit": _play_pikit, "hilo": _play_hilo}


@dataclass
class Tally:
    """The sums of a block while it is played."""

    lines: Lines
    optional: tuple[str, ...]
    bets: Mapping[str, Fraction]
    sums: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)
    stakes: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    nets: Counter[int] = field(default_factory=Counter)

    def add(self, seats: list[dict[str, tuple[int, int]]]) -> None:
        """One round."""
        totals: Counter[str] = Counter()
        for wagers in seats:
            stakes, nets = self._line_up(wagers)
            totals.update(nets)
            self.stakes.update(stakes)
            self.hits.update({name: int(net > 0) for name, net in nets.items()})
            self.nets[nets["main"]] += 1
        self.sums.update(totals)
        self.squares.update({name: net * net for name, net in totals.items()})

    def _line_up(self, wagers: dict[str, tuple[int, int]]) -> tuple[dict[str, int], dict[str, int]]:
        both = []
        for part in (0, 1):
            found = {wager: pair[part] for wager, pair in wagers.items()}
            main = sum(amount for wager, amount in found.items() if wager not in self.optional)
            more = sum(antes * found.get(wager, 0) for wager, antes in self.bets.items())
            both.append(found | {"main": main, "table": main + int(more)})
        return both[0], both[1]


def run_slowly(plan: Plan, block: int) -> Block:
    """As `run_block`, with a strategy that is a function."""
    choose, lines = load_strategy(plan.strategy), get_ready(plan).lines
    model, options = get_ready(plan).model, without_limits(plan.options)
    rounds = plan.rounds_in(block)
    cards = np.zeros((rounds, model.dealt(plan.seats)), np.uint8)
    draw_rounds(new_deck(), start_stream(plan.seed, block), cards)
    tally = Tally(lines, OPTIONAL[plan.game], dict(plan.bets))
    actions: Counter[str] = Counter()
    player = _PLAYERS[plan.game]
    for row in cards.tolist():
        dealt = lay_out(plan.game, row)
        played = [player(choose, options, hand, dealt) for hand in dealt.hands]
        actions.update(last for last, _ in played)
        done = [one for _, one in played]
        try:
            tally.add(settle_dealt(plan.game, options, lines.unit, dealt, done))
        except Refused as refused:
            # Another process may be told, and a refusal does not travel whole.
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
    fast = replace(plan, strategy="optimal", rounds=BLOCK_ROUNDS, block_rounds=BLOCK_ROUNDS)
    run_block(replace(fast, rounds=1), 0)
    start = time.perf_counter()
    run_block(fast, 0)
    return BLOCK_ROUNDS / (time.perf_counter() - start)
