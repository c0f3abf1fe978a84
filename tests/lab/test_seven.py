"""Seven cards in batch against the readable ranking, and against their known counts."""

from itertools import combinations, pairwise
from random import Random

import numpy as np
from numpy.typing import NDArray

from houseway.cards import NEW_DECK, FiveCard, rank_best_five
from houseway.lab.exact.kernels.seven_cards import PLACE_BITS, evaluate_masks, evaluate_sevens

SEED = 20261115


def as_masks(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    bits = np.uint64(1) << cards.astype(np.uint64)
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
    return masks


def assert_ranked_alike(hands: list[tuple[int, ...]]) -> None:
    """Values are equal, lower and higher just where the ranks are, and name the category."""
    cards = np.array(hands, np.uint8)
    values = evaluate_sevens(cards).tolist()
    assert evaluate_masks(as_masks(cards)).tolist() == values
    ranks = [rank_best_five([NEW_DECK[card] for card in hand]) for hand in hands]
    assert [value >> PLACE_BITS for value in values] == [rank.category for rank in ranks]
    by_rank: dict[object, int] = {}
    for rank, value in zip(ranks, values, strict=True):
        assert by_rank.setdefault(rank, value) == value
    ordered = [value for _, value in sorted(by_rank.items())]
    assert all(low < high for low, high in pairwise(ordered))


def test_random_hands() -> None:
    print("seed", SEED)
    rng = Random(SEED)
    assert_ranked_alike([tuple(rng.sample(range(52), 7)) for _ in range(20_000)])


def test_hands_of_one_suit_and_of_few_ranks() -> None:
    """What random hands seldom are: flushes, straight flushes, full houses, four of a kind."""
    print("seed", SEED)
    rng = Random(SEED)
    suited = [(*five, 20, 33) for five in combinations(range(13), 5)]
    few = [c for c in range(52) if c % 13 in (0, 5, 11, 12)]
    assert_ranked_alike(suited + [tuple(rng.sample(few, 7)) for _ in range(5_000)])


def test_six_and_seven_of_a_suit() -> None:
    rng = Random(SEED)
    six = [(*rng.sample(range(13), 6), 40) for _ in range(1_000)]
    assert_ranked_alike(six + [tuple(rng.sample(range(13), 7)) for _ in range(1_000)])


def test_every_hand_with_the_same_four_cards_has_the_known_category() -> None:
    """All 17,296 completions of four cards, the whole batch at once."""
    four = (0, 14, 29, 51)
    left = [card for card in range(52) if card not in four]
    assert_ranked_alike([(*four, *three) for three in combinations(left, 3)])


def test_many_hands_show_the_known_shares() -> None:
    """Of 133,784,560 hands 23,294,460 are high cards; four standard errors are allowed."""
    chance = np.random.default_rng(SEED)
    cards = chance.permuted(np.tile(np.arange(52, dtype=np.uint8), (200_000, 1)), axis=1)[:, :7]
    values = evaluate_sevens(np.ascontiguousarray(cards)) >> PLACE_BITS
    for category, count in ((FiveCard.HIGH_CARD, 23_294_460), (FiveCard.FLUSH, 4_047_644)):
        share = count / 133_784_560
        error = (share * (1 - share) / len(values)) ** 0.5
        assert abs((values == category).mean() - share) < 4 * error
