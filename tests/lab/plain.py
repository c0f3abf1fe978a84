"""The plain way: every hand in turn, ranked by `houseway.cards`, settled by `houseway.games`.

Nothing of the lab is used here, so that the lab can be compared with it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards import (
    NEW_DECK,
    Card,
    FiveCardRank,
    Rank,
    Suit,
    ThreeCardRank,
    rank_five,
    rank_three,
)

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class AllHands:
    """All 2,598,960 hands of five cards; a rank is a place in an ascending list of ranks."""

    places: Numbers
    bits: Numbers
    """The same hands as sets: bit n stands for card n."""
    fives: Numbers
    threes: Numbers
    five_ranks: list[FiveCardRank]
    three_ranks: list[ThreeCardRank]

    def dealers(self, player: Iterable[Card]) -> Numbers:
        """The hands that share no card with the player's."""
        own = sum(1 << NEW_DECK.index(card) for card in player)
        return np.flatnonzero((self.bits & own) == 0)

    def hand(self, number: int) -> tuple[Card, ...]:
        return tuple(NEW_DECK[place] for place in self.places[number])


@cache
def all_hands() -> AllHands:
    flat = chain.from_iterable(combinations(range(52), 5))
    places = np.fromiter(flat, np.int64, 5 * comb(52, 5)).reshape(-1, 5)
    fives, five_ranks = _rank_fives(places)
    threes, three_ranks = _rank_threes(places)
    return AllHands(places, (1 << places).sum(axis=1), fives, threes, five_ranks, three_ranks)


def _rank_fives(places: Numbers) -> tuple[Numbers, list[FiveCardRank]]:
    """Ranks by `rank_five`; hands with the same ranks, in one suit or not, are ranked once."""
    suited = (places // 13 == places[:, :1] // 13).all(axis=1)
    key = np.sort(places % 13, axis=1) @ 13 ** np.arange(5) + suited * 13**5
    example = np.full(2 * 13**5, -1)
    example[key] = np.arange(len(places))
    ranks = {
        int(number): rank_five([NEW_DECK[place] for place in places[example[number]]])
        for number in np.flatnonzero(example >= 0)
    }
    ordered = sorted(set(ranks.values()))
    place = {rank: n for n, rank in enumerate(ordered)}
    by_key = np.full(2 * 13**5, -1)
    for number, rank in ranks.items():
        by_key[number] = place[rank]
    return by_key[key], ordered


def _rank_threes(places: Numbers) -> tuple[Numbers, list[ThreeCardRank]]:
    """The best of ten threes, each of the 22,100 ranked by `rank_three`."""
    ranks = {
        three: rank_three([NEW_DECK[place] for place in three])
        for three in combinations(range(52), 3)
    }
    ordered = sorted(set(ranks.values()))
    place = {rank: n for n, rank in enumerate(ordered)}
    table = np.full((52, 52, 52), -1)
    for three, rank in ranks.items():
        table[three] = place[rank]
    best = np.zeros(len(places), np.int64)
    for a, b, c in combinations(range(5), 3):
        best = np.maximum(best, table[places[:, a], places[:, b], places[:, c]])
    return best, ordered


def rank_hands() -> list[tuple[int, ...]]:
    """All 6,175 hands of five that differ in ranks."""
    hands = combinations_with_replacement([int(rank) for rank in Rank], 5)
    return [hand for hand in hands if max(Counter(hand).values()) <= 4]


def dealers_by_rank(player: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One dealer's hand for each multiset of ranks, and how many such the player leaves."""
    left = [card for card in NEW_DECK if card not in player]
    by_rank = {int(rank): [card for card in left if card.rank is rank] for rank in Rank}
    for ranks in rank_hands():
        ways, cards = 1, []
        for rank, n in Counter(ranks).items():
            ways *= comb(len(by_rank[rank]), n)
            cards += by_rank[rank][:n]
        if ways:
            yield tuple(cards), ways


def some_cards(ranks: Iterable[int]) -> tuple[Card, ...]:
    """Some cards of these ranks, of as many suits as are needed."""
    dealt: Counter[int] = Counter()
    cards = []
    for rank in ranks:
        cards.append(Card(Rank(rank), list(Suit)[dealt[rank]]))
        dealt[rank] += 1
    return tuple(cards)
