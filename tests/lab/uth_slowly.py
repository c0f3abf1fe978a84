"""Ultimate Texas Hold 'Em, slowly: the games' own ranking and settlement, hand by hand."""

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from houseway.cards import NEW_DECK, Card, FiveCard, rank_best_five
from houseway.games.uth.decisions import UthActions
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND
from houseway.games.uth.settlement import UthHand, UthRound, dealer_opens, resolve

ANTE = 200
DEALER_HANDS = 990


def without(gone: Iterable[Card]) -> list[Card]:
    taken = set(gone)
    return [card for card in NEW_DECK if card not in taken]


def deal(rng: random.Random, cards: int) -> list[Card]:
    return rng.sample(NEW_DECK, cards)


def compare_slowly(
    hole: Sequence[Card], board: Sequence[Card], opens: FiveCard = FiveCard.PAIR
) -> tuple[int, int, int, int, int]:
    """Won, tied, won and lost against a dealer who does not open, and the category."""
    mine = rank_best_five((*hole, *board))
    won = tied = won_shut = lost_shut = 0
    for dealer in combinations(without((*hole, *board)), 2):
        theirs = rank_best_five((*dealer, *board))
        won += mine > theirs
        tied += mine == theirs
        if theirs.category < opens:
            won_shut += mine > theirs
            lost_shut += mine < theirs
    return won, tied, won_shut, lost_shut, int(mine.category)


def values_slowly(hole: Sequence[Card], board: Sequence[Card]) -> dict[int, Fraction]:
    """What a play wager of 1 and of 2 antes is worth on a board, over the dealer's hands."""
    mine = rank_best_five((*hole, *board))
    odds = BLIND.odds(mine.category.key)
    paid = odds.ratio if odds else Fraction(0)
    worth = {1: Fraction(0), 2: Fraction(0)}
    for dealer in combinations(without((*hole, *board)), 2):
        theirs = rank_best_five((*dealer, *board))
        ante = 1 if dealer_opens(theirs) else 0
        for multiple in worth:
            if mine > theirs:
                worth[multiple] += multiple + ante + paid
            elif mine < theirs:
                worth[multiple] -= multiple + ante + 1
    return worth


def settle(
    options: UthOptions,
    hole: Sequence[Card],
    board: Sequence[Card],
    dealer: Sequence[Card],
    actions: UthActions,
) -> Fraction:
    """What the games' settlement nets, in antes."""
    hand = UthHand(1, "A", {"ante": ANTE, "blind": ANTE}, tuple(hole), actions)
    found = resolve(options, UthRound((hand,), tuple(dealer), tuple(board)))
    return Fraction(found.hands[0].total, ANTE)
