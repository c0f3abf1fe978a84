"""Every hand of five cards, one by one: the plain way, which the solvers are compared with."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.masks import value_of, value_of_three

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
