"""Every hand there is, counted by category and compared with the known totals.

Five and three cards are counted one by one; seven cards by classes of ranks and
suits, each class ranked once and counted by how many hands it holds.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from houseway.cards import (
    NEW_DECK,
    Card,
    Rank,
    Suit,
    best_five,
    rank_best_five,
    rank_five,
    rank_three,
)

FIVE = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
THREE = {
    "royal_flush": 4,
    "straight_flush": 44,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high_card": 16_440,
}
SEVEN = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pair": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}


def count_five_with_lowest(first: int) -> Counter[str]:
    """All five-card hands whose first card, in new-deck order, is this one."""
    rest = combinations(NEW_DECK[first + 1 :], 4)
    return Counter(rank_five((NEW_DECK[first], *hand)).category.key for hand in rest)


@pytest.mark.clause("pikit.39.4.b", "hilo.40.5.d", "uth.5.b")
def test_all_2_598_960_five_card_hands() -> None:
    # Not measured by coverage, under which it takes three times as long.
    with ProcessPoolExecutor(2, initializer=sys.settrace, initargs=(None,)) as pool:
        counts = sum(pool.map(count_five_with_lowest, range(48)), Counter())
    assert counts == FIVE
    assert sum(FIVE.values()) == comb(52, 5)


@pytest.mark.clause("pikit.39.4.c")
def test_all_22_100_three_card_hands() -> None:
    counts = Counter(rank_three(hand).category.key for hand in combinations(NEW_DECK, 3))
    assert counts == THREE
    assert sum(THREE.values()) == comb(52, 3)


Ranks = tuple[int, ...]


def flush_classes() -> Iterator[tuple[tuple[Card, ...], Ranks, int]]:
    """Seven cards with five or more of a suit: one of each class, its ranks, and its size.

    A class is the ranks in the suit and the ranks outside it, so its size is the
    choice of the suit and, for each outside rank, of suits among the other three.
    """
    for inside in (5, 6, 7):
        for suited in combinations(range(2, 15), inside):
            for others in combinations_with_replacement(range(2, 15), 7 - inside):
                counts = Counter(others)
                if max(counts.values(), default=0) > 3:
                    continue
                size = 4 * prod(comb(3, n) for n in counts.values())
                yield (
                    (*_of_one_suit(suited), *_off_suit(counts)),
                    tuple(sorted(suited + others)),
                    size,
                )


def _of_one_suit(ranks: Ranks) -> list[Card]:
    return [Card(Rank(rank), Suit.SPADES) for rank in ranks]


def _off_suit(counts: Counter[int]) -> list[Card]:
    others = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
    return [Card(Rank(rank), others[n]) for rank, held in counts.items() for n in range(held)]


def without_flush(ranks: Ranks) -> tuple[Card, ...]:
    """Seven cards of these sorted ranks, the suits taken in turn: never three of a suit."""
    suits = list(Suit)
    return tuple(Card(Rank(rank), suits[place % 4]) for place, rank in enumerate(ranks))


@pytest.mark.clause("uth.5.b", "uth.1.hand")
def test_all_133_784_560_seven_card_hands_by_their_classes() -> None:
    counts: Counter[str] = Counter()
    flushes: Counter[Ranks] = Counter()
    for cards, ranks, size in flush_classes():
        counts[rank_best_five(cards).category.key] += size
        flushes[ranks] += size
    classes = 0
    for ranks in combinations_with_replacement(range(2, 15), 7):
        repeats = Counter(ranks).values()
        if max(repeats) > 4:
            continue
        classes += 1
        hands = prod(comb(4, n) for n in repeats) - flushes[ranks]
        counts[rank_best_five(without_flush(ranks)).category.key] += hands
    assert classes == 49_205
    assert sum(counts.values()) == comb(52, 7)
    assert counts == SEVEN


def test_the_quick_ranking_agrees_with_the_readable_one_across_the_classes() -> None:
    """Every sixteenth class without a flush and every sixty-fourth with one."""
    for n, ranks in enumerate(combinations_with_replacement(range(2, 15), 7)):
        if n % 16 or max(Counter(ranks).values()) > 4:
            continue
        cards = without_flush(ranks)
        assert max(Counter(card.suit for card in cards).values()) < 5
        assert rank_best_five(cards) == best_five(cards)[0]
    for n, (cards, _, _) in enumerate(flush_classes()):
        if n % 64 == 0:
            assert rank_best_five(cards) == best_five(cards)[0]
