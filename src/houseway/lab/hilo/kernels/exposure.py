"""Hi-Lo with cards seen, by points: the best setting against the dealers still possible.

Sums run over hands of 1,993 kinds, weighed by how many hands of cards they stand for.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.hands import Counts
from houseway.lab.hilo.kernels.settings import (
    COLUMNS,
    HIGHS,
    KINDS,
    LOW_TOTALS,
    LOWS,
    TENS,
    Kinds,
    count_below,
    count_nine,
    count_ways,
    count_ways_from,
)


class Points(NamedTuple):
    """Hands by points; no option has a say in it."""

    hands: Kinds
    tree: Kinds
    dealers: Kinds
    """By hand: the dealer's high and low total."""
    totals: Kinds
    """High and low totals that some setting has."""
    settings: Kinds
    """By hand and setting: its place in `totals`."""
    many: Counts
    """How many settings each hand has."""


class Nets(NamedTuple):
    """What a choice nets, in whole parts of an ante."""

    bonuses: Counts
    """By hand: the ante bonus."""
    pays: Counts
    """By each of the nine comparisons with the dealer: ante, play and tie bet."""
    fold: int


@njit(cache=True)
def add_with_dead_cards(gone: Kinds, chosen: Counts, points: Points, nets: Nets) -> Counts:
    """For each set of cards gone, given by kind, every hand of five in it as the player's:

    what is won by choosing after all of `gone` is seen, and by choosing as without. Both are
    added over the player's hands, and over all dealers from the cards that are left. `chosen`
    is the setting of each hand by a player who sees nothing; -1 folds.
    """
    _, tree, dealers, totals, settings, many = points
    bonuses, pays, fold = nets
    sums = np.zeros((len(gone), 2), np.int64)
    deck = np.full(KINDS, 4)
    deck[TENS] = 16
    below = np.empty((HIGHS, LOWS), np.int64)
    worth = np.empty(len(totals), np.int64)
    counts = np.empty(COLUMNS, np.int64)
    for n in range(len(gone)):
        count_below(below, dealers, count_ways_from(tree, deck - gone[n]))
        for place in range(len(totals)):
            worth[place] = _weigh(totals[place], below, pays, counts)
        against = below[HIGHS - 1, LOWS - 1]
        ways = count_ways_from(tree, gone[n])
        for row in range(len(ways)):
            if ways[row]:
                best, taken = fold * against, fold * against
                for setting in range(many[row]):
                    value = worth[settings[row, setting]] + bonuses[row] * against
                    best = max(best, value)
                    if setting == chosen[row]:
                        taken = value
                sums[n, 0] += ways[row] * best
                sums[n, 1] += ways[row] * taken
    return sums


@njit(cache=True)
def _weigh(totals: Kinds, below: Counts, pays: Counts, counts: Counts) -> int:
    """What a setting with these totals brings, added over the dealers in `below`.

    `counts` is overwritten: making room for it each time would take most of the time.
    """
    counts[0], counts[1] = totals[0], totals[1]
    count_nine(counts, below)
    value = 0
    for cell in range(9):
        value += pays[cell] * counts[LOW_TOTALS + cell]
    return value


@njit(cache=True)
def add_with_dealer_cards(shown: Kinds, points: Points, nets: Nets) -> Counts:
    """For each hand: the best nets, added over what is seen of the dealer's hand and over dealers.

    `shown` lists what may be seen, as so many cards of each kind. A dealer's hand counts for
    each way to see that of it.
    """
    hands, tree, dealers, totals, settings, many = points
    bonuses, pays, fold = nets
    sums = np.zeros(len(hands), np.int64)
    shows = _ways_to_see(shown, hands)
    below = np.empty((HIGHS, LOWS), np.int64)
    weighed = np.empty(len(hands), np.int64)
    counts = np.empty(COLUMNS, np.int64)
    for row in range(len(hands)):
        ways = count_ways(tree, hands[row])
        for n in range(len(shown)):
            for dealer in range(len(hands)):
                weighed[dealer] = ways[dealer] * shows[n, dealer]
            count_below(below, dealers, weighed)
            against = below[HIGHS - 1, LOWS - 1]
            best = fold * against
            for setting in range(many[row]):
                value = _weigh(totals[settings[row, setting]], below, pays, counts)
                best = max(best, value + bonuses[row] * against)
            sums[row] += best
    return sums


@njit(cache=True)
def _ways_to_see(shown: Kinds, hands: Kinds) -> Counts:
    """In how many ways the cards seen can be some of a hand: n over k, for each kind."""
    ways = np.ones((len(shown), len(hands)), np.int64)
    for row in range(len(hands)):
        holds = np.zeros(KINDS, np.int64)
        for kind in hands[row]:
            holds[kind] += 1
        for n in range(len(shown)):
            for kind in range(KINDS):
                for card in range(shown[n, kind]):
                    ways[n, row] = ways[n, row] * max(holds[kind] - card, 0) // (card + 1)
    return ways


@njit(cache=True)
def add_with_whole_hand(points: Points, nets: Nets) -> Counts:
    """For each hand: the best nets against every dealer's hand, which is seen."""
    hands, tree, dealers, totals, settings, many = points
    bonuses, pays, fold = nets
    sums = np.zeros(len(hands), np.int64)
    for row in range(len(hands)):
        ways = count_ways(tree, hands[row])
        for dealer in range(len(hands)):
            best = fold
            for setting in range(many[row]):
                mine = totals[settings[row, setting]]
                high, low = dealers[dealer, 0] - mine[0], dealers[dealer, 1] - mine[1]
                cell = 3 * (1 + (high > 0) - (high < 0)) + 1 + (low > 0) - (low < 0)
                best = max(best, pays[cell] + bonuses[row])
            sums[row] += ways[dealer] * best
    return sums
