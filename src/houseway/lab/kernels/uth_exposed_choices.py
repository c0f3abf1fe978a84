"""Real cards again: one hole, every flop, and every set of cards that may be seen.

Suits that the hole does not have, and those of a pair, may be exchanged without changing
anything. So of flops that differ by such an exchange one is taken, with a weight; and what
is seen falls into classes, within which all sums are added up.
"""

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.kernels.ranks import RANKS, number_flop, number_pair
from houseway.lab.kernels.uth_choices import flop_of_kinds

CARDS = 52
NO_CARD = CARDS


class RealSeen(NamedTuple):
    """Sets of none, one or two cards (4 * rank + suit) that a hole leaves to be seen."""

    cards: NDArray[np.int64]
    """Two a set, rising; NO_CARD where there is none."""
    bits: NDArray[np.uint64]
    ranks: NDArray[np.int64]
    """The number of the set among those of ranks."""
    kinds: NDArray[np.int64]
    """The number of the set among those of kinds, as each of the four suits sees it."""


def real_seen(hole, gone, size):
    """Every set of so many cards, of those that are neither in the hole nor gone."""
    left = np.setdiff1d(np.arange(CARDS), np.concatenate((hole, gone)))
    cards = np.full((math.comb(len(left), size), 2), NO_CARD)
    if size:
        cards[:, :size] = list(combinations(left.tolist(), size))
    bits = sum(np.where(one < CARDS, np.uint64(1) << one.astype(np.uint64), 0) for one in cards.T)
    kinds = np.array([number_seen(cards, size, suit) for suit in range(4)])
    return RealSeen(cards, bits.astype(np.uint64), number_seen(cards, size, -1), kinds)


def number_seen(cards, size, suit):
    """Sets of cards as a suit sees them; by ranks for no suit."""
    kinds = cards // 4 + RANKS * (cards % 4 == suit)
    if size < 2:
        return kinds[:, 0] * size
    return number_pair.py_func(kinds.min(axis=1), kinds.max(axis=1))


@njit(cache=True)
def bits_of(cards):
    found = np.uint64(0)
    for card in cards:
        if card != NO_CARD:
            found |= np.uint64(1) << np.uint64(card)
    return found


@njit(cache=True)
def exchanges(hole):
    """The exchanges of suits that leave a hole as it is."""
    found = np.zeros((24, 4), np.int64)
    many = 0
    for a in range(4):
        for b in range(4):
            for c in range(4):
                d = 6 - a - b - c
                if len({a, b, c}) == 3:
                    suits = np.array((a, b, c, d))
                    if bits_of(exchange(hole, suits)) == bits_of(hole):
                        found[many] = suits
                        many += 1
    return found[:many]


@njit(cache=True)
def exchange(cards, suits):
    found = np.full(len(cards), NO_CARD, np.int64)
    for at in range(len(cards)):
        if cards[at] != NO_CARD:
            found[at] = cards[at] // 4 * 4 + suits[cards[at] % 4]
    found.sort()
    return found


@njit(cache=True)
def real_flops(hole, gone, ways):
    """Flops up to an exchange of suits, and how many each stands for."""
    flops = np.zeros((22_100, 3), np.int64)
    weights = np.zeros(22_100, np.int64)
    many = 0
    taken = bits_of(gone) | bits_of(hole)
    for high in range(CARDS):
        for middle in range(high):
            for low in range(middle):
                flop = np.array((low, middle, high))
                if bits_of(flop) & taken:
                    continue
                weight = orbit(flop, ways)
                if weight:
                    flops[many] = flop
                    weights[many] = weight
                    many += 1
    return flops[:many], weights[:many]


@njit(cache=True)
def orbit(cards, ways):
    """How many sets an exchange makes of these cards; 0 if one of them comes first."""
    own = bits_of(cards)
    same = 0
    for suits in ways:
        other = bits_of(exchange(cards, suits))
        if other < own:
            return 0
        same += other == own
    return len(ways) // same


@njit(cache=True)
def classify(cards, ways):
    """For each row of cards the first row that an exchange makes of it.

    A row is two seen cards and one flop card; the last is exchanged with them, in its place.
    """
    keys = np.zeros(len(cards), np.int64)
    for at in range(len(cards)):
        best = np.int64(1) << 40
        for suits in ways:
            two = exchange(cards[at, :2], suits)
            one = exchange(cards[at, 2:], suits)
            best = min(best, (two[0] << 16) | (two[1] << 8) | one[0])
        keys[at] = best
    return keys


@njit(cache=True)
def add_gains(hole, flops, weights, seen, ranked, suited, variants, found):
    """What the 2x after the flop gains where it is chosen, for each set that is seen.

    `ranked` and `suited` are gains by flop and seen set: the suited ones for each variant of
    the hole, and `variants` tells which of these each suit sees. `found` has a row for each
    seen set, of one column, or of one for each card that may be shown in the flop.
    """
    nothing = np.zeros(suited.shape[2], np.int32)
    same = np.zeros(len(seen.bits), np.int64)
    for at in range(len(flops)):
        flop = flops[at]
        plain = ranked[number_flop(flop[0] // 4, flop[1] // 4, flop[2] // 4)]
        # A flop has at most three suits; a suit that is not there adds nothing.
        rows = [nothing, nothing, nothing]
        kinds = [same, same, same]
        many = 0
        for suit in range(4):
            number = flop_of_kinds(flop, suit)
            if number >= 0:
                rows[many] = suited[variants[suit], number]
                kinds[many] = seen.kinds[suit]
                many += 1
        add_flop(flop, weights[at], seen, plain, rows, kinds, found)


@njit(cache=True)
def add_flop(flop, weight, seen, plain, rows, kinds, found):
    one, two, three = rows[0], rows[1], rows[2]
    first, second, third = kinds[0], kinds[1], kinds[2]
    gone = bits_of(flop)
    by_card = found.shape[1] > 1
    for n in range(len(seen.bits)):
        gain = np.int64(plain[seen.ranks[n]]) + one[first[n]] + two[second[n]] + three[third[n]]
        if gain > 0 and not seen.bits[n] & gone:
            if by_card:
                for card in flop:
                    found[n, card] += weight * gain
            else:
                found[n, 0] += weight * gain
