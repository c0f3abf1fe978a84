"""Rounds of 5 Card Hi-Lo, dealt and played: each seat's round becomes one number.

All that is ever asked of five cards stands in one word of 32 bits: the totals, and what the
strategy does with the hand. A table holds the words of all hands.
"""

import numpy as np
from numba import njit

from houseway.lab.simulation.kernels.cards import draw
from houseway.lab.simulation.kernels.five_cards import number_five

# A word: the totals as the player sets them, and as the dealer would; ace bonus; poker bonus.
HIGH, LOW, OTHER_HIGH, OTHER_LOW, ACES, POKER, FOLDS = 0, 6, 11, 17, 22, 24, 28
SIX_BITS, FIVE_BITS, FOUR_BITS, TWO_BITS = 0x3F, 0x1F, 0xF, 0x3
FOLDED = 9
CELLS = 10 * 4 * 10
"""A number: 3 x (the dealer's high total is lower, equal, higher) + (his low total likewise), or
9 for a fold; then the row of the ante bonus, then the category paid on the poker bonus."""


@njit(cache=True)
def play_rounds(words, deck, state, cells, cards):
    """Deals and plays a round for each row of `cells`; the dealer's cards come first."""
    seats = cells.shape[1]
    dealt = 5 + 5 * seats
    for row in range(len(cells)):
        draw(deck, dealt, state)
        if len(cards):
            cards[row] = deck[:dealt]
        dealer = np.int64(words[number_five(deck)])
        his_high, his_low = dealer >> OTHER_HIGH & SIX_BITS, dealer >> OTHER_LOW & FIVE_BITS
        for seat in range(seats):
            word = np.int64(words[number_five(deck[5 + 5 * seat : 10 + 5 * seat])])
            high, low = word >> HIGH & SIX_BITS, word >> LOW & FIVE_BITS
            beside = 3 * ((his_high > high) + (his_high >= high))
            beside += (his_low > low) + (his_low >= low)
            folds = word >> FOLDS & 1
            cell = (FOLDED if folds else beside) * 4 + (word >> ACES & TWO_BITS)
            cells[row, seat] = cell * 10 + (word >> POKER & FOUR_BITS)
