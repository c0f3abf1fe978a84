"""The best play of Ultimate Texas Hold 'Em as tables of bits, from the solver's results."""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.ranks import (
    RANK_PAIRS,
    RANKS,
    number_board,
    number_flop,
    number_pair,
)
from houseway.lab.exact.kernels.seven_cards import NUMBERS, place_of
from houseway.lab.uth.kernels.boards import RIVER, all_boards, worth
from houseway.lab.uth.kernels.rounds import HOLES, number_hole
from houseway.lab.uth.kernels.rows import DEALER_HANDS, PAIR_FIELD
from houseway.lab.uth.kernels.suited import count_holes, outside_sets, suits_on_boards

NO_SUIT = 4
"""A suit that no card has: only ranks are seen."""


@njit(cache=True)
def kind_of(card, suit):
    """A card as a suit sees it: its rank, and 13 more if it is of that suit."""
    return card % RANKS + (RANKS if card // RANKS == suit else 0)


@njit(cache=True)
def holes_of_kinds():
    """The pair of kinds of each hole as each suit sees it, and by ranks alone."""
    pairs = np.zeros((5, HOLES), np.int64)
    for high in range(52):
        for low in range(high):
            for suit in range(5):
                first, second = kind_of(low, suit), kind_of(high, suit)
                pair = number_pair(min(first, second), max(first, second))
                pairs[suit, number_hole(low, high)] = pair
    return pairs


@njit(cache=True)
def flop_of_kinds(a, b, c, suit):
    first, second, third = kind_of(a, suit), kind_of(b, suit), kind_of(c, suit)
    low, high = min(first, second, third), max(first, second, third)
    return number_flop(low, first + second + third - low - high, high)


@njit(cache=True)
def fill_flops(flops, ranked_gain, suited_gain, bits):
    """Where 2x gains over waiting: by ranks, and what each suit in the flop corrects.

    Holes that share a card with the flop get a bit too, which nobody asks for.
    """
    pairs = holes_of_kinds()
    for at in range(len(flops)):
        a, b, c = flops[at]
        row = bits[at]
        by_rank = ranked_gain[flop_of_kinds(a, b, c, NO_SUIT)]
        for hole in range(HOLES):
            gain = np.int64(by_rank[pairs[NO_SUIT, hole]])
            for suit in range(4):
                if a // RANKS == suit or b // RANKS == suit or c // RANKS == suit:
                    gain += suited_gain[flop_of_kinds(a, b, c, suit), pairs[suit, hole]]
            row[hole >> 3] |= (gain > 0) << (hole & 7)


@njit(cache=True)
def fill_ranked(rules, ranked, places, bits):
    """Where 1x is better than a fold on boards without a possible flush."""
    fold = -2 * rules.unit * DEALER_HANDS
    for ranks in all_boards():
        total = np.uint64(0)
        for rank in ranks:
            total += NUMBERS[rank]
        row = bits[place_of(places.rows, places.columns, total)]
        board = number_board(ranks)
        for pair in range(RANK_PAIRS):
            row[pair >> 3] |= (ranked.worth[board, pair, RIVER] > fold) << (pair & 7)


@njit(cache=True)
def fill_suited(rules, compared, bits):
    """Where 1x is better than a fold on boards with three or more cards of one suit.

    The solver left them board after board, in the order in which `number_masks` counts them.
    """
    fold = -2 * rules.unit * DEALER_HANDS
    unit, blind = rules.unit, rules.blind
    done = board = 0
    for mask in suits_on_boards():
        missing = 5
        for rank in range(RANKS):
            missing -= mask >> rank & 1
        first, stop = outside_sets(missing)
        for _ in range(first, stop):
            for hole in compared[done : done + count_holes(missing)]:
                pair = hole >> PAIR_FIELD
                if worth(unit, blind, hole)[RIVER] > fold:
                    bits[board, pair >> 3] |= 1 << (pair & 7)
            done += count_holes(missing)
            board += 1
    assert done == len(compared)
