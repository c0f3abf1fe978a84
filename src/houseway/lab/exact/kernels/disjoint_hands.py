"""Two hands of five cards when more is known: cards that are gone, or a card that the dealer holds.

The counts come from the sweep of `five_cards.py`, by inclusion and exclusion over subsets of
cards. Of cards that are gone, the player's and others, all subsets are taken; those of five are
hands, which are looked at one by one. Where nearly all cards are gone, those left are dealt out
instead. Dealers who hold a card and none of the player's are counted with that card added to
every subset of the player's: 31 numbers for a card, of which five are single hands.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.five_cards import CHOOSE, SET_STARTS, SUBSETS, Order, Parts
from houseway.lab.exact.kernels.hands import Cards, Counts, Small, Values

BELOW, BESIDE, LOW = range(3)
"""What is counted in one sweep: dealers below, beside, and under a fixed limit."""
OTHERS = 47
"""Cards that are not the player's."""
_TWOS, _THREES, _FOURS = SET_STARTS[2:]
_PARTS = 31
"""Subsets of up to four of the player's cards, as bits of a number below 31."""
_SIZES = np.array([part.bit_count() for part in range(_PARTS)])
_WIDE_CHOOSE = CHOOSE.astype(np.int64)
_STARTS = np.array([*SET_STARTS[1:], 0])
"""By the size of a part, where sets of one card more begin in the table of all sets; hands have
their own table."""


@njit(cache=True)
def count_avoiding(order: Order, parts: Parts, starts: Counts, gone: Cards) -> Values:
    """For each set of cards gone: dealers who hold none, below, beside, and under the limit.

    The sets `gone[starts[row]]` up to `gone[starts[row + 1]]` belong to the hand `row`;
    the cards of each ascend. A class of subsets has three numbers side by side, of hands
    below, of hands up to the level of those now asked, and of hands under the limit: one
    walk over the subsets reads all three.
    """
    levels, rows, limit, of_all = order
    _, sets, subsets, steps, table = parts
    numbers = np.zeros((len(steps), 3), np.int32)
    swept = np.zeros(3, np.int64)
    for row in range(len(levels)):
        if levels[row] < limit:
            _enter(numbers, swept, LOW, sets[row], subsets[row], steps)
    counts = np.empty((len(gone), 3), np.int32)
    start = 0
    while start < len(rows):
        level = levels[rows[start]]
        end = start
        while end < len(rows) and levels[rows[end]] == level:
            row = rows[end]
            _enter(numbers, swept, BESIDE, sets[row], subsets[row], steps)
            end += 1
        for at in range(start, end):
            row = rows[at]
            for n in range(starts[row], starts[row + 1]):
                below, up_to, low = _sum(numbers, gone[n], table)
                fives = _look_at_fives(gone[n], of_all, level, limit)
                counts[n, BELOW] = swept[BELOW] + below // 24 - fives[BELOW]
                counts[n, BESIDE] = swept[BESIDE] + up_to // 24 - fives[BESIDE] - counts[n, BELOW]
                counts[n, LOW] = swept[LOW] + low // 24 - fives[LOW]
        for at in range(start, end):
            row = rows[at]
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
    ones, twos, threes, fours = CHOOSE[0], CHOOSE[1], CHOOSE[2], CHOOSE[3]
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
def _look_at_fives(gone: Cards, of_all: Small, level: int, limit: int) -> tuple[int, int, int]:
    """Hands made of the cards gone alone: below, up to the level, and under the limit."""
    below, up_to, low = 0, 0, 0
    ones, twos, threes, fours, fives = CHOOSE[0], CHOOSE[1], CHOOSE[2], CHOOSE[3], CHOOSE[4]
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
                        other = of_all[four + fives[gone[e]]]
                        below += other < level
                        up_to += other <= level
                        low += other < limit
    return below, up_to, low


@njit(cache=True)
def count_among_all(left: Cards, mine: Small, by_five: Order, by_three: Order) -> Values:
    """`count_among` for a list of states."""
    counts = np.empty((len(left), 5), np.int32)
    for n in range(len(left)):
        count_among(left[n], mine[n], by_five.limit, by_five.of_all, by_three.of_all, counts[n])
    return counts


