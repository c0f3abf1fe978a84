"""Pik-it poker with a card of the dealer's seen, a dead card, or all five: over all deals."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import LOWEST_QUALIFYING
from houseway.lab.exact.five_cards import DEALS, encode, subsets
from houseway.lab.exact.kernels import disjoint_hands, seen_cards
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.kernels.hands import Counts, Small, Values
from houseway.lab.pikit.kernels import exposure as kernel
from houseway.lab.pikit.kernels import joint_counts
from houseway.lab.pikit.solver import count_deals, rules_of

WITH_ONE, WITHOUT_ONE = comb(46, 4), comb(46, 5)
"""Dealers who hold a card seen, and who do not."""
_AT_ONCE = 20_000
"""Hands that are worked on together: enough to be fast, few enough for memory."""


def counted(options: PikitOptions, name: str) -> Fraction:
    """The exact expectation with one card seen, or all of the dealer's."""
    rules = tuple(rules_of(options).tolist())
    if name == "one_dealer_card":
        return Fraction(_one_card_sums()[rules][0], 5 * DEALS)
    if name == "burn_card":
        return Fraction(_one_card_sums()[rules][1], 42 * DEALS)
    assert name == "all_dealer_cards"
    cells = np.ndenumerate(deals_by_cell())
    total = sum(int(deals) * best_net(options, *map(int, cell)) for cell, deals in cells)
    return Fraction(total, DEALS)


@dataclass(frozen=True)
class Ranked:
    """All hands in two orders, by five cards and by the best three, as the sweeps need them."""

    fives: Small
    threes: Small
    limit: int
    """The order of the lowest five that qualifies."""
    by_five: Small
    """The order of each of the 2,598,960 hands, by their places."""
    by_three: Small

    @property
    def both(self) -> tuple[tuple[Small, Small], tuple[Small, Small]]:
        return (self.fives, self.by_five), (self.threes, self.by_three)


@cache
def ranked() -> Ranked:
    dealt = count_deals()
    levels, by_value = np.unique(dealt.hands.values, return_inverse=True)
    fives: Small = by_value.astype(np.uint16)
    threes: Small = np.unique(dealt.threes, return_inverse=True)[1].astype(np.uint16)
    limit = int(np.searchsorted(levels, encode(LOWEST_QUALIFYING)))
    cards = dealt.hands.cards
    by_five, by_three = (disjoint_hands.enter_hands(cards, orders) for orders in (fives, threes))
    return Ranked(fives, threes, limit, by_five, by_three)


def count_holding(first: int, last: int) -> tuple[Values, Values]:
    """Of some hands and each other card: dealers who hold it, by five and by three."""
    hands, parts = count_deals().hands, subsets()
    by_five, by_three = (
        seen_cards.count_holding(
            first,
            last,
            np.argsort(orders, kind="stable"),
            orders,
            ranked().limit,
            hands.cards,
            hands.sets,
            parts.of_hands,
            parts.steps,
            parts.table,
            of_all,
        )
        for orders, of_all in ranked().both
    )
    return by_five, by_three


@cache
def _one_card_sums() -> Mapping[tuple[int, ...], tuple[int, int]]:
    """For every table there can be: the best nets added up, with the card the dealer's and dead.

    Kept, since what is counted is the same for all tables.
    """
    dealt = count_deals()
    qualifiers = ((0, 0), (0, 1), (1, 0), (1, 1))
    rules = [(*times, *of) for of in qualifiers for times in product((1, 2), repeat=2)]
    sums = np.zeros((len(rules), 2), np.int64)
    for first in range(0, len(dealt.known), _AT_ONCE):
        last = min(first + _AT_ONCE, len(dealt.known))
        known, sets = dealt.known[first:last], dealt.hands.sets[first:last]
        by_five, by_three = count_holding(first, last)
        dealers = (WITH_ONE, WITHOUT_ONE)
        kernel.add_best(known, sets, by_five, by_three, dealers, np.array(rules, np.int64), sums)
    return {table: (held, dead) for table, (held, dead) in zip(rules, sums.tolist(), strict=True)}


@cache
def deals_by_cell() -> NDArray[np.int64]:
    """All deals by whether the dealer qualifies, and by how he compares, by five and by three.

    Each comparison is 0 for a dealer below, 1 beside, 2 above.
    """
    deals: NDArray[np.int64] = dealers_by_cell() @ count_deals().hands.sets.astype(np.int64)
    return deals


def dealers_by_cell() -> NDArray[np.int64]:
    """The same for the dealers that each hand faces; the hand comes last."""
    dealt, order, parts = count_deals(), ranked(), subsets()
    counted = joint_counts.count_both(
        np.argsort(order.fives, kind="stable"),
        order.fives,
        order.threes,
        order.limit,
        dealt.hands.sets,
        parts.of_hands,
        parts.steps,
    ).astype(np.int64)
    below_5, beside_5, below_3, beside_3, low = dealt.known.astype(np.int64).T
    # Dealers up to a level by five and there, in rows, up to each of three levels by three.
    below = np.stack((counted[:, 0], counted[:, 1], below_5))
    up_to = np.stack((counted[:, 2], counted[:, 3], below_5 + beside_5))
    under = np.stack((counted[:, 4], counted[:, 5], low))
    every = np.stack((below_3, below_3 + beside_3, np.full_like(low, DEALERS)))
    # Those who do not qualify are the lowest, so they are the first to fall below.
    unqualified = _steps(np.minimum(below, under), np.minimum(up_to, under), under)
    return np.stack((unqualified, _steps(below, up_to, every) - unqualified))


def _steps(below: Counts, up_to: Counts, every: Counts) -> Counts:
    """From numbers of dealers up to each level, by five and by three, to those at each level."""
    by_five = np.stack((below, up_to - below, every - up_to))
    return np.diff(by_five, axis=1, prepend=0)


def best_net(options: PikitOptions, qualifies: int, five: int, three: int) -> int:
    """What the best choice nets against a dealer who is known to compare so."""
    by_three = (1 + options.play_3_multiple) * (1 - three)
    by_five = (1 + options.play_5_multiple) * (1 - five)
    if options.dealer_must_qualify and not qualifies:
        pushes = options.nonqualifying_ante == "push" and five == 2
        by_five = 0 if pushes else 1 - five
    return max(-1, by_three, by_five)
