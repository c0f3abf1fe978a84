"""The battery: right about fair decks, and never fooled by the known bad shuffles."""

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

import numpy as np
import pytest

from houseway.cards import NEW_DECK, parse_cards, rank_best_five
from houseway.fairness import FairnessError, shuffle_indices
from houseway.fairness.battery import (
    FAMILY_WISE,
    TESTS,
    adjacent_pairs,
    as_block,
    card_by_position,
    holm,
    judge,
    pool_cells,
    run_battery,
)
from houseway.fairness.counts import Block, Counts, categories
from houseway.fairness.sources import BAD_SHUFFLES, SOURCES, decks_from

DECKS = 20_000


def house_decks(start: int, count: int) -> Iterator[list[int]]:
    """The house's shuffle from seeds that are always the same."""
    for number in range(start, start + count):
        seed = hashlib.sha256(b"battery %d" % number).digest()
        yield shuffle_indices(seed, "battery", number + 1)


def test_the_houses_shuffle_passes() -> None:
    taken: list[int] = []
    report = run_battery(house_decks(0, DECKS), DECKS, taken.append)
    assert report.passed
    assert report.failed == ()
    assert min(report.adjusted) > 0.01
    assert sum(taken) == report.decks == DECKS


CAUGHT_BY = {
    "comparator": "card_by_position",
    "lcg": "serial_steps",
    "modulo": "card_by_position",
    "naive": "card_by_position",
    "none": "repeated_decks",
    "overhand": "adjacent_pairs",
    "riffle": "rising_sequences",
}


@pytest.mark.parametrize("name", BAD_SHUFFLES)
def test_every_bad_shuffle_fails(name: str) -> None:
    report = run_battery(BAD_SHUFFLES[name](random.Random(1)), DECKS)
    assert not report.passed
    assert CAUGHT_BY[name] in report.failed


def check_uniform(blocks: Iterable[Block]) -> None:
    """Kolmogorov and Smirnov's distance of the p-values of each test, one run a block."""
    outcomes = []
    for block in blocks:
        counts = Counts()
        counts.add(block)
        outcomes.append([outcome.p for outcome in judge(counts).outcomes])
    runs = len(outcomes)
    steps = np.arange(runs + 1) / runs
    names = [test.__name__ for test in TESTS]
    for name, p_values in zip(names, np.sort(np.array(outcomes), axis=0).T, strict=True):
        if name == "repeated_decks":  # a fair source repeats no deck, so its p is always 1
            assert set(p_values) == {1.0}
            continue
        distance = max((steps[1:] - p_values).max(), (p_values - steps[:-1]).max())
        assert distance * sqrt(runs) < 1.95, name  # one in a thousand


def test_p_values_of_the_houses_shuffle_are_uniform() -> None:
    check_uniform(as_block(list(house_decks(run * 1_000, 1_000))) for run in range(40))


def test_p_values_of_another_fair_shuffle_are_uniform() -> None:
    """Many more runs, since this shuffle is quick; of the smallest size, where tails are worst."""
    generator = np.random.default_rng(52)
    ordered = np.tile(np.arange(52, dtype=np.uint8), (1_000, 1))
    check_uniform(generator.permuted(ordered, axis=1) for _ in range(400))


def test_one_deck_has_exactly_the_statistic_of_its_degrees_of_freedom() -> None:
    """The scales are exact: for one deck these statistics are constants, whatever the deck."""
    for deck in [list(range(52)), *house_decks(0, 5)]:
        counts = Counts()
        counts.add(as_block([deck]))
        assert card_by_position(counts).statistic == pytest.approx(51 * 51)
        assert adjacent_pairs(counts).statistic == pytest.approx(52 * 51 - 1)


def test_the_serial_statistic_has_the_right_mean() -> None:
    """A pair of decks gives 52 * 51 on the average; two thousand pairs show it."""
    generator = np.random.default_rng(5)
    ordered = np.tile(np.arange(52, dtype=np.uint8), (2, 1))
    test = next(test for test in TESTS if test.__name__ == "serial_moves")
    statistics = []
    for _ in range(2_000):
        counts = Counts()
        counts.add(generator.permuted(ordered, axis=1))
        statistics.append(test(counts).statistic)
    error = np.std(statistics) / sqrt(len(statistics))
    assert abs(np.mean(statistics) - 52 * 51) < 4 * error


def test_decks_that_are_too_even_fail_as_well() -> None:
    """Each card exactly as often at each place as expected: no chance does that."""
    even = ([(card + turn) % 52 for card in range(52)] for turn in range(52 * 20))
    report = run_battery(even, 52 * 20)
    assert "card_by_position" in report.failed


def test_a_single_repeated_deck_is_caught() -> None:
    decks = list(house_decks(0, 1_999))
    report = run_battery([*decks, decks[700]], 2_000)
    assert report.failed == ("repeated_decks",)


