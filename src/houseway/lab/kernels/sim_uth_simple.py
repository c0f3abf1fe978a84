"""The beginners' strategy of Ultimate Texas Hold 'Em as tables of bits.

The rules are those of `games.uth.strategy`, asked for every flop and board; there are too many
to ask them one by one in Python.
"""

import numpy as np
from numba import njit

from houseway.lab.kernels.ranks import (
    CATEGORY_BITS,
    FLUSHES,
    RANK_PAIRS,
    RANKS,
    STRAIGHT,
    value_of_ranks,
)
from houseway.lab.kernels.seven import NUMBERS, place_of
from houseway.lab.kernels.sim_uth import number_hole
from houseway.lab.kernels.uth_boards import all_boards, with_rank
from houseway.lab.kernels.uth_rows import FIRST, PAIRS, SECOND
from houseway.lab.kernels.uth_suited import outside_sets, suits_on_boards

TEN = 8
HIGHER = 1
"""So many ranks above one's own, that are not on the board, still leave a high kicker."""


@njit(cache=True)
def fill_flops(flops, bits):
    """2x with a pair of one's own cards, or four to a flush with a ten or better in it."""
    for at in range(len(flops)):
        for high in range(52):
            for low in range(high):
                if pairs_up(flops[at], low, high) or draws(flops[at], low, high):
                    hole = number_hole(low, high)
                    bits[at, hole >> 3] |= 1 << (hole & 7)


@njit(cache=True)
def pairs_up(flop, low, high):
    found = low % RANKS == high % RANKS
    for card in flop:
        found |= card % RANKS == low % RANKS or card % RANKS == high % RANKS
    return found


@njit(cache=True)
def draws(flop, low, high):
    found = False
    for own, other in ((low, high), (high, low)):
        of_suit = 1 + (other // RANKS == own // RANKS)
        for card in flop:
            of_suit += card // RANKS == own // RANKS
        found |= of_suit >= 4 and own % RANKS >= TEN
    return found


@njit(cache=True)
def bets_by_rank(held, low, high):
    """1x by ranks: a pair with a card of one's own, a straight or better, or a high kicker."""
    board = held[0]
    if low == high or (board >> low | board >> high) & 1:
        return True
    above = 0
    for rank in range(high + 1, RANKS):
        above += not board >> rank & 1
    if above <= HIGHER:
        return True
    value = value_of_ranks(*with_rank(with_rank(held, 1 << low), 1 << high))
    return value >> CATEGORY_BITS >= STRAIGHT


@njit(cache=True)
def fill_ranked(places, bits):
    for ranks in all_boards():
        total, held = np.uint64(0), (0, 0, 0, 0)
        for rank in ranks:
            total += NUMBERS[rank]
            held = with_rank(held, 1 << rank)
        row = bits[place_of(places.rows, places.columns, total)]
        for pair in range(RANK_PAIRS):
            if bets_by_rank(held, np.int64(FIRST[pair]), np.int64(SECOND[pair])):
                row[pair >> 3] |= 1 << (pair & 7)


@njit(cache=True)
def fill_suited(bits):
    """The same with three or more cards of one suit, where a flush bets as well."""
    board = 0
    for mask in suits_on_boards():
        inside, missing = (0, 0, 0, 0), 5
        for rank in range(RANKS):
            if mask >> rank & 1:
                inside = with_rank(inside, 1 << rank)
                missing -= 1
        first, stop = outside_sets(missing)
        for outside in range(first, stop):
            held = inside
            if missing == 2:
                held = with_rank(with_rank(held, 1 << FIRST[outside]), 1 << SECOND[outside])
            elif missing == 1:
                held = with_rank(held, 1 << (outside - RANK_PAIRS))
            fill_board(bits[board], mask, held)
            board += 1


@njit(cache=True)
def fill_board(row, mask, held):
    for pair in range(PAIRS):
        a, b = np.int64(FIRST[pair]), np.int64(SECOND[pair])
        flush = mask
        for kind in (a, b):
            if kind >= RANKS:
                flush |= 1 << (kind - RANKS)
        low, high = min(a % RANKS, b % RANKS), max(a % RANKS, b % RANKS)
        if FLUSHES[flush] or bets_by_rank(held, low, high):
            row[pair >> 3] |= 1 << (pair & 7)
