"""All hands of five cards, up to a change of suits: their values, and which stands for which."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import FiveCard, FiveCardRank, ThreeCardRank
from houseway.chips import Odds
from houseway.lab.exact.kernels import five_cards as kernel
from houseway.lab.exact.kernels.hands import (
    CLASSES,
    FIVE_SHIFT,
    Cards,
    Values,
    list_classes,
    values_of_five,
)

HANDS = 2598960
DEALS = 3986646103440
"""Two hands of five cards: 2,598,960 times 1,533,939."""


@dataclass(frozen=True)
class FiveCards:
    """One hand for each class, how many hands the class has, and what they are worth."""

    cards: Cards
    sets: Values
    values: Values

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


@cache
def list_parts() -> kernel.Parts:
    """The hands and the classes of their subsets, as the kernels that count dealers take them."""
    hands = five_cards()
    table, steps = np.empty(kernel.SETS, np.uint16), []
    for size in range(1, 5):
        cards, sets = list_classes(size, CLASSES[size])
        words = kernel.CLASS_STARTS[size] + np.arange(len(cards), dtype=np.uint16)
        kernel.enter_sets(table, kernel.SET_STARTS[size], cards, words)
        steps.append((-1) ** size * (24 // sets))
    subsets = kernel.list_subsets(hands.cards, table)
    return kernel.Parts(hands.cards, hands.sets, subsets, np.concatenate(steps), table)


def rank_hands(values: Values, limit: int) -> kernel.Order:
    """The order of all hands by values of the classes."""
    levels = np.unique(values, return_inverse=True)[1].astype(np.uint16)
    of_all = np.empty(HANDS, np.uint16)
    kernel.enter_sets(of_all, 0, five_cards().cards, levels)
    return kernel.Order(levels, np.argsort(levels, kind="stable"), limit, of_all)


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
