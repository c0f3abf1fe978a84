"""Ultimate Texas Hold 'Em before the flop, valued by every flop, card by card: the slow way."""

from fractions import Fraction
from math import comb

import numpy as np
from numba import njit

from houseway.lab.contract import Choice, Situation
from houseway.lab.exact.deck import list_remaining, places_of
from houseway.lab.uth.kernels.advice import Cards, Counts, on_every_board
from houseway.lab.uth.solver import read_rules


def advise_over_every_flop(situation: Situation) -> list[Choice]:
    """Every choice of a situation that has no board yet."""
    rules = read_rules()
    left, own = list_remaining(situation), places_of(situation.cards)
    play, others, checked = map(int, on_every_flop(own, left, rules.blind, rules.unit))
    cards = len(left)
    boards = comb(cards, 3) * comb(cards - 3, 2)
    deals = rules.unit * boards * comb(cards - 5, 2)
    bets = [Choice(f"{m}x", Fraction(m * play + others, deals), m) for m in (4, 3)]
    return [*bets, Choice("check", Fraction(checked, deals), 0)]


@njit(cache=True)
def on_every_flop(own: Cards, left: Cards, blind: Counts, unit: int) -> Counts:
    """The worth of a bet before the flop and of a check, over every flop still possible."""
    sums = np.zeros(3, np.int64)
    board = np.empty(3, np.int64)
    rest = np.empty(len(left) - 3, np.int64)
    for first in range(len(left)):
        for second in range(first):
            for third in range(second):
                board[0], board[1], board[2] = left[first], left[second], left[third]
                n = 0
                for card in left:
                    if card != board[0] and card != board[1] and card != board[2]:
                        rest[n] = card
                        n += 1
                play, others, checked = on_every_board(own, board, rest, blind, unit)
                sums[0] += play
                sums[1] += others
                sums[2] += max(2 * play + others, checked)
    return sums
