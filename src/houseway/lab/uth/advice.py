"""The exact worth of every choice at Ultimate Texas Hold 'Em, with known cards gone.

After the flop it is counted card by card; before it, it comes from the solver.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card, FiveCard, Suit, parse_cards
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND
from houseway.lab.contract import Choice, Situation
from houseway.lab.exact.deck import list_remaining, places_of
from houseway.lab.uth.collusion import Tables
from houseway.lab.uth.exposed_cards import list_boards
from houseway.lab.uth.kernels import advice as kernel
from houseway.lab.uth.solver import analyze_uth, read_rules, solve

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


@cache
def _blind() -> tuple[NDArray[np.int64], int]:
    """The blind's pay by category in whole units, and how many units make an ante."""
    odds = [BLIND.odds(category.key) for category in FiveCard]
    unit = lcm(*(paid.stake for paid in odds if paid))
    pays = [paid.win * unit // paid.stake if paid else 0 for paid in odds]
    return np.array(pays, np.int64), unit


def _at_the_river(situation: Situation) -> list[Choice]:
    blind, unit = _blind()
    left = list_remaining(situation)
    own, board = places_of(situation.cards), places_of(situation.board)
    outcomes = kernel.against_all_dealers(own, board, left)
    play, others = kernel.worth_of(outcomes, blind, unit)
    bet = Fraction(int(play + others), unit * comb(len(left), 2))
    return [Choice("1x", bet, 1), Choice("fold", Fraction(-2), 0)]


def _after_the_flop(situation: Situation) -> list[Choice]:
    blind, unit = _blind()
    left = list_remaining(situation)
    own, board = places_of(situation.cards), places_of(situation.board)
    play, others, checked = map(int, kernel.on_every_board(own, board, left, blind, unit))
    deals = unit * comb(len(left), 2) * comb(len(left) - 2, 2)
    bet = Fraction(2 * play + others, deals)
    return [Choice("2x", bet, 2), Choice("check", Fraction(checked, deals), 0)]


def _before_the_flop(situation: Situation) -> list[Choice]:
    """From the solver; with other cards known, from its tables of all boards."""
    if not situation.seen:
        worth = _starting_values()[name_hand(situation.cards)]
        return [Choice(action, ev, WAGERS[action]) for action, ev in worth.items()]
    values = _tables().value(_numbers_of(situation.cards), _numbers_of(situation.seen))
    counted = {"4x": values.four, "3x": values.three, "check": values.check}
    return [Choice(name, Fraction(ev, values.deals), WAGERS[name]) for name, ev in counted.items()]


def advise_over_every_flop(situation: Situation) -> list[Choice]:
    """The same by going through every flop, card by card: slow, and the test of the above."""
    blind, unit = _blind()
    left, own = list_remaining(situation), places_of(situation.cards)
    play, others, checked = map(int, kernel.on_every_flop(own, left, blind, unit))
    cards = len(left)
    boards = comb(cards, 3) * comb(cards - 3, 2)
    deals = unit * boards * comb(cards - 5, 2)
    bets = [Choice(f"{m}x", Fraction(m * play + others, deals), m) for m in (4, 3)]
    return [*bets, Choice("check", Fraction(checked, deals), 0)]


def _numbers_of(cards: Sequence[Card]) -> NDArray[np.int64]:
    """Cards as those tables number them: 4 * rank + suit."""
    suits = list(Suit)
    return np.array([4 * (int(card.rank) - 2) + suits.index(card.suit) for card in cards])


@cache
def _tables() -> Tables:
    """These take a second or two to build, and serve all situations."""
    solution = solve(read_rules())
    return Tables(solution, list_boards(solution.rules, solution.ranked))


@cache
def _starting_values() -> dict[str, Mapping[str, Fraction]]:
    """The 169 classes of starting hands; no option of the text touches ante, blind and play."""
    return {hand.hand: hand.ev for hand in analyze_uth(UthOptions()).starting_hands}


def name_hand(cards: Sequence[Card]) -> str:
    """Two cards as players write their class: AKs, T9o, 77."""
    high, low = sorted(cards, reverse=True)
    letters = high.rank.letter + low.rank.letter
    if high.rank == low.rank:
        return letters
    return letters + ("s" if high.suit == low.suit else "o")
