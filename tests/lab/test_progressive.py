"""The progressive: its cost counted again hand by hand as the game settles it, and its meter."""

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from houseway.cards import NEW_DECK, Card, Rank, Suit, parse_cards
from houseway.games import GAMES
from houseway.games.rounds import Hand, Round
from houseway.games.uth.decisions import UthActions
from houseway.games.uth.options import UthOptions
from houseway.games.uth.settlement import resolve
from houseway.lab.exact.results import MeterCost, as_data
from houseway.lab.uth.side_wagers import cost_of, pay_progressive
from houseway.lab.uth.solver import analyze_uth
from tests.lab.plain import rank_hands, some_cards
from tests.lab.uth_slowly import solution

TABLE = {
    "royal_flush": {"meter_percent": 100},
    "straight_flush": {"meter_percent": 10},
    "four_of_a_kind": {"cents": 15_000},
    "full_house": {"cents": 2_500},
    "flush": {"cents": 450},
}
# Counts of all 133,784,560 hands of seven cards, as they are in print.
SEVEN = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
}


def options(**progressive: Any) -> UthOptions:
    """A table with a progressive; `unit` is what payouts are rounded up to."""
    unit = progressive.pop("unit", 1)
    settings = {"table": TABLE, "meter_cents": 1_234_567, **progressive}
    config = {"progressive": settings, "payout_unit_cents": unit}
    read: UthOptions = GAMES["uth"].read_options(config)
    return read


def cost(read: UthOptions) -> MeterCost:
    cost = cost_of(read, solution().categories)
    assert cost is not None
    return cost


def settled(read: UthOptions, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """What the wager of $5 nets, as the game settles it."""
    wagers = {"ante": 500, "blind": 500, "trips": 500, "progressive": 500}
    left = [card for card in NEW_DECK if card not in (*hole, *board)]
    hand = Hand(1, "Ada", wagers, hole, UthActions("4x"))
    results = resolve(read, Round((hand,), tuple(left[:2]), board)).hands[0].results
    return next(result.net for result in results if result.wager == "progressive")


def hands_of_five() -> Iterator[tuple[tuple[Card, ...], int]]:
    """A hand of each set of ranks, in one suit and in several, and how many there are of each."""
    for ranks in rank_hands():
        many = math.prod(math.comb(4, often) for often in Counter(ranks).values())
        if len(set(ranks)) == 5:
            yield tuple(Card(Rank(rank), Suit.SPADES) for rank in ranks), 4
            many -= 4
            first, *rest = ranks
            yield (Card(Rank(first), Suit.HEARTS), *(Card(Rank(r), Suit.CLUBS) for r in rest)), many
        else:
            yield some_cards(ranks), many


@pytest.mark.parametrize("returned", [True, False])
def test_hole_and_flop_costs_what_all_hands_settle_to(returned: bool) -> None:
    read = options(cards="hole_and_flop", stake_returned=returned, unit=100)
    total = hands = 0
    for cards, many in hands_of_five():
        last = [card for card in NEW_DECK if card not in cards][-2:]
        total += many * settled(read, cards[:2], (*cards[2:], *last))
        hands += many
    assert hands == 2_598_960
    assert cost(read).ev == Fraction(total, 500 * hands)


def test_best_of_seven_costs_what_the_known_counts_make_it() -> None:
    prizes = {
        "royal_flush": 1_234_567,
        "straight_flush": 123_457,  # ten percent, and a part of a cent is paid as a whole one
        "four_of_a_kind": 15_000,
        "full_house": 2_500,
        "flush": 450,
    }
    paid = sum(SEVEN[key] * prize for key, prize in prizes.items())
    lost = 133_784_560 - sum(SEVEN.values())
    assert cost(options()).ev == Fraction(paid - 500 * lost, 500 * 133_784_560)


def test_each_category_is_paid_as_the_game_pays_it() -> None:
    """Hands that are one thing by five cards and another by seven."""
    hole = parse_cards(["As", "Ks"])
    board = parse_cards(["Qs", "Js", "2s", "Ts", "3d"])
    for cards, key in (("best_of_seven", "royal_flush"), ("hole_and_flop", "flush")):
        read = options(cards=cards)
        assert read.progressive is not None
        side = pay_progressive(read, read.progressive, solution().categories)
        net = next(outcome.net for outcome in side.outcomes if outcome.key == key)
        assert settled(read, hole, board) == net * 500


@pytest.mark.parametrize("cards", ["best_of_seven", "hole_and_flop"])
@pytest.mark.parametrize("unit", [1, 500])
def test_the_break_even_meter_is_the_first_that_costs_nothing(cards: str, unit: int) -> None:
    price = cost(options(cards=cards, unit=unit))
    assert price.break_even is not None
    assert price.break_even_cents is not None
    assert price.break_even_cents <= math.ceil(price.break_even)
    at, below = (
        cost(options(cards=cards, unit=unit, meter_cents=price.break_even_cents - less)).ev
        for less in (0, 1)
    )
    assert below < 0 <= at


def test_each_cent_of_the_meter_is_worth_the_same() -> None:
    """Where shares are whole cents, nothing is rounded and the line is straight."""
    low, high = (cost(options(meter_cents=meter)) for meter in (0, 1_000_000))
    assert high.ev - low.ev == 1_000_000 * low.ev_per_cent
    assert low.break_even == high.break_even == -low.ev / low.ev_per_cent
    shares = Fraction(SEVEN["royal_flush"]) + Fraction(SEVEN["straight_flush"], 10)
    assert low.ev_per_cent == shares / 133_784_560 / 500


def test_the_meter_starts_where_the_licensee_says() -> None:
    price = cost(options(start_cents=500_000))
    assert price.ev_at_reset == cost(options(meter_cents=500_000)).ev
    assert price.reset_cents == 500_000


def test_without_a_share_there_is_no_break_even() -> None:
    fixed = cost(options(table={"flush": {"cents": 2_000}}))
    assert (fixed.break_even, fixed.break_even_cents) == (None, None)
    assert fixed.ev == fixed.ev_at_reset
    free = cost(options(table={"pair": {"cents": 100_000}}))
    assert free.break_even == 0
    assert free.break_even_cents == 0
    assert cost_of(UthOptions(), solution().categories) is None


def test_analyze_adds_the_progressive_to_its_data() -> None:
    plain, data = (as_data(analyze_uth(read)) for read in (UthOptions(), options()))
    assert "progressive" not in plain
    price = cost(options())
    assert data.keys() - plain.keys() == {"progressive"}
    assert Fraction(data["progressive"]["ev_at_reset"]) == price.ev_at_reset
    assert data["progressive"]["break_even_cents"] == price.break_even_cents
    assert data["side"]["progressive"]["ev"] == data["progressive"]["ev"]
