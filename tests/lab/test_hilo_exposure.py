"""Cards seen at 5 Card Hi-Lo: against the advice, against settled rounds, and as a whole."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards import NEW_DECK, Card, parse_cards
from houseway.chips import Odds
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import Setting, set_dealer
from houseway.lab.contract import Situation, advise
from houseway.lab.exact.exposure import Estimate
from houseway.lab.exact.exposure_common import estimate, generator
from houseway.lab.exact.five_cards import DEALS
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.hilo.exposure import (
    count_sets,
    counted,
    dead_card_gains,
    hilo_exposures,
    list_gone,
    sums_with_dealer_cards,
    sums_with_whole_hand,
    with_dead_cards,
)
from houseway.lab.hilo.solver import (
    Stakes,
    analyze_hilo,
    kind_of,
    row_of,
    stakes_of,
)
from houseway.lab.hilo.words import EXPOSURES
from houseway.rulebook import Malformed
from tests.lab.plain import dealers_by_rank
from tests.lab.solved import hilo_choices
from tests.lab.test_hilo import settled, without_poker_bonus

OPTIONS = HiloOptions()
SEED = 20261118
WITHOUT_ONE, WITHOUT_TWO = comb(46, 5), comb(45, 5)

Worths = Mapping[tuple[int, int] | None, int]
"""By the totals of a setting, None for a fold: what it nets over all dealers, in units."""


def stakes(tie: Fraction | int = 0) -> Stakes:
    return stakes_of(OPTIONS, Fraction(tie))


def worths(stakes: Stakes, own: Sequence[Card], dead: Sequence[Card] = ()) -> Worths:
    """Every choice by the advice, with these cards seen that are not the dealer's."""
    tie = Fraction(stakes.tie, stakes.ante)
    choices = advise(Situation("hilo", OPTIONS, tuple(own), (), tuple(dead), {"tie": tie}))
    dealers = comb(47 - len(dead), 5)
    return {
        Setting(**choice.groups).points if choice.groups else None: int(
            choice.ev * dealers * stakes.ante
        )
        for choice in choices
    }


def kinds_of(cards: Sequence[Card]) -> list[int]:
    held = Counter(kind_of(card) for card in cards)
    return [held[kind] for kind in range(10)]


# --- dead cards


@pytest.mark.parametrize(("cards", "tie"), [(6, 0), (6, Fraction(1, 2)), (8, 0), (8, 1)])
def test_dead_cards_are_worth_what_the_advice_says(cards: int, tie: Fraction) -> None:
    """Every hand out of some cards, the others being dead: sums of the advice's best."""
    print(f"seed {SEED + cards}")
    chance, bet = Random(SEED + cards), stakes(tie)
    # Two aces at least, so that there is something to set.
    aces = [card for card in NEW_DECK if str(card).startswith("A")]
    others = [card for card in NEW_DECK if card not in aces]
    gone = chance.sample(aces, 2) + chance.sample(others, cards - 2)
    informed, uninformed = 0, 0
    for own in combinations(gone, 5):
        worth = worths(bet, own, [card for card in gone if card not in own])
        informed += max(worth.values())
        before = worths(bet, own)
        best = max(before.values())
        taken = [worth[choice] for choice, value in before.items() if value == best]
        assert len(taken) == 1, "a tie between choices would make this test unsure"
        uninformed += taken[0]
    sums = with_dead_cards(bet, np.array([kinds_of(gone)]))
    assert sums.tolist() == [[informed, uninformed]]


@pytest.mark.parametrize("cards", [6, 10, 35])
def test_all_sets_of_cards_that_can_be_gone_are_listed(cards: int) -> None:
    every = list_gone(cards)
    assert (every.sum(axis=1) == cards).all()
    assert len(np.unique((every * 17 ** np.arange(10)).sum(axis=1))) == len(every)
    assert int(count_sets(every).sum()) == comb(52, cards)


def test_a_player_who_sees_nothing_gains_nothing() -> None:
    gone = list_gone(5)
    sums = with_dead_cards(stakes(1), gone)
    assert (sums[:, 0] == sums[:, 1]).all()
    base = analyze_hilo(OPTIONS, 1).compulsory.ev
    assert Fraction(int((sums[:, 0] * count_sets(gone)).sum()), DEALS) == base


# --- the dealer's cards


def test_one_and_two_dealer_cards_are_worth_what_the_advice_says() -> None:
    """Dealers who hold cards are all dealers less those without, put together again."""
    for text, tie in (("Ad Ac Jd 6h 6s", 1), ("Kd Qc 8h 5s 2d", 0)):
        own, bet = parse_cards(text.split()), stakes(tie)
        left = [card for card in NEW_DECK if card not in own]
        example = {kind_of(card): card for card in left}
        many = Counter(kind_of(card) for card in left)
        every = worths(bet, own)
        without_one = {kind: worths(bet, own, [card]) for kind, card in example.items()}
        best_one = sum(
            many[kind] * max(every[choice] - without_one[kind][choice] for choice in every)
            for kind in example
        )
        best_two = 0
        for first, second in combinations(left, 2):
            a, b = kind_of(first), kind_of(second)
            if (first, second) != first_pair(left, a, b):
                continue
            ways = comb(many[a], 2) if a == b else many[a] * many[b]
            without_two = worths(bet, own, [first, second])
            best_two += ways * max(
                every[choice]
                - without_one[a][choice]
                - without_one[b][choice]
                + without_two[choice]
                for choice in every
            )
        row = row_of(own)
        assert int(sums_with_dealer_cards(bet, 1)[row]) == best_one, text
        assert int(sums_with_dealer_cards(bet, 2)[row]) == best_two, text


