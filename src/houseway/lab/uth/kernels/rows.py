"""One board against every hole: how the 990 hands that a dealer may hold compare.

A kind of card is its rank alone (0 to 12), or on a board with three or more cards of one
suit its rank out of that suit (0 to 12) or in it (13 to 25). Only one suit can make a
flush on a board, so nothing else about suits matters. Pairs of kinds stand for holes:
numbers 0 to 90 are pairs of ranks, and all 351 are pairs of the 26 kinds.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.ranks import CATEGORY_BITS, RANKS

KINDS = 2 * RANKS
PAIRS = 351
PAIR_BITS, PAIR_MASK = 9, 511
"""A value and a pair are sorted as one number."""
DEALER_HANDS = 990

# How a hole compares, packed into one number: five counts or names of ten bits each.
# The second pass over the boards reads them again, and this keeps ten million in reach.
FIELD = 10
FIELD_MASK = (1 << FIELD) - 1
WON, TIED, WON_SHUT, LOST_SHUT, CATEGORY, PAIR_FIELD = (FIELD * place for place in range(6))
"""Where the fields begin; `shut` counts only dealer's hands that do not open."""

FIRST = np.array([low for high in range(KINDS) for low in range(high + 1)], np.uint8)
SECOND = np.array([high for high in range(KINDS) for low in range(high + 1)], np.uint8)
RANKS_OF_PAIR = np.array(
    [
        max(a % 13, b % 13) * (max(a % 13, b % 13) + 1) // 2 + min(a % 13, b % 13)
        for a, b in zip(FIRST.tolist(), SECOND.tolist(), strict=True)
    ],
    np.uint8,
)
"""The pair of ranks of each pair of kinds."""


@njit(cache=True)
def compare_all(pairs, values, left, opens, packed):
    """How each hole of a board compares, from the holes in the order of their values.

    `left` is how many cards of each kind the board leaves; a dealer's hand opens if its
    value is `opens` or more, so that the hands that do not come first.
    """
    size = len(pairs)
    packed[:size] = 0
    shut = 0
    while shut < size and values[shut] < opens:
        shut += 1
    with_kind = np.zeros(KINDS, np.int32)
    below = sweep(0, shut, 0, pairs, values, left, with_kind, packed)
    if shut:
        for at in range(size):
            a, b = FIRST[pairs[at]], SECOND[pairs[at]]
            met = np.int64(below - with_kind[a] - with_kind[b])
            if at < shut:
                won = field(packed[at], WON)
                lost = met + 1 - won - field(packed[at], TIED)
                packed[at] |= won << WON_SHUT | (lost & FIELD_MASK) << LOST_SHUT
            else:
                packed[at] = (met & FIELD_MASK) << WON_SHUT
    sweep(shut, size, below, pairs, values, left, with_kind, packed)


@njit(cache=True, inline="always")
def field(packed, place):
    return packed >> place & FIELD_MASK


@njit(cache=True)
def sweep(start, stop, below, pairs, values, left, with_kind, packed):
    """Counts wins and ties from the lowest value up; gives how many hands lie below in the end.

    Of all hands below, those with one of the player's own two cards cannot be the dealer's.
    Among equal hands the one with both was taken off twice, and is put back once.
    `with_kind` counts the hands below with one given card of each kind.
    """
    now = np.zeros(KINDS, np.int32)
    while start < stop:
        value = values[start]
        equal = 0
        end = start
        while end < stop and values[end] == value:
            a, b = FIRST[pairs[end]], SECOND[pairs[end]]
            if a == b:
                now[a] += left[a] - 1
                equal += left[a] * (left[a] - 1) >> 1
            else:
                now[a] += left[b]
                now[b] += left[a]
                equal += left[a] * left[b]
            end += 1
        category = np.int64(value >> CATEGORY_BITS) << CATEGORY
        for at in range(start, end):
            pair = pairs[at]
            a, b = FIRST[pair], SECOND[pair]
            # The masks are for holes that nobody can hold, whose counts mean nothing.
            won = np.int64(below - with_kind[a] - with_kind[b]) & FIELD_MASK
            tied = np.int64(equal - now[a] - now[b] + 1) & FIELD_MASK
            packed[at] |= won | tied << TIED | category | np.int64(pair) << PAIR_FIELD
        below += equal
        for kind in range(KINDS):
            with_kind[kind] += now[kind]
            now[kind] = 0
        start = end
    return below
