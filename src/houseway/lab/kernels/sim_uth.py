"""Rounds of Ultimate Texas Hold 'Em, dealt and played: each seat's round becomes one number.

All that the wagers need of a round is the last action, the player's category, how the hands
compare and whether the dealer opens. The number of a round holds just that, so that a round
costs one entry and what it nets is worked out once for every number.

Boards and holes are numbered as the solver numbers them; a strategy is three tables of bits.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.kernels.ranks import RANK_BOARDS, RANK_PAIRS, RANKS, number_board
from houseway.lab.kernels.seven import (
    NUMBERS,
    PLACE_BITS,
    START,
    place_of,
    value_of_sum,
)
from houseway.lab.kernels.sim_cards import draw
from houseway.lab.kernels.uth_boards import all_boards
from houseway.lab.kernels.uth_rows import PAIRS
from houseway.lab.kernels.uth_suited import OUTSIDE, outside_sets, suits_on_boards

FOUR, THREE, TWO, ONE, FOLD = range(5)
CHECK = 2
"""Before the flop: 0 is 4x, 1 is 3x, and 2 waits."""
CATEGORIES, OUTCOMES = 10, 6
CELLS = 5 * CATEGORIES * OUTCOMES
"""A number: last action, then category, then 2 x (0 lost, 1 tied, 2 won) + (dealer opens)."""

HOLES, FLOPS = 1326, 22100
ROW_OF_HOLES = (HOLES + 7) // 8
ROW_OF_RANKS = (RANK_PAIRS + 7) // 8
ROW_OF_KINDS = (PAIRS + 7) // 8
SUITED_BOARDS = 36608

# A board's suits are counted from five, so that a third card sets the top bit of its field.
THREE_OF_SUIT = np.uint64(0x8888 << 32)
BOARD_START = np.uint64(0x5555 << 32)
SUIT_FIELDS = np.uint64(32)
RANKS_OF_SUIT = np.uint64((1 << RANKS) - 1)

TWOS = np.array([card * (card - 1) // 2 for card in range(52)], np.int64)
THREES = np.array([card * (card - 1) * (card - 2) // 6 for card in range(52)], np.int64)
KIND = np.array([card % RANKS for card in range(52)], np.int64)
SUIT = np.array([card // RANKS for card in range(52)], np.int64)


class UthPlay(NamedTuple):
    """A strategy as tables."""

    first: NDArray[np.uint8]
    """By 52 x one card + the other: what to do before the flop."""
    flops: NDArray[np.uint8]
    """By flop and hole a bit: whether to bet 2x."""
    ranked: NDArray[np.uint8]
    """By a board's ranks and the hole's, a bit: whether to bet 1x; where no flush is possible."""
    suited: NDArray[np.uint8]
    """By board and hole of kinds, a bit: whether to bet 1x; three or more cards of one suit."""


class UthPlaces(NamedTuple):
    """How boards find their rows; the same for every strategy."""

    rows: NDArray[np.uint16]
    columns: NDArray[np.uint16]
    """Sets of five ranks by the sum of their cards, as `seven` has it for seven."""
    masks: NDArray[np.uint16]
    """By the ranks of the suit: the first of the boards with these, in `UthPlay.suited`."""
    outside: NDArray[np.uint8]
    """By how many cards are out of the suit and the set of their ranks: the place from there."""


@njit(cache=True, inline="always")
def number_hole(a, b):
    """Two cards, in any order."""
    return TWOS[max(a, b)] + min(a, b)


@njit(cache=True, inline="always")
def number_three(a, b, c):
    """Three cards, in any order."""
    low, high = min(a, b), max(a, b)
    middle = max(low, min(high, c))
    return THREES[max(high, c)] + TWOS[middle] + min(low, c)


@njit(cache=True, inline="always")
def bit_at(row, place):
    return row[place >> 3] >> (place & 7) & 1


@njit(cache=True)
def number_masks(masks):
    """Where the boards of each set of ranks of the suit begin, in the order of the solver."""
    start = 0
    for mask in suits_on_boards():
        missing = 5
        for rank in range(RANKS):
            missing -= mask >> rank & 1
        masks[mask] = start
        first, stop = outside_sets(missing)
        start += stop - first
    return start


@njit(cache=True)
def number_outside(outside):
    """The place of ranks out of the suit; two cards of the same rank are a set of one rank."""
    for high in range(RANKS):
        outside[1, 1 << high] = high
        for low in range(high + 1):
            outside[2, 1 << high | 1 << low] = high * (high + 1) // 2 + low


@njit(cache=True)
def river_place(places, total, mask):
    """Where a board stands: the suit that may make a flush, or -1, and its row."""
    if not total & THREE_OF_SUIT:
        return -1, np.int64(place_of(places.rows, places.columns, total))
    fields = total & THREE_OF_SUIT
    suit = 0
    while not fields >> (SUIT_FIELDS + np.uint64(4 * suit + 3)) & np.uint64(1):
        suit += 1
    held = np.int64(total >> (SUIT_FIELDS + np.uint64(4 * suit)) & np.uint64(7)) + 3
    own = mask >> np.uint64(RANKS * suit) & RANKS_OF_SUIT
    others = np.uint64(0)
    for other in range(4):
        if other != suit:
            others |= mask >> np.uint64(RANKS * other) & RANKS_OF_SUIT
    return suit, np.int64(places.masks[own]) + np.int64(places.outside[5 - held, others])


@njit(cache=True, inline="always")
def pair_of_kinds(a, b, suit):
    """The hole as the suit sees it."""
    one = KIND[a] + RANKS * (SUIT[a] == suit)
    other = KIND[b] + RANKS * (SUIT[b] == suit)
    high = max(one, other)
    return (high * (high + 1) >> 1) + min(one, other)


@njit(cache=True)
def play_rounds(sevens, play, places, opens, deck, state, seats, cells):
    """Deals and plays a round for each row of `cells`; `opens` is the dealer's lowest value.

    The order of the cards: the board, the dealer, then each seat.
    """
    for row in range(len(cells)):
        draw(deck, 7 + 2 * seats, state)
        play_round(sevens, play, places, opens, deck, cells[row])


@njit(cache=True)
def play_round(sevens, play, places, opens, deck, cells):
    """One round with the cards in front of the deck."""
    total, mask = np.uint64(0), np.uint64(0)
    for at in range(5):
        total += NUMBERS[deck[at]]
        mask |= np.uint64(1) << np.uint64(deck[at])
    flop = play.flops[number_three(deck[0], deck[1], deck[2])]
    suit, river = river_place(places, total + BOARD_START, mask)
    dealer = value_with(sevens, total, mask, deck[5], deck[6])
    opened = dealer >= opens
    for seat in range(len(cells)):
        a, b = deck[7 + 2 * seat], deck[8 + 2 * seat]
        value = value_with(sevens, total, mask, a, b)
        action = np.int64(play.first[52 * np.int64(a) + b])
        twice = bit_at(flop, number_hole(a, b))
        if suit < 0:
            once = bit_at(play.ranked[river], pair_of_kinds(a, b, -1))
        else:
            once = bit_at(play.suited[river], pair_of_kinds(a, b, suit))
        if action == CHECK:
            action = TWO if twice else FOLD - once
        outcome = np.int64(value > dealer) + np.int64(value >= dealer)
        category = np.int64(value) >> PLACE_BITS
        cells[seat] = (action * CATEGORIES + category) * OUTCOMES + 2 * outcome + opened


@njit(cache=True, inline="always")
def value_with(sevens, total, mask, a, b):
    """The value of two cards with the board."""
    both = np.uint64(1) << np.uint64(a) | np.uint64(1) << np.uint64(b)
    return value_of_sum(
        sevens.rows,
        sevens.columns,
        sevens.values,
        sevens.flushes,
        total + START + NUMBERS[a] + NUMBERS[b],
        mask | both,
    )
