"""Sets of cards up to a change of suits, and what they are worth.

No suit outranks another, so two sets that differ by a permutation of the suits are alike:
134,459 classes stand for the 2,598,960 hands of five cards. A card is its place in the new
deck, suit by suit, 13 x suit + rank.

A value is a whole number that compares as the hand does: the category above, then one
hexadecimal digit for each rank that decides, as `houseway.cards` orders them.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

CLASSES = (1, 13, 169, 1755, 16432, 134459)
"""How many classes the sets of 0, 1, .. 5 cards fall into."""

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, RUN_IN_SUIT, ROYAL = range(10)
FIVE_SHIFT, THREE_SHIFT = 20, 12
"""How far up a value its category stands: above five digits, or above three."""

Cards = NDArray[np.uint8]
Small = NDArray[np.uint16]
Values = NDArray[np.int32]
Counts = NDArray[np.int64]


@njit(cache=True)
def list_classes(size: int, count: int) -> tuple[Cards, Values]:
    """One set of `size` cards for each class, and how many sets the class has.

    Of all sets alike, the one is listed whose suits hold ever fewer cards and, where two
    hold as many, come in the order of the list below. Equal suits then stand side by side,
    and swapping those is all that leaves the set as it is.
    """
    ranks = np.empty((6, 1287, 5), np.uint8)
    many = np.zeros(6, np.int64)
    for mask in range(1 << 13):
        held = 0
        for rank in range(13):
            held += mask >> rank & 1
        if held <= size:
            at = 0
            for rank in range(13):
                if mask >> rank & 1:
                    ranks[held, many[held], at] = rank
                    at += 1
            many[held] += 1
    cards = np.empty((count, size), np.uint8)
    sets = np.empty(count, np.int32)
    done = 0
    for first in range(size, -1, -1):
        for second in range(min(first, size - first), -1, -1):
            for third in range(min(second, size - first - second), -1, -1):
                fourth = size - first - second - third
                if fourth <= third:
                    sizes = np.array([first, second, third, fourth])
                    done = _list_shape(sizes, ranks, many, (cards, sets, done))
    assert done == count
    return cards, sets


@njit(cache=True)
def _list_shape(
    sizes: Counts, ranks: NDArray[np.uint8], many: Counts, out: tuple[Cards, Values, int]
) -> int:
    """The classes whose suits hold these numbers of cards, written after those before."""
    cards, sets, done = out
    picked = np.zeros(4, np.int64)
    while True:
        alike, run, at = 1, 1, 0
        for suit in range(4):
            for n in range(sizes[suit]):
                cards[done, at] = 13 * suit + ranks[sizes[suit], picked[suit], n]
                at += 1
            same = suit > 0 and sizes[suit] == sizes[suit - 1] and picked[suit] == picked[suit - 1]
            run = run + 1 if same else 1
            alike *= run
        sets[done] = 24 // alike
        done += 1
        suit = 3
        while suit >= 0:
            ties = suit > 0 and sizes[suit] == sizes[suit - 1]
            most = picked[suit - 1] if ties else many[sizes[suit]] - 1
            if picked[suit] < most:
                break
            picked[suit] = 0
            suit -= 1
        if suit < 0:
            return done
        picked[suit] += 1


@njit(cache=True)
def value_five(cards: Cards) -> int:
    """The value of five cards."""
    held, suited, distinct, code, top = _look_at(cards, 5)
    if top:
        if not suited:
            return STRAIGHT << 20 | top << 16
        return (ROYAL if top == 14 else RUN_IN_SUIT) << 20 | top << 16
    code <<= 4 * (5 - distinct)
    if suited:
        return FLUSH << 20 | code
    if distinct == 2:
        return (QUADS if held == 4 else FULL_HOUSE) << 20 | code
    if distinct == 3:
        return (TRIPS if held == 3 else TWO_PAIR) << 20 | code
    return (PAIR if distinct == 4 else HIGH_CARD) << 20 | code


@njit(cache=True)
def value_three(cards: Cards) -> int:
    """The value of three cards: here trips beat a straight, and that beats a flush."""
    _, suited, distinct, code, top = _look_at(cards, 3)
    if top:
        if not suited:
            return 3 << 12 | top << 8
        return (6 if top == 14 else 5) << 12 | top << 8
    code <<= 4 * (3 - distinct)
    if distinct == 1:
        return 4 << 12 | code
    if suited:
        return 2 << 12 | code
    return (1 if distinct == 2 else 0) << 12 | code


@njit(cache=True)
def _look_at(cards: Cards, size: int) -> tuple[int, bool, int, int, int]:
    """Most of one rank, all of a suit, distinct ranks, ranks by number and height, straight's top.

    The counts of all ranks share one number, four bits to a rank.
    """
    counts, ranks, suited = 0, 0, True
    for n in range(size):
        rank = cards[n] % 13 + 2
        counts += 1 << 4 * rank
        ranks |= 1 << rank
        suited = suited and cards[n] // 13 == cards[0] // 13
    most, distinct, code = 0, 0, 0
    for times in range(4, 0, -1):
        for rank in range(14, 1, -1):
            if counts >> 4 * rank & 15 == times:
                most = max(most, times)
                distinct += 1
                code = code << 4 | rank
    top = 0
    if distinct == size:
        highest, lowest = code >> 4 * (size - 1), code & 15
        if highest - lowest == size - 1:
            top = highest
        elif ranks == (1 << 14) | ((1 << size + 1) - 4):
            top = size
    return most, suited, distinct, code, top


@njit(cache=True)
def values_of_five(hands: Cards) -> Values:
    values = np.empty(len(hands), np.int32)
    for n in range(len(hands)):
        values[n] = value_five(hands[n])
    return values


@njit(cache=True)
def values_of_three(hands: Cards) -> Values:
    values = np.empty(len(hands), np.int32)
    for n in range(len(hands)):
        values[n] = value_three(hands[n])
    return values
