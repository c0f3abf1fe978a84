"""What one hole is worth over all boards to a player who has seen further cards.

The hole is fixed, and every board is met in turn. A dealer's hand wins, ties or loses; that
is counted for each pair of kinds, summed for each card that the dealer may hold, and summed
over all. From these three every question is answered for one seen set of cards at a time:

- the dealer holds the seen card, or both: the sum for that card, or that one hand;
- the seen cards are gone: all hands, less those with either card, and the hand with both,
  which was taken off twice, put back.

As in `flops.py`, boards are taken by ranks, and those with a possible flush again as
corrections, and each adds itself to its ten flops.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import CHOOSE, RANK_BOARDS, RANKS
from houseway.lab.uth.kernels.flops import all_flops, flops_of
from houseway.lab.uth.kernels.rows import (
    FIRST,
    KINDS,
    LOST_SHUT,
    SECOND,
    TIED,
    WON,
    WON_SHUT,
    field,
)

NONE = KINDS
"""The kind of a card that is not there."""
DEALERS, GONE = 0, 1
"""Whether the dealer holds what is seen, or nobody does."""
PARTS = 4
"""Edge, rest, river and gain, as in `boards.worth`."""


class ExposedSets(NamedTuple):
    """The sets of kinds that may be seen, and where they are."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    """The two cards of each set; NONE where there is no such card."""
    ranks: NDArray[np.int64]
    """The same set among those of ranks alone."""
    where: int
    hands: int
    """How many hands the dealer may still hold."""


class Sums(NamedTuple):
    """Sums over boards for one hole, by the set that is seen."""

    worth: NDArray[np.int64]
    """Edge, rest and river over all boards."""
    by_card: NDArray[np.int64]
    """The same over the boards with a given card, by its kind; empty if not needed."""
    gain: NDArray[np.int32]
    """The gain of a 2x over all boards with a given flop."""


@njit(cache=True)
def room(flops, cards, sets):
    return Sums(
        np.zeros((3, sets), np.int64),
        np.zeros((cards, 3, sets), np.int64),
        np.zeros((flops, sets), np.int32),
    )


@njit(cache=True)
def sum_hole(boards, deck, pair, exposed, rules, plain, listed, sums):
    """Adds all boards for a hole, a pair of kinds, dealt from a deck of so many of each kind.

    `plain` is what boards are worth by their ranks, and is taken off; by ranks it is empty,
    and what is found is put into `listed` instead.
    """
    left = deck.copy()
    left[FIRST[pair]] -= 1
    left[SECOND[pair]] -= 1
    copied = all_copies(boards.sets, left, exposed.first, exposed.second)
    size = len(exposed.first)
    times = np.zeros(size, np.int32)
    free = np.zeros(size, np.int32)
    beside = left.copy()
    codes = np.zeros(boards.places.shape[1], np.int64)
    faced = np.zeros(size, np.int64)
    parts = np.zeros((PARTS, size), np.int32)
    before = -1
    for at in range(len(boards.kinds)):
        mine = boards.places[at, pair]
        if mine < 0:
            continue
        if boards.masks[at] != before:
            before = boards.masks[at]
            find_free(left, before, exposed.first, exposed.second, free)
        kinds = boards.kinds[at]
        beside[:] = left
        for kind in kinds:
            beside[kind] -= 1
        compare(boards.places[at], mine, boards.opens[at], codes)
        face(codes, beside, exposed.first, exposed.second, exposed.where, faced)
        pays = rules.blind[boards.categories[at, pair]]
        value(faced, rules.unit, pays, exposed.hands, parts)
        ranks = boards.ranks[at]
        if len(plain):
            subtract(plain[ranks], parts)
        else:
            listed[ranks] = parts
        count(copied[boards.outside[at]], free, times, parts)
        add(kinds, parts, sums.worth, sums.by_card, sums.gain)
    divide_flops(left, exposed.first, exposed.second, sums.gain)
    divide_cards(left, exposed.first, exposed.second, sums.by_card)


@njit(cache=True)
def all_copies(sets, left, first, second):
    """How many sets of real cards each set of ranks stands for, by what is seen."""
    table = np.zeros((len(sets), len(first)), np.int32)
    for at in range(len(sets)):
        for n in range(len(first)):
            table[at, n] = copies(sets[at], left, first[n], second[n])
    return table


@njit(cache=True)
def copies(cards, left, first, second):
    """The ways to take these kinds (rising, ended by -1) from what hole and seen cards leave."""
    ways = 1
    at = 0
    while at < len(cards) and cards[at] >= 0:
        kind, times = cards[at], 0
        while at < len(cards) and cards[at] == kind:
            times += 1
            at += 1
        ways *= CHOOSE[max(left[kind] - (first == kind) - (second == kind), 0), times]
    return ways


@njit(cache=True)
def find_free(left, mask, first, second, free):
    """Which sets have no card of the suit that is on the board, or that is not in the deck."""
    for n in range(len(first)):
        free[n] = 1
        for kind in (first[n], second[n]):
            if RANKS <= kind < NONE and (mask >> (kind - RANKS) & 1 or left[kind] < 1):
                free[n] = 0


@njit(cache=True)
def compare(places, mine, opens, codes):
    for pair in range(len(places)):
        codes[pair] = one_code(places[pair], mine, opens)


@njit(cache=True, inline="always")
def one_code(place, mine, opens):
    """A dealer's hand against a hole: a one in the fields of how it ends.

    A hand that beats the hole and opens is in no field; it is what is left in the end.
    """
    shut = np.int64(place < opens)
    won, tied, lost = np.int64(place < mine), np.int64(place == mine), np.int64(place > mine)
    return won << WON | tied << TIED | (won & shut) << WON_SHUT | (lost & shut) << LOST_SHUT


@njit(cache=True)
def face(codes, beside, first, second, where, faced):
    """How the hole compares with all hands that the dealer may hold, by what is seen."""
    size = len(faced)
    if where == DEALERS and size == len(codes):
        faced[:] = codes
        return
    with_card = np.zeros(KINDS + 1, np.int64)
    every = sum_codes(codes, beside, with_card)
    if where == DEALERS:
        for n in range(size):
            faced[n] = with_card[first[n]]
        return
    for n in range(size):
        faced[n] = every - with_card[first[n]] - with_card[second[n]]
    if size == len(codes):
        for n in range(size):
            faced[n] += codes[n]


@njit(cache=True)
def sum_codes(codes, beside, with_card):
    """Over all hands, and over the hands with one given card of each kind."""
    twice = np.int64(0)
    pair = 0
    for second in range(KINDS):
        if pair == len(codes):
            break
        many, own = beside[second], np.int64(0)
        for first in range(second):
            own += beside[first] * codes[pair]
            with_card[first] += many * codes[pair]
            pair += 1
        own += (many - 1) * codes[pair]
        pair += 1
        with_card[second] += own
    for kind in range(KINDS):
        twice += beside[kind] * with_card[kind]
    return twice >> 1


@njit(cache=True)
def value(faced, unit, pays, hands, parts):
    for n in range(len(faced)):
        edge, rest = bet(faced[n], unit, pays, hands)
        river = max(edge + rest, -2 * unit * hands)
        parts[0, n] = edge
        parts[1, n] = rest
        parts[2, n] = river
        parts[3, n] = 2 * edge + rest - river


@njit(cache=True, inline="always")
def bet(packed, unit, pays, hands):
    """Edge and rest against so many hands, in parts of an ante; see `boards.worth`."""
    won = field(packed, WON)
    lost = hands - won - field(packed, TIED)
    opened = won - field(packed, WON_SHUT) - lost + field(packed, LOST_SHUT)
    return unit * (won - lost), pays * won + unit * (opened - lost)


@njit(cache=True)
def subtract(plain, parts):
    for part in range(PARTS):
        for n in range(parts.shape[1]):
            parts[part, n] -= plain[part, n]


@njit(cache=True)
def count(copied, free, times, parts):
    for n in range(len(times)):
        times[n] = copied[n] * free[n]
    for part in range(PARTS):
        for n in range(len(times)):
            parts[part, n] *= times[n]


@njit(cache=True)
def add(kinds, parts, worth, by_card, gain):
    """Adds a board to the sums over all, to its cards and to its ten flops."""
    size = parts.shape[1]
    for part in range(3):
        for n in range(size):
            worth[part, n] += parts[part, n]
    if len(by_card):
        for kind in kinds:
            by_card[kind] += parts[:3]
    for flop in flops_of(kinds):
        into = gain[flop]
        for n in range(size):
            into[n] += parts[3, n]


@njit(cache=True)
def divide_flops(left, first, second, gain):
    """From all sets of cards that a flop stands for to one of them; see `flops.py`."""
    for flop, low, middle, high in all_flops(len(gain)):
        cards = np.array((low, middle, high))
        for n in range(len(first)):
            if gain[flop, n]:
                gain[flop, n] //= max(copies(cards, left, first[n], second[n]), 1)


@njit(cache=True)
def divide_cards(left, first, second, by_card):
    """The same for one card."""
    for kind in range(len(by_card)):
        for n in range(len(first)):
            cards = left[kind] - (first[n] == kind) - (second[n] == kind)
            by_card[kind, :, n] //= max(cards, 1)


@njit(cache=True)
def no_plain():
    """For sums by ranks: nothing is taken off."""
    return np.zeros((0, PARTS, 1), np.int32)


@njit(cache=True)
def new_list(sets):
    """Room for what each board of ranks is worth."""
    return np.zeros((RANK_BOARDS, PARTS, sets), np.int32)


@njit(cache=True)
def spread(listed, ranks):
    """From sets of ranks to sets of kinds, so that no sum has to look up the ranks of a set."""
    table = np.zeros((RANK_BOARDS, PARTS, len(ranks)), np.int32)
    for board in range(RANK_BOARDS):
        for part in range(PARTS):
            for n in range(len(ranks)):
                table[board, part, n] = listed[board, part, ranks[n]]
    return table
