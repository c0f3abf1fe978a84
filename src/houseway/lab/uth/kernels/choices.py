"""The choice after every flop, and how many flops and holes of each kind make it.

Flops are taken once for all that differ by an exchange of suits: 1,755 of 22,100. Every
hole of real cards adds up what a 2x gains: by ranks, and the correction of each suit that
lies in the flop.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import RANK_FLOPS, RANK_PAIRS, RANKS, number_flop, number_pair
from houseway.lab.uth.kernels.flops import KIND_FLOPS, all_flops, divide
from houseway.lab.uth.kernels.rows import PAIRS

FLOPS, HOLES, CLASSES = 1755, 1326, 169
RANKED_PARTS, SUITED_PARTS = 1728, 36
"""Common multiples of the sets of cards that flops of ranks and of kinds stand for."""


class Holes(NamedTuple):
    """The holes of real cards: card = 4 * rank + suit."""

    cards: NDArray[np.int64]
    ranks: NDArray[np.int64]
    """The pair of ranks."""
    kinds: NDArray[np.int64]
    """The pair of kinds, as each of the four suits sees it."""
    classes: NDArray[np.int64]
    """high * 13 + low if suited, low * 13 + high if not."""


@njit(cache=True)
def all_holes():
    holes = Holes(
        np.zeros((HOLES, 2), np.int64),
        np.zeros(HOLES, np.int64),
        np.zeros((4, HOLES), np.int64),
        np.zeros(HOLES, np.int64),
    )
    at = 0
    for a in range(52):
        for b in range(a):
            high, low = a // 4, b // 4
            holes.cards[at] = (b, a)
            holes.ranks[at] = number_pair(low, high)
            suited = a % 4 == b % 4
            holes.classes[at] = high * RANKS + low if suited else low * RANKS + high
            for suit in range(4):
                first, second = kind_of(b, suit), kind_of(a, suit)
                holes.kinds[suit, at] = number_pair(min(first, second), max(first, second))
            at += 1
    return holes


@njit(cache=True)
def kind_of(card, suit):
    """A card as a suit sees it: its rank, and 13 more if it is of that suit."""
    return card // 4 + (RANKS if card % 4 == suit else 0)


SUIT_PATTERNS = np.array([(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2)], np.int64)
"""The suits of three cards, in the order in which they first appear."""
NAMINGS = np.array([4, 12, 12, 12, 24], np.int64)
"""How many ways there are to name the suits of each pattern."""


@njit(cache=True)
def all_real_flops():
    """One flop of each 1,755, low card first, and how many of the 22,100 it stands for."""
    flops = np.zeros((FLOPS, 3), np.int64)
    weights = np.zeros(FLOPS, np.int64)
    count = 0
    for _, low, middle, high in all_flops(RANK_FLOPS):
        for pattern in range(5):
            suits, below, above = SUIT_PATTERNS[pattern], low == middle, middle == high
            # Equal ranks need unequal suits, and of patterns that only swap them one will do.
            if (below and pattern not in (2, 4)) or (above and pattern not in (1, 4)):
                continue
            flops[count] = 4 * np.array((low, middle, high)) + suits
            swaps = 6 if below and above else 2 if pattern == 4 and (below or above) else 1
            weights[count] = NAMINGS[pattern] // swaps
            count += 1
    return flops, weights


@njit(cache=True)
def flop_of_kinds(flop, suit):
    """The number of a flop as a suit sees it; -1 if it has none of the suit."""
    a, b, c = kind_of(flop[0], suit), kind_of(flop[1], suit), kind_of(flop[2], suit)
    low, high = min(a, b, c), max(a, b, c)
    return number_flop(low, a + b + c - low - high, high) if high >= RANKS else -1


@njit(cache=True)
def choose_after_flops(flops, weights, holes, ranked_gain, suited_gain):
    """Where 2x is better than waiting, and what that gains each class of starting hands."""
    raises = np.zeros((FLOPS, HOLES), np.bool_)
    gains = np.zeros(CLASSES, np.int64)
    for at in range(FLOPS):
        flop = flops[at]
        ranks = number_flop(flop[0] // 4, flop[1] // 4, flop[2] // 4)
        numbers = np.array([flop_of_kinds(flop, suit) for suit in range(4)])
        for hole in range(HOLES):
            a, b = holes.cards[hole]
            if a in flop or b in flop:
                continue
            gain = ranked_gain[ranks, holes.ranks[hole]]
            for suit in range(4):
                if numbers[suit] >= 0:
                    gain += suited_gain[numbers[suit], holes.kinds[suit, hole]]
            if gain > 0:
                raises[at, hole] = True
                gains[holes.classes[hole]] += weights[at] * gain
    return raises, gains


@njit(cache=True)
def count_twos(flops, weights, holes, raises, waits):
    """How many flops and holes raise 2x, by ranks and by kinds; `waits` tells the classes that may.

    A flop of ranks or kinds stands for many, and is met on a board in a share of them. The
    counts are given that share at once, in parts of RANKED_PARTS and SUITED_PARTS so that
    they stay whole.
    """
    ranked = np.zeros((RANK_FLOPS, RANK_PAIRS), np.int64)
    suited = np.zeros((KIND_FLOPS, PAIRS), np.int32)
    for at in range(FLOPS):
        flop = flops[at]
        ranks = number_flop(flop[0] // 4, flop[1] // 4, flop[2] // 4)
        numbers = np.array([flop_of_kinds(flop, suit) for suit in range(4)])
        for hole in range(HOLES):
            if raises[at, hole] and waits[holes.classes[hole]]:
                ranked[ranks, holes.ranks[hole]] += weights[at]
                for suit in range(4):
                    if numbers[suit] >= 0:
                        suited[numbers[suit], holes.kinds[suit, hole]] += weights[at]
    divide(ranked, RANKED_PARTS, 4)
    divide(suited, SUITED_PARTS, 3)
    return ranked, suited
