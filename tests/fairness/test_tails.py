"""Tails and chances against exact values, worked out another way."""

from decimal import Decimal, localcontext
from itertools import permutations
from math import erfc, exp, factorial, sqrt

import pytest

from houseway.cards import FiveCard
from houseway.fairness import chances
from houseway.fairness.tails import (
    chi_square_p,
    chi_square_tails,
    gamma_tails,
    normal_p,
    poisson_p,
)
from tests.cards.test_counts import FIVE, SEVEN


def exact_upper(x: str, freedom: int) -> Decimal:
    """For an even number of degrees of freedom the upper tail is a finite sum."""
    with localcontext() as context:
        context.prec = 60
        half = Decimal(x) / 2
        term = total = Decimal(1)
        for k in range(1, freedom // 2):
            term *= half / k
            total += term
        return total * (-half).exp()


@pytest.mark.parametrize("freedom", [2, 4, 10, 52, 1000, 2602, 2652])
@pytest.mark.parametrize("sds", [-6, -3, -1, 0, 1, 3, 6, 10])
def test_chi_square_against_the_finite_sum(freedom: int, sds: int) -> None:
    x = round(freedom + sds * sqrt(2 * freedom), 3)
    if x <= 0:
        return
    lower, upper = chi_square_tails(x, freedom)
    exact = exact_upper(str(x), freedom)
    assert upper == pytest.approx(float(exact), rel=1e-10, abs=0)
    assert lower == pytest.approx(float(1 - exact), rel=1e-10, abs=0)


@pytest.mark.parametrize("x", [0.01, 0.5, 1, 3.84, 10, 50, 200])
def test_chi_square_of_one_degree_is_a_squared_normal(x: float) -> None:
    assert chi_square_tails(x, 1)[1] == pytest.approx(erfc(sqrt(x / 2)), rel=1e-12, abs=0)


def test_chi_square_is_two_sided() -> None:
    assert chi_square_p(2651, 2651) > 0.9
    assert chi_square_p(0, 2651) == 0
    assert chi_square_p(1e6, 2651) == 0
    lower, upper = chi_square_tails(70, 100)
    assert chi_square_p(70, 100) == pytest.approx(2 * min(lower, upper))
    assert gamma_tails(3, -1) == (0, 1)


def test_normal_against_known_values() -> None:
    assert normal_p(0) == 1
    for z, p in ((1.959963984540054, 0.05), (3.290526731491899, 0.001), (4.891638475698597, 1e-6)):
        assert normal_p(z) == pytest.approx(p, rel=1e-9, abs=0)
        assert normal_p(-z) == normal_p(z)


@pytest.mark.parametrize("mean", [1e-30, 0.001, 0.5, 1, 7, 30])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 20, 60])
def test_poisson_against_its_sum(mean: float, count: int) -> None:
    terms = (exp(-mean) * mean**k / factorial(k) for k in range(count, 160))
    assert poisson_p(count, mean) == pytest.approx(sum(terms), rel=1e-10, abs=0)


def test_the_chances_of_hands_are_those_counted_one_by_one() -> None:
    assert {c.key: chances.FIVE_CARD_HANDS[c] for c in FiveCard} == FIVE
    assert {c.key: chances.SEVEN_CARD_HANDS[c] for c in FiveCard} == SEVEN
    assert sum(chances.hand_chances(chances.FIVE_CARD_HANDS)) == pytest.approx(1)


def test_rising_sequences_and_fixed_points_of_all_orders_of_six_cards() -> None:
    rising, fixed = [0] * 6, [0] * 7
    for deck in permutations(range(6)):
        rising[sum(deck.index(n + 1) < deck.index(n) for n in range(5))] += 1
        fixed[sum(card == place for place, card in enumerate(deck))] += 1
    assert chances.rising_chances(6) == [count / 720 for count in rising]
    assert chances.fixed_point_chances(6) == [count / 720 for count in fixed]


def test_chances_of_the_whole_deck_add_up() -> None:
    rising, fixed = chances.rising_chances(), chances.fixed_point_chances()
    assert sum(rising) == pytest.approx(1)
    assert sum(fixed) == pytest.approx(1)
    assert sum((k + 1) * p for k, p in enumerate(rising)) == pytest.approx(26.5)
    assert sum(k * p for k, p in enumerate(fixed)) == pytest.approx(1)
    assert chances.repeat_mean(2) == 1 / factorial(52)
