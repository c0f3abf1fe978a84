"""What the battery counts, deck by deck: numbers only, no judgement.

A deck is a row of 52 places in the new deck. Decks come in blocks, so that numpy
counts many at once.
"""

from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from houseway.fairness.chances import CARDS
from houseway.fairness.errors import FairnessError

Block = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Bits = NDArray[np.bool_]

CATEGORIES = 10
_PLACES = np.arange(CARDS, dtype=np.uint8)
_DISTANCES = 2 * np.arange(CARDS, dtype=np.int64) - (CARDS - 1)  # from the middle, doubled
_RANKS, _SUITS = 13, 4
_ACE = _RANKS - 1


def _zeros(*shape: int) -> Numbers:
    return np.zeros(shape, dtype=np.int64)


@dataclass
class Counts:
    """Everything the battery needs to know of the decks seen so far."""

    decks: int = 0
    by_position: Numbers = field(default_factory=lambda: _zeros(CARDS, CARDS))  # place, card
    pairs: Numbers = field(default_factory=lambda: _zeros(CARDS, CARDS))  # card, next card
    rising: Numbers = field(default_factory=lambda: _zeros(CARDS))  # 1, 2, ... sequences
    fixed: Numbers = field(default_factory=lambda: _zeros(CARDS + 1))
    five: Numbers = field(default_factory=lambda: _zeros(CATEGORIES))
    seven: Numbers = field(default_factory=lambda: _zeros(CATEGORIES))
    moves: Numbers = field(default_factory=lambda: _zeros(CARDS, CARDS))  # card, places moved
    steps: Numbers = field(default_factory=lambda: _zeros(CARDS, CARDS))  # place, step in cards
    drift: int = 0  # sum of products of places in one deck and in the next
    repeats: int = 0
    _hashes: set[bytes] = field(default_factory=set)
    _last: Block = field(default_factory=lambda: np.zeros((0, CARDS), dtype=np.uint8))  # a deck

    def add(self, decks: Block) -> None:
        """Counts a block of decks, which follow those already counted."""
        self._check(decks)
        places = _places_of(decks)
        self.decks += len(decks)
        self.by_position += _table_of(_everywhere(decks), decks)
        self.pairs += _table_of(decks[:, :-1], decks[:, 1:])
        breaks = np.count_nonzero(places[:, 1:] < places[:, :-1], axis=1)
        self.rising += np.bincount(breaks, minlength=CARDS)
        at_home = np.count_nonzero(decks == _PLACES, axis=1)
        self.fixed += np.bincount(at_home, minlength=CARDS + 1)
        self.five += np.bincount(categories(decks[:, :5]), minlength=CATEGORIES)
        self.seven += np.bincount(categories(decks[:, :7]), minlength=CATEGORIES)
        self._add_serial(decks)
        self._add_repeats(decks)

    def _check(self, decks: Block) -> None:
        """Refuses what is not a deck: the tests say nothing about lost cards."""
        if decks.ndim != 2 or decks.shape[1] != CARDS or decks.max(initial=0) >= CARDS:
            raise FairnessError("A deck is 52 numbers from 0 to 51.")
        broken = np.flatnonzero((_places_of(decks) == CARDS).any(axis=1))
        if len(broken):
            number = self.decks + int(broken[0]) + 1
            raise FairnessError(f"Deck {number} of the source does not hold each card once.")

    def _add_serial(self, decks: Block) -> None:
        """What changed from each deck to the next, across the blocks too."""
        row = np.concatenate((self._last, decks))
        places = _places_of(row)
        self.moves += _table_of(_everywhere(row[1:]), _steps(places))
        self.steps += _table_of(_everywhere(row[1:]), _steps(row))
        far = _DISTANCES[places]
        self.drift += int((far[:-1] * far[1:]).sum())
        self._last = row[-1:]

    def _add_repeats(self, decks: Block) -> None:
        """128 bits of a hash stand for a deck: they do not meet by accident."""
        for deck in np.ascontiguousarray(decks):
            self._hashes.add(blake2b(deck.data, digest_size=16).digest())
        self.repeats = self.decks - len(self._hashes)


def _places_of(decks: Block) -> Block:
    """Where each card lies; 52 for a card that is missing."""
    places = np.full(decks.shape, CARDS, dtype=np.uint8)
    np.put_along_axis(places, decks, _everywhere(decks), axis=1)
    return places


def _everywhere(decks: Block) -> Block:
    """The number of the column in every cell."""
    return np.broadcast_to(_PLACES, decks.shape)


def _steps(rows: Block) -> Block:
    """How far each cell goes on, round the 52, to the cell below it."""
    return (rows[1:] + np.uint8(CARDS) - rows[:-1]) % np.uint8(CARDS)


def _table_of(rows: Block, columns: Block) -> Numbers:
    """How often each row and column came together."""
    cells = rows.astype(np.int64) * CARDS + columns
    counted: Numbers = np.bincount(cells.ravel(), minlength=CARDS * CARDS)
    return counted.reshape(CARDS, CARDS)


def categories(hands: Block) -> Numbers:
    """The category of the best five of each hand, numbered as `houseway.cards.FiveCard`."""
    ranks, suits = hands % _RANKS, hands // _RANKS
    of_rank = (ranks[:, :, None] == np.arange(_RANKS)).sum(axis=1)
    of_suit = (suits[:, :, None] == np.arange(_SUITS)).sum(axis=1)
    bits = np.left_shift(1, ranks.astype(np.int64))
    flush = of_suit.max(axis=1) >= 5
    suited = suits == of_suit.argmax(axis=1)[:, None]
    straight_flush, royal = _straights(np.where(suited, bits, 0))
    straight, _ = _straights(bits)
    pairs, trips = (of_rank >= 2).sum(axis=1), (of_rank >= 3).sum(axis=1)
    conditions = [
        flush & royal,
        flush & straight_flush,
        of_rank.max(axis=1) == 4,
        (trips >= 1) & (pairs >= 2),
        flush,
        straight,
        trips >= 1,
        pairs >= 2,
        pairs == 1,
    ]
    chosen: Numbers = np.select(conditions, range(CATEGORIES - 1, 0, -1), 0)
    return chosen


def _straights(bits: Numbers) -> tuple[Bits, Bits]:
    """Whether the ranks hold a straight, and whether one up to the ace."""
    held = np.bitwise_or.reduce(bits, axis=1)
    held = held << 1 | held >> _ACE  # the ace also below the two
    run = held & held << 1
    run &= run << 2
    run &= held << 4
    return run != 0, run >> (_ACE + 1) & 1 != 0
