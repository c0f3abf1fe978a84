"""How often each outcome comes about once every choice is made.

A deal of a board counts ten times, once for each of its flops. The holes that raise before
the flop count on every board; those that wait count as 2x on the boards' flops that they
raise on, and as 1x or fold on the rest. Boards with a possible flush are counted on their
own, and taken off the boards of their ranks.
"""

import numpy as np
from numba import njit

from houseway.lab.kernels.ranks import RANK_BOARDS, RANK_PAIRS, RANKS, number_board, number_flop
from houseway.lab.kernels.uth_boards import all_boards, copies, worth
from houseway.lab.kernels.uth_choices import RANKED_PARTS, SUITED_PARTS
from houseway.lab.kernels.uth_rows import (
    CATEGORY,
    DEALER_HANDS,
    LOST_SHUT,
    PAIRS,
    RANKS_OF_PAIR,
    TIED,
    WON,
    WON_SHUT,
)
from houseway.lab.kernels.uth_suited import (
    compare_suited,
    copies_outside,
    new_board,
    outside_sets,
    put_outside,
    put_suit,
    ranks_of_board,
    suits_on_boards,
)

FLOPS_OF_BOARD = 10
FOUR, THREE, TWO, ONE, FOLD = range(5)
"""The last action of a player. Before the last choice, ONE stands for all that wait."""


@njit(cache=True)
def count_outcomes(rules, ranked, before, twos):
    """Deals by last action, category, and line of a row; a fold only counts deals.

    `before` holds, for ranks and for kinds, how many holes raise 4x, raise 3x, and wait;
    `twos` what `count_twos` gives. All is counted in RANKED_PARTS of a deal.
    """
    taken = np.zeros((RANK_BOARDS, RANK_PAIRS, 4), np.int64)
    found = np.zeros((5, 10, 6), np.int64)
    count_suited(rules, ranked, before[1], twos[1], taken, found)
    found *= RANKED_PARTS // SUITED_PARTS
    count_ranked(rules, ranked, before[0], twos[0], taken, found)
    return found


@njit(cache=True)
def count_suited(rules, ranked, before, twos, taken, found):
    copied = copies_outside()
    board = new_board()
    raised = np.zeros(PAIRS, np.int64)
    for mask in suits_on_boards():
        missing, flushes = put_suit(board, mask)
        start, stop = outside_sets(missing)
        for outside in range(start, stop):
            put_outside(board, outside)
            by_rank = ranks_of_board(board)
            size = compare_suited(board, flushes, ranked, by_rank, rules.opens)
            add_from_flops(board.kinds, twos, raised)
            for at in range(size):
                pair = board.pairs[at]
                sets = copied[outside, pair]
                if sets:
                    weights = share(before[pair], SUITED_PARTS, sets, raised[pair])
                    for action in range(4):
                        taken[by_rank, RANKS_OF_PAIR[pair], action] += weights[action]
                    add_outcomes(rules.unit, rules.blind, board.row, pair, weights, found)


@njit(cache=True)
def count_ranked(rules, ranked, before, twos, taken, found):
    raised = np.zeros(RANK_PAIRS, np.int64)
    for ranks in all_boards():
        board = number_board(ranks)
        times = np.zeros(RANKS, np.int64)
        for rank in ranks:
            times[rank] += 1
        add_from_flops(ranks, twos, raised)
        for pair in range(RANK_PAIRS):
            sets = copies(times, pair, 4)
            if sets:
                four, three, two, one = share(before[pair], RANKED_PARTS, sets, raised[pair])
                gone = taken[board, pair] * (RANKED_PARTS // SUITED_PARTS)
                weights = (four - gone[0], three - gone[1], two - gone[2], one - gone[3])
                add_outcomes(rules.unit, rules.blind, ranked.rows[board], pair, weights, found)


@njit(cache=True)
def share(before, parts, sets, raised):
    """How many deals of a board and a hole end in each action, all that wait being one."""
    boards = FLOPS_OF_BOARD * parts * np.int64(sets)
    twos = sets * raised
    return boards * before[0], boards * before[1], twos, boards * before[2] - twos


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


@njit(cache=True)
def add_outcomes(unit, blind, row, pair, weights, found):
    """Adds a board and a hole, so many times for each action."""
    edge, rest, _, _ = worth(unit, blind, row, pair)
    category, won, tied = row[CATEGORY, pair], np.int64(row[WON, pair]), np.int64(row[TIED, pair])
    for action in range(4):
        weight = weights[action]
        if weight == 0:
            continue
        if action == ONE and edge + rest <= -2 * unit * DEALER_HANDS:
            found[FOLD, category, 5] += weight * DEALER_HANDS
            continue
        into = found[action, category]
        into[WON] += weight * won
        into[TIED] += weight * tied
        into[WON_SHUT] += weight * row[WON_SHUT, pair]
        into[LOST_SHUT] += weight * row[LOST_SHUT, pair]
        into[4] += weight * (DEALER_HANDS - won - tied)