def first_pair(left: list[Card], a: int, b: int) -> tuple[Card, Card]:
    """The first pair of cards of these kinds: the others are worth the same."""
    return next(
        pair for pair in combinations(left, 2) if {kind_of(card) for card in pair} == {a, b}
    )


@pytest.mark.parametrize("text", ["As Ad 9c 5h 3s", "Kd Qc 8h 5s 2d", "Ac 7d 7h 6s 4c"])
def test_a_player_who_sees_the_dealers_hand_takes_the_best_settlement(text: str) -> None:
    """Dealers with the same totals are settled alike, so one of each is settled."""
    own = parse_cards(text.split())
    dealers: Counter[tuple[int, int]] = Counter()
    example = {}
    for dealer, ways in dealers_by_rank(own):
        totals = set_dealer(dealer).points
        dealers[totals] += ways
        example[totals] = dealer
    assert dealers.total() == DEALERS
    total = Fraction()
    for totals, ways in dealers.items():
        total += ways * max(
            without_poker_bonus(settled(own, example[totals], choice, 1))
            for choice in hilo_choices(OPTIONS, own, 1)
        )
    assert int(sums_with_whole_hand(stakes(1))[row_of(own)]) == total


# --- as a whole


def test_seeing_more_is_never_worth_less() -> None:
    tie = Fraction(1, 2)
    base = analyze_hilo(OPTIONS, tie).compulsory.ev
    evs = [base, *(counted(stakes(tie), name) for name in list(EXPOSURES)[:4])]
    assert all(less < more for less, more in pairwise(evs))
    evs = [analyze_hilo(OPTIONS).main.ev, *(KNOWN[name] for name in list(EXPOSURES)[:4])]
    assert all(less < more for less, more in pairwise(evs))
    assert KNOWN["burn_card"] < KNOWN["other_hand"]


def test_each_exposure_has_its_known_worth() -> None:
    """As first found, after every count had agreed with the plain way."""
    assert {name: counted(stakes(), name) for name in KNOWN} == KNOWN


KNOWN = {
    "burn_card": Fraction(-805118122969, 20929892043060),
    "one_dealer_card": Fraction(-128362342463, 4983307629300),
    "two_dealer_cards": Fraction(-304786801, 50336440700),
    "all_dealer_cards": Fraction(1418467899, 7910012110),
    "other_hand": Fraction(-445797146948513, 11775389817781590),
}


def test_a_sample_finds_what_is_known_exactly() -> None:
    base = analyze_hilo(OPTIONS).main.ev
    for name, dead, rounds in (("burn_card", 1, 20_000), ("other_hand", 5, 4_000)):
        gains = dead_card_gains(stakes(), dead, rounds, generator(3, name))
        assert gains.min() >= 0
        sampled = estimate(base, gains, 3)
        gain = float(KNOWN[name] - base)
        assert 0 < sampled.error < 0.1 * gain
        assert abs(sampled.mean - float(KNOWN[name])) < 3 * sampled.error


def test_more_hands_are_worth_more_and_a_seed_repeats_them() -> None:
    names = list(EXPOSURES)[5:]
    evs = [exposure.ev for exposure in hilo_exposures(OPTIONS, names, rounds=300, seed=4)]
    means = [ev.mean for ev in evs if isinstance(ev, Estimate)]
    assert len(means) == 5
    assert all(less < more for less, more in pairwise([float(KNOWN["other_hand"]), *means]))
    again = next(hilo_exposures(OPTIONS, ["other_hands_4"], rounds=300, seed=4))
    assert again.ev == evs[2]
    assert next(hilo_exposures(OPTIONS, ["other_hands_4"], rounds=300, seed=5)).ev != evs[2]


def test_a_tie_bet_and_a_better_bonus_are_valued_too() -> None:
    better = HiloOptions(ante_bonus_rows={"three_aces": Odds(13, 2)})
    plain = next(hilo_exposures(OPTIONS, ["burn_card"]))
    more = next(hilo_exposures(better, ["burn_card"]))
    tied = next(hilo_exposures(OPTIONS, ["burn_card"], tie=Fraction(1, 2)))
    assert more.base - plain.base == Fraction(3, 2) * Fraction(4512, 2598960)
    # Three aces are played in any case.
    assert isinstance(more.ev, Fraction)
    assert more.ev - KNOWN["burn_card"] == more.base - plain.base
    assert tied.base == analyze_hilo(OPTIONS, Fraction(1, 2)).compulsory.ev
    assert tied.gain > plain.gain > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"names": ["dealer"]}, "known are burn_card, one_dealer_card"),
        ({"names": ["other_hands_6"]}, "needs 7 seats; the table has 6"),
        ({"rounds": 1}, "2 rounds or more"),
        ({"tie": -1}, "not negative"),
        ({"tie": Fraction(1, 10**9 + 7)}, "too fine"),
        ({"tie": 10**9}, "too large"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, int], words: str) -> None:
    with pytest.raises(Malformed, match=words):
        hilo_exposures(HiloOptions(seats=6), **arguments)  # type: ignore[arg-type]
