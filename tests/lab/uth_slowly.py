"""Ultimate Texas Hold 'Em, slowly: the games' own ranking and settlement, hand by hand."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import astuple
from fractions import Fraction
from functools import cache
from itertools import combinations

from houseway.cards import NEW_DECK, Card, FiveCard, rank_best_five
from houseway.games.rounds import Hand, Round
from houseway.games.uth.decisions import UthActions
from houseway.games.uth.options import UthOptions
from houseway.games.uth.settlement import resolve
from houseway.lab.exact.results import Analysis
from houseway.lab.uth.kernels import direct, flop_sights
from houseway.lab.uth.sights import FlopSight, RiverSight
from houseway.lab.uth.solver import Solution, analyze_uth, read_rules, solve

ANTE = 200


@cache
def solution() -> Solution:
    return solve(read_rules())


@cache
def analysis() -> Analysis:
    return analyze_uth(UthOptions())


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


def settle(
    options: UthOptions,
    hole: Sequence[Card],
    board: Sequence[Card],
    dealer: Sequence[Card],
    actions: UthActions,
) -> Fraction:
    """What the games' settlement nets, in antes."""
    hand = Hand(1, "A", {"ante": ANTE, "blind": ANTE}, tuple(hole), actions)
    settlement = resolve(options, Round((hand,), tuple(dealer), tuple(board)))
    return Fraction(settlement.hands[0].total, ANTE)


def number_of(sight: FlopSight | RiverSight) -> int:
    """The number by which the kernels know a sight."""
    sizes = flop_sights.SIGHTS if isinstance(sight, FlopSight) else direct.SIGHTS
    number = 0
    for part, size in zip(astuple(sight), sizes, strict=True):
        number = number * size + int(part)
    return number
