"""Rounds of Pik-it poker, dealt and played: each seat's round becomes one number.

All that is ever asked of five cards stands in one word of 32 bits: what the hand is worth, and
what the strategy does with it. A table holds the words of all hands.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.seven_cards import PLACE_BITS
from houseway.lab.simulation.kernels.cards import draw, number_three
from houseway.lab.simulation.kernels.five_cards import number_five

# A word: from the top the value of five, the place of the best three, the category of the
# three cards that pay most, the action.
FIVE, THREE, SEEN = 15, 5, 2
THREE_MASK, SEEN_MASK, ACTION_MASK = 0x3FF, 0x7, 0x3
FOLD, PLAY_3, PLAY_5 = range(3)
CELLS = 3 * 10 * 7 * 6
"""A number: action, category of five, category of the three picked, then
2 x (0 lost, 1 tied, 2 won) + (dealer qualifies)."""


@njit(cache=True)
def play_rounds(words, picks, looks, qualifies, deck, state, cells, cards):
    """Deals and plays a round for each row of `cells`, which has a place for each seat.

    The dealer's cards come first, then each seat's. The 3 card bonus is on the first three
    cards of a hand or, where players look, on those that pay most. `qualifies` is the lowest
    value of five with which the dealer does.
    """
    seats = cells.shape[1]
    dealt = 5 + 5 * seats
    for row in range(len(cells)):
        draw(deck, dealt, state)
        if len(cards):
            cards[row] = deck[:dealt]
        dealer = np.int64(words[number_five(deck)])
        qualified = dealer >> FIVE >= qualifies
        for seat in range(seats):
            hand = deck[5 + 5 * seat : 10 + 5 * seat]
            word = np.int64(words[number_five(hand)])
            pick = word >> SEEN & SEEN_MASK
            if not looks:
                pick = np.int64(picks[number_three(hand[0], hand[1], hand[2])])
            action = word & ACTION_MASK
            cell = (action * 10 + (word >> FIVE + PLACE_BITS)) * 7 + pick
            outcome = compare(action, word, dealer)
            cells[row, seat] = cell * 6 + 2 * outcome + qualified


@njit(cache=True, inline="always")
def compare(action, player, dealer):
    """0 lost, 1 tied, 2 won, by the hand that was elected; a fold has lost."""
    if action == FOLD:
        return 0
    mine, his = player >> FIVE, dealer >> FIVE
    if action == PLAY_3:
        mine, his = player >> THREE & THREE_MASK, dealer >> THREE & THREE_MASK
    return (mine > his) + (mine >= his)
