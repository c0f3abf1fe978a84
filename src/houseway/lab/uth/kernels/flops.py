"""From boards to flops: what a 2x after each flop gains over waiting.

A board holds ten flops. Instead of running through 1,081 turns and rivers for every flop,
every board adds itself to its ten flops. Boards stand for many sets of cards: with C(x | h)
the number of sets that x stands for beside a hole h, a flop f of a board b occurs beside
h and f in C(b | h) * (ways to find f in b) / C(f | h) boards. So a board adds C(b | h)
times its worth, ten times over, and the flop divides once, without a remainder.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import (
    RANK_FLOPS,
    RANK_PAIRS,
    RANKS,
    number_board,
    number_flop,
)
from houseway.lab.uth.kernels import suited
from houseway.lab.uth.kernels.boards import EDGE, GAIN, REST, RIVER, all_boards, copies, worth
from houseway.lab.uth.kernels.rows import CATEGORY, KINDS, PAIR_FIELD, PAIRS, RANKS_OF_PAIR, field

KIND_FLOPS = 3276
"""Sets of three of the 26 kinds of cards; the first 455 are sets of ranks."""


class Sums(NamedTuple):
    """Sums over boards: for each hole, and for each flop and hole."""

    worth: NDArray[np.int64]
    gain: NDArray[np.int64]
    categories: NDArray[np.int64]


@njit(cache=True)
def sum_ranked(ranked):
    """Over all boards, as if there were no flushes."""
    sums = Sums(
        np.zeros((RANK_PAIRS, 4), np.int64),
        np.zeros((RANK_FLOPS, RANK_PAIRS), np.int64),
        np.zeros((RANK_PAIRS, 10), np.int64),
    )
    gains = np.zeros(RANK_PAIRS, np.int64)
    for ranks in all_boards():
        board = number_board(ranks)
        times = np.zeros(RANKS, np.int64)
        for rank in ranks:
            times[rank] += 1
        for pair in range(RANK_PAIRS):
            sets = copies(times, pair, 4)
            for part in range(4):
                sums.worth[pair, part] += sets * ranked.worth[board, pair, part]
            gains[pair] = sets * ranked.worth[board, pair, GAIN]
            sums.categories[pair, field(ranked.packed[board, pair], CATEGORY)] += sets
        add_to_flops(ranks, gains, sums.gain)
    divide(sums.gain, 1, 4)
    return sums


@njit(cache=True)
def sum_suited(rules, ranked, compared):
    """What the boards with a possible flush change, for one suit; fills in how holes compare."""
    sums = Sums(
        np.zeros((PAIRS, 4), np.int64),
        np.zeros((KIND_FLOPS, PAIRS), np.int32),
        np.zeros((PAIRS, 10), np.int64),
    )
    done = 0
    copied = suited.copies_outside()
    board = suited.new_board()
    gains = np.zeros(PAIRS, np.int32)
    for mask in suited.suits_on_boards():
        missing, flushes = suited.put_suit(board, mask)
        start, stop = suited.outside_sets(missing)
        for outside in range(start, stop):
            suited.put_outside(board, outside)
            by_rank = suited.ranks_of_board(board)
            packed = compared[done:]
            size = suited.compare_suited(board, flushes, ranked, by_rank, rules.opens, packed)
            correct(rules, packed[:size], ranked, by_rank, copied[outside], sums, gains)
            add_to_flops(board.kinds, gains, sums.gain)
            done += size
    divide(sums.gain, 1, 3)
    return sums


@njit(cache=True)
def correct(rules, packed, ranked, by_rank, copied, sums, gains):
    """Adds what a board differs by from one of its ranks alone; lists what it gains."""
    unit, blind = rules.unit, rules.blind
    plain, plain_packed = ranked.worth[by_rank], ranked.packed[by_rank]
    worths, categories = sums.worth, sums.categories
    gains[:] = 0
    for hole in packed:
        pair = np.uint16(hole >> PAIR_FIELD)
        sets = np.int64(copied[pair])
        if sets:
            ranks = RANKS_OF_PAIR[pair]
            edge, rest, river, gain = worth(unit, blind, hole)
            worths[pair, EDGE] += sets * (edge - plain[ranks, EDGE])
            worths[pair, REST] += sets * (rest - plain[ranks, REST])
            worths[pair, RIVER] += sets * (river - plain[ranks, RIVER])
            gains[pair] = sets * (gain - plain[ranks, GAIN])
            category, by_ranks = field(hole, CATEGORY), field(plain_packed[ranks], CATEGORY)
            if category != by_ranks:
                categories[pair, category] += sets
                categories[pair, by_ranks] -= sets


@njit(cache=True)
def add_to_flops(cards, gains, flops):
    """Adds a board to its ten flops."""
    for k in range(2, 5):
        for j in range(1, k):
            for i in range(j):
                into = flops[number_flop(cards[i], cards[j], cards[k])]
                for pair in range(len(gains)):
                    into[pair] += gains[pair]


@njit(cache=True)
def flops_of(kinds):
    """The numbers of a board's ten flops."""
    numbers = np.zeros(10, np.int16)
    at = 0
    for k in range(2, 5):
        for j in range(1, k):
            for i in range(j):
                numbers[at] = number_flop(kinds[i], kinds[j], kinds[k])
                at += 1
    return numbers


@njit(cache=True)
def divide(flops, parts, full):
    """From sums over all sets of cards that a flop stands for to one of them, in `parts`."""
    for flop, low, middle, high in all_flops(len(flops)):
        times = np.zeros(KINDS, np.int64)
        for kind in (low, middle, high):
            times[kind] += 1
        for pair in range(flops.shape[1]):
            sets = copies(times, pair, full)
            if sets:
                flops[flop, pair] = flops[flop, pair] * parts // sets


@njit(cache=True)
def all_flops(count):
    """Flops of `count` sets of kinds, with their numbers."""
    flops = np.zeros((count, 4), np.int64)
    at = 0
    high = 0
    while at < count:
        for middle in range(high + 1):
            for low in range(middle + 1):
                flops[at] = (number_flop(low, middle, high), low, middle, high)
                at += 1
        high += 1
    return flops
