"""One hole with many cards known to be gone: what the best play brings, and the usual play.

A table of six players that show each other their cards leaves far too many cases to count
them all, but for one hole and the cards that are gone every board and every dealer's hand
can be counted. Boards are taken as in `exposed.py`, for this one deal of holes. A hole
without a flush meets on a board of a suit the same dealer's hands as by ranks alone, but for
those with a flush; so only these are looked at.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.masks import count_bits
from houseway.lab.exact.kernels.ranks import RANK_BOARDS, RANK_FLOPS, RANKS, number_flop
from houseway.lab.uth.kernels.boards import RIVER, worth
from houseway.lab.uth.kernels.choices import flop_of_kinds, kind_of
from houseway.lab.uth.kernels.exposed import NONE, bet, copies, one_code
from houseway.lab.uth.kernels.flops import KIND_FLOPS, all_flops, flops_of
from houseway.lab.uth.kernels.rows import (
    DEALER_HANDS,
    FIRST,
    KINDS,
    PAIR_FIELD,
    PAIR_MASK,
    PAIRS,
    RANKS_OF_PAIR,
    SECOND,
)
from houseway.lab.uth.kernels.suited import count_holes

EDGE, REST, BEST, USUAL = range(4)
"""What a board is worth: edge and rest, the river played best, and played as without a view."""


class Usual(NamedTuple):
    """The best play of a player who sees nothing."""

    plays: NDArray[np.bool_]
    """Whether each pair of kinds plays 1x on each board of a suit; else it folds."""
    ranked_plays: NDArray[np.bool_]
    ranked_gain: NDArray[np.int64]
    suited_gain: NDArray[np.int64]
    """What 2x gains after each flop."""


class Listed(NamedTuple):
    """Which pairs make a flush with each set of cards of the suit, and where ranks are listed."""

    flushes: NDArray[np.uint16]
    """For each board the number of pairs, and then the pairs; boards of one set share a row."""
    row: NDArray[np.int64]
    ranked: NDArray[np.int64]
    """The place of each board of ranks in the list of them."""
    flops: NDArray[np.int16]
    """The flops of each board."""


class Known(NamedTuple):
    """Cards as one suit sees them, or by ranks: the hole, and how many are left of each kind."""

    pair: int
    left: NDArray[np.int64]
    hands: int


@njit(cache=True)
def read_usual(boards, ranked, compared, rules, gains):
    """From the solution for a player who sees nothing; `compared` is in the order of boards."""
    unit, blind = rules.unit, rules.blind
    fold = -2 * unit * DEALER_HANDS
    plays = np.zeros((len(boards.kinds), PAIRS), np.bool_)
    at = 0
    for board in range(len(plays)):
        missing = 5 - count_bits(boards.masks[board])
        for hole in compared[at : at + count_holes(missing)]:
            pair = hole >> PAIR_FIELD & PAIR_MASK
            plays[board, pair] = worth(unit, blind, hole)[RIVER] > fold
        at += count_holes(missing)
    return Usual(plays, ranked.worth[:, :, RIVER] > fold, gains[0], gains[1])


@njit(cache=True)
def list_flushes(suited, ranked):
    flushes = np.zeros((2288, PAIRS + 1), np.uint16)
    row = np.zeros(len(suited.masks), np.int64)
    number = -1
    for board in range(len(row)):
        mask = suited.masks[board]
        if board == 0 or mask != suited.masks[board - 1]:
            number += 1
            missing = 5 - count_bits(mask)
            for pair in range(PAIRS):
                held = (FIRST[pair] >= RANKS) + np.int64(SECOND[pair] >= RANKS)
                if suited.places[board, pair] >= 0 and held >= missing:
                    flushes[number, 0] += 1
                    flushes[number, flushes[number, 0]] = pair
        row[board] = number
    places = np.zeros(RANK_BOARDS, np.int64)
    for board in range(len(ranked.ranks)):
        places[ranked.ranks[board]] = board
    flops = np.zeros((len(row), 10), np.int16)
    for board in range(len(row)):
        flops[board] = flops_of(suited.kinds[board])
    return Listed(flushes, row, places, flops)


@njit(cache=True)
def known_cards(hole, gone, suit):
    """The hole and the rest of the deck as a suit sees them; by ranks for suit -1."""
    left = np.zeros(KINDS + 1, np.int64)
    for card in range(52):
        left[kind_of(card, suit)] += 1
    for card in hole:
        left[kind_of(card, suit)] -= 1
    for card in gone:
        left[kind_of(card, suit)] -= 1
    a, b = kind_of(hole[0], suit), kind_of(hole[1], suit)
    high, low = max(a, b), min(a, b)
    dealers = 45 - len(gone)
    return Known(high * (high + 1) // 2 + low, left, dealers * (dealers - 1) // 2)


@njit(cache=True)
def value_table(hole, gone, boards, listed, usual, rules):
    """Over all deals: 4x, 3x, check played best, check played as usual."""
    ranked, suited = boards
    sums = np.zeros(4, np.int64)
    by_rank = np.zeros((RANK_FLOPS, 2), np.int64)
    by_suit = np.zeros((4, KIND_FLOPS, 2), np.int64)
    known = known_cards(hole, gone, -1)
    faced = np.zeros(RANK_BOARDS, np.int64)
    sum_ranked(ranked, known, usual.ranked_plays, rules, faced, sums, by_rank)
    for suit in range(4):
        sees = known_cards(hole, gone, suit)
        sum_suited(ranked, suited, listed, known, sees, usual, rules, faced, sums, by_suit[suit])
    best, as_usual = sum_flops(hole, gone, known.pair, by_rank, by_suit, usual)
    edge, rest = 10 * sums[EDGE], 10 * sums[REST]
    return 4 * edge + rest, 3 * edge + rest, 10 * sums[BEST] + best, 10 * sums[USUAL] + as_usual


@njit(cache=True)
def sum_ranked(boards, known, plays, rules, faced, sums, flops):
    pair, left, hands = known
    beside = left.copy()
    for at in range(len(boards.kinds)):
        kinds = boards.kinds[at]
        sets = copies(kinds, left, NONE, NONE)
        if sets == 0:
            continue
        beside[:] = left
        for kind in kinds:
            beside[kind] -= 1
        number = boards.ranks[at]
        faced[number] = face_all(boards.places[at], pair, boards.opens[at], beside)
        pays = rules.blind[boards.categories[at, pair]]
        parts = value(faced[number], rules.unit, pays, hands, plays[number, pair])
        add(flops_of(kinds), parts, sets, sums, flops)
    divide(left, flops)


@njit(cache=True)
def sum_suited(ranked, boards, listed, known, sees, usual, rules, faced, sums, flops):
    pair, left, hands = sees
    beside = left.copy()
    copied = np.zeros(len(boards.sets), np.int64)
    for at in range(len(copied)):
        copied[at] = copies(boards.sets[at], left, NONE, NONE)
    held = (FIRST[pair] >= RANKS) + np.int64(SECOND[pair] >= RANKS)
    gone = 0
    for rank in range(RANKS):
        gone |= (1 - left[RANKS + rank]) << rank
    for at in range(len(boards.kinds)):
        mask = boards.masks[at]
        sets = copied[boards.outside[at]]
        if mask & gone or sets == 0:
            continue
        kinds, number = boards.kinds[at], boards.ranks[at]
        beside[:] = left
        for kind in kinds:
            beside[kind] -= 1
        by_rank = listed.ranked[number]
        places, plain = boards.places[at], ranked.places[by_rank]
        if held + count_bits(mask) >= 5:
            row_sum = face_all(places, pair, boards.opens[at], beside)
        else:
            mine = places[pair], plain[known.pair]
            opens = boards.opens[at], ranked.opens[by_rank]
            flushes = listed.flushes[listed.row[at]]
            row_sum = faced[number] + face_flushes(flushes, places, plain, mine, opens, beside)
        pays = rules.blind[boards.categories[at, pair]]
        parts = value(row_sum, rules.unit, pays, hands, usual.plays[at, pair])
        pays = rules.blind[ranked.categories[by_rank, known.pair]]
        usually = usual.ranked_plays[number, known.pair]
        plainly = value(faced[number], rules.unit, pays, hands, usually)
        add(listed.flops[at], minus(parts, plainly), sets, sums, flops)
    divide(left, flops)


@njit(cache=True)
def face_all(places, pair, opens, beside):
    """How a hole compares with all hands that the dealer may hold."""
    mine = places[pair]
    total = np.int64(0)
    at = 0
    for second in range(KINDS):
        if at == len(places):
            break
        many = beside[second]
        if many == 0:
            at += second + 1
            continue
        row = np.int64(0)
        for first in range(second):
            row += beside[first] * one_code(places[at + first], mine, opens)
        at += second
        total += many * row + (many * (many - 1) >> 1) * one_code(places[at], mine, opens)
        at += 1
    return total


@njit(cache=True)
def face_flushes(flushes, places, plain, mine, opens, beside):
    """What the dealer's flushes change for a hole without one."""
    change = np.int64(0)
    for pair in flushes[1 : flushes[0] + 1]:
        # A flush has a card of the suit, so the two cards are of two kinds.
        ways = beside[FIRST[pair]] * beside[SECOND[pair]]
        if ways:
            now = one_code(places[pair], mine[0], opens[0])
            change += ways * (now - one_code(plain[RANKS_OF_PAIR[pair]], mine[1], opens[1]))
    return change


