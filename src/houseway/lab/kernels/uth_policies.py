"""Playing policies of Ultimate Texas Hold 'Em over every deal, board by board; and the best one.

A policy says for each of 169 classes of holes what to do first; for each flop and hole
whether to raise 2x; and at the river, for each sight, whether to play on. Each board is met
ten times, once with each of its flops.
"""

import numpy as np
from numba import njit

from houseway.lab.kernels.uth_direct import (
    DEALERS,
    FIRST,
    FLOPS,
    HOLES,
    KIND,
    LOST_SHUT,
    SECOND,
    THERE,
    TIED,
    WON,
    WON_SHUT,
    field,
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


def _hand_classes():
    high, low = np.maximum(FIRST % 13, SECOND % 13), np.minimum(FIRST % 13, SECOND % 13)
    suited = FIRST // 13 == SECOND // 13
    return np.where(suited, high * 13 + low, low * 13 + high)


HAND_CLASSES = _hand_classes()
"""The class of each hole: high * 13 + low if suited, low * 13 + high if not."""


@njit(cache=True)
def change_suits():
    """All 24 ways to rename the suits, and where each sends every hole."""
    suits = np.empty((24, 4), np.int64)
    found = 0
    for code in range(256):
        named = (code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6)
        if (1 << named[0] | 1 << named[1] | 1 << named[2] | 1 << named[3]) == 15:
            suits[found] = named
            found += 1
    moved = np.empty((24, HOLES), np.int64)
    for way in range(24):
        for hole in range(HOLES):
            one, other = rename(FIRST[hole], suits[way]), rename(SECOND[hole], suits[way])
            moved[way, hole] = number_hole(one, other)
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
    found = np.empty((FLOPS, 2), np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for way in range(24):
                    number = listed[renamed_flop(a, b, c, suits[way])]
                    if number >= 0:
                        found[number_flop(a, b, c)] = (number, way)
    return found


@njit(cache=True)
def spread_flops(raises, flops, moved):
    """The choice after each of the 22,100 flops, from that after each of the 1,755 listed.

    Spread out, ten rows add up to what a board needs of all holes in few instructions.
    """
    found = np.zeros((FLOPS, HOLES), np.uint8)
    for flop in range(FLOPS):
        listed, way = flops[flop]
        for hole in range(HOLES):
            found[flop, hole] = raises[listed, moved[way, hole]]
    return found


@njit(cache=True)
def play(boards, sets, firsts, twos, rivers):
    """Deals by category, last action and outcome, for each policy.

    `firsts` gives each policy's first action by hole, `twos` whether it raises by flop and
    hole, `rivers` whether it plays on by sight.
    """
    found = np.zeros((len(firsts), KINDS, ACTIONS, PLACES), np.int64)
    board = new_board()
    raised = np.zeros(HOLES, np.uint8)
    for row in range(len(boards)):
        put(boards[row], board)
        look(boards[row], board)
        for policy in range(len(firsts)):
            add_flops(boards[row], twos[policy], raised)
            last = rivers[policy]
            times = np.int64(FLOPS_OF_BOARD * sets[row])
            for hole in range(HOLES):
                compared = board.compared[hole]
                first = firsts[policy, hole]
                deals = found[policy, field(compared, KIND)]
                if first != CHECK:
                    add(deals[first], compared, times)
                    continue
                two = np.int64(sets[row]) * raised[hole]
                if two:
                    add(deals[TWO], compared, two)
                # An index and not a branch: nobody can guess who plays on.
                add(deals[FOLD - last[board.sights[hole]]], compared, times - two)
    return found


@njit(cache=True, inline="always")
def add(deals, compared, times):
    deals[0] += times * field(compared, WON)
    deals[1] += times * field(compared, TIED)
    deals[2] += times * field(compared, WON_SHUT)
    deals[3] += times * field(compared, LOST_SHUT)
    deals[4] += times * field(compared, THERE)


@njit(cache=True)
def add_flops(cards, twos, raised):
    """On how many of the ten flops of a board each hole raises."""
    raised[:] = 0
    for high in range(2, 5):
        for middle in range(1, high):
            for low in range(middle):
                raised += twos[number_flop(cards[high], cards[middle], cards[low])]


@njit(cache=True)
def worth(unit, blind, compared):
    """One ante of play against all dealers, and ante and blind beside it, in parts of an ante."""
    won = field(compared, WON)
    lost = DEALERS - won - field(compared, TIED)
    ante = unit * (won - field(compared, WON_SHUT) - lost + field(compared, LOST_SHUT))
    return unit * (won - lost), ante + blind[field(compared, KIND)] * won - unit * lost


@njit(cache=True)
def sum_up(boards, sets, flops, moved, unit, blind):
    """What the best play is found from: sums over all boards, each met with ten flops.

    For each class of holes a play wager of one ante, ante and blind beside it, and the
    river at its best; for each listed flop and hole what 2x gains over waiting.
    """
    sums = np.zeros((CLASSES, 3), np.int64)
    gains = np.zeros((FLOP_CLASSES, HOLES), np.int64)
    board = new_board()
    more = np.zeros(HOLES, np.int64)
    for row in range(len(boards)):
        cards, times = boards[row], FLOPS_OF_BOARD * sets[row]
        put(cards, board)
        more[:] = 0
        for hole in board.holes:
            edge, rest = worth(unit, blind, board.compared[hole])
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
