"""Real cards again: one hole, every flop, and every set of cards that may be seen.

Suits that the hole does not have, and those of a pair, may be exchanged without changing
anything. So of flops that differ by such an exchange one is taken, with a weight; and what
is seen falls into classes, within which all sums are added up.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import number_flop
from houseway.lab.uth.kernels.choices import flop_of_kinds

CARDS = 52
NO_CARD = CARDS


class RealSets(NamedTuple):
    """Sets of none, one or two cards (4 * rank + suit) that a hole leaves to be seen."""

    cards: NDArray[np.int64]
    """Two a set, rising; NO_CARD where there is none."""
    bits: NDArray[np.uint64]
    ranks: NDArray[np.int64]
    """The number of the set among those of ranks."""
    kinds: NDArray[np.int64]
    """The number of the set among those of kinds, as each of the four suits sees it."""


@njit(cache=True)
def exchanges(hole):
    """The exchanges of suits that leave a hole as it is; the first exchanges nothing."""
    ways = np.zeros((24, 4), np.int64)
    many = 0
    for a in range(4):
        for b in range(4):
            for c in range(4):
                if a not in (b, c) and b != c:
                    ways[many] = (a, b, c, 6 - a - b - c)
                    many += bits_after(hole, ways[many]) == bits_after(hole, ways[0])
    return ways[:many]


@njit(cache=True)
def bits_after(cards, suits):
    """A set of cards once its suits are exchanged."""
    exchanged = np.uint64(0)
    for card in cards:
        if card != NO_CARD:
            exchanged |= np.uint64(1) << np.uint64(card // 4 * 4 + suits[card % 4])
    return exchanged


@njit(cache=True)
def real_flops(taken, ways):
    """Flops of cards not taken, up to an exchange of suits, and how many each stands for."""
    flops = np.zeros((22_100, 3), np.int64)
    weights = np.zeros(22_100, np.int64)
    many = 0
    for high in range(CARDS):
        for middle in range(high):
            for low in range(middle):
                flops[many] = (low, middle, high)
                if not bits_after(flops[many], ways[0]) & taken:
                    weights[many] = orbit(flops[many], ways)
                    many += weights[many] > 0
    return flops[:many], weights[:many]


@njit(cache=True)
def orbit(cards, ways):
    """How many sets the exchanges make of these cards; 0 if one of them comes before this."""
    own = bits_after(cards, ways[0])
    same = 0
    for suits in ways:
        other = bits_after(cards, suits)
        if other < own:
            return 0
        same += other == own
    return len(ways) // same


@njit(cache=True)
def classify(cards, ways):
    """A number for each row of cards, the same for rows that an exchange makes of one another.

    A row is two seen cards, whose order is nothing, and a card of the flop.
    """
    keys = np.zeros(len(cards), np.uint64)
    for at in range(len(cards)):
        two, third = cards[at, :2], cards[at, 2]
        for way in range(len(ways)):
            shown = third if third == NO_CARD else third // 4 * 4 + ways[way, third % 4]
            key = bits_after(two, ways[way]) << np.uint64(6) | np.uint64(shown)
            if way == 0 or key < keys[at]:
                keys[at] = key
    return keys


@njit(cache=True)
def sum_gains(flops, weights, exposed, ranked, suited, variants):
    """What the 2x after the flop gains where it is chosen, by what is seen and a card shown.

    `ranked` and `suited` are gains by flop and seen set: the suited ones for each variant of
    the hole, and `variants` tells which of these each suit sees. Under NO_CARD stands the
    sum over all flops, whatever card is shown.
    """
    gains = np.zeros((CARDS + 1, len(exposed.bits)), np.int64)
    gain = np.zeros(len(exposed.bits), np.int64)
    everything = np.arange(4)
    for at in range(len(flops)):
        flop = flops[at]
        plain = ranked[number_flop(flop[0] // 4, flop[1] // 4, flop[2] // 4)]
        for n in range(len(gain)):
            gain[n] = plain[exposed.ranks[n]]
        for suit in range(4):
            number = flop_of_kinds(flop, suit)
            if number >= 0:
                add_row(suited[variants[suit], number], exposed.kinds[suit], gain)
        choose(bits_after(flop, everything), weights[at], exposed.bits, gain)
        gains[NO_CARD] += gain
        for card in flop:
            gains[card] += gain
    return gains


@njit(cache=True)
def add_row(row, kinds, gain):
    for n in range(len(gain)):
        gain[n] += row[kinds[n]]


@njit(cache=True)
def choose(flop, weight, bits, gain):
    """Keeps what is above 0, where no seen card is in the flop."""
    for n in range(len(gain)):
        gain[n] = weight * gain[n] if gain[n] > 0 and not bits[n] & flop else 0
