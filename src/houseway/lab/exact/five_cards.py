"""All hands of five cards, up to a change of suits: their values, and which stands for which."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card, FiveCard, FiveCardRank, ThreeCardRank
from houseway.cards.card import NEW_DECK
from houseway.chips import Odds
from houseway.lab.exact.kernels import five_cards as kernel
from houseway.lab.exact.kernels.hands import (
    CLASSES,
    FIVE_SHIFT,
    Cards,
    Small,
    Values,
    list_classes,
    values_of_five,
)

HANDS = 2598960
DEALS = 3986646103440
"""Two hands of five cards: 2,598,960 times 1,533,939."""

_PLACES = {card: place for place, card in enumerate(NEW_DECK)}


@dataclass(frozen=True)
class FiveCards:
    """One hand for each class, how many hands the class has, and what they are worth."""

    cards: Cards
    sets: Values
    values: Values

    @cached_property
    def rows(self) -> Mapping[tuple[int, ...], int]:
        return {tuple(hand): row for row, hand in enumerate(self.cards.tolist())}

    def row(self, cards: Iterable[Card]) -> int:
        """The row of the hand that stands for these five cards."""
        return self.rows[standing_for(cards)]

    def by_rank(self) -> dict[FiveCardRank, int]:
        """How many hands have each category and, of its ranks, each first."""
        return {
            FiveCardRank(FiveCard(head >> 4), (head & 15,)): count
            for head, count in enumerate(tally(self.values >> 16, self.sets))
            if count
        }


@cache
def five_cards() -> FiveCards:
    cards, sets = list_classes(5, CLASSES[5])
    return FiveCards(cards, sets, values_of_five(cards))


@dataclass(frozen=True)
class Subsets:
    """What inclusion and exclusion needs: classes of the sets of one to four cards."""

    classes: Mapping[int, tuple[Cards, Values]]
    """By size: one set for each class, and how many sets the class has."""
    table: Small
    """The class of every set, in the order in which the kernels number the sets."""
    of_hands: Small
    """By hand: the classes of its thirty subsets."""
    steps: Values
    """By class: what one hand that holds such a subset adds to the class's number."""


@cache
def subsets() -> Subsets:
    classes = {size: list_classes(size, CLASSES[size]) for size in range(1, 5)}
    table = np.empty(kernel.SETS, np.uint16)
    for size, (cards, _) in classes.items():
        kernel.enter_classes(table, size, cards)
    steps = np.concatenate([(-1) ** size * (24 // sets) for size, (_, sets) in classes.items()])
    return Subsets(classes, table, kernel.list_subsets(five_cards().cards, table), steps)


def standing_for(cards: Iterable[Card]) -> tuple[int, ...]:
    """The cards that the kernels list for these: suits with more and higher cards first."""
    suits: list[list[int]] = [[], [], [], []]
    for place in sorted(_PLACES[card] for card in cards):
        suits[place // 13].append(place % 13)
    suits.sort(key=lambda ranks: (len(ranks), sum(1 << rank for rank in ranks)), reverse=True)
    return tuple(13 * suit + rank for suit, ranks in enumerate(suits) for rank in ranks)


def encode(rank: FiveCardRank | ThreeCardRank) -> int:
    """A rank of `houseway.cards` as the kernels' value."""
    size = 5 if isinstance(rank, FiveCardRank) else 3
    value = int(rank.category)
    for n in range(size):
        value = value << 4 | (rank.tiebreak[n] if n < len(rank.tiebreak) else 0)
    return value


def tally(kinds: NDArray[Any], sets: Values) -> list[int]:
    """How many hands there are of each kind 0, 1, 2 and so on, in whole numbers throughout."""
    totals = np.zeros(int(kinds.max()) + 1, np.int64)
    np.add.at(totals, kinds, sets)
    return [int(total) for total in totals]


def categories(values: Values, sets: Values, shift: int = FIVE_SHIFT) -> list[int]:
    """How many hands fall into each category."""
    return tally(values >> shift, sets)


def bonus_net(odds: Odds | None) -> Fraction:
    return Fraction(-1) if odds is None else odds.ratio
