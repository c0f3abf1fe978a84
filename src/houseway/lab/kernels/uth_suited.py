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

from houseway.lab.kernels.ranks import FLUSHES, RANK_PAIRS, RANKS, number_board, number_pair
from houseway.lab.kernels.uth_boards import copies
from houseway.lab.kernels.uth_rows import FIRST, KINDS, PAIRS, SECOND, compare_all

OUTSIDE = 105
"""Sets of at most two ranks out of the suit: 91 pairs, 13 single ranks, none."""


class Suited(NamedTuple):
    """One board, and the room to work it out; `size` holes are listed in `pairs`."""

    kinds: NDArray[np.int64]
    """The five cards: those out of the suit first, rising, then those in it."""
    size: NDArray[np.int64]
    pairs: NDArray[np.int64]
    values: NDArray[np.int64]
    row: NDArray[np.int32]
    left: NDArray[np.int64]
    flushes: NDArray[np.int64]
    """The holes that make a flush, in the order of their values, each as value and pair."""


@njit(cache=True)
def new_board():
    return Suited(
        np.zeros(5, np.int64),
        np.zeros(2, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros((5, PAIRS), np.int32),
        np.zeros(KINDS, np.int64),
        np.zeros(PAIRS, np.int64),
    )


@njit(cache=True)
def suits_on_boards():
    """Every set of three to five ranks of the suit, as a mask."""
    masks = np.zeros(2288, np.int64)
    at = 0
    for mask in range(1 << RANKS):
        bits = 0
        for rank in range(RANKS):
            bits += mask >> rank & 1
        if 3 <= bits <= 5:
            masks[at] = mask
            at += 1
    return masks


@njit(cache=True)
def put_suit(board, mask):
    """Puts the cards of the suit on the board; gives how many cards are still missing."""
    missing = 5
    board.left[RANKS:] = 1
    for rank in range(RANKS - 1, -1, -1):
        if mask >> rank & 1:
            missing -= 1
            board.kinds[missing] = RANKS + rank
            board.left[RANKS + rank] = 0
    order_flushes(board, mask, missing)
    return missing


@njit(cache=True)
def order_flushes(board, mask, missing):
    """Sorts the holes that make a flush: two of the suit, or less where the board has more."""
    size = 0
    for pair in range(PAIRS):
        held = 0
        for kind in (FIRST[pair], SECOND[pair]):
            if kind >= RANKS:
                held += 1 if board.left[kind] else 8  # on the board already: nobody holds it
        same = FIRST[pair] == SECOND[pair] >= RANKS
        if missing <= held <= 2 and not same:
            value = FLUSHES[mask | suit_mask(pair)]
            board.flushes[size] = np.int64(value) << 9 | pair
            size += 1
    board.flushes[:size].sort()
    board.size[1] = size


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
    found = np.zeros((OUTSIDE, PAIRS), np.int32)
    for outside in range(OUTSIDE):
        times = np.zeros(RANKS, np.int64)
        if outside < RANK_PAIRS:
            times[FIRST[outside]] += 1
            times[SECOND[outside]] += 1
        elif outside < RANK_PAIRS + RANKS:
            times[outside - RANK_PAIRS] += 1
        for pair in range(PAIRS):
            found[outside, pair] = copies(times, pair, 3)
    return found


@njit(cache=True)
def ranks_of_board(board):
    """The number of the board's ranks."""
    ranks = board.kinds % RANKS
    ranks.sort()
    return number_board(ranks)


@njit(cache=True)
def compare_suited(board, ranked, by_rank, missing, opens):
    """Fills the row of the board: merges the holes with and without a flush, and counts."""
    size = flush = 0
    flushes = board.size[1]
    for at in range(RANK_PAIRS if missing else 0):
        value = ranked.values[by_rank, at]
        while flush < flushes and board.flushes[flush] >> 9 < value:
            size = add_flush(board, size, flush)
            flush += 1
        size = add_plain(board, size, value, ranked.pairs[by_rank, at], missing)
    while flush < flushes:
        size = add_flush(board, size, flush)
        flush += 1
    board.size[0] = size
    compare_all(size, board.pairs, board.values, board.left, opens, board.row)


@njit(cache=True)
def add_flush(board, size, flush):
    board.pairs[size] = board.flushes[flush] & 511
    board.values[size] = board.flushes[flush] >> 9
    return size + 1


@njit(cache=True)
def add_plain(board, size, value, pair, missing):
    """Lists the holes of two ranks that make no flush: both out of the suit, or one in it."""
    low, high = FIRST[pair], SECOND[pair]
    board.pairs[size] = pair
    board.values[size] = value
    size += 1
    if missing < 2:
        return size
    if board.left[RANKS + low]:
        board.pairs[size] = number_pair(high, RANKS + low)
        board.values[size] = value
        size += 1
    if low != high and board.left[RANKS + high]:
        board.pairs[size] = number_pair(low, RANKS + high)
        board.values[size] = value
        size += 1
    return size
