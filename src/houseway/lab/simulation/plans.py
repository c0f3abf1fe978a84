"""Simulations as plans: many rounds, played fast, that anyone can repeat from a seed.

The rounds of a plan fall into blocks of a fixed size. Each block has a random stream of its
own, derived from the seed and the block's number, and its results are whole numbers. The sums
therefore do not depend on which worker plays which block, or on how many workers there are.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.games import GAMES
from houseway.games.fields import either
from houseway.games.options import as_config
from houseway.lab.contract import lab_of
from houseway.lab.simulation.kernels.cards import new_deck, start_stream
from houseway.lab.simulation.kernels.counts import add_squares, count_cells
from houseway.lab.simulation.model import Lines, Model, build_lines
from houseway.rulebook import Malformed

BLOCK_ROUNDS, SLOW_BLOCK_ROUNDS = 1 << 18, 1 << 11
"""Rounds in a block that is compiled, and in one that is played in Python."""
BATCH = 1 << 12
"""Rounds that are played before they are counted: few enough to stay in the cache."""
MOST_ROUNDS = 10**12
MOST_BET = 1000
BEST = "optimal"
"""The best play, where it is known; otherwise the first strategy that a game's lab names."""
WIDTH = 1.959963984540054
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True)
class Plan:
    """What to simulate: everything that the result depends on."""

    game: str
    config: str
    """The options, as JSON."""
    rounds: int
    seed: int
    seats: int = 1
    strategy: str = BEST
    """One that the game's lab names, or FILE.py:function."""
    bets: tuple[tuple[str, Fraction], ...] = ()
    """Antes on each optional wager, for what the whole table wins."""
    block_rounds: int = BLOCK_ROUNDS

    @property
    def blocks(self) -> int:
        return -(-self.rounds // self.block_rounds)

    def rounds_in(self, block: int) -> int:
        return min(self.block_rounds, self.rounds - block * self.block_rounds)

    @property
    def options(self) -> Any:
        return GAMES[self.game].read_options(json.loads(self.config))

    @property
    def from_file(self) -> bool:
        """Whether the strategy is a function in a file."""
        return self.strategy not in lab_of(GAMES[self.game]).strategy_names

    @property
    def compiled(self) -> bool:
        """Whether the rounds are played by compiled code, and not by Python."""
        return not self.from_file and prepare(self).model.make_play is not None


def make_plan(
    game: str, options: Any, rounds: int, seed: int, bets: Mapping[str, Fraction], **other: Any
) -> Plan:
    """A plan that can be carried out, or Malformed; blocks are of the usual size if none is set."""
    config = json.dumps(as_config(options), sort_keys=True)
    plan = Plan(game, config, rounds, seed, bets=tuple(sorted(bets.items())), **other)
    if plan.strategy == BEST and plan.from_file:  # no best play of this game is known
        plan = replace(plan, strategy=lab_of(GAMES[game]).strategy_names[0])
    for problem in _list_problems(plan, options):
        raise Malformed(problem)
    if "block_rounds" not in other and not plan.compiled:
        return replace(plan, block_rounds=SLOW_BLOCK_ROUNDS)
    return plan


def _list_problems(plan: Plan, options: Any) -> Iterator[str]:
    game = GAMES[plan.game]
    lab = lab_of(game)
    if lab.model is None:
        yield f"{game.name} has no simulation."
        return
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        yield f"Rounds are 1 to {MOST_ROUNDS:,}, not {plan.rounds:,}."
    if not 1 <= plan.seats <= options.seats:
        yield f"Seats are 1 to {options.seats} at this table, not {plan.seats}."
    if plan.seed < 0:
        yield "A seed is a whole number from 0 up."
    known = lab.model(options, lab.strategy_names[0], {}).optional
    for wager, antes in plan.bets:
        if wager not in known:
            offered = f"there is {either(list(known))}" if known else "there is none"
            yield f"{wager} is no optional wager here; {offered}."
        if not 0 < antes <= MOST_BET:
            yield f"A bet on {wager} is of more than 0 and at most {MOST_BET} antes."
    if plan.from_file and ":" not in plan.strategy:
        named = either([*lab.strategy_names, "FILE.py:function"])
        yield f"There is no strategy {plan.strategy!r}; name {named}."


@dataclass(frozen=True)
class Block:
    """The results of some rounds in whole numbers: sums over all seats, in parts of an ante."""

    rounds: int
    sums: tuple[int, ...]
    """What each line nets; see `Lines`."""
    squares: tuple[int, ...]
    """The squares of what the whole table nets in a round, line by line."""
    stakes: tuple[int, ...]
    hits: tuple[int, ...]
    """How often each line nets more than nothing."""
    actions: tuple[int, ...]
    nets: Mapping[int, int] = field(default_factory=dict)
    """Seats' rounds by what `main` nets."""

    def __add__(self, other: "Block") -> "Block":
        return Block(
            self.rounds + other.rounds,
            _add(self.sums, other.sums),
            _add(self.squares, other.squares),
            _add(self.stakes, other.stakes),
            _add(self.hits, other.hits),
            _add(self.actions, other.actions),
            Counter(self.nets) + Counter(other.nets),
        )


def _add(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(left, right, strict=True))


@dataclass(frozen=True)
class Prepared:
    """A plan's game, strategy and lines, prepared once in each process."""

    model: Model
    lines: Lines


@lru_cache(maxsize=2)
def _prepare(game: str, config: str, strategy: str, bets: tuple[Any, ...]) -> Prepared:
    options = GAMES[game].read_options(json.loads(config))
    make_model = lab_of(GAMES[game]).model
    assert make_model is not None
    model = make_model(options, strategy, dict(bets))
    return Prepared(model, build_lines(model, dict(bets)))


def prepare(plan: Plan) -> Prepared:
    """For a strategy from a file, the model of the best one, whose wagers are the same."""
    if not plan.from_file:
        return _prepare(plan.game, plan.config, plan.strategy, plan.bets)
    best = lab_of(GAMES[plan.game]).strategy_names[0]
    ready = _prepare(plan.game, plan.config, best, plan.bets)
    return replace(ready, model=replace(ready.model, make_exact=lambda: None))


def run_block(plan: Plan, block: int) -> Block:
    """Plays one block of a plan: the same result wherever and whenever it is played."""
    if not plan.compiled:
        from houseway.lab.simulation.python_strategies import (  # noqa: PLC0415  # it needs this
            run_python_block,
        )

        return run_python_block(plan, block)
    ready = prepare(plan)
    lines = ready.lines
    counts = np.zeros(len(lines.nets), np.int64)
    squares = np.zeros(len(lines.names), np.int64)
    for cells, _ in play_batches(plan, ready.model, block, plan.rounds_in(block)):
        count_cells(cells, counts)
        if plan.seats > 1:
            add_squares(cells, lines.nets, squares)
    if plan.seats == 1:
        squares = counts @ lines.nets**2
    return _block(plan.rounds_in(block), lines, counts, squares)


def play_batches(
    plan: Plan, model: Model, block: int, rounds: int, *, show: bool = False
) -> Iterator[tuple[Any, Any]]:
    """The rounds of a block in batches: a cell for each seat and, on request, the cards.

    Both are overwritten by the next batch.
    """
    deck, state = new_deck(), start_stream(plan.seed, block)
    room = np.zeros((min(BATCH, rounds), plan.seats), np.uint16)
    cards = np.zeros((len(room) if show else 0, model.dealt(plan.seats)), np.uint8)
    for start in range(0, rounds, len(room)):
        size = min(len(room), rounds - start)
        model.play(deck, state, room[:size], cards[:size])
        yield room[:size], cards[:size]


def _block(rounds: int, lines: Lines, counts: Any, squares: Any) -> Block:
    actions = np.zeros(int(lines.actions.max()) + 1, np.int64)
    np.add.at(actions, lines.actions, counts)
    main = lines.nets[:, lines.names.index("main")]
    nets: Counter[int] = Counter()
    for net, count in zip(main.tolist(), counts.tolist(), strict=True):
        nets[net] += count
    return Block(
        rounds,
        tuple((counts @ lines.nets).tolist()),
        tuple(squares.tolist()),
        tuple((counts @ lines.stakes).tolist()),
        tuple((counts @ (lines.nets > 0)).tolist()),
        tuple(actions.tolist()),
        +nets,  # without those that never came about
    )


# --- from sums to estimates: here floats begin


@dataclass(frozen=True)
class Estimate:
    """A mean for each seat and round in antes, its standard error and its 95 % interval."""

    mean: float
    error: float | None
    """None while there are not two rounds."""

    @property
    def half_width(self) -> float:
        return math.inf if self.error is None else WIDTH * self.error

    @property
    def low(self) -> float | None:
        return None if self.error is None else self.mean - self.half_width

    @property
    def high(self) -> float | None:
        return None if self.error is None else self.mean + self.half_width

    def errors_from(self, exact: Fraction) -> float | None:
        """How many standard errors the mean is away from the exact value."""
        away = self.mean - float(exact)
        return away / self.error if self.error else None


def estimate(lines: Lines, seats: int, block: Block, name: str) -> Estimate:
    """The mean of a line. Rounds are independent of each other; seats in one round are not."""
    line = lines.names.index(name)
    rounds, total = block.rounds, block.sums[line]
    mean = total / (rounds * seats * lines.unit)
    if rounds < 2:
        return Estimate(mean, None)
    # Whole numbers until the last step, so that nothing cancels.
    spread = (block.squares[line] * rounds - total * total) / (rounds * (rounds - 1))
    return Estimate(mean, math.sqrt(spread / rounds) / (seats * lines.unit))


def deviation(lines: Lines, seats: int, block: Block, name: str) -> float:
    """The standard deviation of a whole table's net in a round, in antes."""
    mean = estimate(lines, seats, block, name)
    return (mean.error or 0.0) * math.sqrt(block.rounds) * seats


def accumulate(
    plan: Plan, blocks: Iterable[Block], precision: float | None
) -> Iterator[tuple[Block, Block, Estimate]]:
    """Each block with the sum up to it and the estimate so far; ends once that is precise enough.

    The blocks come in order, so the end does not depend on who played them.
    """
    lines = prepare(plan).lines
    total: Block | None = None
    for block in blocks:
        total = block if total is None else total + block
        so_far = estimate(lines, plan.seats, total, "main")
        yield block, total, so_far
        if precision is not None and so_far.half_width <= precision:
            return
