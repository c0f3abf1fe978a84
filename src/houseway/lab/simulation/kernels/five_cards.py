"""Tables of a word for every hand of five cards, found by the number of the hand."""

from math import comb

import numpy as np
from numba import njit

from houseway.lab.simulation.kernels.cards import number_three

HANDS = 2598960
CHOOSE = np.array([[comb(card, n) for card in range(52)] for n in range(6)], np.int64)


@njit(cache=True, inline="always")
def number_five(hand):
    """The number of five cards in any order: sorted by nine exchanges, without a branch."""
    a, b, c, d, e = hand[0], hand[1], hand[2], hand[3], hand[4]
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, e = min(b, e), max(b, e)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return CHOOSE[1, a] + CHOOSE[2, b] + CHOOSE[3, c] + CHOOSE[4, d] + CHOOSE[5, e]


@njit(cache=True)
def spread(words, classes, exchanged, table):
    """Writes the word of each class to all its hands, by exchanging suits in all 24 ways."""
    hand = np.zeros(5, np.uint8)
    for exchange in range(len(exchanged)):
        cards = exchanged[exchange]
        for row in range(len(classes)):
            for n in range(5):
                hand[n] = cards[classes[row, n]]
            table[number_five(hand)] = words[row]


@njit(cache=True)
def spread_threes(words, classes, exchanged, table):
    """The same for three cards."""
    for exchange in range(len(exchanged)):
        cards = exchanged[exchange]
        for row in range(len(classes)):
            a, b, c = classes[row]
            table[number_three(cards[a], cards[b], cards[c])] = words[row]
