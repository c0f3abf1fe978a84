"""The exact worth of every choice at Ultimate Texas Hold 'Em, with known cards gone.

After the flop it is counted card by card; before it, it comes from the solver.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card, Suit, parse_cards
from houseway.games.uth.options import UthOptions
from houseway.lab.contract import Choice, Situation
from houseway.lab.exact.deck import list_remaining, places_of
from houseway.lab.uth.exposed_cards import list_boards
from houseway.lab.uth.exposure import Players
from houseway.lab.uth.kernels import advice as kernel
from houseway.lab.uth.solver import analyze_uth, hand_name, number_hand, read_rules, solve

WAGERS = {"4x": 4, "3x": 3, "check": 0}


def advise(situation: Situation) -> list[Choice]:
    if len(situation.board) == 5:
        return _at_the_river(situation)
    if len(situation.board) == 3:
        return _after_the_flop(situation)
    return _before_the_flop(situation)


def warm() -> None:
    hole, flop = tuple(parse_cards(["As", "Kd"])), tuple(parse_cards(["2c", "7h", "9d"]))
    for board in ((), flop):
        advise(Situation("uth", UthOptions(), hole, board))


def _at_the_river(situation: Situation) -> list[Choice]:
    rules, left = read_rules(), list_remaining(situation)
    own, board = places_of(situation.cards), places_of(situation.board)
    outcomes = kernel.against_all_dealers(own, board, left)
    play, others = kernel.worth_of(outcomes, rules.blind, rules.unit)
    bet = Fraction(int(play + others), rules.unit * comb(len(left), 2))
    return [Choice("1x", bet, 1), Choice("fold", Fraction(-2), 0)]


def _after_the_flop(situation: Situation) -> list[Choice]:
    rules, left = read_rules(), list_remaining(situation)
    own, board = places_of(situation.cards), places_of(situation.board)
    sums = kernel.on_every_board(own, board, left, rules.blind, rules.unit)
    play, others, checked = map(int, sums)
    deals = rules.unit * comb(len(left), 2) * comb(len(left) - 2, 2)
    bet = Fraction(2 * play + others, deals)
    return [Choice("2x", bet, 2), Choice("check", Fraction(checked, deals), 0)]


def _before_the_flop(situation: Situation) -> list[Choice]:
    """From the solver; with other cards known, from its tables of all boards."""
    if not situation.seen:
        first, second = situation.cards
        suited = first.suit == second.suit
        number = number_hand(first.rank - 2, second.rank - 2, suited=suited)
        worth = _starting_values()[hand_name(number)]
        return [Choice(action, ev, WAGERS[action]) for action, ev in worth.items()]
    values = _players().value(_numbers_of(situation.cards), _numbers_of(situation.seen))
    counted = {"4x": values.four, "3x": values.three, "check": values.check}
    return [Choice(name, Fraction(ev, values.deals), WAGERS[name]) for name, ev in counted.items()]


def _numbers_of(cards: Sequence[Card]) -> NDArray[np.int64]:
    """Cards as those tables number them: 4 * rank + suit."""
    suits = list(Suit)
    return np.array([4 * (int(card.rank) - 2) + suits.index(card.suit) for card in cards])


@cache
def _players() -> Players:
    """These take a second or two to build, and serve all situations."""
    solution = solve(read_rules())
    return Players(solution, list_boards(solution.rules, solution.ranked))


@cache
def _starting_values() -> dict[str, Mapping[str, Fraction]]:
    """The 169 classes of starting hands; no option of the text touches ante, blind and play."""
    return {hand.hand: hand.ev for hand in analyze_uth(UthOptions()).starting_hands}
