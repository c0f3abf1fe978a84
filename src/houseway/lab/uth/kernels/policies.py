"""Playing policies of Ultimate Texas Hold 'Em over every deal, board by board.

A policy says for each hole what to do first; for each flop and hole
whether to raise 2x; and at the river, for each sight, whether to play on. Each board is met
ten times, once with each of its flops.
"""

import numpy as np
from numba import njit

from houseway.lab.uth.kernels.direct import (
    FLOPS,
    HOLES,
    LOWER_MASK,
    UPPER,
    look,
    new_board,
    number_flop,
    put,
)

FLOPS_OF_BOARD = 10
FOUR, THREE, TWO, ONE, FOLD = range(5)
CHECK = 2
"""First actions are FOUR, THREE and CHECK."""
ACTIONS, KINDS, PLACES = 5, 10, 5
"""Counted for each category and last action: dealers beaten and tied, beaten and lost to
among those who do not open; and boards."""


@njit(cache=True)
def spread_flops(raises, flops, moved):
    """The choice after each of the 22,100 flops, from that after each of the 1,755 listed.

    Spread out, ten rows add up to what a board needs of all holes in few instructions.
    """
    choices = np.zeros((FLOPS, HOLES), np.uint8)
    for flop in range(FLOPS):
        listed, way = flops[flop]
        for hole in range(HOLES):
            choices[flop, hole] = raises[listed, moved[way, hole]]
    return choices


@njit(cache=True, nogil=True)
def play(boards, sets, policies):
    """Deals by category, last action and outcome, for each policy.

    `policies` gives for each the first action by hole, whether it raises by flop and hole, and
    whether it plays on by sight.
    """
    firsts, twos, rivers = policies
    counts = np.zeros((len(firsts), KINDS * ACTIONS, PLACES), np.int64)
    board = new_board()
    raised = np.zeros(HOLES, np.uint8)
    last = np.zeros(HOLES, np.int8)
    for row in range(len(boards)):
        put(boards[row], board)
        look(boards[row], board)
        for policy in range(len(firsts)):
            add_flops(boards[row], twos[policy], raised)
            for hole in range(HOLES):
                last[hole] = FOLD - rivers[policy, board.sights[hole]]
            sums = add_holes(board, sets[row], firsts[policy], raised, last)
            unpack(sums, counts[policy])
    return counts.reshape((len(firsts), KINDS, ACTIONS, PLACES))


@njit(cache=True)
def add_holes(board, sets, first, raised, last):
    """All holes of a board, by category and last action; counts in pairs as the board has them."""
    sums = np.zeros((KINDS * ACTIONS, 3), np.int64)
    for hole in range(HOLES):
        cell = np.int64(board.kinds[hole]) * ACTIONS
        times = sets * np.int64(board.there[hole])
        if first[hole] != CHECK:
            add(sums[cell + first[hole]], board, hole, FLOPS_OF_BOARD * times)
        else:
            two = np.int64(raised[hole])
            add(sums[cell + TWO], board, hole, two * times)
            add(sums[cell + last[hole]], board, hole, (FLOPS_OF_BOARD - two) * times)
    return sums


@njit(cache=True, inline="always")
def add(sums, board, hole, times):
    sums[0] += times * board.beaten[hole]
    sums[1] += times * board.shut[hole]
    sums[2] += times


@njit(cache=True)
def unpack(sums, parts):
    for cell in range(len(sums)):
        beaten, shut, boards = sums[cell]
        parts[cell, 0] += beaten & LOWER_MASK
        parts[cell, 1] += beaten >> UPPER
        parts[cell, 2] += shut & LOWER_MASK
        parts[cell, 3] += shut >> UPPER
        parts[cell, 4] += boards


@njit(cache=True)
def add_flops(cards, twos, raised):
    """On how many of the ten flops of a board each hole raises."""
    raised[:] = 0
    for high in range(2, 5):
        for middle in range(1, high):
            for low in range(middle):
                raised += twos[number_flop(cards[high], cards[middle], cards[low])]
