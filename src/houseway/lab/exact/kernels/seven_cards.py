"""Seven cards at once, many hands at a time: a sum, three looks into tables, one number.

Every card is a number, and the sum of seven such numbers says all that counts. How often
each rank is held is written to base five, the seven lower ranks in one field of the sum and
the six higher ones in another. A table turns the lower field into a place where the higher
ones begin and a second table turns the higher field into a place from there, so that the
49,205 sets of seven ranks stand in one table without a gap. Four more fields count the
suits: they start at three, so that a fifth card of one suit sets the top bit of its field.

A value is a whole number that compares as the hand does: the category, and 12 bits below it
the hand's place among those of its category. Cards are places in the new deck,
13 x suit + rank.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import CATEGORY_BITS, FLUSHES, RANKS, value_of_ranks

PLACE_BITS = 12
"""How far up a value its category stands."""
LOW_RANKS, LOW_BITS, HIGH_BITS, SUIT_FIELD = 7, 17, 14, 32
LOW_MASK, HIGH_MASK = np.uint64((1 << LOW_BITS) - 1), np.uint64((1 << HIGH_BITS) - 1)
LOW_SHIFT = np.uint64(LOW_BITS)
FIVE_OF_SUIT = np.uint64(0x8888 << SUIT_FIELD)
START = np.uint64(0x3333 << SUIT_FIELD)
"""Where the sum begins: three in each field of suits."""
SUIT_MASK = np.uint64((1 << RANKS) - 1)
SHORT = np.uint64(1)


def _numbers() -> NDArray[np.uint64]:
    """The number of each card."""
    numbers = np.zeros(52, np.uint64)
    for card in range(52):
        suit, rank = divmod(card, RANKS)
        times = 5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << LOW_BITS
        numbers[card] = times + (1 << SUIT_FIELD + 4 * suit)
    return numbers


NUMBERS = _numbers()


class Sevens(NamedTuple):
    """The tables. They are handed to the kernels, as one copy is enough for all of them."""

    rows: NDArray[np.uint16]
    """By the lower field: where the sets with these lower ranks begin."""
    columns: NDArray[np.uint16]
    """By the higher field: the place from there."""
    values: NDArray[np.uint16]
    flushes: NDArray[np.uint16]
    """By the ranks of one suit, where there are five or more."""


@cache
def seven_tables() -> Sevens:
    rows, columns, sets = number_sets(7)
    wide = np.zeros(sets, np.int32)
    _value_sets(rows, columns, wide)
    values, flushes = _pack(wide)
    return Sevens(rows, columns, values, flushes)


def _pack(wide: NDArray[np.int32]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Values of 30 bits as category and place: equal ones get the same place."""
    known = np.unique(np.concatenate((wide, FLUSHES[FLUSHES > 0])))
    category = known >> CATEGORY_BITS
    first = np.searchsorted(category, category)
    packed = (category << PLACE_BITS | np.arange(len(known)) - first).astype(np.uint16)
    flushes = np.where(FLUSHES > 0, packed[np.searchsorted(known, FLUSHES) % len(known)], 0)
    return packed[np.searchsorted(known, wide)], flushes.astype(np.uint16)


def number_sets(cards: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16], int]:
    """Sets of so many ranks, four of each at most: the two tables that number them."""
    rows = np.zeros(5**LOW_RANKS, np.uint16)
    columns = np.zeros(5 ** (RANKS - LOW_RANKS), np.uint16)
    return rows, columns, int(_number_sets(cards, rows, columns))


@njit(cache=True)
def _number_sets(cards, rows, columns):
    many = np.zeros(cards + 1, np.int64)
    for high in range(len(columns)):
        held = digits(high)
        if held <= cards:
            columns[high] = many[held]
            many[held] += 1
    start = 0
    for low in range(len(rows)):
        held = digits(low)
        if held <= cards:
            rows[low] = start
            start += many[cards - held]
    return start


@njit(cache=True)
def digits(number):
    """The sum of the digits to base five: how many cards a field holds."""
    total = 0
    while number:
        total += number % 5
        number //= 5
    return total


