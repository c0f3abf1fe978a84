"""Two hands of five cards when more cards are gone: how many dealers hold none of them.

The counts come from the sweep of `five_cards.py`, by inclusion and exclusion over all subsets
of the cards that are gone, the player's and others. Their subsets of five are hands, which
are looked at one by one. Where nearly all cards are gone, those left are dealt out instead.
"""

from math import comb

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.five_cards import SUBSETS
from houseway.lab.exact.kernels.hands import Cards, Counts, Small, Values

BELOW, BESIDE, LOW = range(3)
"""What is counted in one sweep: dealers below, beside, and under a fixed limit."""
HANDS = 2598960
# Where the sets of 2, 3 and 4 cards begin in the table of all sets.
_TWOS, _THREES, _FOURS = 52, 1378, 23478
# A set of ascending cards a < b < ... is the a + C(b, 2) + C(c, 3) + ...th of its size.
_CHOOSE = np.array([[comb(card, n) for card in range(52)] for n in range(1, 6)], np.int32)


@njit(cache=True)
def enter_hands(cards: Cards, orders: Small) -> Small:
    """The order of every hand of five, by its place; a class's hands by changing suits."""
    table = np.empty(HANDS, np.uint16)
    image = np.empty(5, np.int64)
    for naming in range(256):
        suits = (naming & 3, naming >> 2 & 3, naming >> 4 & 3, naming >> 6)
        if (1 << suits[0] | 1 << suits[1] | 1 << suits[2] | 1 << suits[3]) != 15:
            continue
        for row in range(len(cards)):
            place = 0
            for n in range(5):
                card = int(cards[row, n])
                other = 13 * suits[card // 13] + card % 13
                at = n
                while at > 0 and image[at - 1] > other:
                    image[at] = image[at - 1]
                    at -= 1
                image[at] = other
            for n in range(5):
                place += _CHOOSE[n, image[n]]
            table[place] = orders[row]
    return table


@njit(cache=True)
def count_avoiding(
    sorted_rows: Counts,
    orders: Small,
    limit: int,
    sets: Values,
    subsets: Small,
    steps: Values,
    starts: Counts,
    gone: Cards,
    table: Small,
    hands: Small,
) -> Values:
    """For each set of cards gone: dealers who hold none, below, beside, and under the limit.

    The sets `gone[starts[row]]` up to `gone[starts[row + 1]]` belong to the hand `row`;
    the cards of each ascend. A class of subsets has three numbers side by side, of hands
    below, of hands up to the level of those now asked, and of hands under the limit: one
    walk over the subsets reads all three.
    """
    numbers = np.zeros((len(steps), 3), np.int32)
    swept = np.zeros(3, np.int64)
    for row in range(len(orders)):
        if orders[row] < limit:
            _enter(numbers, swept, LOW, sets[row], subsets[row], steps)
    counts = np.empty((len(gone), 3), np.int32)
    start = 0
    while start < len(sorted_rows):
        level = orders[sorted_rows[start]]
        end = start
        while end < len(sorted_rows) and orders[sorted_rows[end]] == level:
            row = sorted_rows[end]
            _enter(numbers, swept, BESIDE, sets[row], subsets[row], steps)
            end += 1
        for at in range(start, end):
            row = sorted_rows[at]
            for n in range(starts[row], starts[row + 1]):
                below, up_to, low = _sum(numbers, gone[n], table)
                fives = _look_at_fives(gone[n], hands, level, limit)
                counts[n, BELOW] = swept[BELOW] + below // 24 - fives[BELOW]
                counts[n, BESIDE] = swept[BESIDE] + up_to // 24 - fives[BESIDE] - counts[n, BELOW]
                counts[n, LOW] = swept[LOW] + low // 24 - fives[LOW]
        for at in range(start, end):
            row = sorted_rows[at]
            _enter(numbers, swept, BELOW, sets[row], subsets[row], steps)
        start = end
    return counts


@njit(cache=True)
def _enter(
    numbers: Values, swept: Counts, column: int, sets: int, subsets: Small, steps: Values
) -> None:
    swept[column] += sets
    for n in range(SUBSETS):
        numbers[subsets[n], column] += sets * steps[subsets[n]]


@njit(cache=True)
def _sum(numbers: Values, gone: Cards, table: Small) -> tuple[int, int, int]:
    """The numbers of all subsets of one to four of the cards gone, added up."""
    ones, twos, threes, fours = _CHOOSE[0], _CHOOSE[1], _CHOOSE[2], _CHOOSE[3]
    sums = np.zeros(4, np.int64)
    size = len(gone)
    for a in range(size):
        single = ones[gone[a]]
        _add(sums, numbers, table[single])
        for b in range(a + 1, size):
            two = single + twos[gone[b]]
            _add(sums, numbers, table[_TWOS + two])
            for c in range(b + 1, size):
                three = two + threes[gone[c]]
                _add(sums, numbers, table[_THREES + three])
                for d in range(c + 1, size):
                    _add(sums, numbers, table[_FOURS + three + fours[gone[d]]])
    return sums[0], sums[1], sums[2]


@njit(cache=True, inline="always")
def _add(sums: Counts, numbers: Values, kind: int) -> None:
    sums[0] += numbers[kind, 0]
    sums[1] += numbers[kind, 1]
    sums[2] += numbers[kind, 2]


@njit(cache=True)
def _look_at_fives(gone: Cards, hands: Small, level: int, limit: int) -> tuple[int, int, int]:
    """Hands made of the cards gone alone: below, up to the level, and under the limit."""
    below, up_to, low = 0, 0, 0
    ones, twos, threes, fours, fives = (
        _CHOOSE[0],
        _CHOOSE[1],
        _CHOOSE[2],
        _CHOOSE[3],
        _CHOOSE[4],
    )
    size = len(gone)
    for a in range(size):
        single = ones[gone[a]]
        for b in range(a + 1, size):
            two = single + twos[gone[b]]
            for c in range(b + 1, size):
                three = two + threes[gone[c]]
                for d in range(c + 1, size):
                    four = three + fours[gone[d]]
                    for e in range(d + 1, size):
                        order = hands[four + fives[gone[e]]]
                        below += order < level
                        up_to += order <= level
                        low += order < limit
    return below, up_to, low


@njit(cache=True)
def count_among(
    left: Cards, mine: Small, limit: int, by_five: Small, by_three: Small, counts: Values
) -> None:
    """Dealers made of the cards left: below and beside by five, by three; under the limit.

    `left` ascends; `mine` is the order of the player's five and of the best three.
    """
    five, three = mine[0], mine[1]
    below_5, beside_5, below_3, beside_3, low = 0, 0, 0, 0, 0
    for e in range(4, len(left)):
        at_e = _CHOOSE[4, left[e]]
        for d in range(3, e):
            at_d = at_e + _CHOOSE[3, left[d]]
            for c in range(2, d):
                at_c = at_d + _CHOOSE[2, left[c]]
                for b in range(1, c):
                    at_b = at_c + _CHOOSE[1, left[b]]
                    for a in range(b):
                        order = by_five[at_b + left[a]]
                        below_5 += order < five
                        beside_5 += order == five
                        low += order < limit
                        order = by_three[at_b + left[a]]
                        below_3 += order < three
                        beside_3 += order == three
    counts[0], counts[1], counts[2], counts[3], counts[4] = (
        below_5,
        beside_5,
        below_3,
        beside_3,
        low,
    )


@njit(cache=True)
def count_among_all(
    left: Cards, mine: Small, limit: int, by_five: Small, by_three: Small
) -> Values:
    """`count_among` for a list of states."""
    counts = np.empty((len(left), 5), np.int32)
    for n in range(len(left)):
        count_among(left[n], mine[n], limit, by_five, by_three, counts[n])
    return counts
