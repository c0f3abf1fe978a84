"""What a poker hand is worth: five cards, three cards, and the best of more.

This is the readable reference. A rank names its category and compares as poker
does (P1, U1): category first, then the cards that make the category, then
kickers from the top, by rank and never by suit. The ace may end a straight at
the bottom, where it makes the lowest straight there is (P2, U3).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import combinations

from houseway.cards.card import Card, Rank, display_order


class FiveCard(IntEnum):
    """The categories of a five-card hand, from lowest to highest."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @cached_property
    def key(self) -> str:
        """The category as pay tables and JSON spell it."""
        return self.name.lower()


class ThreeCard(IntEnum):
    """The categories of a three-card hand: a straight beats a flush, trips beat both."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    ROYAL_FLUSH = 6

    @cached_property
    def key(self) -> str:
        return self.name.lower()


def keys_down_to(lowest: FiveCard | ThreeCard) -> tuple[str, ...]:
    """The keys of the categories from the highest down to `lowest`, as pay tables list them."""
    categories = [category for category in type(lowest) if category >= lowest]
    return tuple(category.name.lower() for category in reversed(categories))


@dataclass(frozen=True, order=True, slots=True)
class FiveCardRank:
    """The rank of a five-card hand; the greater rank wins, equal ranks tie."""

    category: FiveCard
    tiebreak: tuple[int, ...]

    def __str__(self) -> str:
        return _describe(self.category.key, self.tiebreak)


@dataclass(frozen=True, order=True, slots=True)
class ThreeCardRank:
    """The rank of a three-card hand; never comparable with a five-card rank."""

    category: ThreeCard
    tiebreak: tuple[int, ...]

    def __str__(self) -> str:
        return _describe(self.category.key, self.tiebreak)


def rank_five(cards: Sequence[Card]) -> FiveCardRank:
    """The rank of exactly five cards."""
    assert len(cards) == 5, f"a five-card hand has five cards, not {len(cards)}"
    category, tiebreak = _classify(cards)
    return FiveCardRank(FiveCard[category], tiebreak)


def rank_three(cards: Sequence[Card]) -> ThreeCardRank:
    """The rank of exactly three cards, in the three-card order."""
    assert len(cards) == 3, f"a three-card hand has three cards, not {len(cards)}"
    category, tiebreak = _classify(cards)
    return ThreeCardRank(ThreeCard[category], tiebreak)


def _classify(cards: Sequence[Card]) -> tuple[str, tuple[int, ...]]:
    """The name of a hand's category, and the ranks that decide between two hands of it."""
    grouped = _by_count_then_rank(cards)
    ranks = tuple([rank for rank, _ in grouped])
    suited = len({card.suit for card in cards}) == 1
    top = straight_top(ranks, len(cards))
    if top and suited:
        return "ROYAL_FLUSH" if top == Rank.ACE else "STRAIGHT_FLUSH", (top,)
    if top:
        return "STRAIGHT", (top,)
    if suited:
        return "FLUSH", ranks
    return _BY_COUNTS[tuple(count for _, count in grouped)], ranks


def best_five(cards: Sequence[Card]) -> tuple[FiveCardRank, tuple[Card, ...]]:
    """The best five-card hand within five or more cards, and the cards that make it."""
    hands = combinations(sorted(cards, key=display_order), 5)
    # max keeps the first of equals, which is the one earliest in display order (P37).
    return max(((rank_five(hand), hand) for hand in hands), key=lambda ranked: ranked[0])


def best_three(cards: Sequence[Card]) -> tuple[ThreeCardRank, tuple[Card, ...]]:
    """The best three-card hand within three or more cards, and the cards that make it."""
    hands = combinations(sorted(cards, key=display_order), 3)
    return max(((rank_three(hand), hand) for hand in hands), key=lambda ranked: ranked[0])


def straight_top(ranks: Sequence[int], length: int = 5) -> int:
    """The top rank of a straight made of all `ranks`, or 0; with the ace low the top is 5 or 3."""
    distinct = sorted(set(ranks))
    if len(distinct) != length:
        return 0
    if distinct[-1] - distinct[0] == length - 1:
        return distinct[-1]
    ace_low = [*range(2, length + 1), int(Rank.ACE)]
    return length if distinct == ace_low else 0


def wraps_round_the_ace(cards: Sequence[Card], length: int = 5) -> bool:
    """Whether the cards run through king, ace and two: a sequence that is no straight."""
    ranks = {int(card.rank) for card in cards}
    if not {13, 14, 2} <= ranks:
        return False
    below = next(n for n in range(2, 14) if 15 - n not in ranks) - 2  # king, queen, ...
    above = next(n for n in range(2, 15) if n not in ranks) - 2  # two, three, ...
    return 1 + below + above >= length


def _by_count_then_rank(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """Each rank with how often it occurs, the most frequent and then the highest first."""
    ranks = [int(card.rank) for card in cards]
    counted = [(ranks.count(rank), rank) for rank in set(ranks)]
    return [(rank, count) for count, rank in sorted(counted, reverse=True)]


_BY_COUNTS = {
    (4, 1): "FOUR_OF_A_KIND",
    (3, 2): "FULL_HOUSE",
    (3, 1, 1): "THREE_OF_A_KIND",
    (2, 2, 1): "TWO_PAIR",
    (2, 1, 1, 1): "PAIR",
    (1, 1, 1, 1, 1): "HIGH_CARD",
    (3,): "THREE_OF_A_KIND",
    (2, 1): "PAIR",
    (1, 1, 1): "HIGH_CARD",
}


@lru_cache(maxsize=8192)  # a table announces every hand, and the hands recur
def _describe(category: str, tiebreak: tuple[int, ...]) -> str:
    """The hand as a dealer announces it, for instance "pair of kings"."""
    ranks = [Rank(rank) for rank in tiebreak]
    top = ranks[0]
    words = {
        "high_card": f"{top.word} high",
        "pair": f"pair of {top.plural}",
        "two_pair": f"two pair, {top.plural} and {ranks[1].plural if len(ranks) > 1 else ''}",
        "three_of_a_kind": f"three {top.plural}",
        "straight": f"{top.word}-high straight",
        "flush": f"{top.word}-high flush",
        "full_house": f"full house, {top.plural} over {ranks[1].plural if len(ranks) > 1 else ''}",
        "four_of_a_kind": f"four {top.plural}",
        "straight_flush": f"{top.word}-high straight flush",
        "royal_flush": "royal flush",
    }
    return words[category]
