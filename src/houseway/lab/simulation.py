"""Simulated rounds, many and fast, that anyone can repeat from a seed.

A simulation is a plan. Its rounds fall into blocks of a fixed size; a block has a stream of
chance of its own, made from the seed and the block's number, and comes to whole numbers. So
it does not matter who plays which block or how many work at it: the sums are the same.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.games import GAMES
from houseway.games.options import as_config
from houseway.games.reading import either
from houseway.lab.kernels.sim_cards import new_deck, start_stream
from houseway.lab.kernels.sim_counts import add_squares, count_cells
from houseway.lab.sim_fives import HILO_STRATEGIES, PIKIT_STRATEGIES, hilo_model, pikit_model
from houseway.lab.sim_model import Lines, Model, draw_up
from houseway.lab.sim_uth import STRATEGIES as UTH_STRATEGIES
from houseway.lab.sim_uth import uth_model
from houseway.rulebook import Malformed

BLOCK_ROUNDS = 1 << 18
BATCH = 1 << 12
"""So many rounds are played before they are counted: few enough to stay in reach."""
MOST_ROUNDS = 10**12
MOST_BET = 1000
WIDTH = 1.959963984540054
"""Half the width of a 95 % interval, in standard errors."""

_MODELS: dict[str, Any] = {"uth": uth_model, "pikit": pikit_model, "hilo": hilo_model}
STRATEGIES: dict[str, Iterable[str]] = {
    "uth": UTH_STRATEGIES,
    "pikit": PIKIT_STRATEGIES,
    "hilo": HILO_STRATEGIES,
}


@dataclass(frozen=True)
class Plan:
    """What is to be simulated: everything that the result depends on."""

    game: str
    config: str
    """The options, as JSON."""
    rounds: int
    seed: int
    seats: int = 1
    strategy: str = "optimal"
    """The name of one that is compiled, or FILE.py:function."""
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
    def compiled(self) -> bool:
        return self.strategy in STRATEGIES[self.game]


def make_plan(
    game: str, options: Any, rounds: int, seed: int, bets: Mapping[str, Fraction], **other: Any
) -> Plan:
    """A plan that can be carried out, or Malformed."""
    config = json.dumps(as_config(options), sort_keys=True)
    plan = Plan(game, config, rounds, seed, bets=tuple(sorted(bets.items())), **other)
    for wrong in _wrong_with(plan, options):
        raise Malformed(wrong)
    return plan


def _wrong_with(plan: Plan, options: Any) -> Iterator[str]:
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        yield f"Rounds are 1 to {MOST_ROUNDS:,}, not {plan.rounds:,}."
    if not 1 <= plan.seats <= options.seats:
        yield f"Seats are 1 to {options.seats} at this table, not {plan.seats}."
    if plan.seed < 0:
        yield "A seed is a whole number from 0 up."
    known = OPTIONAL[plan.game]
    for wager, antes in plan.bets:
        if wager not in known:
            yield f"{wager} is no optional wager here; there is {either(list(known))}."
        if not 0 < antes <= MOST_BET:
            yield f"A bet on {wager} is of more than 0 and at most {MOST_BET} antes."
    if not plan.compiled and ":" not in plan.strategy:
        named = either([*STRATEGIES[plan.game], "FILE.py:function"])
        yield f"There is no strategy {plan.strategy!r}; name {named}."


OPTIONAL = {"uth": ("trips",), "pikit": ("three_card_bonus",), "hilo": ("tie", "poker_bonus")}


@dataclass(frozen=True)
class Block:
    """What some rounds came to, in whole numbers; sums over all seats, in parts of an ante."""

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
        nets = dict(self.nets)
        for net, count in other.nets.items():
            nets[net] = nets.get(net, 0) + count
        return Block(
            self.rounds + other.rounds,
            _add(self.sums, other.sums),
            _add(self.squares, other.squares),
            _add(self.stakes, other.stakes),
            _add(self.hits, other.hits),
            _add(self.actions, other.actions),
            nets,
        )


def _add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


@dataclass(frozen=True)
class Ready:
    """A plan's game, strategy and lines, worked out once in each process."""

    model: Model
    lines: Lines


@lru_cache(maxsize=2)
def _get_ready(game: str, config: str, strategy: str, bets: tuple[Any, ...]) -> Ready:
    options = GAMES[game].read_options(json.loads(config))
    model: Model = _MODELS[game](options, strategy, dict(bets))
    return Ready(model, draw_up(model, dict(bets)))


def get_ready(plan: Plan) -> Ready:
    """For a strategy that is not compiled the game with the best one, whose wagers are the same."""
    strategy = plan.strategy if plan.compiled else "optimal"
    ready = _get_ready(plan.game, plan.config, strategy, plan.bets)
    return (
        ready
        if plan.compiled
        else replace(ready, model=replace(ready.model, make_exact=lambda: None))
    )


def run_block(plan: Plan, block: int) -> Block:
    """Plays one block of a plan: the same result wherever and whenever it is played."""
    if not plan.compiled:
        from houseway.lab.sim_slowly import run_slowly  # noqa: PLC0415  # it needs this module

        return run_slowly(plan, block)
    ready = get_ready(plan)
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
    """The rounds of a block in portions: a cell for each seat and, if they are to be shown, cards.

    Both are overwritten by the next portion.
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
    nets: dict[int, int] = {}
    for net, count in zip(main.tolist(), counts.tolist(), strict=True):
        if count:
            nets[net] = nets.get(net, 0) + count
    return Block(
        rounds,
        tuple((counts @ lines.nets).tolist()),
        tuple(squares.tolist()),
        tuple((counts @ lines.stakes).tolist()),
        tuple((counts @ (lines.nets > 0)).tolist()),
        tuple(actions.tolist()),
        nets,
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
        """How many standard errors the mean is away from what is exact."""
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
    """The standard deviation of what a whole table nets in a round, in antes."""
    found = estimate(lines, seats, block, name)
    return (found.error or 0.0) * math.sqrt(block.rounds) * seats


def until_precise(
    plan: Plan, blocks: Iterable[Block], precision: float | None
) -> Iterator[tuple[Block, Block, Estimate]]:
    """Each block with the sum up to it and the estimate so far; ends once that is precise enough.

    The blocks come in their order, so that it ends at the same one whoever played them.
    """
    lines = get_ready(plan).lines
    total: Block | None = None
    for block in blocks:
        total = block if total is None else total + block
        found = estimate(lines, plan.seats, total, "main")
        yield block, total, found
        if precision is not None and found.half_width <= precision:
            return
