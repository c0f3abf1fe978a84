"""Two hands of five cards, and one card that the dealer holds: for every hand and every card.

Dealers who hold a card c and none of the player's are counted by inclusion and exclusion, as
in `five_cards.py`, with c added to every subset of the player's cards: 31 numbers for a card, of
which five are single hands.
"""

from math import comb

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.five_cards import SUBSETS
from houseway.lab.exact.kernels.hands import Cards, Counts, Small, Values

OTHERS = 47
"""Cards that are not the player's."""
_PARTS = 31
"""Subsets of up to four of the player's cards, as bits of a number below 31."""
_SIZES = np.array([bin(part).count("1") for part in range(_PARTS)])
# Where the sets of 1, 2, 3 and 4 cards begin in the table of all sets; hands have their own.
_STARTS = np.array([0, 52, 1378, 23478, 0])
# A set of ascending cards a < b < ... is the a + C(b, 2) + C(c, 3) + ...th of its size.
_CHOOSE = np.array([[comb(card, n) for card in range(52)] for n in range(1, 6)])


@njit(cache=True)
def count_holding(
    first: int,
    last: int,
    sorted_rows: Counts,
    orders: Small,
    limit: int,
    cards: Cards,
    sets: Values,
    subsets: Small,
    steps: Values,
    table: Small,
    hands: Small,
) -> Values:
    """For the hands from `first` up to `last`, and each other card in ascending order:

    dealers who hold the card, below, beside, and under the limit. A class of subsets has
    three numbers side by side: of hands below, of hands up to the level of those now asked,
    and of hands under the limit.
    """
    numbers = np.zeros((len(steps), 4), np.int32)
    counts = np.empty((last - first, OTHERS, 3), np.int32)
    places = np.empty((6, _PARTS), np.int64)
    ranks = np.empty((6, _PARTS), np.int64)
    for row in range(len(orders)):
        if orders[row] < limit:
            _enter(numbers, 2, sets[row], subsets[row], steps)
    start = 0
    while start < len(sorted_rows):
        level = orders[sorted_rows[start]]
        end = start
        while end < len(sorted_rows) and orders[sorted_rows[end]] == level:
            row = sorted_rows[end]
            _enter(numbers, 1, sets[row], subsets[row], steps)
            end += 1
        for at in range(start, end):
            row = sorted_rows[at]
            if first <= row < last:
                _place_parts(cards[row], places, ranks)
                _ask(
                    counts[row - first],
                    cards[row],
                    places,
                    ranks,
                    numbers,
                    table,
                    hands,
                    level,
                    limit,
                )
        for at in range(start, end):
            row = sorted_rows[at]
            _enter(numbers, 0, sets[row], subsets[row], steps)
        start = end
    return counts


@njit(cache=True)
def _enter(numbers: Values, column: int, sets: int, subsets: Small, steps: Values) -> None:
    for n in range(SUBSETS):
        numbers[subsets[n], column] += sets * steps[subsets[n]]


@njit(cache=True)
def _place_parts(hand: Cards, places: Counts, ranks: Counts) -> None:
    """Where each part of the hand stands when one more card joins it.

    What a card of a set adds to its place depends on how many lower cards the set has. By
    the gap of the hand that the new card falls into, this is what the part adds, and how
    many of the part are lower than the new card.
    """
    for gap in range(6):
        for part in range(_PARTS):
            place, at, lower = _STARTS[_SIZES[part]], 0, 0
            for n in range(5):
                if n == gap:
                    lower = at
                    at += 1
                if part >> n & 1:
                    place += _CHOOSE[at, hand[n]]
                    at += 1
            places[gap, part] = place
            ranks[gap, part] = at if gap == 5 else lower


@njit(cache=True)
def _ask(
    counts: Values,
    hand: Cards,
    places: Counts,
    ranks: Counts,
    numbers: Values,
    table: Small,
    hands: Small,
    level: int,
    limit: int,
) -> None:
    gap, n = 0, 0
    for card in range(52):
        if gap < 5 and card == hand[gap]:
            gap += 1
            continue
        below, up_to, low = 0, 0, 0
        for part in range(_PARTS):
            place = places[gap, part] + _CHOOSE[ranks[gap, part], card]
            if _SIZES[part] == 4:
                order = hands[place]
                below += 24 * (order < level)
                up_to += 24 * (order <= level)
                low += 24 * (order < limit)
            else:
                # The sign is that of the part with the card, which is one card more.
                kind = table[place]
                below -= numbers[kind, 0]
                up_to -= numbers[kind, 1]
                low -= numbers[kind, 2]
        counts[n, 0], counts[n, 1], counts[n, 2] = below // 24, (up_to - below) // 24, low // 24
        n += 1
