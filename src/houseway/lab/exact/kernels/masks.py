"""Hands as four masks of thirteen bits, one a suit, and their value as one whole number.

A card is its place in the new deck, 13 x suit + rank. A value compares as the hand does:
the category on top, below it the ranks that decide as a mask, below that the kickers as
a mask. Masks with equally many bits compare as their highest bits do, so no sorting is
needed.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
CATEGORY = 26
"""How far up a value its category stands."""
RANKS = 1 << 13
ACE = 1 << 12


def _bits() -> NDArray[np.int8]:
    return np.array([mask.bit_count() for mask in range(RANKS)], np.int8)


def _straights() -> NDArray[np.int16]:
    """The top card of the best five in sequence, as a mask, or 0; an ace may stand below two."""
    tops = np.zeros(RANKS, np.int16)
    for mask in range(RANKS):
        for top in range(12, 2, -1):
            run = 0b11111 << (top - 4) if top > 3 else 0b1111 | ACE
            if mask & run == run:
                tops[mask] = 1 << top
                break
    return tops


def _highest() -> NDArray[np.int16]:
    """The highest one to five bits of a mask, by how many are kept."""
    kept = np.zeros((6, RANKS), np.int16)
    for mask in range(RANKS):
        left, taken = mask, 0
        for count in range(1, 6):
            if left:
                bit = 1 << left.bit_length() - 1
                left, taken = left ^ bit, taken | bit
            kept[count, mask] = taken
    return kept


BITS, TOPS, KEPT = _bits(), _straights(), _highest()


@njit(cache=True)
def count_bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit(cache=True, inline="always")
def _value(category: int, ranks: int, kickers: int) -> int:
    return category << CATEGORY | ranks << 13 | kickers


@njit(cache=True)
def value_of(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The value of the best five of five to seven cards."""
    for suit in (clubs, diamonds, hearts, spades):
        if BITS[suit] >= 5:
            top = int(TOPS[suit])
            if top:
                return _value(ROYAL if top == ACE else STRAIGHT_FLUSH, top, 0)
            # Four of a kind or a full house cannot stand beside a flush in seven cards.
            return _value(FLUSH, int(KEPT[5, suit]), 0)
    once = clubs | diamonds | hearts | spades
    twice = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    if not twice:
        top = int(TOPS[once])
        return _value(STRAIGHT, top, 0) if top else _value(HIGH, int(KEPT[5, once]), 0)
    both, others = clubs & diamonds, hearts & spades
    thrice = (both & (hearts | spades)) | (others & (clubs | diamonds))
    return _value_of_repeated(once, twice, thrice, both & others)


@njit(cache=True)
def _value_of_repeated(once: int, twice: int, thrice: int, quads: int) -> int:
    """With at least one rank that occurs twice: masks of the ranks that occur so often."""
    if quads:
        four = int(KEPT[1, quads])
        return _value(QUADS, four, int(KEPT[1, once ^ four]))
    if thrice:
        three = int(KEPT[1, thrice])
        if twice ^ three:
            return _value(FULL_HOUSE, three, int(KEPT[1, twice ^ three]))
    top = int(TOPS[once])
    if top:
        return _value(STRAIGHT, top, 0)
    if thrice:
        three = int(KEPT[1, thrice])
        return _value(TRIPS, three, int(KEPT[2, once ^ three]))
    pairs = int(KEPT[2, twice])
    if BITS[twice] >= 2:
        return _value(TWO_PAIR, pairs, int(KEPT[1, once ^ pairs]))
    return _value(PAIR, pairs, int(KEPT[3, once ^ pairs]))
