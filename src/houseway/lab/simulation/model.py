"""What the simulation knows of a game: the meaning of every cell in wagers.

The kernels turn a seat's round into one small number, a cell. A model states for each cell
what every wager stakes and nets, in whole parts of an ante. The rest is counting.
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
from houseway.lab.contract import Chooser

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
    """The solver's results for a strategy: all that must be bet, side wagers, actions."""

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
    make_exact: Callable[[], Exact | None]
    dealt: Callable[[int], int]
    """Cards dealt to so many seats."""
    meanings: tuple[Meaning, ...] = ()
    make_play: Callable[[], Play] | None = None
    """Compiled rounds; without them, rounds are played in Python by `choose`."""
    choose: Chooser | None = None
    unit: int = 1
    """Where no cell has a meaning: parts to an ante, so fine that every payout is whole."""
    notes: tuple[str, ...] = ()
    """What is not simulated."""

    # Both are made when they are first needed: counting needs no play, and playing compares
    # with nothing.

    @cached_property
    def play(self) -> Play:
        assert self.make_play is not None
        return self.make_play()

    @cached_property
    def exact(self) -> Exact | None:
        """The exact results of the strategy, where they are known."""
        return self.make_exact()


@dataclass(frozen=True)
class Lines:
    """The cells as whole numbers: a column for each wager, then `main`, then `table`.

    `main` is all that must be bet; `table` adds the optional bets of the simulation.
    """

    names: tuple[str, ...]
    unit: int
    """Parts to an ante."""
    nets: NDArray[np.int64]
    stakes: NDArray[np.int64]
    actions: NDArray[np.int64]
    """By cell, the place of its action."""


def build_lines(model: Model, bets: Mapping[str, Fraction]) -> Lines:
    """The lines of a model; `bets` says how many antes are on each optional wager."""
    weights = {wager: Fraction(1) for wager in model.wagers if wager not in model.optional}
    weighed = [weights, weights | dict(bets)]
    parts = [part for cell in model.meanings for pair in cell.wagers.values() for part in pair]
    unit = math.lcm(*(part.denominator for part in parts)) if parts else model.unit
    unit *= math.lcm(*(bet.denominator for bet in bets.values()))
    shape = (len(model.meanings), len(model.wagers) + 2)
    nets, stakes = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for cell, meaning in enumerate(model.meanings):
        for place, wager in enumerate(model.wagers):
            stake, net = meaning.wagers.get(wager, (Fraction(), Fraction()))
            stakes[cell, place], nets[cell, place] = int(stake * unit), int(net * unit)
            for line, weight in enumerate(weighed, len(model.wagers)):
                share = weight.get(wager, Fraction()) * unit
                stakes[cell, line] += int(stake * share)
                nets[cell, line] += int(net * share)
    actions = np.array([model.actions.index(cell.action) for cell in model.meanings], np.int64)
    return Lines((*model.wagers, "main", "table"), unit, nets, stakes, actions)


def paid(table: PayTable, key: str) -> Fraction:
    """The net of one ante on a wager that a table pays, or takes where it has no row."""
    odds = table.odds(key)
    return Fraction(-1) if odds is None else odds.ratio
