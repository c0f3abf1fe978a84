"""Players who show each other their cards: what the best use of it brings one of them.

With two or more other hands seen the cases are too many to count. Tables are dealt at
random instead, and for each the player's hole and the cards seen are valued exactly: the
best play with those cards, and the best play without them, over all boards and
dealer's hands that are left. The second is on average the known value of the game; so only
the difference, which is small and never below 0, is estimated.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.lab.exact.exposure import Estimate
from houseway.lab.uth.exposed_cards import Boards, Progress
from houseway.lab.uth.kernels import exposed_players as kernel
from houseway.lab.uth.solver import Solution


@dataclass(frozen=True)
class Sampling:
    """The size of an estimate's sample, and its seed."""

    rounds: int = 1000
    seed: int = 1


@dataclass(frozen=True)
class Dealt:
    """A hole with cards seen, over all deals, in parts of an ante (`deals` to one)."""

    four: int
    three: int
    check: int
    usual: int
    """The value of the best play for a player who sees nothing."""
    deals: int

    @property
    def gain(self) -> float:
        return (max(self.four, self.three, self.check) - self.usual) / self.deals


class Tables:
    """Values tables, one after the other."""

    def __init__(self, solution: Solution, boards: Boards) -> None:
        rules, ranked, suited = boards.rules, boards.ranked, boards.suited
        self._first = solution.first
        self._rules = rules
        self._boards = ranked, suited
        self._listed = kernel.list_flushes(suited, ranked)
        self._usual = kernel.read_usual(
            suited,
            solution.ranked,
            solution.compared,
            rules.unit,
            rules.blind,
            solution.ranked_gain,
            solution.suited_gain,
        )

    def value(self, hole: NDArray[np.int64], gone: NDArray[np.int64]) -> Dealt:
        """Cards are 4 * rank + suit."""
        sums = kernel.value_table(hole, gone, self._boards, self._listed, self._usual, self._rules)
        four, three, check, usual = map(int, sums)
        (low, high), left = sorted(card // 4 for card in hole.tolist()), 50 - len(gone)
        suited = hole[0] % 4 == hole[1] % 4
        first = self._first[high * 13 + low if suited else low * 13 + high]
        deals = self._rules.unit * 10 * math.comb(left, 5) * math.comb(left - 5, 2)
        usually = {"4x": four, "3x": three, "check": usual}[first]
        return Dealt(four, three, check, usually, deals)

    def estimate(
        self, base: float, others: int, sampling: Sampling, progress: Progress
    ) -> Estimate:
        """The expectation of a player who sees the cards of so many others."""
        rounds, seed = sampling.rounds, sampling.seed
        rng = np.random.default_rng((seed, others))
        gains = np.zeros(rounds)
        for n in range(rounds):
            progress(n, rounds)
            cards = rng.permutation(52)[: 2 + 2 * others]
            gains[n] = self.value(cards[:2], cards[2:]).gain
        error = float(gains.std(ddof=1)) / math.sqrt(rounds)
        return Estimate(base + float(gains.mean()), error, rounds, seed)
