"""All boards of Ultimate Texas Hold 'Em: by their ranks, and those with a possible flush.

Boards are first taken as if there were no flushes: 6,175 sets of five ranks. Boards with
three or more cards of one suit are then taken again, by rank in and out of that suit, and
what they differ by is the correction. That leaves some 13 million pairs of a board and a
hole of 2.8 billion.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import (
    CHOOSE,
    RANK_BOARDS,
    RANK_PAIRS,
    RANKS,
    number_board,
    value_of_ranks,
)
from houseway.lab.uth.kernels.rows import (
    CATEGORY,
    DEALER_HANDS,
    FIRST,
    LOST_SHUT,
    PAIR_BITS,
    PAIR_MASK,
    SECOND,
    TIED,
    WON,
    WON_SHUT,
    compare_all,
    field,
)

EDGE, REST, RIVER, GAIN = range(4)
"""What a hole is worth on a board; see `worth`."""


class Rules(NamedTuple):
    """What the rules say, as numbers: odds are counted in parts of `unit` to one ante."""

    opens: int
    """The lowest value with which the dealer opens."""
    blind: NDArray[np.int64]
    """What a winning hand of each category is paid on the blind, in parts."""
    unit: int


class Ranked(NamedTuple):
    """The boards by their ranks alone."""

    pairs: NDArray[np.int16]
    """Pairs of ranks in the order of their values, board by board."""
    values: NDArray[np.int32]
    packed: NDArray[np.int64]
    """How each pair of ranks compares, by the number of the pair."""
    worth: NDArray[np.int32]


@njit(cache=True, inline="always")
def worth(unit, blind, packed):
    """What a hole is worth against all the dealer's hands, in parts of an ante.

    A play wager of m antes is worth m * edge + rest; the river is the better of 1x and fold;
    the gain is what a 2x after the flop is worth more than waiting for this board.
    """
    won = field(packed, WON)
    lost = DEALER_HANDS - won - field(packed, TIED)
    opened = won - field(packed, WON_SHUT) - lost + field(packed, LOST_SHUT)
    edge = unit * (won - lost)
    rest = blind[field(packed, CATEGORY)] * won + unit * (opened - lost)
    river = max(edge + rest, -2 * unit * DEALER_HANDS)
    return edge, rest, river, 2 * edge + rest - river


@njit(cache=True)
def rank_boards(rules):
    """Every board by its ranks: the order of the holes, how they compare, what they are worth."""
    ranked = Ranked(
        np.zeros((RANK_BOARDS, RANK_PAIRS), np.uint16),
        np.zeros((RANK_BOARDS, RANK_PAIRS), np.int32),
        np.zeros((RANK_BOARDS, RANK_PAIRS), np.int64),
        np.zeros((RANK_BOARDS, RANK_PAIRS, 4), np.int32),
    )
    left = np.zeros(2 * RANKS, np.int32)
    in_order = np.zeros(RANK_PAIRS, np.int64)
    blind, unit, opens = rules.blind, rules.unit, rules.opens
    for ranks in all_boards():
        board = number_board(ranks)
        pairs, values = ranked.pairs[board], ranked.values[board]
        order_ranks(ranks, pairs, values)
        left[:RANKS] = 4
        for rank in ranks:
            left[rank] -= 1
        compare_all(pairs, values, left, opens, in_order)
        for at in range(RANK_PAIRS):
            ranked.packed[board, pairs[at]] = in_order[at]
            parts = worth(unit, blind, in_order[at])
            for part in range(4):
                ranked.worth[board, pairs[at], part] = parts[part]
    return ranked


@njit(cache=True)
def all_boards():
    """The 6,175 sets of five ranks, each rising."""
    boards = np.zeros((RANK_BOARDS - RANKS, 5), np.int64)
    at = 0
    for e in range(RANKS):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        if a < e:
                            boards[at] = (a, b, c, d, e)
                            at += 1
    return boards


@njit(cache=True)
def order_ranks(ranks, pairs, values):
    """Sorts the pairs of ranks by what they make with a board."""
    five = (0, 0, 0, 0)
    for rank in ranks:
        five = with_rank(five, 1 << rank)
    keys = np.zeros(RANK_PAIRS, np.int64)
    for pair in range(RANK_PAIRS):
        six = with_rank(five, 1 << FIRST[pair])
        value = value_of_ranks(*with_rank(six, 1 << SECOND[pair]))
        keys[pair] = value << PAIR_BITS | pair
    keys.sort()
    for at in range(RANK_PAIRS):
        pairs[at] = keys[at] & PAIR_MASK
        values[at] = keys[at] >> PAIR_BITS


@njit(cache=True)
def with_rank(held, bit):
    """Adds a card to the masks of ranks held once or oftener, twice or oftener, and so on."""
    once, twice, thrice, four = held
    return once | bit, twice | once & bit, thrice | twice & bit, four | thrice & bit


@njit(cache=True)
def copies(times, pair, full):
    """How many sets of cards have these ranks so many times, once a hole of this pair is gone.

    `full` is how many cards of each rank there are: four, or the three out of a suit.
    """
    sets = 1
    for rank in range(RANKS):
        if times[rank]:
            mine = (FIRST[pair] == rank) + (SECOND[pair] == rank)
            sets *= CHOOSE[full - mine, times[rank]]
    return sets