@njit(cache=True)
def count_among(
    left: Cards, mine: Small, limit: int, fives: Small, threes: Small, counts: Values
) -> None:
    """Dealers made of the cards left: below and beside by five, by three; under the limit.

    `left` ascends; `mine` is the level of the player's five and of the best three.
    """
    five, three = mine[0], mine[1]
    below_5, beside_5, below_3, beside_3, low = 0, 0, 0, 0, 0
    for e in range(4, len(left)):
        at_e = CHOOSE[4, left[e]]
        for d in range(3, e):
            at_d = at_e + CHOOSE[3, left[d]]
            for c in range(2, d):
                at_c = at_d + CHOOSE[2, left[c]]
                for b in range(1, c):
                    at_b = at_c + CHOOSE[1, left[b]]
                    for a in range(b):
                        level = fives[at_b + left[a]]
                        below_5 += level < five
                        beside_5 += level == five
                        low += level < limit
                        level = threes[at_b + left[a]]
                        below_3 += level < three
                        beside_3 += level == three
    for n, count in enumerate((below_5, beside_5, below_3, beside_3, low)):
        counts[n] = count


@njit(cache=True)
def count_holding(first: int, last: int, order: Order, parts: Parts) -> Values:
    """For the hands from `first` up to `last`, and each other card in ascending order:

    dealers who hold the card, below, beside, and under the limit. A class of subsets has
    three numbers side by side: of hands below, of hands up to the level of those now asked,
    and of hands under the limit.
    """
    levels, rows, limit, of_all = order
    cards, sets, subsets, steps, table = parts
    numbers = np.zeros((len(steps), 4), np.int32)
    swept = np.zeros(3, np.int64)
    counts = np.empty((last - first, OTHERS, 3), np.int32)
    places = np.empty((6, _PARTS), np.int64)
    ranks = np.empty((6, _PARTS), np.int64)
    for row in range(len(levels)):
        if levels[row] < limit:
            _enter(numbers, swept, LOW, sets[row], subsets[row], steps)
    start = 0
    while start < len(rows):
        level = levels[rows[start]]
        end = start
        while end < len(rows) and levels[rows[end]] == level:
            row = rows[end]
            _enter(numbers, swept, BESIDE, sets[row], subsets[row], steps)
            end += 1
        for at in range(start, end):
            row = rows[at]
            if first <= row < last:
                _place_parts(cards[row], places, ranks)
                tables = numbers, table, of_all
                _ask(counts[row - first], cards[row], places, ranks, tables, level, limit)
        for at in range(start, end):
            row = rows[at]
            _enter(numbers, swept, BELOW, sets[row], subsets[row], steps)
        start = end
    return counts


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
                    place += _WIDE_CHOOSE[at, hand[n]]
                    at += 1
            places[gap, part] = place
            ranks[gap, part] = at if gap == 5 else lower


@njit(cache=True)
def _ask(
    counts: Values,
    hand: Cards,
    places: Counts,
    ranks: Counts,
    tables: tuple[Values, Small, Small],
    level: int,
    limit: int,
) -> None:
    numbers, table, of_all = tables
    gap, n = 0, 0
    for card in range(52):
        if gap < 5 and card == hand[gap]:
            gap += 1
            continue
        below, up_to, low = 0, 0, 0
        for part in range(_PARTS):
            place = places[gap, part] + _WIDE_CHOOSE[ranks[gap, part], card]
            if _SIZES[part] == 4:
                other = of_all[place]
                below += 24 * (other < level)
                up_to += 24 * (other <= level)
                low += 24 * (other < limit)
            else:
                # The sign is that of the part with the card, which is one card more.
                kind = table[place]
                below -= numbers[kind, 0]
                up_to -= numbers[kind, 1]
                low -= numbers[kind, 2]
        counts[n, 0], counts[n, 1], counts[n, 2] = below // 24, (up_to - below) // 24, low // 24
        n += 1
