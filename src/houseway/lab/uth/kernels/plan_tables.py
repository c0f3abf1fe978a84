"""A plan for the river of Ultimate Texas Hold 'Em as tables of bits.

A plan goes by what a player sees, and that depends on no more of the suits than the rows of
the tables keep: without three cards of one suit on the board on none, otherwise on the cards
of that suit. So one real board stands for each row, and every hole on it is looked at as the
direct kernels look at it. Holes that a row takes together see the same.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.ranks import RANK_PAIRS, RANKS
from houseway.lab.exact.kernels.seven_cards import NUMBERS, place_of
from houseway.lab.uth.kernels.boards import all_boards
from houseway.lab.uth.kernels.direct import (
    FIRST,
    SECOND,
    look,
    masks_of,
    new_board,
    sort,
    value_holes,
)
from houseway.lab.uth.kernels.rounds import pair_of_kinds
from houseway.lab.uth.kernels.rows import FIRST as FIRST_KIND
from houseway.lab.uth.kernels.rows import SECOND as SECOND_KIND
from houseway.lab.uth.kernels.suited import outside_sets, suits_on_boards

NO_SUIT = 4
"""A suit that no card has: only ranks are seen."""


@njit(cache=True)
def fill_ranked(plays, places, bits):
    """`plays` says by sight whether to bet 1x."""
    board = new_board()
    cards = np.zeros(5, np.int64)
    for ranks in all_boards():
        total = np.uint64(0)
        for n in range(5):
            # Equal ranks stand side by side, so that they differ in suit; no suit comes thrice.
            cards[n] = RANKS * (n % 4) + ranks[n]
            total += NUMBERS[ranks[n]]
        row = bits[place_of(places.rows, places.columns, total)]
        fill_board(plays, cards, NO_SUIT, board, row)


@njit(cache=True)
def fill_suited(plays, bits):
    """The same with three or more cards of one suit, in the order of `number_masks`."""
    board = new_board()
    cards = np.zeros(5, np.int64)
    at = 0
    for mask in suits_on_boards():
        missing = 5
        for rank in range(RANKS):
            if mask >> rank & 1:
                missing -= 1
                cards[missing] = rank
        first, stop = outside_sets(missing)
        for outside in range(first, stop):
            if missing == 2:
                cards[0] = RANKS + FIRST_KIND[outside]
                cards[1] = 2 * RANKS + SECOND_KIND[outside]
            elif missing == 1:
                cards[0] = RANKS + outside - RANK_PAIRS
            fill_board(plays, cards, 0, board, bits[at])
            at += 1


@njit(cache=True)
def fill_board(plays, cards, suit, board, row):
    value_holes(masks_of(cards), board.holes, board.values)
    sort(board)
    look(cards, board)
    for hole in board.holes:
        if plays[board.sights[hole]]:
            pair = pair_of_kinds(FIRST[hole], SECOND[hole], suit)
            row[pair >> 3] |= 1 << (pair & 7)
