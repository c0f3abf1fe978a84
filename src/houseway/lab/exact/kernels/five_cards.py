"""Two hands of five cards from one deck: how many dealers fall below, beside and above a player.

A dealer's hand shares no card with the player's. Counting all hands and taking away those
that share a card, by inclusion and exclusion, asks for each subset S of the player's cards
how many hands hold S: hands without them = sum over S of (-1)^|S| x hands that hold S.

The hands are therefore swept from the lowest value to the highest, and for every class of
subsets a running number says in how many of the hands swept so far one such subset lies.
Each player's hand then asks 30 numbers instead of 1,533,939 dealers. Subsets that differ by
a change of suits have the same number, so 18,369 numbers are enough.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.hands import CLASSES, Cards, Counts, Small, Values

SUBSETS = 30
"""Of five cards, one to four at a time: 5 + 10 + 10 + 5."""
SETS = 52 + 1326 + 22100 + 270725
"""All sets of one to four cards."""
DEALERS = 1533939
"""Hands of five from the other 47 cards."""

SET_STARTS = (0, 0, 52, 1378, 23478)
CLASS_STARTS = (0, 0, CLASSES[1], CLASSES[1] + CLASSES[2], sum(CLASSES[1:4]))
"""Where the sets of 1, 2, 3 and 4 cards begin in the table of all sets, and where their classes
begin among all classes."""
CHOOSE = np.array([[comb(card, n) for card in range(52)] for n in range(1, 6)], np.int32)
"""A set of ascending cards a < b < c < ... is the a + C(b, 2) + C(c, 3) + ...th of its size."""


class Parts(NamedTuple):
    """What inclusion and exclusion needs: hands, and the classes of sets of one to four cards."""

    cards: Cards
    """One hand for each class."""
    sets: Values
    """How many hands the class has."""
    subsets: Small
    """By hand: the classes of its thirty subsets."""
    steps: Values
    """By class: what one hand that holds such a subset adds to the class's number."""
    table: Small
    """The class of every set of one to four cards."""


class Order(NamedTuple):
    """All hands in an order, such as that of the five cards or of the best three."""

    levels: Small
    """The place of each class of hands in the order; equal hands share one."""
    rows: Counts
    """The classes from the lowest level up."""
    limit: int
    """The level of the lowest five cards that qualify."""
    of_all: Small
    """The level of each of the 2,598,960 hands, by the number of the set."""


@njit(cache=True)
def enter_sets(table: Small, start: int, cards: Cards, words: Small) -> None:
    """Writes the word of each class for all its sets, by changing suits in all 24 ways."""
    size = cards.shape[1]
    image = np.empty(size, np.int64)
    for naming in range(256):
        suits = (naming & 3, naming >> 2 & 3, naming >> 4 & 3, naming >> 6)
        if (1 << suits[0] | 1 << suits[1] | 1 << suits[2] | 1 << suits[3]) != 15:
            continue
        for row in range(len(cards)):
            place = start
            for n in range(size):
                card = int(cards[row, n])
                other = 13 * suits[card // 13] + card % 13
                at = n
                while at > 0 and image[at - 1] > other:
                    image[at] = image[at - 1]
                    at -= 1
                image[at] = other
            for n in range(size):
                place += CHOOSE[n, image[n]]
            table[place] = words[row]


@njit(cache=True)
def list_subsets(hands: Cards, table: Small) -> Small:
    """The classes of each hand's subsets: singles, pairs, threes, then fours."""
    classes = np.empty((len(hands), SUBSETS), np.uint16)
    ones, twos, threes = CHOOSE[0], CHOOSE[1], CHOOSE[2]
    for row in range(len(hands)):
        hand = hands[row]
        pair, three = 5, 15
        for a in range(5):
            classes[row, a] = table[hand[a]]
            for b in range(a + 1, 5):
                two = ones[hand[a]] + twos[hand[b]]
                classes[row, pair] = table[SET_STARTS[2] + two]
                pair += 1
                for c in range(b + 1, 5):
                    classes[row, three] = table[SET_STARTS[3] + two + threes[hand[c]]]
                    three += 1
        for gone in range(5):
            place = SET_STARTS[4]
            for n in range(4):
                place += CHOOSE[n, hand[n + (n >= gone)]]
            classes[row, 25 + gone] = table[place]
    return classes


@njit(cache=True)
def best_threes(subsets: Small, values: Values) -> tuple[Values, Small]:
    """The best value among each hand's ten threes, and which categories the ten make, as bits."""
    best = np.zeros(len(subsets), np.int32)
    kinds = np.zeros(len(subsets), np.uint16)
    for row in range(len(subsets)):
        for n in range(15, 25):
            value = values[subsets[row, n] - CLASS_STARTS[3]]
            best[row] = max(best[row], value)
            kinds[row] |= 1 << (value >> 12)
    return best, kinds


@njit(cache=True)
def sweep(order: Counts, values: Values, parts: Parts) -> Values:
    """For each hand how many dealers fall below it, and how many beside it.

    `order` lists the hands by value. A class of subsets with n members counts 24/n for
    every hand that holds one, with the sign that exclusion gives it (`steps`): the numbers
    stay whole, and the sum over a hand's subsets is 24 times the count.
    """
    _, sets, subsets, steps, _ = parts
    counts = np.empty((len(order), 2), np.int32)
    numbers = np.zeros(len(steps), np.int32)
    swept, start = 0, 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            counts[order[end], 0] = swept + _sum(numbers, subsets[order[end]]) // 24
            end += 1
        for at in range(start, end):
            row = order[at]
            swept += sets[row]
            for n in range(SUBSETS):
                numbers[subsets[row, n]] += sets[row] * steps[subsets[row, n]]
        for at in range(start, end):
            row = order[at]
            # One less: the player's own hand is among those swept, and holds all five cards.
            up_to = swept + _sum(numbers, subsets[row]) // 24 - 1
            counts[row, 1] = up_to - counts[row, 0]
        start = end
    return counts


@njit(cache=True)
def count_below(limit: int, values: Values, parts: Parts) -> Values:
    """For each hand how many dealers have less than one fixed value."""
    _, sets, subsets, steps, _ = parts
    numbers = np.zeros(len(steps), np.int32)
    counts = np.empty(len(values), np.int32)
    swept = 0
    for row in range(len(values)):
        if values[row] < limit:
            swept += sets[row]
            for n in range(SUBSETS):
                numbers[subsets[row, n]] += sets[row] * steps[subsets[row, n]]
    for row in range(len(values)):
        own = 1 if values[row] < limit else 0
        counts[row] = swept + _sum(numbers, subsets[row]) // 24 - own
    return counts


@njit(cache=True)
def _sum(numbers: Values, subsets: Small) -> int:
    total = 0
    for n in range(SUBSETS):
        total += numbers[subsets[n]]
    return total
