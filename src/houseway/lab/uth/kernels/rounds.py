"""Rounds of Ultimate Texas Hold 'Em, dealt and played: each seat's round becomes one number.

All that the wagers need of a round is the last action, the player's category, how the hands
compare and whether the dealer opens. The number of a round holds just that, so that a round
costs one entry and what it nets is calculated once for every number.

A strategy is four tables. Flops that differ by an exchange of suits share a row, so that the
table stays in reach of the processor: 1,755 rows for 22,100 flops, and a hole's suits are
exchanged as the flop's were. Boards have rows by their ranks or, with three cards of one suit,
by the ranks in the suit and out of it, as the solver has them.

Every function is handed arrays one by one: handed in tuples they took three times as long.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.masks import count_bits
from houseway.lab.exact.kernels.ranks import RANK_PAIRS, RANKS
from houseway.lab.exact.kernels.seven_cards import (
    NUMBERS,
    PLACE_BITS,
    START,
    place_of,
    value_of_sum,
)
from houseway.lab.simulation.kernels.cards import draw, number_three
from houseway.lab.uth.kernels.rows import PAIRS
from houseway.lab.uth.kernels.suited import outside_sets, suits_on_boards

FOUR, THREE, TWO, ONE, FOLD = range(5)
CHECK = 2
"""Before the flop: 0 is 4x, 1 is 3x, and 2 waits."""
CATEGORIES, OUTCOMES = 10, 6
CELLS = 5 * CATEGORIES * OUTCOMES
"""A number: last action, then category, then 2 x (0 lost, 1 tied, 2 won) + (dealer opens)."""

HOLES, FLOPS, FLOP_CLASSES = 1326, 22100, 1755
CLASS_BITS = 11
CLASS_MASK = (1 << CLASS_BITS) - 1
RANKED_BOARDS, SUITED_BOARDS = 6175, 36608
ROW_OF_HOLES, ROW_OF_RANKS, ROW_OF_KINDS = (HOLES + 7) // 8, (RANK_PAIRS + 7) // 8, (PAIRS + 7) // 8

# A board's suits are counted from five, so that a third card sets the top bit of its field.
BOARD_START, THREE_OF_SUIT = np.uint64(0x5555 << 32), np.uint64(0x8888 << 32)
FIELDS, TOP_OF_FIELD, FIELD = np.uint64(32), np.uint64(35), np.uint64(4)
BEYOND_THREE = np.uint64(7)
THIRTEEN, RANKS_OF_SUIT = np.uint64(RANKS), np.uint64((1 << RANKS) - 1)
ONE_BIT, TWO_BITS, THREE_BITS = np.uint64(1), np.uint64(2), np.uint64(3)

TWOS = np.array([card * (card - 1) // 2 for card in range(52)], np.int64)
KIND = np.array([card % RANKS for card in range(52)], np.int64)
SUIT = np.array([card // RANKS for card in range(52)], np.int64)


class UthPlay(NamedTuple):
    """A strategy as tables."""

    first: NDArray[np.uint8]
    """By 52 x one card + the other: what to do before the flop."""
    flops: NDArray[np.uint8]
    """By the flop's class and the hole a bit: whether to bet 2x."""
    ranked: NDArray[np.uint8]
    """By a board's ranks and the hole's, a bit: whether to bet 1x; where no flush is possible."""
    suited: NDArray[np.uint8]
    """By board and hole of kinds, a bit: whether to bet 1x; three or more cards of one suit."""


class UthPlaces(NamedTuple):
    """How flops and boards find their rows; the same for every strategy."""

    classes: NDArray[np.uint16]
    """By flop: its class, and above that which exchange of suits leads there."""
    exchanged: NDArray[np.uint8]
    """By exchange and card: the card it becomes."""
    rows: NDArray[np.uint16]
    columns: NDArray[np.uint16]
    """Sets of five ranks by the sum of their cards, as `seven_cards.py` has it for seven."""
    masks: NDArray[np.uint16]
    """By the ranks of the suit: the first of the boards with these, in `UthPlay.suited`."""
    outside: NDArray[np.uint8]
    """By how many cards are out of the suit and the set of their ranks: the place from there."""


@njit(cache=True, inline="always")
def number_hole(a, b):
    """Two cards, in any order."""
    return TWOS[max(a, b)] + min(a, b)


@njit(cache=True)
def class_flops(exchanged, classes, flops):
    """Puts each flop into the class of the lowest that an exchange of suits makes of it.

    `flops` becomes one flop of each class.
    """
    numbers = np.full(FLOPS, -1, np.int64)
    count = 0
    for c in range(52):
        for b in range(c):
            for a in range(b):
                lowest, by = FLOPS, 0
                for exchange in range(len(exchanged)):
                    cards = exchanged[exchange]
                    other = number_three(cards[a], cards[b], cards[c])
                    if other < lowest:
                        lowest, by = other, exchange
                flop = number_three(a, b, c)
                if numbers[lowest] < 0:
                    # The lowest of a class comes before the others.
                    assert lowest == flop
                    numbers[lowest] = count
                    flops[count] = (a, b, c)
                    count += 1
                classes[flop] = numbers[lowest] | by << CLASS_BITS
    return count


