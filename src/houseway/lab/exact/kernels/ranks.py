"""Ranks as numbers: the value of a hand, and the numbering of small sets of ranks.

Ranks run from 0 (two) to 12 (ace); a set of ranks is a mask of 13 bits. A value puts the
category above two masks: the ranks that make the category, and the kickers. Two masks
with equally many bits compare as the ranks in them do from the top, so that values
compare as poker hands do.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

RANKS = 13
CATEGORY_BITS = 26
PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(1, 10)

_MASKS = np.arange(1 << RANKS, dtype=np.int64)


def _top_bits() -> NDArray[np.int32]:
    """The highest bit of each mask."""
    top = np.zeros(1 << RANKS, np.int32)
    for rank in range(RANKS):
        top[1 << rank : 2 << rank] = 1 << rank
    return top


def _straights() -> NDArray[np.int32]:
    """The top of the best straight in each mask, as a bit; 0 without one. The ace plays low too."""
    low = _MASKS << 1 | _MASKS >> 12
    runs = low & low << 1 & low << 2 & low << 3 & low << 4
    top: NDArray[np.int32] = TOP[(runs >> 1) & 0x1FFF]
    return top


def _flushes() -> NDArray[np.int32]:
    """The value of a flush of each mask of one suit; 0 where there are less than five."""
    bits = sum((_MASKS >> rank & 1) for rank in range(RANKS))
    five = _MASKS.copy()
    for extra in range(RANKS, 5, -1):
        five = np.where(bits >= extra, five & (five - 1), five)
    run = STRAIGHTS.astype(np.int64)
    kind = np.where(run == 1 << 12, ROYAL, np.where(run > 0, STRAIGHT_FLUSH, FLUSH))
    value = kind << CATEGORY_BITS | np.where(run > 0, run, five)
    return np.where(bits >= 5, value, 0).astype(np.int32)


TOP = _top_bits()
STRAIGHTS = _straights()
FLUSHES = _flushes()

CHOOSE = np.zeros((32, 8), np.int64)
"""CHOOSE[n, k]: how many ways there are to choose k of n."""
for _n in range(32):
    CHOOSE[_n, 0] = 1
    for _k in range(1, 8):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k] if _n else 0


@njit(cache=True)
def value_of_ranks(once, twice, thrice, four):
    """The value of seven cards that make no flush, from the ranks held so often or oftener."""
    if four:
        return QUADS << CATEGORY_BITS | four << 13 | TOP[once ^ four]
    trips = TOP[thrice]
    if thrice and twice ^ trips:
        return FULL_HOUSE << CATEGORY_BITS | trips << 13 | TOP[twice ^ trips]
    if STRAIGHTS[once]:
        return STRAIGHT << CATEGORY_BITS | STRAIGHTS[once]
    if thrice:
        return TRIPS << CATEGORY_BITS | trips << 13 | without_lowest_two(once ^ trips)
    if twice:
        return value_of_pairs(once, twice)
    return without_lowest_two(once)


@njit(cache=True)
def value_of_pairs(once, twice):
    high = TOP[twice]
    low = TOP[twice ^ high]
    if low:
        return TWO_PAIR << CATEGORY_BITS | (high | low) << 13 | TOP[once ^ high ^ low]
    return PAIR << CATEGORY_BITS | high << 13 | without_lowest_two(once ^ high)


@njit(cache=True)
def without_lowest_two(mask):
    """Of seven cards two never play: with at most one rank paired they are the lowest."""
    mask &= mask - 1
    return mask & (mask - 1)


@njit(cache=True)
def number_pair(low, high):
    """Pairs of kinds of cards, low <= high, numbered from 0 without a gap."""
    return high * (high + 1) // 2 + low


@njit(cache=True)
def number_flop(low, middle, high):
    """Three ranks in rising order, equal ones allowed, numbered from 0 without a gap."""
    return low + CHOOSE[middle + 1, 2] + CHOOSE[high + 2, 3]


@njit(cache=True)
def number_board(ranks):
    """Five ranks in rising order, equal ones allowed, numbered from 0 without a gap."""
    return (
        ranks[0]
        + CHOOSE[ranks[1] + 1, 2]
        + CHOOSE[ranks[2] + 2, 3]
        + CHOOSE[ranks[3] + 3, 4]
        + CHOOSE[ranks[4] + 4, 5]
    )


RANK_PAIRS, RANK_FLOPS, RANK_BOARDS = 91, 455, 6188
"""How many there are; the boards include 13 of five equal ranks, which nobody can deal."""
