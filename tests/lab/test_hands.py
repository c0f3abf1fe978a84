"""The kernels' hands against `houseway.cards`: all of them, and their counts."""

from collections import Counter
from math import comb
from random import Random

import numpy as np

from houseway.cards import NEW_DECK, FiveCard, best_three, rank_five
from houseway.lab.exact.five_cards import DEALS, HANDS, encode, five_cards
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.kernels.hands import CLASSES, list_classes
from houseway.lab.pikit.solver import count_deals
from tests.lab.plain import all_hands
from tests.lab.solved import row_of


def test_classes_stand_for_all_sets_of_cards() -> None:
    for size in range(1, 6):
        cards, sets = list_classes(size, CLASSES[size])
        assert sets.sum() == comb(52, size)
        assert len({tuple(hand) for hand in cards.tolist()}) == CLASSES[size]
        assert (np.diff(cards.astype(int), axis=1) > 0).all(), "cards ascend"


def test_numbers_of_hands_and_deals() -> None:
    assert comb(52, 5) == HANDS
    assert comb(47, 5) == DEALERS
    assert HANDS * DEALERS == DEALS


def test_every_hand_has_the_value_that_the_readable_ranking_gives() -> None:
    """By classes and one by one, five cards and the best three have the same joint counts."""
    plain, dealt = all_hands(), count_deals()
    fives = np.array([encode(rank) for rank in plain.five_ranks])
    threes = np.array([encode(rank) for rank in plain.three_ranks])
    assert (np.diff(fives) > 0).all()
    assert (np.diff(threes) > 0).all()
    both = fives[plain.fives] << 16 | threes[plain.threes]
    expected = dict(zip(*np.unique(both, return_counts=True), strict=True))
    counts: Counter[int] = Counter()
    joint = dealt.hands.values.astype(np.int64) << 16 | dealt.threes
    for value, sets in zip(joint.tolist(), dealt.hands.sets.tolist(), strict=True):
        counts[value] += sets
    assert counts == expected


def test_any_hand_finds_the_class_that_stands_for_it() -> None:
    random, dealt = Random(39), count_deals()
    for _ in range(3000):
        cards = tuple(random.sample(NEW_DECK, 5))
        row = row_of(cards)
        assert dealt.hands.values[row] == encode(rank_five(cards)), cards
        assert dealt.threes[row] == encode(best_three(cards)[0]), cards


def test_hands_by_category_are_the_known_ones() -> None:
    counts: Counter[FiveCard] = Counter()
    for rank, count in five_cards().by_rank().items():
        counts[rank.category] += count
    assert [counts[category] for category in FiveCard] == [
        1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4,
    ]  # fmt: skip
