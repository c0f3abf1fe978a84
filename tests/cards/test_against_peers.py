"""Our ranking against two that others wrote, on random hands: same winners, same categories."""

import random
from itertools import pairwise

import pytest
from phevaluator import evaluate_cards
from treys import Card as TreysCard
from treys import Evaluator

from houseway.cards import NEW_DECK, Card, FiveCard, rank_best_five, rank_five

SEED = random.SystemRandom().randrange(2**32)
HANDS = 4_000
# treys numbers its categories from 1, the straight flush, royal included, to 9.
TREYS_CATEGORY = {
    FiveCard.ROYAL_FLUSH: 0,
    FiveCard.STRAIGHT_FLUSH: 1,
    FiveCard.FOUR_OF_A_KIND: 2,
    FiveCard.FULL_HOUSE: 3,
    FiveCard.FLUSH: 4,
    FiveCard.STRAIGHT: 5,
    FiveCard.THREE_OF_A_KIND: 6,
    FiveCard.TWO_PAIR: 7,
    FiveCard.PAIR: 8,
    FiveCard.HIGH_CARD: 9,
}


def hands(size: int) -> list[list[Card]]:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    return [chance.sample(NEW_DECK, size) for _ in range(HANDS)]


@pytest.mark.parametrize("size", [5, 7])
def test_treys_agrees(size: int) -> None:
    evaluator = Evaluator()
    ours, theirs = [], []
    for hand in hands(size):
        cards = [TreysCard.new(str(card)) for card in hand]
        score = evaluator.evaluate(cards[:2], cards[2:])
        rank = rank_best_five(hand)
        assert evaluator.get_rank_class(score) == TREYS_CATEGORY[rank.category], (SEED, hand)
        ours.append(rank)
        theirs.append(score)
    for (a, b), (x, y) in zip(pairwise(ours), pairwise(theirs), strict=True):
        assert (a > b, a == b) == (x < y, x == y), SEED


@pytest.mark.parametrize("size", [5, 7])
def test_phevaluator_agrees(size: int) -> None:
    dealt = hands(size)
    ours = [rank_five(hand) if size == 5 else rank_best_five(hand) for hand in dealt]
    theirs = [evaluate_cards(*map(str, hand)) for hand in dealt]
    for (a, b), (x, y) in zip(pairwise(ours), pairwise(theirs), strict=True):
        assert (a > b, a == b) == (x < y, x == y), SEED
