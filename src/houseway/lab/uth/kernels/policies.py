"""Playing policies of Ultimate Texas Hold 'Em over every deal, board by board; and the best one.

A policy says for each of 169 classes of holes what to do first; for each flop and hole
whether to raise 2x; and at the river, for each sight, whether to play on. Each board is met
ten times, once with each of its flops.
"""

import numpy as np
from numba import njit

from houseway.lab.uth.kernels.direct import (
    DEALERS,
    FIRST,
    FLOPS,
    HOLES,
    LOWER_MASK,
    SECOND,
    UPPER,
    look,
    new_board,
    number_flop,
    number_hole,
    put,
)

CLASSES, FLOP_CLASSES, FLOPS_OF_BOARD = 169, 1755, 10
FOUR, THREE, TWO, ONE, FOLD = range(5)
CHECK = 2
"""First actions are FOUR, THREE and CHECK."""
ACTIONS, KINDS, PLACES = 5, 10, 5
"""Counted for each category and last action: dealers beaten and tied, beaten and lost to
among those who do not open; and boards."""


_HIGH, _LOW = np.maximum(FIRST % 13, SECOND % 13), np.minimum(FIRST % 13, SECOND % 13)
HAND_CLASSES = np.where(FIRST // 13 == SECOND // 13, _HIGH * 13 + _LOW, _LOW * 13 + _HIGH)
"""The class of each hole: high * 13 + low if suited, low * 13 + high if not."""


@njit(cache=True)
def change_suits():
    """All 24 ways to rename the suits, and where each sends every hole."""
    suits = np.empty((24, 4), np.int64)
    count = 0
    for code in range(256):
        named = (code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6)
        if (1 << named[0] | 1 << named[1] | 1 << named[2] | 1 << named[3]) == 15:
            suits[count] = named
            count += 1
    moved = np.empty((24, HOLES), np.int64)
    for way in range(24):
        for hole in range(HOLES):
            first, second = rename(FIRST[hole], suits[way]), rename(SECOND[hole], suits[way])
            moved[way, hole] = number_hole(first, second)
    return suits, moved


@njit(cache=True, inline="always")
def rename(card, suits):
    return 13 * suits[card // 13] + card % 13


@njit(cache=True)
def renamed_flop(a, b, c, suits):
    return number_flop(rename(a, suits), rename(b, suits), rename(c, suits))


@njit(cache=True)
def class_flops(classes, suits):
    """For each flop the class it belongs to, and a renaming that makes it the listed one."""
    listed = np.full(FLOPS, -1)
    for number in range(len(classes)):
        listed[number_flop(classes[number, 0], classes[number, 1], classes[number, 2])] = number
    table = np.empty((FLOPS, 2), np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for way in range(24):
                    number = listed[renamed_flop(a, b, c, suits[way])]
                    if number >= 0:
                        table[number_flop(a, b, c)] = (number, way)
    return table


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
def play(boards, sets, policies, rules):
    """Deals by category, last action and outcome, for each policy.

    `policies` gives for each the first action by hole, whether it raises by flop and hole,
    whether it plays on by sight; and whether it looks at no sights but plays on where that is
    worth more than a fold by the `rules`.
    """
    firsts, twos, rivers, exact = policies
    counts = np.zeros((len(firsts), KINDS * ACTIONS, PLACES), np.int64)
    board = new_board()
    raised = np.zeros(HOLES, np.uint8)
    last = np.zeros(HOLES, np.int8)
    for row in range(len(boards)):
        put(boards[row], board)
        look(boards[row], board)
        for policy in range(len(firsts)):
            add_flops(boards[row], twos[policy], raised)
            if exact[policy]:
                choose_last(board, rules, last)
            else:
                for hole in range(HOLES):
                    last[hole] = FOLD - rivers[policy, board.sights[hole]]
            sums = add_holes(board, sets[row], firsts[policy], raised, last)
            unpack(sums, counts[policy])
    return counts.reshape((len(firsts), KINDS, ACTIONS, PLACES))


@njit(cache=True)
def choose_last(board, rules, last):
    unit, blind = rules
    for hole in board.holes:
        edge, rest = worth(unit, blind, board, hole)
        last[hole] = FOLD - (edge + rest > -2 * unit * DEALERS)


@njit(cache=True)
def add_holes(board, sets, first, raised, last):
    """All holes of a board, by category and last action; counts in pairs as the board has them."""
    sums = np.zeros((KINDS * ACTIONS, 3), np.int64)
    for hole in range(HOLES):
        cell = np.int64(board.kinds[hole]) * ACTIONS
        here = sets * np.int64(board.there[hole])
        if first[hole] != CHECK:
            add(sums[cell + first[hole]], board, hole, FLOPS_OF_BOARD * here)
        else:
            two = np.int64(raised[hole])
            add(sums[cell + TWO], board, hole, two * here)
            add(sums[cell + last[hole]], board, hole, (FLOPS_OF_BOARD - two) * here)
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


@njit(cache=True)
def worth(unit, blind, board, hole):
    """One ante of play against all dealers, and ante and blind beside it, in parts of an ante."""
    won, tied = board.beaten[hole] & LOWER_MASK, board.beaten[hole] >> UPPER
    won_shut, lost_shut = board.shut[hole] & LOWER_MASK, board.shut[hole] >> UPPER
    lost = DEALERS - won - tied
    ante = unit * (won - won_shut - lost + lost_shut)
    return unit * (won - lost), ante + blind[board.kinds[hole]] * won - unit * lost


@njit(cache=True, nogil=True)
def sum_up(boards, sets, flops, moved, rules):
    """The sums that the best play follows from: over all boards, each with ten flops.

    For each class of holes a play wager of one ante, ante and blind beside it, and the
    river at its best; for each listed flop and hole what 2x gains over waiting.
    """
    unit, blind = rules
    sums = np.zeros((CLASSES, 3), np.int64)
    gains = np.zeros((FLOP_CLASSES, HOLES), np.int64)
    board = new_board()
    more = np.zeros(HOLES, np.int64)
    for row in range(len(boards)):
        cards, times = boards[row], FLOPS_OF_BOARD * sets[row]
        put(cards, board)
        more[:] = 0
        for hole in board.holes:
            edge, rest = worth(unit, blind, board, hole)
            river = max(edge + rest, -2 * unit * DEALERS)
            more[hole] = (2 * edge + rest - river) * sets[row]
            of_class = sums[HAND_CLASSES[hole]]
            of_class[0] += times * edge
            of_class[1] += times * rest
            of_class[2] += times * river
        for high in range(2, 5):
            for middle in range(1, high):
                for low in range(middle):
                    listed, way = flops[number_flop(cards[high], cards[middle], cards[low])]
                    add_moved(gains[listed], moved[way], more)
    return sums, gains


@njit(cache=True)
def add_moved(gains, moved, more):
    for hole in range(HOLES):
        gains[moved[hole]] += more[hole]


@njit(cache=True)
def choose_flops(classes, gains, suits, moved):
    """Where 2x gains, and what it then gains each class of holes.

    Holes that a renaming of suits exchanges while the flop stays as it is are alike, and
    decide by what falls to all of them: which of them a gain fell to depends only on which
    board was listed.
    """
    raises = np.zeros((FLOP_CLASSES, HOLES), np.bool_)
    gained = np.zeros(CLASSES, np.int64)
    for listed in range(FLOP_CLASSES):
        a, b, c = classes[listed]
        flop = number_flop(a, b, c)
        total = np.zeros(HOLES, np.int64)
        for way in range(24):
            if renamed_flop(a, b, c, suits[way]) == flop:
                for hole in range(HOLES):
                    total[hole] += gains[listed, moved[way, hole]]
        for hole in range(HOLES):
            if total[hole] > 0:
                raises[listed, hole] = True
                gained[HAND_CLASSES[hole]] += gains[listed, hole]
    return raises, gained