@njit(cache=True, inline="always")
def value(packed, unit, pays, hands, plays):
    """Edge, rest, and the river played best and as usual."""
    edge, rest = bet(packed, unit, pays, hands)
    fold = -2 * unit * hands
    return edge, rest, max(edge + rest, fold), edge + rest if plays else fold


@njit(cache=True, inline="always")
def minus(parts, others):
    return parts[0] - others[0], parts[1] - others[1], parts[2] - others[2], parts[3] - others[3]


@njit(cache=True)
def add(numbers, parts, sets, sums, flops):
    """Adds a board to the sums and to its ten flops."""
    for part in range(4):
        sums[part] += sets * parts[part]
    two = 2 * parts[EDGE] + parts[REST]
    best, usual = sets * (two - parts[BEST]), sets * (two - parts[USUAL])
    for flop in numbers:
        flops[flop, 0] += best
        flops[flop, 1] += usual


@njit(cache=True)
def divide(left, flops):
    """From all sets of cards that a flop stands for to one of them."""
    for flop, low, middle, high in all_flops(len(flops)):
        sets = copies(np.array((low, middle, high)), left, NONE, NONE)
        if sets:
            flops[flop] //= sets


@njit(cache=True)
def sum_flops(hole, gone, ranks, by_rank, by_suit, usual):
    """What 2x gains over all flops: where it is better, and where it is usual."""
    best = as_usual = 0
    taken = np.zeros(52, np.bool_)
    taken[hole] = True
    taken[gone] = True
    left = np.flatnonzero(~taken)
    pairs = [known_cards(hole, gone, suit).pair for suit in range(4)]
    for k in range(len(left)):
        for j in range(k):
            for i in range(j):
                flop = (left[i], left[j], left[k])
                number = number_flop(flop[0] // 4, flop[1] // 4, flop[2] // 4)
                gain, usually = by_rank[number]
                expected = np.int64(usual.ranked_gain[number, ranks])
                for suit in range(4):
                    number = flop_of_kinds(flop, suit)
                    if number >= 0:
                        gain += by_suit[suit, number, 0]
                        usually += by_suit[suit, number, 1]
                        expected += usual.suited_gain[number, pairs[suit]]
                best += max(gain, 0)
                as_usual += usually if expected > 0 else 0
    return best, as_usual
