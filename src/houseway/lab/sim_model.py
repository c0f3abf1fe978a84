"""What the simulation knows of a game: what every number of a round means in wagers.

The kernels turn a seat's round into one small number, a cell. A model tells for each cell
what every wager nets and what was staked, in whole parts of an ante. Everything else is
counting.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.chips import PayTable

Array = NDArray[Any]
Play = Callable[[Array, Array, Array, Array], None]
"""Deck, state of the stream, room for the cells, and room for the cards or none."""


@dataclass(frozen=True)
class Meaning:
    """One cell: the last action, and each wager's stake and net in antes."""

    action: str
    wagers: Mapping[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Exact:
    """What the solver says of a strategy: of all that must be bet, of side wagers, of actions."""

    ev: Fraction
    wagers: Mapping[str, Fraction]
    actions: Mapping[str, Fraction]


@dataclass(frozen=True)
class Model:
    """A game under some options, with a strategy for every seat."""

    wagers: tuple[str, ...]
    optional: tuple[str, ...]
    """The wagers that nobody must make; each is simulated with one ante on it."""
    actions: tuple[str, ...]
    meanings: tuple[Meaning, ...]
    make_play: Callable[[], Play]
    make_exact: Callable[[], Exact | None]
    dealt: Callable[[int], int]
    """Cards dealt to so many seats."""

    # Worked out when asked for: who only counts plays nothing, and who only plays compares
    # with nothing.

    @cached_property
    def play(self) -> Play:
        return self.make_play()

    @cached_property
    def exact(self) -> Exact | None:
        """What is known of the strategy; nothing of one that is a function."""
        return self.make_exact()


@dataclass(frozen=True)
class Lines:
    """The cells as whole numbers: a column for each wager, then `main`, then `table`.

    `main` is all that must be bet; `table` adds the bets a simulation was told to make.
    """

    names: tuple[str, ...]
    unit: int
    """Parts to an ante."""
    nets: NDArray[np.int64]
    stakes: NDArray[np.int64]
    actions: NDArray[np.int64]
    """By cell, the place of its action."""


def draw_up(model: Model, bets: Mapping[str, Fraction]) -> Lines:
    """The lines of a model; `bets` says how many antes are on each optional wager."""
    weights = {wager: Fraction(1) for wager in model.wagers if wager not in model.optional}
    weighed = [weights, weights | dict(bets)]
    parts = [part for one in model.meanings for pair in one.wagers.values() for part in pair]
    unit = math.lcm(*(part.denominator for part in parts))
    unit *= math.lcm(*(bet.denominator for bet in bets.values()))
    shape = (len(model.meanings), len(model.wagers) + 2)
    nets, stakes = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for cell, one in enumerate(model.meanings):
        for place, wager in enumerate(model.wagers):
            stake, net = one.wagers.get(wager, (Fraction(), Fraction()))
            stakes[cell, place], nets[cell, place] = int(stake * unit), int(net * unit)
            for line, weight in enumerate(weighed, len(model.wagers)):
                share = weight.get(wager, Fraction()) * unit
                stakes[cell, line] += int(stake * share)
                nets[cell, line] += int(net * share)
    actions = np.array([model.actions.index(one.action) for one in model.meanings], np.int64)
    return Lines((*model.wagers, "main", "table"), unit, nets, stakes, actions)


def paid(table: PayTable, key: str) -> Fraction:
    """The net of one ante on a wager that a table pays, or takes where it has no row."""
    odds = table.odds(key)
    return Fraction(-1) if odds is None else odds.ratio
