"""Seen cards at Ultimate Texas Hold 'Em: known results, a slow twin, and sums that must agree."""

import math
import os
import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.cards import Card, Rank, Suit
from houseway.games.uth.options import UthOptions
from houseway.lab.exact.exposure import Estimate, as_data
from houseway.lab.exact.kernels.ranks import number_flop
from houseway.lab.uth import exposure as uth_exposure
from houseway.lab.uth.exposed_cards import (
    Boards,
    RealCards,
    Tables,
    View,
    best,
    first_values,
    list_boards,
    meet,
    sum_tables,
)
from houseway.lab.uth.exposure import VIEWS, Players, uth_exposures
from houseway.lab.uth.kernels import exposed_choices as real
from houseway.lab.uth.kernels.choices import flop_of_kinds
from houseway.lab.uth.kernels.exposed import DEALERS, GONE
from houseway.lab.uth.words import EXPOSURES, OTHERS
from houseway.rulebook import Malformed
from tests.lab import uth_best_play as uth_play
from tests.lab.uth_seen_slowly import sum_boards, without
from tests.lab.uth_slowly import analysis, solution

SEED = 20260723
LONG = bool(os.environ.get("HOUSEWAY_LONG"))
NOTHING = View(GONE, 0)
HOLES = (21, 32), (20, 32), (48, 49)
"""7-T of two suits and of one, and two aces."""
KNOWN = {
    "one_dealer_card": (0.135922, Fraction(8592081451, 63213204600)),
    "dealer_and_flop_card": (0.223286, Fraction(182660181577, 818053236000)),
    "both_dealer_cards": (0.385816, Fraction(2682750886069, 6953452506000)),
}
"""In print, and in full."""
COUNTED = {
    "burn_card": Fraction(-6258878343761, 298998457758000),
    "one_flop_card": Fraction(314386663957, 6953452506000),
    "other_players_1": Fraction(-3132400949803, 156974190322950),
}


@cache
def boards() -> Boards:
    return list_boards(solution().rules, solution().ranked)


@cache
def tables(view: View, low: int, high: int) -> Tables:
    return sum_tables(view, boards(), low, high, by_card=view.cards < 2)


