"""Strategies of Ultimate Texas Hold 'Em as tables of bits: the solver's best play, and plans.

A plan goes by what a player sees, and that depends on no more of the suits than the rows of
the tables keep: without three cards of one suit on the board on none, otherwise on the cards
of that suit. So one real board stands for each row, and every hole on it is looked at as the
direct kernels look at it. Holes that a row takes together see the same.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.masks import count_bits
from houseway.lab.exact.kernels.ranks import RANK_PAIRS, RANKS, number_board, number_flop
from houseway.lab.exact.kernels.seven_cards import NUMBERS, place_of
from houseway.lab.uth.kernels import direct
from houseway.lab.uth.kernels.boards import RIVER, all_boards, worth
from houseway.lab.uth.kernels.direct import FIRST, HOLES, SECOND
from houseway.lab.uth.kernels.rounds import pair_of_kinds
from houseway.lab.uth.kernels.rows import DEALER_HANDS, PAIR_FIELD
from houseway.lab.uth.kernels.rows import FIRST as FIRST_KIND
from houseway.lab.uth.kernels.rows import SECOND as SECOND_KIND
from houseway.lab.uth.kernels.suited import count_holes, outside_sets, suits_on_boards

NO_SUIT = 4
"""A suit that no card has: only ranks are seen."""


@njit(cache=True)
def fill_flops(flops, ranked_gain, suited_gain, bits):
    """Where 2x gains over waiting: by ranks, and what each suit in the flop corrects.

    Holes that share a card with the flop get a bit too, which nobody asks for.
    """
    pairs = np.zeros((5, HOLES), np.int64)
    for suit in range(5):
        for hole in range(HOLES):
            pairs[suit, hole] = pair_of_kinds(FIRST[hole], SECOND[hole], suit)
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
def kind_of(card, suit):
    """A card as a suit sees it: its rank, and 13 more if it is of that suit."""
    return card % RANKS + (RANKS if card // RANKS == suit else 0)


@njit(cache=True)
def flop_of_kinds(a, b, c, suit):
    first, second, third = kind_of(a, suit), kind_of(b, suit), kind_of(c, suit)
    low, high = min(first, second, third), max(first, second, third)
    return number_flop(low, first + second + third - low - high, high)


@njit(cache=True)
def place_ranks(ranks, places):
    """The row of a board by its ranks."""
    total = np.uint64(0)
    for rank in ranks:
        total += NUMBERS[rank]
    return place_of(places.rows, places.columns, total)


@njit(cache=True)
def fill_best_ranked(rules, ranked, places, bits):
    """Where 1x is better than a fold on boards without a possible flush."""
    fold = -2 * rules.unit * DEALER_HANDS
    for ranks in all_boards():
        row, board = bits[place_ranks(ranks, places)], number_board(ranks)
        for pair in range(RANK_PAIRS):
            row[pair >> 3] |= (ranked.worth[board, pair, RIVER] > fold) << (pair & 7)


@njit(cache=True)
def fill_best_suited(rules, compared, bits):
    """Where 1x is better than a fold on boards with three or more cards of one suit.

    The solver left them board after board, in the order in which `number_masks` counts them.
    """
    fold = -2 * rules.unit * DEALER_HANDS
    unit, blind = rules.unit, rules.blind
    done = board = 0
    for mask in suits_on_boards():
        missing = 5 - count_bits(mask)
        first, stop = outside_sets(missing)
        for _ in range(first, stop):
            for hole in compared[done : done + count_holes(missing)]:
                pair = hole >> PAIR_FIELD
                if worth(unit, blind, hole)[RIVER] > fold:
                    bits[board, pair >> 3] |= 1 << (pair & 7)
            done += count_holes(missing)
            board += 1
    assert done == len(compared)


@njit(cache=True)
def fill_plan_ranked(plays, places, bits):
    """`plays` says by sight whether to bet 1x."""
    board = direct.new_board()
    cards = np.zeros(5, np.int64)
    for ranks in all_boards():
        for n in range(5):
            # Equal ranks stand side by side, so that they differ in suit; no suit comes thrice.
            cards[n] = RANKS * (n % 4) + ranks[n]
        fill_plan_board(plays, cards, NO_SUIT, board, bits[place_ranks(ranks, places)])


@njit(cache=True)
def fill_plan_suited(plays, bits):
    """The same with three or more cards of one suit, in the order of `number_masks`."""
    board = direct.new_board()
    cards = np.zeros(5, np.int64)
    at = 0
    for mask in suits_on_boards():
        missing = 5
        for rank in range(RANKS):
            if mask >> rank & 1:
                missing -= 1
                cards[missing] = rank
        first, stop = outside_sets(missing)
        for outside in range(first, stop):
            if missing == 2:
                cards[0] = RANKS + FIRST_KIND[outside]
                cards[1] = 2 * RANKS + SECOND_KIND[outside]
            elif missing == 1:
                cards[0] = RANKS + outside - RANK_PAIRS
            fill_plan_board(plays, cards, 0, board, bits[at])
            at += 1


@njit(cache=True)
def fill_plan_board(plays, cards, suit, board, row):
    direct.value_holes(direct.masks_of(cards), board.holes, board.values)
    direct.sort(board)
    direct.look(cards, board)
    for hole in board.holes:
        if plays[board.sights[hole]]:
            pair = pair_of_kinds(FIRST[hole], SECOND[hole], suit)
            row[pair >> 3] |= 1 << (pair & 7)
