"""Every hand of five cards, compiled, one by one: the plain way to compare the solvers with."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.masks import ACE, BITS, CATEGORY, RANKS, value_of

Cards = NDArray[np.int64]
HANDS = 2_598_960


@njit(cache=True)
def list_hands() -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """All five-card hands: which cards, the value of the five, the value of the best three."""
    masks = np.empty(HANDS, np.uint64)
    fives = np.empty(HANDS, np.int64)
    threes = np.empty(HANDS, np.int64)
    hand = np.empty(5, np.int64)
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        masks[n] = np.uint64(0)
                        for card in hand:
                            masks[n] |= np.uint64(1) << np.uint64(card)
                        fives[n] = value_of_five(hand)
                        threes[n] = best_three(hand)
                        n += 1
    return masks, fives, threes


@njit(cache=True)
def value_of_five(hand: Cards) -> int:
    suits = np.zeros(4, np.int64)
    for card in hand:
        suits[card // 13] |= 1 << card % 13
    return value_of(suits[0], suits[1], suits[2], suits[3])


@njit(cache=True)
def best_three(hand: Cards) -> int:
    best = -1
    for a in range(5):
        for b in range(a):
            for c in range(b):
                value = value_of_three(hand[a], hand[b], hand[c])
                best = max(best, value)
    return best


@njit(cache=True, inline="always")
def pack_value(category: int, ranks: int, kickers: int) -> int:
    return category << CATEGORY | ranks << 13 | kickers


# Three cards: a straight beats a flush, and three of a kind beats both.
THREE_HIGH, THREE_PAIR, THREE_FLUSH, THREE_STRAIGHT, THREE_TRIPS, THREE_RUN, THREE_ROYAL = range(7)


def _straights_of_three() -> NDArray[np.int16]:
    """The top card of three in sequence, by the mask of their ranks; 0 for any other mask."""
    tops = np.zeros(RANKS, np.int16)
    for top in range(2, 13):
        tops[0b111 << (top - 2)] = 1 << top
    tops[0b11 | ACE] = 1 << 1
    return tops


TOPS_OF_THREE = _straights_of_three()


@njit(cache=True)
def value_of_three(first: int, second: int, third: int) -> int:
    """The value of three cards, by their places in the new deck."""
    a, b, c = 1 << first % 13, 1 << second % 13, 1 << third % 13
    ranks = a | b | c
    suited = first // 13 == second // 13 == third // 13
    if BITS[ranks] == 1:
        return pack_value(THREE_TRIPS, ranks, 0)
    if BITS[ranks] == 2:
        pair = a & b | a & c | b & c
        return pack_value(THREE_PAIR, pair, ranks ^ pair)
    top = int(TOPS_OF_THREE[ranks])
    if top:
        run = THREE_ROYAL if top == ACE else THREE_RUN
        return pack_value(run if suited else THREE_STRAIGHT, top, 0)
    return pack_value(THREE_FLUSH if suited else THREE_HIGH, ranks, 0)


@njit(cache=True)
def list_totals() -> NDArray[np.int16]:
    """The dealer's high and low total at 5 Card Hi-Lo for every hand, in the order of `list_hands`.

    Of the five point values, aces counting eleven, the three highest are high. An ace that
    is left for the low hand, with four of them, counts one there.
    """
    totals = np.empty((HANDS, 2), np.int16)
    points = np.empty(5, np.int64)
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for place, card in enumerate((a, b, c, d, e)):
                            points[place] = count_points(card)
                        points.sort()
                        low = points[0] + points[1]
                        if points[1] == 11:
                            low -= 10
                        totals[n, 0] = points[2] + points[3] + points[4]
                        totals[n, 1] = low
                        n += 1
    return totals


@njit(cache=True)
def count_points(card: int) -> int:
    """Face value to ten; ten for jack, queen and king; eleven for an ace."""
    rank = card % 13 + 2
    return 11 if rank == 14 else min(rank, 10)
