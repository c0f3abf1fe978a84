"""Ultimate Texas Hold 'Em the direct way: one board, all 1,081 holes, real cards throughout.

The solver in `lab/uth/solver.py` collapses boards to what matters of them. Here nothing is
collapsed but the naming of suits: 134,459 boards stand for 2,598,960, and on each of them
every hole is ranked, compared and played. No kernel is shared with that solver, so that
the two prove each other; and any policy can be played here, not only the best.

A card is its place in the new deck, 13 x suit + rank; a hole of cards a > b is number
C(a, 2) + b, and a flop of cards a > b > c is number C(a, 3) + C(b, 2) + c.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.masks import CATEGORY, PAIR, STRAIGHT, count_bits, value_of

HOLES, FLOPS = 1326, 22_100
LEFT = 1081
"""The holes that a board leaves."""
DEALERS = 990
FIRST, SECOND = np.array([(a, b) for a in range(52) for b in range(a)], np.int32).T.copy()
"""The higher and the lower card of each hole."""
FIRST_RANK, SECOND_RANK = FIRST % 13, SECOND % 13

# How a hole compares with all dealers, two counts to a number. Multiplied by how often a board
# and a hole are met, and added up over a board, the lower count stays within its 32 bits.
UPPER = 32
LOWER_MASK = (1 << UPPER) - 1

NOTHING, PAIRED, RUN, ON_BOARD = range(4)
"""What a hole has made: nothing; a card of it is paired; a straight or better that the board
alone does not give; a straight or better that lies on the board."""
SIGHTS = (4, 48, 14, 3)
"""What a player sees at the river, numbered as one: what is made; how many single cards of a
dealer beat it; how many ranks above the player's best card are not on the board; and how
many of his cards play: none, one, or both."""


class Board(NamedTuple):
    """One board, and the room to work it out: in small numbers, which stay near the processor."""

    beaten: NDArray[np.int64]
    """Of each of the 1,326 holes the dealers it beats, and above them those it ties."""
    shut: NDArray[np.int64]
    """The same for dealers who do not open: beaten by it, and above them beating it."""
    kinds: NDArray[np.int8]
    """Of each hole the category."""
    there: NDArray[np.int8]
    """1 for the holes that the board leaves."""
    sights: NDArray[np.int16]
    holes: NDArray[np.int32]
    """The holes that are left, in the order of their values, which stand beside them."""
    values: NDArray[np.int32]
    spare: NDArray[np.int32]
    starts: NDArray[np.int32]


@njit(cache=True)
def new_board():
    return Board(
        np.zeros(HOLES, np.int64),
        np.zeros(HOLES, np.int64),
        np.zeros(HOLES, np.int8),
        np.zeros(HOLES, np.int8),
        np.zeros(HOLES, np.int16),
        np.zeros(LEFT, np.int32),
        np.zeros(LEFT, np.int32),
        np.zeros((2, LEFT), np.int32),
        np.zeros(1025, np.int32),
    )


@njit(cache=True, inline="always")
def number_hole(first, second):
    return max(first, second) * (max(first, second) - 1) // 2 + min(first, second)


@njit(cache=True)
def number_flop(first, second, third):
    high, low = max(first, second, third), min(first, second, third)
    middle = first + second + third - high - low
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@njit(cache=True)
def masks_of(cards):
    suits = np.zeros(4, np.int64)
    for card in cards:
        suits[card // 13] |= 1 << card % 13
    return suits


@njit(cache=True)
def put(cards, board):
    """Ranks and compares every hole on a board."""
    value_holes(masks_of(cards), board.holes, board.values)
    sort(board)
    compare(board)


@njit(cache=True)
def value_holes(suits, holes, values):
    """The holes that are left, and their values.

    Without a flush only ranks count, so a value is calculated once for each two ranks.
    """
    need = np.array([5 - count_bits(mask) for mask in suits])
    by_ranks = np.zeros((13, 13), np.int32)
    at = 0
    for a in range(52):
        if suits[a // 13] >> a % 13 & 1:
            continue
        suits[a // 13] ^= 1 << a % 13
        for b in range(a):
            if suits[b // 13] >> b % 13 & 1:
                continue
            same = a // 13 == b // 13
            flush = need[a // 13] <= 1 + same or need[b // 13] <= 1
            value = by_ranks[a % 13, b % 13]
            if flush or not value:
                suits[b // 13] ^= 1 << b % 13
                value = value_of(suits[0], suits[1], suits[2], suits[3])
                suits[b // 13] ^= 1 << b % 13
                if not flush:
                    by_ranks[a % 13, b % 13] = by_ranks[b % 13, a % 13] = value
            values[at], holes[at] = value, number_hole(a, b)
            at += 1
        suits[a // 13] ^= 1 << a % 13


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
    # After three passes, an odd number, the order stands in the spare room.
    board.values[:] = board.spare[0]
    board.holes[:] = board.spare[1]


@njit(cache=True)
def compare(board):
    """Counts, from the lowest value up, the dealers that each hole beats and ties.

    Of all hands below, those with one of the player's two cards cannot be the dealer's.
    Among equal hands the player's own was taken off twice, and is put back once.
    """
    values, holes = board.values, board.holes
    board.beaten[:] = 0
    board.shut[:] = 0
    board.there[:] = 0
    shut, held_shut = count_shut(values, holes)
    held, held_now = np.zeros(52, np.int32), np.zeros(52, np.int32)
    start = 0
    while start < LEFT:
        end = start
        while end < LEFT and values[end] == values[start]:
            held_now[FIRST[holes[end]]] += 1
            held_now[SECOND[holes[end]]] += 1
            end += 1
        kind = np.int64(values[start] >> CATEGORY)
        for at in range(start, end):
            a, b = FIRST[holes[at]], SECOND[holes[at]]
            won = np.int64(start - held[a] - held[b])
            tied = np.int64(end - start - held_now[a] - held_now[b] + 1)
            won_shut, lost_shut = np.int64(shut - held_shut[a] - held_shut[b]), np.int64(0)
            if kind < PAIR:
                lost_shut = won_shut + 1 - won - tied
                won_shut = won
            board.beaten[holes[at]] = won | tied << UPPER
            board.shut[holes[at]] = won_shut | lost_shut << UPPER
            board.kinds[holes[at]] = kind
            board.there[holes[at]] = 1
        held += held_now
        held_now[:] = 0
        start = end


@njit(cache=True)
def count_shut(values, holes):
    """The hands with which a dealer does not open: all, and those with each card."""
    held = np.zeros(52, np.int32)
    shut = 0
    while shut < LEFT and values[shut] >> CATEGORY < PAIR:
        held[FIRST[holes[shut]]] += 1
        held[SECOND[holes[shut]]] += 1
        shut += 1
    return shut, held


@njit(cache=True)
def look(cards, board):
    """What a player sees at the river: what is made, outs against it, ranks above, cards played."""
    suits = masks_of(cards)
    ranks = suits[0] | suits[1] | suits[2] | suits[3]
    alone = value_of(suits[0], suits[1], suits[2], suits[3])
    with_card = value_six_cards(suits)
    sixes = np.sort(with_card[with_card > 0])
    above = np.zeros(13, np.int64)
    for rank in range(11, -1, -1):
        above[rank] = above[rank + 1] + 1 - (ranks >> (rank + 1) & 1)
    below = 0
    for at in range(LEFT):
        value, hole = board.values[at], board.holes[at]
        # The player's own two cards are never among those that beat him.
        while below < len(sixes) and sixes[below] <= value:
            below += 1
        a, b = FIRST_RANK[hole], SECOND_RANK[hole]
        own = 1 << a | 1 << b
        plays = 0
        if value > alone:
            plays = 1 + (value > with_card[FIRST[hole]] and value > with_card[SECOND[hole]])
        made_hand = PAIRED if a == b or ranks & own else NOTHING
        if value >> CATEGORY >= STRAIGHT:
            made_hand = RUN if value > alone else ON_BOARD
        outs = len(sixes) - below
        number = (made_hand * SIGHTS[1] + outs) * SIGHTS[2] + above[max(a, b)]
        board.sights[hole] = number * SIGHTS[3] + plays


@njit(cache=True)
def value_six_cards(suits):
    """The value of a board with each card that is left; 0 for the cards on it."""
    values = np.zeros(52, np.int64)
    for card in range(52):
        bit = 1 << card % 13
        if not suits[card // 13] & bit:
            suits[card // 13] ^= bit
            values[card] = value_of(suits[0], suits[1], suits[2], suits[3])
            suits[card // 13] ^= bit
    return values