@njit(cache=True)
def number_masks(masks):
    """Where the boards of each set of ranks of the suit begin, in the order of the solver."""
    start = 0
    for mask in suits_on_boards():
        masks[mask] = start
        first, stop = outside_sets(5 - count_bits(mask))
        start += stop - first
    return start


@njit(cache=True)
def number_outside(outside):
    """The place of ranks out of the suit; two cards of the same rank are a set of one rank."""
    for high in range(RANKS):
        outside[1, 1 << high] = high
        for low in range(high + 1):
            outside[2, 1 << high | 1 << low] = high * (high + 1) // 2 + low


@njit(cache=True, inline="always")
def bit_at(bits, row, place):
    return bits[row, place >> 3] >> (place & 7) & 1


@njit(cache=True, inline="always")
def pair_of_kinds(a, b, suit):
    """The hole as a suit sees it; as none does, if there are not so many suits."""
    first = KIND[a] + RANKS * (SUIT[a] == suit)
    second = KIND[b] + RANKS * (SUIT[b] == suit)
    high = max(first, second)
    return (high * (high + 1) >> 1) + min(first, second)


@njit(cache=True, inline="always")
def suit_of_board(total):
    """The suit with three or more cards: its number from the one bit set, without a branch."""
    bits = (total & THREE_OF_SUIT) >> TOP_OF_FIELD
    return (
        (bits >> FIELD & ONE_BIT)
        + TWO_BITS * (bits >> TWO_BITS * FIELD & ONE_BIT)
        + THREE_BITS * (bits >> THREE_BITS * FIELD & ONE_BIT)
    )


@njit(cache=True)
def bets_last(ranked, suited, rows, columns, masks, outside, total, mask, a, b):
    """Whether a strategy bets 1x; from the sum of the board's numbers and its mask."""
    total += BOARD_START
    if not total & THREE_OF_SUIT:
        return bit_at(ranked, place_of(rows, columns, total), pair_of_kinds(a, b, 4))
    suit = suit_of_board(total)
    beyond = total >> FIELDS + FIELD * suit & BEYOND_THREE
    own = mask >> THIRTEEN * suit & RANKS_OF_SUIT
    rest = mask & ~(RANKS_OF_SUIT << THIRTEEN * suit)
    rest |= rest >> TWO_BITS * THIRTEEN
    others = (rest | rest >> THIRTEEN) & RANKS_OF_SUIT
    board = np.int64(masks[own]) + np.int64(outside[TWO_BITS - beyond, others])
    return bit_at(suited, board, pair_of_kinds(a, b, np.int64(suit)))


@njit(cache=True, inline="always")
def value_with(rows, columns, values, flushes, total, mask, a, b):
    """The value of two cards with the board."""
    both = ONE_BIT << np.uint64(a) | ONE_BIT << np.uint64(b)
    whole = total + START + NUMBERS[a] + NUMBERS[b]
    return value_of_sum(rows, columns, values, flushes, whole, mask | both)


@njit(cache=True)
def play_rounds(sevens, play, places, opens, deck, state, cells, cards):
    """Deals and plays a round for each row of `cells`, which has a place for each seat.

    `opens` is the dealer's lowest value. Where `cards` has rows, the cards are written there:
    the board, the dealer, then each seat.
    """
    _play_rounds(
        sevens.rows, sevens.columns, sevens.values, sevens.flushes,
        play.first, play.flops, play.ranked, play.suited,
        places.classes, places.exchanged,
        places.rows, places.columns, places.masks, places.outside,
        opens, deck, state, cells, cards,
    )  # fmt: skip


@njit(cache=True)
def _play_rounds(
    rows, columns, values, flushes, first, flops, ranked, suited, classes, exchanged,
    board_rows, board_columns, masks, outside, opens, deck, state, cells, cards,
):  # fmt: skip
    seats = cells.shape[1]
    dealt = 7 + 2 * seats
    for row in range(len(cells)):
        draw(deck, dealt, state)
        if len(cards):
            cards[row] = deck[:dealt]
        total, mask = np.uint64(0), np.uint64(0)
        for at in range(5):
            total += NUMBERS[deck[at]]
            mask |= ONE_BIT << np.uint64(deck[at])
        flop_class = classes[number_three(deck[0], deck[1], deck[2])]
        flop, suits = np.int64(flop_class & CLASS_MASK), flop_class >> CLASS_BITS
        dealer = value_with(rows, columns, values, flushes, total, mask, deck[5], deck[6])
        opened = dealer >= opens
        for seat in range(seats):
            a, b = deck[7 + 2 * seat], deck[8 + 2 * seat]
            value = value_with(rows, columns, values, flushes, total, mask, a, b)
            action = np.int64(first[52 * np.int64(a) + b])
            hole = number_hole(exchanged[suits, a], exchanged[suits, b])
            if action == CHECK and not bit_at(flops, flop, hole):
                action = FOLD - bets_last(
                    ranked, suited, board_rows, board_columns, masks, outside, total, mask, a, b
                )
            outcome = np.int64(value > dealer) + np.int64(value >= dealer)
            category = np.int64(value) >> PLACE_BITS
            cells[row, seat] = (action * CATEGORIES + category) * OUTCOMES + 2 * outcome + opened
