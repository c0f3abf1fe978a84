"""What it is worth to see a card at Ultimate Texas Hold 'Em, or the cards of other players.

A card, or one other hand, is counted over all deals. With two or more other hands seen the
cases are too many to count. Tables are dealt at random instead, and for each the player's hole
and the cards seen are valued exactly: the best play with those cards, and the best play without
them, over all boards and dealer's hands that are left. The second is on average the known value
of the game; so only the difference, which is small and never below 0, is estimated.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.games.uth.options import UthOptions
from houseway.lab.exact.exposure import Estimate, Exposure
from houseway.lab.exact.exposure_common import estimate
from houseway.lab.uth.exposed_cards import Boards, View, list_boards, value_views
from houseway.lab.uth.kernels import exposed_players as kernel
from houseway.lab.uth.kernels.exposed import DEALERS, GONE
from houseway.lab.uth.solver import Solution, number_hand, optimum_of, read_rules, solve
from houseway.lab.uth.words import EXPOSURES, OTHERS
from houseway.rulebook import Malformed

ROUNDS, SEED = 1_000, 1

VIEWS = {
    "burn_card": View(GONE, 1),
    "one_flop_card": View(GONE, 0, flop_card=True),
    "one_dealer_card": View(DEALERS, 1),
    "dealer_and_flop_card": View(DEALERS, 1, flop_card=True),
    "both_dealer_cards": View(DEALERS, 2),
    "other_players_1": View(GONE, 2),
}
"""What is counted exactly."""

DEFAULT = tuple(EXPOSURES)[:4]
"""These take a minute or so together; the others take about a minute each."""


def uth_exposures(
    options: UthOptions,
    names: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Iterator[Exposure]:
    """Calculates what it is worth to see each thing before the first choice, one by one."""
    chosen = DEFAULT if names is None else tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in EXPOSURES:
            known = ", ".join(EXPOSURES)
            raise Malformed(f"{name!r} is nothing that can be seen; there are {known}.")
        others = OTHERS.get(name, 1 if name == "other_players_1" else 0)
        if others >= options.seats:
            raise Malformed(f"At a table of {options.seats} there are not {others} other players.")
    if rounds < 2:
        raise Malformed("An estimate needs two tables or more.")
    return _calculate(chosen, rounds, seed)


def _calculate(names: Sequence[str], rounds: int, seed: int) -> Iterator[Exposure]:
    solution = solve(read_rules())
    base = optimum_of(solution)
    boards = list_boards(solution.rules, solution.ranked)
    counted: dict[str, tuple[Fraction, float]] = {}
    for name in names:
        start = time.perf_counter()
        if name in OTHERS:
            ev = Players(solution, boards).estimate(base, OTHERS[name], rounds, seed)
            yield Exposure(name, EXPOSURES[name], ev, base, time.perf_counter() - start)
            continue
        if name not in counted:
            counted |= _count(name, names, boards)
        exact, seconds = counted[name]
        yield Exposure(name, EXPOSURES[name], exact, base, seconds)


def _count(name: str, names: Sequence[str], boards: Boards) -> dict[str, tuple[Fraction, float]]:
    """Values a view and those that share its sums, with the time that each took."""
    start = time.perf_counter()
    view = VIEWS[name]
    alike = [
        other
        for other in names
        if other in VIEWS and (VIEWS[other].where, VIEWS[other].cards) == (view.where, view.cards)
    ]
    evs = value_views([VIEWS[other] for other in alike], boards)
    seconds = (time.perf_counter() - start) / len(alike)
    return {other: (ev, seconds) for other, ev in zip(alike, evs, strict=True)}


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


class Players:
    """Players who show each other their cards: values one table after the other."""

    def __init__(self, solution: Solution, boards: Boards) -> None:
        rules, ranked, suited = boards.rules, boards.ranked, boards.suited
        self._first = solution.first
        self._rules = rules
        self._boards = ranked, suited
        self._listed = kernel.list_flushes(suited, ranked)
        gains = solution.ranked_gain, solution.suited_gain
        self._usual = kernel.read_usual(suited, solution.ranked, solution.compared, rules, gains)

    def value(self, hole: NDArray[np.int64], gone: NDArray[np.int64]) -> Dealt:
        """Cards are 4 * rank + suit."""
        sums = kernel.value_table(hole, gone, self._boards, self._listed, self._usual, self._rules)
        four, three, check, usual = map(int, sums)
        (rank, suit), (other_rank, other_suit) = (divmod(card, 4) for card in hole.tolist())
        first = self._first[number_hand(rank, other_rank, suited=suit == other_suit)]
        left = 50 - len(gone)
        deals = self._rules.unit * 10 * math.comb(left, 5) * math.comb(left - 5, 2)
        usually = {"4x": four, "3x": three, "check": usual}[first]
        return Dealt(four, three, check, usually, deals)

    def estimate(self, base: Fraction, others: int, rounds: int, seed: int) -> Estimate:
        """The expectation of a player who sees the cards of so many others."""
        rng = np.random.default_rng((seed, others))
        dealt = (rng.permutation(52)[: 2 + 2 * others] for _ in range(rounds))
        gains = np.array([self.value(cards[:2], cards[2:]).gain for cards in dealt])
        return estimate(base, gains, seed)