def tables_of(view: View, hole: tuple[int, int]) -> Tables:
    low, high = sorted(card // 4 for card in hole)
    return tables(View(view.where, view.cards), low, high)


def meets(view: View, hole: tuple[int, int]) -> RealCards:
    return meet(view, tables_of(view, hole), np.array(sorted(hole)))


def rules() -> tuple[int, NDArray[np.int64]]:
    return solution().rules.unit, solution().rules.blind


def gain_after(view: View, cards: RealCards, flop: list[int], row: int) -> int:
    """What 2x gains after a flop, by the tables: by ranks, and what each suit corrects."""
    sums = tables_of(view, (int(cards.hole[0]), int(cards.hole[1])))
    low, middle, high = sorted(flop)
    number = number_flop(low // 4, middle // 4, high // 4)
    gain = int(sums.ranked.gain[number, cards.exposed.ranks[row]])
    for suit in range(4):
        number = flop_of_kinds(np.array(flop), suit)
        if number >= 0:
            kinds = cards.exposed.kinds[suit, row]
            gain += int(sums.suited[cards.variants[suit]].gain[number, kinds])
    return gain


def exposed_cards(cards: RealCards, row: int) -> list[int]:
    return [card for card in cards.exposed.cards[row].tolist() if card != real.NO_CARD]


@pytest.mark.parametrize("name", VIEWS)
def test_flops_are_worth_what_the_slow_way_counts(name: str) -> None:
    view, rng = VIEWS[name], random.Random(f"{SEED}{name}")
    for hole in HOLES:
        cards = meets(view, hole)
        for number in range(4):
            row = rng.randrange(len(cards.exposed.bits))
            shown = exposed_cards(cards, row)
            left = without((*hole, *shown))
            suited = [card for card in left if card % 4 == hole[0] % 4]
            flop = rng.sample(suited if number % 2 else left, 3)
            dealer, gone = (shown, []) if view.where == DEALERS else ([], shown)
            edge, rest, river = sum_boards(hole, flop, dealer, gone, rules())
            gain = gain_after(view, cards, flop, row)
            assert gain == 2 * edge + rest - river, (SEED, hole, flop, shown)


def test_the_first_choice_is_worth_what_the_slow_way_counts() -> None:
    """With a card of the flop and one of the dealer's shown: 194,580 boards, 44 hands each."""
    view, hole, rng = VIEWS["dealer_and_flop_card"], HOLES[1], random.Random(SEED)
    cards = meets(view, hole)
    at = rng.randrange(len(cards.exposed.bits))
    dealer = exposed_cards(cards, at)
    shown = rng.choice(without((*hole, *dealer)))
    values, _ = first_values(tables_of(view, hole), cards, shown)
    row = values[at - (cards.exposed.cards[:at, 0] == shown).sum()]
    edge, rest, river = sum_boards(hole, [shown], dealer, [], rules())
    raised = 6 * (4 * edge + rest), 6 * (3 * edge + rest)
    checked = 6 * river + int(cards.gains[shown, at])
    assert (*raised, checked) == tuple(map(int, row)), (SEED, dealer, shown)


@pytest.mark.parametrize("hole", HOLES)
@pytest.mark.parametrize("view", VIEWS.values(), ids=str)
def test_a_raise_is_worth_the_same_on_average_whatever_is_seen(
    hole: tuple[int, int], view: View
) -> None:
    """Only choices can use what is seen: a raise before the flop makes none."""
    cards, plain = meets(view, hole), meets(NOTHING, hole)
    unseen = first_values(tables_of(NOTHING, hole), plain, real.NO_CARD)[0].sum(axis=0)
    shown = [card for card in range(52) if card not in hole] if view.flop_card else [real.NO_CARD]
    values = [first_values(tables_of(view, hole), cards, card)[0] for card in shown]
    sums = np.concatenate(values).sum(axis=0)
    for raised in (0, 1):
        assert int(sums[raised]) * NOTHING.deals == int(unseen[raised]) * view.deals


@pytest.mark.parametrize("hole", HOLES)
def test_a_player_who_sees_nothing_plays_as_the_solver_says(hole: tuple[int, int]) -> None:
    cards = meets(NOTHING, hole)
    values, _ = first_values(tables_of(NOTHING, hole), cards, real.NO_CARD)
    known = solution().values[class_of(hole)]
    assert (values[0] * combos(hole)).tolist() == [known["4x"], known["3x"], known["check"]]


@pytest.mark.parametrize("hole", HOLES)
def test_seeing_more_is_never_worth_less(hole: tuple[int, int]) -> None:
    worth = {
        name: Fraction(best(view, tables_of(view, hole), meets(view, hole)), view.deals)
        for name, view in {**VIEWS, "nothing": NOTHING}.items()
    }
    assert worth["nothing"] <= worth["burn_card"] <= worth["other_players_1"]
    assert worth["nothing"] <= worth["one_flop_card"] <= worth["dealer_and_flop_card"]
    assert worth["nothing"] <= worth["one_dealer_card"] <= worth["dealer_and_flop_card"]
    assert worth["one_dealer_card"] < worth["both_dealer_cards"]
    if hole != HOLES[2]:  # two aces are raised whatever is gone
        assert worth["nothing"] < worth["burn_card"] < worth["other_players_1"]


def class_of(hole: tuple[int, int]) -> int:
    low, high = sorted(card // 4 for card in hole)
    return high * 13 + low if hole[0] % 4 == hole[1] % 4 else low * 13 + high


def combos(hole: tuple[int, int]) -> int:
    low, high = divmod(class_of(hole), 13)
    return 6 if low == high else 4 if low > high else 12


def test_flops_alike_are_counted_once_with_their_number() -> None:
    for hole, ways in zip(HOLES, (2, 6, 4), strict=True):
        same = real.exchanges(np.array(hole))
        assert len(same) == ways
        flops, weights = real.real_flops(np.uint64(sum(1 << card for card in hole)), same)
        assert weights.sum() == math.comb(50, 3)
        assert len(flops) < math.comb(50, 3) // (ways // 2)


@cache
def players() -> Players:
    return Players(solution(), boards())


@pytest.mark.parametrize("hole", HOLES)
def test_players_who_see_nothing_gain_nothing(hole: tuple[int, int]) -> None:
    valued = players().value(np.array(hole), np.zeros(0, np.int64))
    known = solution().values[class_of(hole)]
    assert [valued.four, valued.three, valued.check] == [v // combos(hole) for v in known.values()]
    assert valued.gain == 0


@pytest.mark.parametrize("hole", HOLES)
def test_one_other_player_counted_in_two_ways(hole: tuple[int, int]) -> None:
    """All sets alike together, as the views count them; one of them, as tables are worked out."""
    rng, view = random.Random(SEED), VIEWS["other_players_1"]
    cards = meets(view, hole)
    values, keys = first_values(tables_of(view, hole), cards, real.NO_CARD)
    for _ in range(3):
        row = rng.randrange(len(keys))
        alike = np.flatnonzero(keys == keys[row])
        valued = players().value(np.array(hole), np.array(exposed_cards(cards, row)))
        worth = np.array([valued.four, valued.three, valued.check])
        assert (worth * len(alike)).tolist() == values[alike].sum(axis=0).tolist(), (SEED, row)
        assert valued.gain >= 0


def few_left(hole: tuple[int, int]) -> tuple[list[int], list[int]]:
    """Sixteen cards that are left, of two suits for the most part so that flushes are many."""
    rng = random.Random(SEED)
    others = without(hole)
    many = [card for card in others if card % 4 < 2]
    left = rng.sample(many, 12) + rng.sample([card for card in others if card % 4 > 1], 4)
    return left, without((*hole, *left))


@pytest.mark.parametrize("hole", HOLES)
def test_a_table_with_most_cards_gone_counted_slowly(hole: tuple[int, int]) -> None:
    left, gone = few_left(hole)
    check = 0
    total = sum_boards(hole, [], [], gone, rules())
    for flop in combinations(left, 3):
        edge, rest, river = sum_boards(hole, flop, [], gone, rules())
        check += max(2 * edge + rest, river)
    valued = players().value(np.array(hole), np.array(gone))
    raises = [10 * (m * total[0] + total[1]) for m in (4, 3)]
    assert [valued.four, valued.three, valued.check] == [*raises, check], (SEED, left)
    assert valued.gain >= 0


def as_cards(cards: Iterable[int]) -> list[Card]:
    return [Card(Rank(card // 4 + 2), list(Suit)[card % 4]) for card in cards]


@pytest.mark.parametrize("hole", HOLES[:2])
def test_the_usual_play_is_the_solvers_whatever_is_gone(hole: tuple[int, int]) -> None:
    left, gone = few_left(hole)
    own = as_cards(hole)
    fold = -2 * solution().rules.unit * math.comb(11, 2)
    raised: dict[tuple[int, ...], int] = {}
    waited: dict[tuple[int, ...], int] = {}
    for board in combinations(sorted(left), 5):
        edge, rest, _ = sum_boards(hole, board, [], gone, rules())
        plays = uth_play.at_last(solution(), own, as_cards(board)) == "1x"
        raised[board], waited[board] = 2 * edge + rest, edge + rest if plays else fold
    usual = 0
    for flop in combinations(sorted(left), 3):
        two = uth_play.after_flop(solution(), own, as_cards(flop)) == "2x"
        for more in combinations(sorted(set(left) - set(flop)), 2):
            full = tuple(sorted((*flop, *more)))
            usual += raised[full] if two else waited[full]
    assert uth_play.before_flop(solution(), own) == "check"
    valued = players().value(np.array(hole), np.array(gone))
    assert valued.usual == usual, (SEED, left)
    assert valued.check > usual


def test_estimates_repeat_with_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uth_exposure, "solve", lambda _rules: solution())
    monkeypatch.setattr(uth_exposure, "list_boards", lambda *_: boards())
    first, again, other = (
        next(uth_exposures(UthOptions(), ["other_players_5"], rounds=4, seed=seed))
        for seed in (1, 1, 2)
    )
    assert isinstance(first.ev, Estimate)
    assert not first.exact
    assert first.ev == again.ev != other.ev
    assert first.base == analysis().main.ev
    assert first.edge >= float(first.base)
    data = as_data(first)
    assert data["estimate"]["rounds"] == 4
    assert data["estimate"]["low"] < data["estimate"]["mean"] < data["estimate"]["high"]


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(Malformed, match="nothing that can be seen"):
        uth_exposures(UthOptions(), ["a_marked_card"])
    with pytest.raises(Malformed, match="not 2 other players"):
        uth_exposures(UthOptions(seats=2), ["other_players_2"])
    with pytest.raises(Malformed, match="not 1 other players"):
        uth_exposures(UthOptions(seats=1), ["other_players_1"])
    with pytest.raises(Malformed, match="two tables"):
        uth_exposures(UthOptions(), ["other_players_2"], rounds=1)


def test_one_card_of_the_dealers_is_worth_what_is_in_print() -> None:
    (exposure,) = uth_exposures(UthOptions(), ["one_dealer_card"])
    printed, exact = KNOWN["one_dealer_card"]
    assert exposure.ev == exact
    assert round(exposure.edge, 6) == printed


@pytest.mark.skipif(not LONG, reason="takes minutes; HOUSEWAY_LONG=1")
def test_every_exposure_has_its_known_worth() -> None:
    exposures = {
        exposure.name: exposure
        for exposure in uth_exposures(UthOptions(), list(EXPOSURES)[: len(VIEWS)])
    }
    for name, (printed, exact) in KNOWN.items():
        assert exposures[name].ev == exact
        assert round(exposures[name].edge, 6) == printed
    assert {name: exposures[name].ev for name in COUNTED} == COUNTED
    edges = [
        exposures[name].edge for name in ("burn_card", "one_dealer_card", "dealer_and_flop_card")
    ]
    assert sorted(edges) == edges
    assert exposures["burn_card"].gain > 0
    assert set(exposures) | set(OTHERS) == set(EXPOSURES)