def test_a_deck_that_is_only_cut_is_caught_from_deck_to_deck() -> None:
    decks = [deck for first in house_decks(0, 1_000) for deck in (first, first[17:] + first[:17])]
    assert "serial_moves" in run_battery(decks, 2_000).failed


def test_blocks_do_not_change_the_counts() -> None:
    decks = as_block(list(house_decks(0, 100)))
    whole, parts = Counts(), Counts()
    whole.add(decks)
    for start in (0, 1, 40):
        parts.add(decks[start : {0: 1, 1: 40, 40: 100}[start]])
    for name in ("by_position", "pairs", "rising", "fixed", "five", "seven", "moves", "steps"):
        assert (getattr(whole, name) == getattr(parts, name)).all()
    assert (whole.decks, whole.drift, whole.repeats) == (parts.decks, parts.drift, parts.repeats)


def test_counts_are_those_of_a_slow_count() -> None:
    """Slowly, card by card, for a few decks."""
    decks = list(house_decks(0, 30))
    counts = Counts()
    counts.add(as_block(decks))
    rising, moves, steps = [0] * 52, np.zeros((52, 52)), np.zeros((52, 52))
    drift = 0.0
    for n, deck in enumerate(decks):
        rising[sum(deck.index(c + 1) < deck.index(c) for c in range(51))] += 1
        for place, card in enumerate(deck if n else []):
            before = decks[n - 1].index(card)
            moves[card, (place - before) % 52] += 1
            steps[place, (card - decks[n - 1][place]) % 52] += 1
            drift += 4 * (place - 25.5) * (before - 25.5)
    assert counts.rising.tolist() == rising
    assert (counts.moves == moves).all()
    assert (counts.steps == steps).all()
    assert counts.drift == drift
    assert counts.by_position[3, decks[0][3]] >= 1
    assert counts.pairs[decks[0][3], decks[0][4]] >= 1
    assert counts.by_position.sum() == 30 * 52
    assert counts.pairs.sum() == 30 * 51


HANDS = [
    "As Ks Qs Js Ts 2c 3d",
    "Ad 2d 3d 4d 5d Kc Qh",
    "6h 7h 8h 9h Th Ah Kh",
    "Ks Qs Js Ts 9s Ad Ac",
    "As Ad Ac Ah 2s 2d 2c",
    "As Ad Ac 2h 2s 2d 9c",
    "As Ks 9s 5s 2s Qd Jc",
    "Ad 2c 3h 4s 5d Kc Kh",
    "As Kd Qc Jh Ts 2s 2c",
    "Qs Kd Ac 2h 3s 4d 9c",
    "As Ad Ac 2h 3s 8d 9c",
    "As Ad 2c 2h 3s 3d 9c",
    "As Ad 2c 3h 5s 8d 9c",
    "As Kd 2c 3h 5s 8d 9c",
]


def test_hands_are_ranked_as_the_cards_room_ranks_them() -> None:
    chosen = [[NEW_DECK.index(card) for card in parse_cards(hand.split())] for hand in HANDS]
    hands = [*chosen, *(deck[:7] for deck in house_decks(0, 3_000))]
    for size in (5, 7):
        ranked = categories(np.array([hand[:size] for hand in hands], dtype=np.uint8))
        expected = [rank_best_five([NEW_DECK[n] for n in hand[:size]]).category for hand in hands]
        assert ranked.tolist() == expected


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert holm([0.9, 0.8]) == (1.0, 1.0)
    assert FAMILY_WISE == 1e-6


def test_rare_cells_are_joined_with_their_neighbours() -> None:
    expected = [0.001, 0.4, 0.5, 0.09, 0.008, 0.001]
    cells = pool_cells([1, 40, 50, 9, 1, 0], expected, 1_000)
    assert [count for count, _ in cells] == [41, 50, 10]
    assert sum(chance for _, chance in cells) == pytest.approx(1)


@pytest.mark.parametrize(
    "decks",
    [
        [],
        [list(range(51))] * 2_000,
        [[*range(51), 52]] * 2_000,
        [[*range(51), 0]] * 2_000,
        [[*range(51), 300]] * 2_000,
        [["As"] * 52] * 2_000,
    ],
)
def test_a_source_without_whole_decks_is_refused(decks: Sequence[Sequence[int]]) -> None:
    with pytest.raises(FairnessError):
        run_battery(decks, 2_000)


def test_too_few_decks_are_refused() -> None:
    with pytest.raises(FairnessError, match="at least 1,000"):
        run_battery(house_decks(0, 10), 10)
    with pytest.raises(FairnessError, match="at least 1,000"):
        judge(Counts())


@pytest.mark.parametrize("name", SOURCES)
def test_sources_by_name(name: str) -> None:
    decks = decks_from(name)
    assert all(set(next(decks)) == set(range(52)) for _ in range(3))


def test_an_unknown_source_is_refused() -> None:
    with pytest.raises(FairnessError, match="not a source"):
        decks_from("dice")
