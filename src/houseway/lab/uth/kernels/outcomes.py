"""How often each outcome comes about once every choice is made.

A deal of a board counts ten times, once for each of its flops. The holes that raise before
the flop count on every board; those that wait count as 2x on the boards' flops that they
raise on, and as 1x or fold on the rest. Boards with a possible flush are counted on their
own, and taken off the boards of their ranks.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.ranks import (
    RANK_BOARDS,
    RANK_PAIRS,
    RANKS,
    number_board,
    number_flop,
)
from houseway.lab.uth.kernels import suited
from houseway.lab.uth.kernels.boards import RIVER, all_boards, copies, worth
from houseway.lab.uth.kernels.choices import RANKED_PARTS, SUITED_PARTS
from houseway.lab.uth.kernels.rows import (
    CATEGORY,
    DEALER_HANDS,
    LOST_SHUT,
    PAIR_FIELD,
    PAIRS,
    RANKS_OF_PAIR,
    TIED,
    WON,
    WON_SHUT,
    field,
)

FLOPS_OF_BOARD = 10
FOUR, THREE, TWO, ONE, FOLD = range(5)
"""The last action of a player. Before the last choice, ONE stands for all that wait."""
PLACES = 5
"""What is counted: won, tied, won and lost where the dealer does not open; holes on boards."""


@njit(cache=True)
def count_outcomes(rules, ranked, compared, before, twos):
    """Deals by category, last action and place.

    `compared` holds the holes on boards with a possible flush, in the order in which
    `sum_suited` gives them. `before` holds, for ranks and for kinds, how many holes raise
    4x, raise 3x, and wait; `twos` what `count_twos` gives. All is counted in RANKED_PARTS
    of a deal.
    """
    taken = np.zeros((RANK_BOARDS, RANK_PAIRS, 4), np.int32)
    outcomes = np.zeros((10, 5, PLACES), np.int64)
    count_suited(rules, compared, before[1], twos[1], taken, outcomes)
    outcomes *= RANKED_PARTS // SUITED_PARTS
    count_ranked(rules, ranked, before[0], twos[0], taken, outcomes)
    return outcomes


@njit(cache=True)
def count_suited(rules, compared, before, twos, taken, outcomes):
    copied = suited.copies_outside()
    board = suited.new_board()
    raised = np.zeros(PAIRS, np.int32)
    done = 0
    for mask in suited.suits_on_boards():
        missing, _ = suited.put_suit(board, mask)
        start, stop = suited.outside_sets(missing)
        for outside in range(start, stop):
            suited.put_outside(board, outside)
            size = suited.count_holes(missing)
            add_from_flops(board.kinds, twos, raised)
            packed = compared[done : done + size]
            off = taken[suited.ranks_of_board(board)]
            add_suited(rules, packed, copied[outside], before, raised, off, outcomes)
            done += size
    assert done == len(compared)


@njit(cache=True)
def add_suited(rules, packed, copied, before, raised, taken, outcomes):
    unit, blind = rules.unit, rules.blind
    for hole in packed:
        pair = np.uint16(hole >> PAIR_FIELD)
        sets = np.int64(copied[pair])
        if sets:
            ranks = RANKS_OF_PAIR[pair]
            boards = FLOPS_OF_BOARD * SUITED_PARTS * sets
            four, three = boards * before[pair, 0], boards * before[pair, 1]
            two = sets * raised[pair]
            last = boards * before[pair, 2] - two
            taken[ranks, FOUR] += four
            if three:
                taken[ranks, THREE] += three
            taken[ranks, TWO] += two
            taken[ranks, ONE] += last
            add_outcomes(unit, blind, hole, (four, three, two, last), outcomes)


@njit(cache=True)
def count_ranked(rules, ranked, before, twos, taken, outcomes):
    unit, blind = rules.unit, rules.blind
    raised = np.zeros(RANK_PAIRS, np.int64)
    more = np.int64(RANKED_PARTS // SUITED_PARTS)
    for ranks in all_boards():
        board = number_board(ranks)
        times = np.zeros(RANKS, np.int64)
        for rank in ranks:
            times[rank] += 1
        add_from_flops(ranks, twos, raised)
        for pair in range(RANK_PAIRS):
            sets = copies(times, pair, 4)
            boards = FLOPS_OF_BOARD * RANKED_PARTS * sets
            two = sets * raised[pair]
            weights = (
                boards * before[pair, 0] - more * taken[board, pair, FOUR],
                boards * before[pair, 1] - more * taken[board, pair, THREE],
                two - more * taken[board, pair, TWO],
                boards * before[pair, 2] - two - more * taken[board, pair, ONE],
            )
            add_outcomes(unit, blind, ranked.packed[board, pair], weights, outcomes)


@njit(cache=True)
def add_from_flops(cards, flops, raised):
    """Adds up the ten flops of a board."""
    raised[:] = 0
    for k in range(2, 5):
        for j in range(1, k):
            for i in range(j):
                flop = flops[number_flop(cards[i], cards[j], cards[k])]
                for pair in range(len(raised)):
                    raised[pair] += flop[pair]


@njit(cache=True, inline="always")
def add_outcomes(unit, blind, hole, weights, outcomes):
    """Adds a board and a hole, so many times for each last action.

    No branch asks whether a weight is 0: half are, at random, and a wrong guess of the
    processor costs more than adding nothing. Hence what is folded is added up as well.
    """
    four, three, two, last = weights
    # Of equal values the fold, the smaller wager, is taken.
    folds = worth(unit, blind, hole)[RIVER] <= -2 * unit * DEALER_HANDS
    add_played(FOUR, hole, four, outcomes)
    if three:
        add_played(THREE, hole, three, outcomes)
    add_played(TWO, hole, two, outcomes)
    add_played(ONE + folds, hole, last, outcomes)


@njit(cache=True, inline="always")
def add_played(action, hole, weight, outcomes):
    category = field(hole, CATEGORY)
    outcomes[category, action, 0] += weight * field(hole, WON)
    outcomes[category, action, 1] += weight * field(hole, TIED)
    outcomes[category, action, 2] += weight * field(hole, WON_SHUT)
    outcomes[category, action, 3] += weight * field(hole, LOST_SHUT)
    outcomes[category, action, 4] += weight
