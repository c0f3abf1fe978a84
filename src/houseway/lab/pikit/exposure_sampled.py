"""Pik-it poker with two dealer cards seen, or other players' hands: random rounds, each exact.

A round is a hand with the cards that are seen. What it faces is counted, so the only chance
is in which rounds are dealt.
"""

from collections.abc import Iterator
from math import comb

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from houseway.games.pikit.options import PikitOptions
from houseway.lab.exact.exposure_common import Gains
from houseway.lab.exact.five_cards import HANDS, subsets
from houseway.lab.exact.kernels import disjoint_hands
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.kernels.hands import Cards, Counts, Values
from houseway.lab.pikit.exposure_counted import WITH_ONE, ranked
from houseway.lab.pikit.kernels import exposure as kernel
from houseway.lab.pikit.solver import count_deals, rules_of

WITH_TWO = comb(45, 3)
"""Dealers who hold two cards seen."""
_AT_ONCE = 20_000
"""Rounds that are worked on together: enough to be fast, few enough for memory."""
_CLOSE, _MORE_OFTEN = 0.3, 5
"""A choice is close if the next best is worth so many antes less; dealt so much more often."""
_FEW = 15
"""So many other cards gone and no more are counted by inclusion and exclusion."""


def two_card_gains(options: PikitOptions, rounds: int, chance: Generator) -> Gains:
    """What a second dealer card adds to the first, in each of so many rounds."""
    gains = []
    rules = rules_of(options)
    for rows, cards in _deal(rounds, 2, chance, _sets()):
        known = count_deals().known[rows]
        first, second = (count_gone(rows, np.delete(cards, gone, axis=1)) for gone in (6, 5))
        held = known - first
        chosen = kernel.weigh_all(held, WITH_ONE, rules).argmax(axis=1)
        both = held - second + count_gone(rows, cards)
        gains.append(_gain(kernel.weigh_all(both, WITH_TWO, rules), chosen, WITH_TWO))
    return np.concatenate(gains)


def dead_card_gains(options: PikitOptions, dead: int, rounds: int, chance: Generator) -> Gains:
    """What it adds to see so many dead cards, in each of so many rounds.

    Other cards seldom change a choice that is not close. So hands with a close one are dealt
    more often than their share, and count for less: the mean stays as it is, with less error.
    """
    gains = []
    rules, dealers = rules_of(options), comb(47 - dead, 5)
    unseen = kernel.weigh_all(count_deals().known, DEALERS, rules)
    _, second, best = np.sort(unseen, axis=1).T
    times = np.where(best - second < _CLOSE * DEALERS, _MORE_OFTEN, 1)
    counts_for = float((times * _sets()).sum() / HANDS) / times
    for rows, cards in _deal(rounds, dead, chance, times * _sets()):
        worth = kernel.weigh_all(count_gone(rows, cards), dealers, rules)
        gained = _gain(worth, unseen[rows].argmax(axis=1), dealers)
        gains.append(gained * counts_for[rows])
    return np.concatenate(gains)


def _sets() -> Counts:
    return count_deals().hands.sets.astype(np.int64)


def _gain(worth: Counts, chosen: NDArray[np.intp], dealers: int) -> Gains:
    """By how much the best choice is better than what would have been chosen."""
    taken = worth[np.arange(len(worth)), chosen]
    gained: Gains = (worth.max(axis=1) - taken) / dealers
    return gained


def _deal(
    rounds: int, others: int, chance: Generator, shares: Counts
) -> Iterator[tuple[Counts, Cards]]:
    """Random hands by their shares, in the order of their rows, and other cards after them."""
    hands, ends = count_deals().hands, np.cumsum(shares)
    for done in range(0, rounds, _AT_ONCE):
        many = min(_AT_ONCE, rounds - done)
        rows = np.searchsorted(ends, np.sort(chance.integers(ends[-1], size=many)), side="right")
        keys = chance.random((many, 52))
        # The player's own cards come first, then the others in random order.
        np.put_along_axis(keys, hands.cards[rows].astype(np.int64), -1.0, axis=1)
        yield rows, np.argsort(keys, axis=1)[:, : 5 + others].astype(np.uint8)


def count_gone(rows: Counts, cards: Cards) -> Values:
    """What each hand faces when its own cards and others are gone; rows must ascend."""
    order, hands, parts = ranked(), count_deals().hands, subsets()
    gone = np.sort(cards, axis=1)
    if gone.shape[1] > 5 + _FEW:
        held = np.zeros((len(gone), 52), bool)
        np.put_along_axis(held, gone.astype(np.int64), True, axis=1)  # noqa: FBT003
        left = np.nonzero(~held)[1].reshape(len(gone), -1).astype(np.uint8)
        mine = np.column_stack((order.fives[rows], order.threes[rows]))
        return disjoint_hands.count_among_all(
            left, mine, order.limit, order.by_five, order.by_three
        )
    starts = np.searchsorted(rows, np.arange(len(order.fives) + 1))
    five, three = (
        disjoint_hands.count_avoiding(
            np.argsort(orders, kind="stable"),
            orders,
            order.limit,
            hands.sets,
            parts.of_hands,
            parts.steps,
            starts,
            gone,
            parts.table,
            of_all,
        )
        for orders, of_all in order.both
    )
    return np.column_stack((five[:, :2], three[:, :2], five[:, 2]))
