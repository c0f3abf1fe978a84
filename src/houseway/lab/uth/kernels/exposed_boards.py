"""Every board with the order of all hands on it: what the sums with seen cards start from.

A board is listed as one of its suits sees it (three or more cards of the suit, 36,608
boards of kinds), or by its ranks alone (6,175). Kinds and pairs of kinds are those of
`rows.py`. On each board every pair of kinds has a place among the others, so that a hole
and a dealer's hand are compared by comparing two small numbers.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import CATEGORY_BITS, RANK_PAIRS, RANKS, number_board
from houseway.lab.uth.kernels import suited
from houseway.lab.uth.kernels.boards import all_boards
from houseway.lab.uth.kernels.rows import FIRST, PAIRS, SECOND

SUITED_BOARDS = 36_608


class Boards(NamedTuple):
    """Boards of kinds; those with the same cards of the suit stand together."""

    kinds: NDArray[np.int64]
    """The five cards, rising."""
    masks: NDArray[np.int64]
    """The ranks in the suit."""
    ranks: NDArray[np.int64]
    """The number of the board's ranks."""
    outside: NDArray[np.int64]
    """Which of `sets` lies out of the suit: copies of a card are many only there."""
    sets: NDArray[np.int64]
    """Sets of ranks out of the suit, rising, filled up with -1."""
    places: NDArray[np.int16]
    """The place of each pair of kinds in the order of all; -1 where nobody can hold it."""
    opens: NDArray[np.int16]
    """The lowest place with which the dealer opens."""
    categories: NDArray[np.int8]


@njit(cache=True)
def _room(boards, sets, pairs):
    return Boards(
        np.zeros((boards, 5), np.int64),
        np.zeros(boards, np.int64),
        np.zeros(boards, np.int64),
        np.zeros(boards, np.int64),
        np.full((sets, 5), -1, np.int64),
        np.full((boards, pairs), -1, np.int16),
        np.zeros(boards, np.int16),
        np.zeros((boards, pairs), np.int8),
    )


@njit(cache=True)
def list_ranked(ranked, opens):
    """The boards by their ranks; `ranked` is what `rank_boards` gives."""
    every = all_boards()
    boards = _room(len(every), len(every), RANK_PAIRS)
    for at in range(len(every)):
        number = number_board(every[at])
        boards.kinds[at] = every[at]
        boards.sets[at] = every[at]
        boards.outside[at] = at
        boards.ranks[at] = number
        _place(ranked.pairs[number], ranked.values[number], opens, boards, at)
    return boards


@njit(cache=True)
def list_suited(ranked, opens):
    """The boards with three or more cards of a suit."""
    boards = _room(SUITED_BOARDS, suited.OUTSIDE, PAIRS)
    for pair in range(RANK_PAIRS):
        boards.sets[pair, 0] = FIRST[pair]
        boards.sets[pair, 1] = SECOND[pair]
    for rank in range(RANKS):
        boards.sets[RANK_PAIRS + rank, 0] = rank
    board = suited.new_board()
    at = 0
    for mask in suited.suits_on_boards():
        missing, flushes = suited.put_suit(board, mask)
        start, stop = suited.outside_sets(missing)
        for outside in range(start, stop):
            suited.put_outside(board, outside)
            number = suited.ranks_of_board(board)
            size = suited.order_holes(
                board.plain,
                board.flushes[:flushes],
                ranked.pairs[number],
                ranked.values[number],
                board.pairs,
                board.values,
            )
            boards.kinds[at] = board.kinds
            boards.masks[at] = mask
            boards.outside[at] = outside
            boards.ranks[at] = number
            _place(board.pairs[:size], board.values, opens, boards, at)
            at += 1
    return boards


@njit(cache=True)
def _place(pairs, values, opens, boards, at):
    """Numbers the pairs of a board from their order; equal values share a place."""
    place = 0
    lowest = 0
    for n in range(len(pairs)):
        if n and values[n] != values[n - 1]:
            place += 1
        if values[n] < opens:
            lowest = place + 1
        boards.places[at, pairs[n]] = place
        boards.categories[at, pairs[n]] = values[n] >> CATEGORY_BITS
    boards.opens[at] = lowest
