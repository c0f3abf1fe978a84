"""Ultimate Texas Hold 'Em the direct way: board by board, every hole, real cards throughout.

The solver in `lab/uth.py` collapses boards to what matters of them. Here nothing is
collapsed but the naming of suits: 134,459 boards stand for 2,598,960, and on each of them
all 1,081 holes are ranked, compared and played. It shares no kernel with that solver, so
the two prove each other; and it plays any policy, not only the best.

A card is its place in the new deck, 13 x suit + rank; a hole of cards a > b is number
C(a, 2) + b, and a flop a > b > c is number C(a, 3) + C(b, 2) + c.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.kernels.masks import CATEGORY, PAIR, STRAIGHT, value_of

HOLES, FLOPS, FLOP_CLASSES = 1326, 22_100, 1755
LEFT = 1081
"""The holes that a board leaves."""
DEALERS = 990
FIRST, SECOND = np.array([(a, b) for a in range(52) for b in range(a)], np.int64).T.copy()
"""The higher and the lower card of each hole."""
HAND_CLASSES = np.array(
    [
        max(a % 13, b % 13) * 13 + min(a % 13, b % 13)
        if a // 13 == b // 13
        else min(a % 13, b % 13) * 13 + max(a % 13, b % 13)
        for a in range(52)
        for b in range(a)
    ],
    np.int64,
)
"""The class of each hole: high * 13 + low if suited, low * 13 + high if not."""

FOUR, THREE, TWO, ONE, FOLD = range(5)
CHECK = 2
"""First actions are FOUR, THREE and CHECK."""
WON, TIED, WON_SHUT, LOST_SHUT, BOARDS = range(5)
"""Counted for each category and last action: dealers beaten and tied, those among them who do
not open, those who do not open and win; and boards."""

NOTHING, PAIRED, RUN, ON_BOARD = range(4)
"""What a hole has made: nothing; a card of it is paired; a straight or better that the board
alone does not give; a straight or better that lies on the board."""
MADE, OUTS, ABOVE = 4, 48, 14
"""The sight of a player at the river: what he has made, how many single cards of a dealer beat
him, and how many ranks above his best card are not on the board."""


class Board(NamedTuple):
    """One board, and the room to work it out; holes stand in the order of their values."""

    holes: NDArray[np.int64]
    values: NDArray[np.int64]
    counts: NDArray[np.int64]
    """Of each hole: won, tied, won against and lost to a dealer who does not open."""
    sights: NDArray[np.int64]
    """Of each hole: made, outs and above."""
    spare: NDArray[np.int64]
    starts: NDArray[np.int64]


@njit(cache=True)
def new_board():
    return Board(
        np.zeros(LEFT, np.int64),
        np.zeros(LEFT, np.int64),
        np.zeros((LEFT, 4), np.int64),
        np.zeros((LEFT, 3), np.int64),
        np.zeros((2, LEFT), np.int64),
        np.zeros(1025, np.int64),
    )


@njit(cache=True, inline="always")
def number_hole(one, other):
    return max(one, other) * (max(one, other) - 1) // 2 + min(one, other)


@njit(cache=True)
def number_flop(one, two, three):
    high, low = max(one, two, three), min(one, two, three)
    middle = one + two + three - high - low
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


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
            one = rename(FIRST[hole], suits[way])
            moved[way, hole] = number_hole(one, rename(SECOND[hole], suits[way]))
    return suits, moved


@njit(cache=True, inline="always")
def rename(card, suits):
    return 13 * suits[card // 13] + card % 13


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
def renamed_flop(a, b, c, suits):
    return number_flop(rename(a, suits), rename(b, suits), rename(c, suits))


@njit(cache=True)
def spread_flops(raises, flops, moved):
    """The choice after each of the 22,100 flops, from that after each of the 1,755 listed."""
    found = np.zeros((FLOPS, HOLES), np.uint8)
    for flop in range(FLOPS):
        listed, way = flops[flop]
        for hole in range(HOLES):
            found[flop, hole] = raises[listed, moved[way, hole]]
    return found


@njit(cache=True)
def put(cards, board):
    """Ranks and compares every hole on a board."""
    suits = np.zeros(4, np.int64)
    for card in cards:
        suits[card // 13] |= 1 << card % 13
    left = [card for card in range(52) if not suits[card // 13] >> card % 13 & 1]
    at = 0
    for first in range(len(left)):
        a = left[first]
        suits[a // 13] ^= 1 << a % 13
        for second in range(first):
            b = left[second]
            suits[b // 13] ^= 1 << b % 13
            board.values[at] = value_of(suits[0], suits[1], suits[2], suits[3])
            board.holes[at] = number_hole(a, b)
            suits[b // 13] ^= 1 << b % 13
            at += 1
        suits[a // 13] ^= 1 << a % 13
    sort(board)
    count_shut(board)
    compare(board)


@njit(cache=True)
def sort(board):
    """Sorts the holes by value, ten bits at a time.

    A value has thirty bits: three passes that count, and put in place, do it in a quarter
    of the time of a sort that compares.
    """
    values, holes = board.values, board.holes
    to_values, to_holes = board.spare[0], board.spare[1]
    starts = board.starts
    for shift in (0, 10, 20):
        starts[:] = 0
        for at in range(LEFT):
            starts[(values[at] >> shift & 1023) + 1] += 1
        for digit in range(1023):
            starts[digit + 1] += starts[digit]
        for at in range(LEFT):
            digit = values[at] >> shift & 1023
            to_values[starts[digit]] = values[at]
            to_holes[starts[digit]] = holes[at]
            starts[digit] += 1
        values, to_values = to_values, values
        holes, to_holes = to_holes, holes
    board.values[:], board.holes[:] = board.spare[0].copy(), board.spare[1].copy()


@njit(cache=True)
def compare(board):
    """Counts, from the lowest value up, the dealers that each hole beats and ties.

    Of all hands below, those with one of the player's two cards cannot be the dealer's.
    Among equal hands the player's own was taken off twice, and is put back once.
    """
    values, holes, counts = board.values, board.holes, board.counts
    held, held_now = np.zeros(52, np.int64), np.zeros(52, np.int64)
    start = 0
    while start < LEFT:
        end = start
        while end < LEFT and values[end] == values[start]:
            held_now[FIRST[holes[end]]] += 1
            held_now[SECOND[holes[end]]] += 1
            end += 1
        for at in range(start, end):
            a, b = FIRST[holes[at]], SECOND[holes[at]]
            counts[at, WON] = start - held[a] - held[b]
            counts[at, TIED] = end - start - held_now[a] - held_now[b] + 1
            if values[at] >> CATEGORY < PAIR:
                shut = counts[at, LOST_SHUT]
                counts[at, WON_SHUT] = counts[at, WON]
                counts[at, LOST_SHUT] = shut - counts[at, WON] - counts[at, TIED]
            else:
                counts[at, WON_SHUT], counts[at, LOST_SHUT] = counts[at, LOST_SHUT], 0
        held += held_now
        held_now[:] = 0
        start = end


@njit(cache=True)
def count_shut(board):
    """The dealers who do not open, for each hole: left where those who win will stand."""
    held = np.zeros(52, np.int64)
    shut = 0
    while shut < LEFT and board.values[shut] >> CATEGORY < PAIR:
        held[FIRST[board.holes[shut]]] += 1
        held[SECOND[board.holes[shut]]] += 1
        shut += 1
    for at in range(LEFT):
        hole = board.holes[at]
        own = 1 if at < shut else 0
        board.counts[at, LOST_SHUT] = shut - held[FIRST[hole]] - held[SECOND[hole]] + own


@njit(cache=True)
def look(cards, board):
    """What a player sees at the river: what is made, the outs against it, the cards above."""
    suits = np.zeros(4, np.int64)
    for card in cards:
        suits[card // 13] |= 1 << card % 13
    ranks = suits[0] | suits[1] | suits[2] | suits[3]
    alone = value_of(suits[0], suits[1], suits[2], suits[3])
    sixes = np.zeros(47, np.int64)
    at = 0
    for card in range(52):
        bit = 1 << card % 13
        if not suits[card // 13] & bit:
            suits[card // 13] ^= bit
            sixes[at] = value_of(suits[0], suits[1], suits[2], suits[3])
            suits[card // 13] ^= bit
            at += 1
    sixes.sort()
    below = 0
    for at in range(LEFT):
        # The player's own two cards are never among those that beat him.
        while below < 47 and sixes[below] <= board.values[at]:
            below += 1
        a, b = FIRST[board.holes[at]] % 13, SECOND[board.holes[at]] % 13
        board.sights[at, 0] = made(board.values[at], alone, ranks, a, b)
        board.sights[at, 1] = 47 - below
        board.sights[at, 2] = ranks_above(ranks, max(a, b))


@njit(cache=True)
def made(value, alone, ranks, a, b):
    if value >> CATEGORY >= STRAIGHT:
        return RUN if value > alone else ON_BOARD
    return PAIRED if a == b or ranks >> a & 1 or ranks >> b & 1 else NOTHING


@njit(cache=True)
def ranks_above(ranks, best):
    """How many ranks above a card do not lie on the board."""
    found = 0
    for rank in range(best + 1, 13):
        found += 1 - (ranks >> rank & 1)
    return found


@njit(cache=True)
def worth(unit, blind, value, counts):
    """One ante of play against all dealers, and ante and blind beside it, in parts of an ante."""
    won, lost = counts[WON], DEALERS - counts[WON] - counts[TIED]
    ante = unit * (won - counts[WON_SHUT] - lost + counts[LOST_SHUT])
    return unit * (won - lost), ante + blind[value >> CATEGORY] * won - unit * lost


@njit(cache=True)
def play(boards, sets, policies, unit, blind):
    """Deals by category, last action and outcome, for several policies at once.

    A policy is a first action for each class of holes, for each flop and hole whether it
    raises 2x, for each sight at the river whether it plays on, and whether it does not look
    at sights but plays what is worth more than a fold. Each board is met with ten flops.
    """
    firsts, twos, rivers, exact = policies
    found = np.zeros((len(firsts), 10, 5, 5), np.int64)
    board = new_board()
    raised = np.zeros(HOLES, np.uint8)
    for row in range(len(boards)):
        put(boards[row], board)
        look(boards[row], board)
        for policy in range(len(firsts)):
            add_flops(boards[row], twos[policy], raised)
            for at in range(LEFT):
                hole = board.holes[at]
                first = firsts[policy, HAND_CLASSES[hole]]
                deals = found[policy, board.values[at] >> CATEGORY]
                counts = board.counts[at]
                if first != CHECK:
                    add(deals[first], counts, 10 * sets[row])
                    continue
                two = np.int64(raised[hole])
                add(deals[TWO], counts, two * sets[row])
                if exact[policy]:
                    edge, rest = worth(unit, blind, board.values[at], counts)
                    plays = edge + rest > -2 * unit * DEALERS
                else:
                    sight = board.sights[at]
                    plays = rivers[policy, sight[0], sight[1], sight[2]]
                add(deals[ONE if plays else FOLD], counts, (10 - two) * sets[row])
    return found


@njit(cache=True, inline="always")
def add(deals, counts, times):
    deals[WON] += times * counts[WON]
    deals[TIED] += times * counts[TIED]
    deals[WON_SHUT] += times * counts[WON_SHUT]
    deals[LOST_SHUT] += times * counts[LOST_SHUT]
    deals[BOARDS] += times


@njit(cache=True)
def add_flops(cards, twos, raised):
    """On how many of the ten flops of a board each hole raises."""
    raised[:] = 0
    for high in range(2, 5):
        for middle in range(1, high):
            for low in range(middle):
                raised += twos[number_flop(cards[high], cards[middle], cards[low])]


@njit(cache=True)
def sum_up(boards, sets, flops, moved, unit, blind):
    """What the best play is found from: sums over all boards, each met with ten flops.

    For each class of holes a play wager of one ante, ante and blind beside it, and the
    river at its best; for each listed flop and hole what 2x gains over waiting. Holes that
    a renaming of suits exchanges while the flop stays as it is share their gain: what falls
    to one of them only depends on which board was listed.
    """
    sums = np.zeros((169, 3), np.int64)
    gains = np.zeros((FLOP_CLASSES, HOLES), np.int64)
    board = new_board()
    more = np.zeros(HOLES, np.int64)
    for row in range(len(boards)):
        cards = boards[row]
        put(cards, board)
        more[:] = 0
        for at in range(LEFT):
            edge, rest = worth(unit, blind, board.values[at], board.counts[at])
            river = max(edge + rest, -2 * unit * DEALERS)
            more[board.holes[at]] = (2 * edge + rest - river) * sets[row]
            of_class = sums[HAND_CLASSES[board.holes[at]]]
            of_class[0] += 10 * sets[row] * edge
            of_class[1] += 10 * sets[row] * rest
            of_class[2] += 10 * sets[row] * river
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
    """Where 2x gains, and what it then gains each class of holes."""
    raises = np.zeros((FLOP_CLASSES, HOLES), np.bool_)
    gained = np.zeros(169, np.int64)
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
