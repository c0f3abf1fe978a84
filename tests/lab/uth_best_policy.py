"""The best play of Ultimate Texas Hold 'Em found the direct way: no kernel shared with the solver.

Boards are met one by one with real cards, as `houseway.lab.uth.kernels.direct` has them.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.uth.kernels.boards import Rules
from houseway.lab.uth.kernels.direct import (
    DEALERS,
    FIRST,
    HOLES,
    LOWER_MASK,
    SECOND,
    UPPER,
    new_board,
    number_flop,
    put,
)
from houseway.lab.uth.kernels.policies import (
    ACTIONS,
    FLOPS_OF_BOARD,
    FOLD,
    KINDS,
    PLACES,
    add_flops,
    add_holes,
    spread_flops,
    unpack,
)
from houseway.lab.uth.solver import DEALS, FIRST_ACTIONS, best_first
from houseway.lab.uth.strategies import Numbers, list_deals, share_out

CLASSES, FLOP_CLASSES = 169, 1755

_HIGH, _LOW = np.maximum(FIRST % 13, SECOND % 13), np.minimum(FIRST % 13, SECOND % 13)
HAND_CLASSES = np.where(FIRST // 13 == SECOND // 13, _HIGH * 13 + _LOW, _LOW * 13 + _HIGH)
"""The class of each hole: high * 13 + low if suited, low * 13 + high if not."""


@dataclass(frozen=True)
class BestPolicy:
    """A policy that plays on at the river where that is worth more than a fold."""

    first: Numbers
    """By hole, a place in `FIRST_ACTIONS`."""
    twos: NDArray[np.bool_]
    """By listed flop and hole, whether to raise."""


def find_best(rules: Rules) -> tuple[BestPolicy, Fraction]:
    """The best play and its worth in antes, board by board and independent of the solver."""
    deals = list_deals()
    kernel_rules = rules.unit, rules.blind
    parts = share_out(
        lambda boards, sets: sum_up(boards, sets, deals.flops, deals.moved, kernel_rules)
    )
    sums = np.sum([part[0] for part in parts], axis=0)
    gains = np.sum([part[1] for part in parts], axis=0)
    twos, gained = choose_flops(deals.listed, gains, deals.exchanged, deals.moved)
    values = [
        {"4x": 4 * edge + rest, "3x": 3 * edge + rest, "check": river + more}
        for (edge, rest, river), more in zip(sums.tolist(), gained.tolist(), strict=True)
    ]
    first = [FIRST_ACTIONS.index(best_first(value)) for value in values]
    ev = Fraction(sum(max(value.values()) for value in values), rules.unit * DEALS)
    return BestPolicy(np.array(first)[HAND_CLASSES], twos), ev


def play_best(policy: BestPolicy, rules: Rules, rows: slice = slice(None)) -> Numbers:
    """What the policy brings: counts by category, last action and outcome."""
    deals = list_deals()
    first = policy.first.astype(np.int8)
    twos = spread_flops(policy.twos, deals.flops, deals.moved)
    kernel_rules = rules.unit, rules.blind
    parts = share_out(lambda boards, sets: play(boards, sets, first, twos, kernel_rules), rows)
    counts: Numbers = np.sum(parts, axis=0)
    return counts


@njit(cache=True, nogil=True)
def play(boards: Any, sets: Any, first: Any, twos: Any, rules: Any) -> Any:
    counts = np.zeros((KINDS * ACTIONS, PLACES), np.int64)
    board = new_board()
    raised = np.zeros(HOLES, np.uint8)
    last = np.zeros(HOLES, np.int8)
    for row in range(len(boards)):
        put(boards[row], board)
        add_flops(boards[row], twos, raised)
        choose_last(board, rules, last)
        unpack(add_holes(board, sets[row], first, raised, last), counts)
    return counts.reshape((KINDS, ACTIONS, PLACES))


@njit(cache=True)
def choose_last(board: Any, rules: Any, last: Any) -> Any:
    unit, blind = rules
    for hole in board.holes:
        edge, rest = worth(unit, blind, board, hole)
        last[hole] = FOLD - (edge + rest > -2 * unit * DEALERS)


@njit(cache=True)
def worth(unit: Any, blind: Any, board: Any, hole: Any) -> Any:
    """One ante of play against all dealers, and ante and blind beside it, in parts of an ante."""
    won, tied = board.beaten[hole] & LOWER_MASK, board.beaten[hole] >> UPPER
    won_shut, lost_shut = board.shut[hole] & LOWER_MASK, board.shut[hole] >> UPPER
    lost = DEALERS - won - tied
    ante = unit * (won - won_shut - lost + lost_shut)
    return unit * (won - lost), ante + blind[board.kinds[hole]] * won - unit * lost


@njit(cache=True, nogil=True)
def sum_up(boards: Any, sets: Any, flops: Any, moved: Any, rules: Any) -> Any:
    """The sums that the best play follows from: over all boards, each with ten flops.

    For each class of holes a play wager of one ante, ante and blind beside it, and the
    river at its best; for each listed flop and hole what 2x gains over waiting.
    """
    unit, blind = rules
    sums = np.zeros((CLASSES, 3), np.int64)
    gains = np.zeros((FLOP_CLASSES, HOLES), np.int64)
    board = new_board()
    more = np.zeros(HOLES, np.int64)
    for row in range(len(boards)):
        cards, times = boards[row], FLOPS_OF_BOARD * sets[row]
        put(cards, board)
        more[:] = 0
        for hole in board.holes:
            edge, rest = worth(unit, blind, board, hole)
            river = max(edge + rest, -2 * unit * DEALERS)
            more[hole] = (2 * edge + rest - river) * sets[row]
            of_class = sums[HAND_CLASSES[hole]]
            of_class[0] += times * edge
            of_class[1] += times * rest
            of_class[2] += times * river
        for high in range(2, 5):
            for middle in range(1, high):
                for low in range(middle):
                    listed, way = flops[number_flop(cards[high], cards[middle], cards[low])]
                    add_moved(gains[listed], moved[way], more)
    return sums, gains


@njit(cache=True)
def add_moved(gains: Any, moved: Any, more: Any) -> Any:
    for hole in range(HOLES):
        gains[moved[hole]] += more[hole]


@njit(cache=True)
def choose_flops(listed_flops: Any, gains: Any, exchanged: Any, moved: Any) -> Any:
    """Where 2x gains, and what it then gains each class of holes.

    Holes that an exchange of suits swaps while the flop stays as it is are alike, and
    decide by what falls to all of them: which of them a gain fell to depends only on which
    board was listed.
    """
    raises = np.zeros((FLOP_CLASSES, HOLES), np.bool_)
    gained = np.zeros(CLASSES, np.int64)
    for listed in range(FLOP_CLASSES):
        a, b, c = listed_flops[listed]
        flop = number_flop(a, b, c)
        total = np.zeros(HOLES, np.int64)
        for way in range(24):
            cards = exchanged[way]
            if number_flop(np.int64(cards[a]), np.int64(cards[b]), np.int64(cards[c])) == flop:
                for hole in range(HOLES):
                    total[hole] += gains[listed, moved[way, hole]]
        for hole in range(HOLES):
            if total[hole] > 0:
                raises[listed, hole] = True
                gained[HAND_CLASSES[hole]] += gains[listed, hole]
    return raises, gained
