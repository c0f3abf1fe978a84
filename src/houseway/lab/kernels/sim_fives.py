"""Rounds of the two five-card games, dealt and played: each seat's round becomes one number.

All that is ever asked of five cards stands in one word of 32 bits, and one table holds the
words of all 2,598,960 hands: what the hand is worth, and what the strategy does with it. A
hand finds its word by its number, once its cards are in ascending order.
"""

from math import comb

import numpy as np
from numba import njit

from houseway.lab.kernels.seven import PLACE_BITS
from houseway.lab.kernels.sim_cards import draw
from houseway.lab.kernels.sim_uth import number_three

HANDS = 2598960
CHOOSE = np.array([[comb(card, n) for card in range(52)] for n in range(6)], np.int64)

# Pik-it: from the top the value of five, the place of the best three, the category of the
# three cards that pay most, the action.
FIVE, THREE, SEEN, ACTION_BITS = 15, 5, 2, 2
THREE_MASK, SEEN_MASK, ACTION_MASK = 0x3FF, 0x7, 0x3
FOLD, PLAY_3, PLAY_5 = range(3)
PIKIT_CELLS = 3 * 10 * 7 * 6
"""A number: action, category of five, category of the three picked, then
2 x (0 lost, 1 tied, 2 won) + (dealer qualifies)."""

# Hi-Lo: the totals as the player sets them, and as the dealer would; ace bonus; poker bonus.
HIGH, LOW, OTHER_HIGH, OTHER_LOW, ACES, POKER, FOLDS = 0, 6, 11, 17, 22, 24, 28
SIX_BITS, FIVE_BITS, FOUR_BITS, TWO_BITS = 0x3F, 0x1F, 0xF, 0x3
FOLDED = 9
HILO_CELLS = 10 * 4 * 10
"""A number: 3 x (the dealer's high total is lower, equal, higher) + (his low total likewise), or
9 for a fold; then the row of the ante bonus, then the category paid on the poker bonus."""


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
    for one in range(len(exchanged)):
        cards = exchanged[one]
        for row in range(len(classes)):
            for n in range(5):
                hand[n] = cards[classes[row, n]]
            table[number_five(hand)] = words[row]


@njit(cache=True)
def spread_threes(words, classes, exchanged, table):
    """The same for three cards."""
    for one in range(len(exchanged)):
        cards = exchanged[one]
        for row in range(len(classes)):
            a, b, c = classes[row]
            table[number_three(cards[a], cards[b], cards[c])] = words[row]


@njit(cache=True)
def play_pikit(words, picks, looks, qualifies, deck, state, cells, cards):
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
            outcome = compare_pikit(action, word, dealer)
            cells[row, seat] = cell * 6 + 2 * outcome + qualified


@njit(cache=True, inline="always")
def compare_pikit(action, player, dealer):
    """0 lost, 1 tied, 2 won, by the hand that was elected; a fold has lost."""
    if action == FOLD:
        return 0
    mine, his = player >> FIVE, dealer >> FIVE
    if action == PLAY_3:
        mine, his = player >> THREE & THREE_MASK, dealer >> THREE & THREE_MASK
    return (mine > his) + (mine >= his)


@njit(cache=True)
def play_hilo(words, deck, state, cells, cards):
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