@njit(cache=True)
def _value_sets(rows, columns, values):
    """The value of every set of seven ranks, as if there were no flushes."""
    for low in range(len(rows)):
        held = digits(low)
        if held <= 7:
            for high in range(len(columns)):
                if digits(high) == 7 - held:
                    values[rows[low] + columns[high]] = _value_set(low, high)


@njit(cache=True)
def _value_set(low, high):
    once, twice, thrice, four = 0, 0, 0, 0
    for rank in range(RANKS):
        field = low if rank < LOW_RANKS else high
        power = rank if rank < LOW_RANKS else rank - LOW_RANKS
        times = field // 5**power % 5
        once |= (times > 0) << rank
        twice |= (times > 1) << rank
        thrice |= (times > 2) << rank
        four |= (times > 3) << rank
    return value_of_ranks(once, twice, thrice, four)


@njit(cache=True, inline="always")
def place_of(rows, columns, total):
    """The place of a set of ranks, from the sum of its cards."""
    return np.uint64(rows[total & LOW_MASK]) + np.uint64(columns[total >> LOW_SHIFT & HIGH_MASK])


@njit(cache=True, inline="always")
def value_of_sum(rows, columns, values, flushes, total, mask):
    """The value of seven cards, from the sum of their numbers (`START` with it) and their mask."""
    if total & FIVE_OF_SUIT:
        return value_of_flush(flushes, mask)
    return values[place_of(rows, columns, total)]


@njit(cache=True)
def value_of_flush(flushes, mask):
    """Of the four suits at most one has five cards; the others are worth 0."""
    best = np.uint16(0)
    for suit in range(4):
        best = max(best, flushes[mask >> np.uint64(RANKS * suit) & SUIT_MASK])
    return best


@njit(cache=True)
def _evaluate(rows, columns, values, flushes, numbers, cards, results):
    # One flat array and a sum written out: a loop over a row of seven takes twice as long.
    flat = cards.ravel()
    for n in range(len(results)):
        at = 7 * n
        first = numbers[flat[at]] + numbers[flat[at + 1]] + numbers[flat[at + 2]]
        last = numbers[flat[at + 3]] + numbers[flat[at + 4]] + numbers[flat[at + 5]]
        total = first + last + numbers[flat[at + 6]] + START
        if total & FIVE_OF_SUIT:
            mask = np.uint64(0)
            for card in range(at, at + 7):
                mask |= SHORT << np.uint64(flat[card])
            results[n] = value_of_flush(flushes, mask)
        else:
            results[n] = values[place_of(rows, columns, total)]


@njit(cache=True)
def _evaluate_masks(rows, columns, values, flushes, numbers, masks, results):
    for n in range(len(masks)):
        mask = masks[n]
        total = START
        for suit in range(4):
            total += numbers[suit, mask >> np.uint64(RANKS * suit) & SUIT_MASK]
        results[n] = value_of_sum(rows, columns, values, flushes, total, mask)


@cache
def _numbers_of_suits() -> NDArray[np.uint64]:
    """The sum for every set of ranks of each suit."""
    sums = np.zeros((4, 1 << RANKS), np.uint64)
    for suit in range(4):
        for rank in range(RANKS):
            end = 1 << rank
            sums[suit, end : 2 * end] = sums[suit, :end] + NUMBERS[RANKS * suit + rank]
    return sums


def evaluate_sevens(cards: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The values of many hands, each a row of seven different cards."""
    assert cards.ndim == 2, "rows of cards"
    assert cards.shape[1] == 7, "seven cards a row"
    assert not len(cards) or int(cards.max()) < 52, "cards are 0 to 51"
    values = np.empty(len(cards), np.int32)
    _evaluate(*seven_tables(), NUMBERS, np.ascontiguousarray(cards, np.uint8), values)
    return values


def evaluate_masks(masks: NDArray[np.uint64]) -> NDArray[np.int32]:
    """As `evaluate_sevens`, of hands as sets: bit n stands for card n, and seven bits are set."""
    values = np.empty(len(masks), np.int32)
    _evaluate_masks(*seven_tables(), _numbers_of_suits(), masks, values)
    return values
