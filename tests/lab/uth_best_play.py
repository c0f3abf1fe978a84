"""The best play of Ultimate Texas Hold 'Em for cards that are on the table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from houseway.cards import Card, Suit
from houseway.lab.exact.kernels.ranks import (
    RANK_PAIRS,
    RANKS,
    number_board,
    number_flop,
    number_pair,
)
from houseway.lab.uth.kernels import boards as uth_boards
from houseway.lab.uth.kernels import suited
from houseway.lab.uth.kernels.rows import (
    CATEGORY,
    DEALER_HANDS,
    LOST_SHUT,
    PAIR_FIELD,
    PAIRS,
    TIED,
    WON,
    WON_SHUT,
    field,
)
from houseway.lab.uth.solver import Solution


@dataclass(frozen=True)
class Compared:
    """How a hole compares with the 990 hands that a dealer may hold on a board."""

    won: int
    tied: int
    won_shut: int
    """Won against a dealer who does not open."""
    lost_shut: int
    category: int


@dataclass(frozen=True)
class Worth:
    """What a hole is worth on a board against all 990 hands, in parts of an ante.

    A play wager of m antes is worth m times the edge and the rest; the river is the better
    of 1x and fold, and the gain what 2x would have been worth more than that.
    """

    edge: int
    rest: int
    river: int
    gain: int


def rank_of(card: Card) -> int:
    return int(card.rank) - 2


def kind_of(card: Card, suit: Suit | None) -> int:
    """A card as a suit sees it; its rank alone where no suit matters."""
    return rank_of(card) + (RANKS if card.suit == suit else 0)


def before_flop(solution: Solution, hole: Sequence[Card]) -> str:
    low, high = sorted(map(rank_of, hole))
    suited = hole[0].suit == hole[1].suit
    return solution.first[high * RANKS + low if suited else low * RANKS + high]


def after_flop(solution: Solution, hole: Sequence[Card], flop: Sequence[Card]) -> str:
    return "2x" if gain_after_flop(solution, hole, flop) > 0 else "check"


def gain_after_flop(solution: Solution, hole: Sequence[Card], flop: Sequence[Card]) -> int:
    """What 2x gains over waiting, over all turns, rivers and dealer's hands, in parts."""
    gain = int(solution.ranked_gain[number_flop(*_kinds(flop, None)), _pair(hole, None)])
    for suit in {card.suit for card in flop}:
        gain += int(solution.suited_gain[number_flop(*_kinds(flop, suit)), _pair(hole, suit)])
    return gain


def at_last(solution: Solution, hole: Sequence[Card], board: Sequence[Card]) -> str:
    fold = -2 * solution.rules.unit * DEALER_HANDS
    return "1x" if worth_on(solution, hole, board).river > fold else "fold"


def worth_on(solution: Solution, hole: Sequence[Card], board: Sequence[Card]) -> Worth:
    rules, packed = solution.rules, _packed(solution, hole, board)
    return Worth(*map(int, uth_boards.worth(rules.unit, rules.blind, packed)))


def compare(solution: Solution, hole: Sequence[Card], board: Sequence[Card]) -> Compared:
    packed = _packed(solution, hole, board)
    places = (WON, TIED, WON_SHUT, LOST_SHUT, CATEGORY)
    return Compared(*(int(field(packed, place)) for place in places))


def _kinds(cards: Sequence[Card], suit: Suit | None) -> list[int]:
    return sorted(kind_of(card, suit) for card in cards)


def _pair(hole: Sequence[Card], suit: Suit | None) -> int:
    return int(number_pair(*_kinds(hole, suit)))


def _packed(solution: Solution, hole: Sequence[Card], board: Sequence[Card]) -> int:
    suit, count = Counter(card.suit for card in board).most_common(1)[0]
    if count < 3:
        ranks = number_board(np.array(_kinds(board, None)))
        return int(solution.ranked.packed[ranks, _pair(hole, None)])
    mask = sum(1 << rank_of(card) for card in board if card.suit == suit)
    others = _kinds([card for card in board if card.suit != suit], None)
    outside = RANK_PAIRS + RANKS
    if others:
        outside = number_pair(*others) if len(others) == 2 else RANK_PAIRS + others[0]
    opens = solution.rules.opens
    return int(compare_hole(solution.ranked, opens, mask, outside, _pair(hole, suit)))


@njit(cache=True)
def compare_hole(ranked: Any, opens: int, mask: int, outside: int, pair: int) -> Any:
    """How one hole compares on one board of a suit."""
    board = suited.new_board()
    _, flushes = suited.put_suit(board, mask)
    suited.put_outside(board, outside)
    packed = np.zeros(PAIRS, np.int64)
    ranks = suited.ranks_of_board(board)
    size = suited.compare_suited(board, flushes, ranked, ranks, opens, packed)
    for hole in packed[:size]:
        if hole >> PAIR_FIELD == pair:
            return hole
    return np.int64(-1)
