"""What a player sees of each flop with each hole, as a number.

`lab/uth/sights.py` tells the same of real cards in readable words; the tests compare the two.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.masks import CATEGORY, HIGH, PAIR, TRIPS, count_bits, value_of
from houseway.lab.uth.kernels.direct import FIRST, HOLES, SECOND, masks_of

SIGHTS = (4, 15, 2, 2, 15, 2)
"""What is made, the rank of one's own pair, is it with the lowest card of the flop, is it in the
hole, the best own card to a flush of four, is the flop of one suit; ranks 2 to 14, 0 is none."""
NOTHING, PAIRED, BETTER, ON_FLOP = range(4)
"""Nothing of one's own; a pair with an own card; two pair or better; three of a kind that lie
on the flop."""
HIDDEN = -1
"""Of a hole that shares a card with the flop."""


@njit(cache=True)
def look_after_flops(flops):
    sights = np.full((len(flops), HOLES), HIDDEN, np.int64)
    for row in range(len(flops)):
        flop = masks_of(flops[row])
        for hole in range(HOLES):
            a, b = FIRST[hole], SECOND[hole]
            own = np.zeros(4, np.int64)
            own[a // 13] |= 1 << a % 13
            own[b // 13] |= 1 << b % 13
            if not (own & flop).any():
                sights[row, hole] = look(flop, own, a % 13, b % 13)
    return sights


@njit(cache=True)
def look(flop, own, a, b):
    ranks = flop[0] | flop[1] | flop[2] | flop[3]
    low = 0
    while not ranks >> low & 1:
        low += 1
    pair = 0
    for rank in (a, b):
        if a == b or ranks >> rank & 1:
            pair = max(pair, rank + 2)
    lowest = pair == low + 2
    one_suit = count_bits(ranks) == 3 and (flop == ranks).any()
    number = rank_made_hand(flop, own, pair) * SIGHTS[1] + pair
    number = (number * SIGHTS[2] + lowest) * SIGHTS[3] + (a == b)
    return (number * SIGHTS[4] + draw(flop, own)) * SIGHTS[5] + one_suit


@njit(cache=True)
def rank_made_hand(flop, own, pair):
    all_five = flop | own
    kind = value_of(all_five[0], all_five[1], all_five[2], all_five[3]) >> CATEGORY
    if kind == HIGH or (kind == PAIR and not pair):
        return NOTHING
    if kind == PAIR:
        return PAIRED
    return ON_FLOP if kind == TRIPS and not pair else BETTER


@njit(cache=True)
def draw(flop, own):
    """The best own card of a suit that flop and hole have four or five of."""
    best = 0
    for suit in range(4):
        if count_bits(flop[suit] | own[suit]) >= 4:
            for rank in range(13):
                if own[suit] >> rank & 1:
                    best = max(best, rank + 2)
    return best
