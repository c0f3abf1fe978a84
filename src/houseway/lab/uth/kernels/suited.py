"""Boards with three or more cards of one suit: their kinds, and the order of their holes.

Of such a board only the ranks in the suit and the ranks out of it matter: 36,608 boards.
The holes that make no flush keep the order that the ranks give them, the holes that make
one are put in order once for all boards with the same cards of the suit, and the two are
merged.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.masks import count_bits
from houseway.lab.exact.kernels.ranks import FLUSHES, RANK_PAIRS, RANKS, number_board
from houseway.lab.uth.kernels.boards import copies
from houseway.lab.uth.kernels.rows import (
    FIRST,
    KINDS,
    PAIR_BITS,
    PAIR_MASK,
    PAIRS,
    RANKS_OF_PAIR,
    SECOND,
    compare_all,
)

HOLES_ON_BOARDS = 9_477_897
"""How many holes of kinds there are on all boards with three or more of the suit."""
OUTSIDE = 105
"""Sets of at most two ranks out of the suit: 91 pairs, 13 single ranks, none."""


class Suited(NamedTuple):
    """One board, and the room to work it out."""

    kinds: NDArray[np.int64]
    """The five cards: those out of the suit first, rising, then those in it."""
    pairs: NDArray[np.uint16]
    """The holes in the order of their values, which stand beside them."""
    values: NDArray[np.int32]
    left: NDArray[np.int32]
    """How many cards of each kind the board leaves."""
    flushes: NDArray[np.int64]
    """The holes that make a flush, in the order of their values: each a value and a pair."""
    plain: NDArray[np.uint16]
    """How many holes of each two ranks make no flush, and which."""


@njit(cache=True)
def new_board():
    return Suited(
        np.zeros(5, np.int64),
        np.zeros(PAIRS, np.uint16),
        np.zeros(PAIRS, np.int32),
        np.zeros(KINDS, np.int32),
        np.zeros(PAIRS, np.int64),
        np.zeros((RANK_PAIRS, 4), np.uint16),
    )


@njit(cache=True)
def suits_on_boards():
    """Every set of three to five ranks of the suit, as a mask."""
    masks = np.zeros(2288, np.int64)
    at = 0
    for mask in range(1 << RANKS):
        if 3 <= count_bits(mask) <= 5:
            masks[at] = mask
            at += 1
    return masks


@njit(cache=True)
def put_suit(board, mask):
    """Puts the cards of the suit on the board; gives how many cards and flushes there are."""
    missing = 5
    board.left[RANKS:] = 1
    for rank in range(RANKS - 1, -1, -1):
        if mask >> rank & 1:
            missing -= 1
            board.kinds[missing] = RANKS + rank
            board.left[RANKS + rank] = 0
    board.plain[:] = 0
    flushes = 0
    for pair in range(PAIRS):
        held = cards_of_suit(pair, board.left)
        if held < 0:
            continue
        if held >= missing:
            value = FLUSHES[mask | suit_mask(pair)]
            board.flushes[flushes] = np.int64(value) << PAIR_BITS | pair
            flushes += 1
        else:
            ranks = RANKS_OF_PAIR[pair]
            board.plain[ranks, 0] += 1
            board.plain[ranks, board.plain[ranks, 0]] = pair
    board.flushes[:flushes].sort()
    return missing, flushes


@njit(cache=True)
def cards_of_suit(pair, left):
    """How many cards of the suit a hole has; -1 if nobody can hold it."""
    a, b = FIRST[pair], SECOND[pair]
    if (a == b and a >= RANKS) or (a >= RANKS and not left[a]) or (b >= RANKS and not left[b]):
        return -1
    return (a >= RANKS) + (b >= RANKS)


@njit(cache=True)
def suit_mask(pair):
    """The ranks of the suit in a hole."""
    mask = 0
    for kind in (FIRST[pair], SECOND[pair]):
        if kind >= RANKS:
            mask |= 1 << (kind - RANKS)
    return mask


@njit(cache=True)
def outside_sets(missing):
    """The numbers of the sets of so many ranks out of the suit: from, and to before."""
    if missing == 2:
        return 0, RANK_PAIRS
    if missing == 1:
        return RANK_PAIRS, RANK_PAIRS + RANKS
    return RANK_PAIRS + RANKS, OUTSIDE


@njit(cache=True)
def put_outside(board, outside):
    """Puts the cards out of the suit on the board, by the number of their set."""
    board.left[:RANKS] = 3
    if outside < RANK_PAIRS:
        board.kinds[0] = FIRST[outside]
        board.kinds[1] = SECOND[outside]
        board.left[FIRST[outside]] -= 1
        board.left[SECOND[outside]] -= 1
    elif outside < RANK_PAIRS + RANKS:
        board.kinds[0] = outside - RANK_PAIRS
        board.left[outside - RANK_PAIRS] -= 1


@njit(cache=True)
def copies_outside():
    """How many sets of cards each set out of the suit stands for, beside each hole."""
    table = np.zeros((OUTSIDE, PAIRS), np.int32)
    for outside in range(OUTSIDE):
        times = np.zeros(RANKS, np.int64)
        if outside < RANK_PAIRS:
            times[FIRST[outside]] += 1
            times[SECOND[outside]] += 1
        elif outside < RANK_PAIRS + RANKS:
            times[outside - RANK_PAIRS] += 1
        for pair in range(PAIRS):
            table[outside, pair] = copies(times, pair, 3)
    return table


@njit(cache=True)
def ranks_of_board(board):
    """The number of the board's ranks."""
    ranks = board.kinds % RANKS
    ranks.sort()
    return number_board(ranks)


@njit(cache=True)
def order_holes(plain, flushes, by_rank, values_by_rank, pairs, values):
    """Merges the holes with and without a flush in the order of their values.

    It is handed plain arrays: a call with a whole board costs more than the work.
    """
    size = flush = 0
    for at in range(RANK_PAIRS):
        ranks, value = by_rank[at], values_by_rank[at]
        while flush < len(flushes) and flushes[flush] >> PAIR_BITS < value:
            pairs[size] = flushes[flush] & PAIR_MASK
            values[size] = flushes[flush] >> PAIR_BITS
            size += 1
            flush += 1
        for hole in range(plain[ranks, 0]):
            pairs[size] = plain[ranks, hole + 1]
            values[size] = value
            size += 1
    for rest in range(flush, len(flushes)):
        pairs[size] = flushes[rest] & PAIR_MASK
        values[size] = flushes[rest] >> PAIR_BITS
        size += 1
    return size


@njit(cache=True)
def compare_suited(board, flushes, ranked, by_rank, opens, packed):
    """How each hole of a board compares; gives how many holes there are."""
    size = order_holes(
        board.plain,
        board.flushes[:flushes],
        ranked.pairs[by_rank],
        ranked.values[by_rank],
        board.pairs,
        board.values,
    )
    compare_all(board.pairs[:size], board.values, board.left, opens, packed)
    return size


@njit(cache=True)
def count_holes(missing):
    """How many holes of kinds there are on a board that needs so many cards out of the suit."""
    suited = KINDS - RANKS - 5 + missing
    return suited * (suited - 1) // 2 + suited * RANKS + RANK_PAIRS
