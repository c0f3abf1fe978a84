"""Compact strategies of 5 Card Hi-Lo: the rules on points, followed hand by hand."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from houseway.cards import NEW_DECK, Card, Rank, Suit
from houseway.games import GAMES
from houseway.games.hilo.decisions import HiloActions, check_setting
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import Setting
from houseway.games.hilo.script import as_choice
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.lab.contract import find_playbook
from houseway.lab.exact.strategies import Playbook
from houseway.lab.hilo.solver import analyze_hilo, count_deals, line_as_set, stakes_of
from houseway.lab.hilo.strategies import (
    BEGINNER,
    Hands,
    PointRules,
    chosen_by,
    find_rules,
    list_hands,
    with_ace_low,
)
from houseway.rulebook import Malformed
from tests.lab.solved import hilo_choices

SEED = 20261118
OPTIONS: HiloOptions = GAMES["hilo"].read_options({})
TIES = (Fraction(), Fraction(1, 2), Fraction(1), Fraction(5))


@cache
def book(tie: Fraction) -> Playbook:
    return find_playbook(GAMES["hilo"], OPTIONS, {"tie": tie})


@cache
def hands(tie: Fraction) -> Hands:
    return list_hands(count_deals(), stakes_of(OPTIONS, tie))


@cache
def best_rules(tie: Fraction, *, fine: bool) -> PointRules:
    return find_rules(hands(tie), fine=fine)


def worth(rules: PointRules, tie: Fraction) -> Fraction:
    return line_as_set(OPTIONS, tie, chosen_by(rules, hands(tie))).ev


@pytest.mark.parametrize("tie", TIES, ids=str)
def test_no_strategy_is_better_than_the_best_play(tie: Fraction) -> None:
    assert book(tie).optimum == analyze_hilo(OPTIONS, tie).compulsory.ev
    costs = [strategy.cost for strategy in book(tie).strategies]
    assert min(costs) > 0
    assert costs == sorted(costs, reverse=True)
    if tie <= 1:
        assert costs[-1] < Fraction(7, 1000)


def some_cards(kinds: list[int]) -> tuple[Card, ...]:
    """Cards of these kinds; those that count ten are of four ranks in four suits."""
    ranks = {kind: [Rank(kind + 1)] for kind in range(1, 9)}
    ranks |= {0: [Rank.ACE], 9: [Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING]}
    cards: list[Card] = []
    for kind in kinds:
        fitting = [Card(rank, suit) for rank in ranks[kind] for suit in Suit]
        cards.append(next(card for card in fitting if card not in cards))
    return tuple(cards)


@pytest.mark.parametrize("tie", [Fraction(), Fraction(1)], ids=str)
def test_the_rules_followed_hand_by_hand_bring_what_was_counted(tie: Fraction) -> None:
    """All 1,993 hands that differ in points: real cards, the readable rule, the solver's worth."""
    dealt = count_deals()
    all_cards = [some_cards(kinds) for kinds in dealt.hands.tolist()]
    values = [
        {choice.setting.points if choice.setting else None: choice.ev for choice in choices}
        for choices in (hilo_choices(OPTIONS, cards, tie) for cards in all_cards)
    ]
    for strategy in book(tie).strategies:
        total = Fraction()
        for cards, sets, worths in zip(all_cards, dealt.sets.tolist(), values, strict=True):
            move = strategy.choose(cards, ())
            setting = Setting(**move.groups) if move.groups else None
            total += sets * worths[setting.points if setting else None]
            if setting:
                assert not list(check_setting(setting, cards)), (strategy.name, cards)
        assert total / 2_598_960 == strategy.line.ev, strategy.name


@pytest.mark.parametrize("tie", TIES[:3], ids=str)
@pytest.mark.parametrize("fine", [False, True])
def test_no_threshold_is_better_a_point_off(tie: Fraction, *, fine: bool) -> None:
    rules = best_rules(tie, fine=fine)
    best = worth(rules, tie)
    off = [
        worth(replace(rules, **{name: getattr(rules, name) + more}), tie)
        for name in ("ace_if_low", "ace_if_apart", "high", "low", "apart")
        for more in (-1, 1)
    ]
    assert max(off) <= best
    assert min(off) < best


def test_rules_drawn_at_random_are_no_better() -> None:
    rng = random.Random(SEED)
    best = worth(best_rules(Fraction(), fine=True), Fraction())
    for _ in range(300):
        rules = PointRules(
            rng.randrange(8, 13),
            rng.randrange(17, 24),
            rng.randrange(25, 30),
            rng.randrange(7, 12),
            rng.randrange(12, 19),
        )
        assert worth(rules, Fraction()) <= best, rules


def test_the_beginner_plays_as_the_robots_do() -> None:
    rng = random.Random(SEED)
    task = Task("decide", (), stage="election")
    for _ in range(300):
        cards = tuple(rng.sample(NEW_DECK, 5))
        hand = Hand(1, "A", {"ante": 100}, cards, HiloActions())
        answer = GAMES["hilo"].beginner(OPTIONS, hand, (), task)
        move = BEGINNER.choose(cards)
        if not move.groups:
            assert answer == "fold"
        else:
            assert answer == as_choice(move.groups["high"], move.groups["low"])


def test_an_ace_goes_low_beside_the_lowest_card() -> None:
    cards = some_cards([0, 2, 8, 9, 9])
    setting = with_ace_low(cards)
    assert setting is not None
    assert setting.points == (29, 4)
    assert with_ace_low(some_cards([1, 2, 8, 9, 9])) is None
    assert with_ace_low(some_cards([0, 0, 0, 0, 9])) is None, "the house has an ace low already"


def test_the_rules_in_words() -> None:
    assert book(Fraction()).strategies[2].rules == (
        "Set as the house does: the three highest cards high, aces counting eleven.",
        "If your low hand has 10 or more, or if high and low are 20 or less apart, put an ace low, "
        "beside your lowest card.",
        "Play if your high hand has 28 or more, or if your low hand has 9 or less, or if the two "
        "are 15 or more apart. Otherwise fold.",
    )
    assert book(Fraction(5)).strategies[2].rules[-1] == "Always play."
    assert PointRules(99, -99, 99, 0).words()[-1] == "Always fold."


def test_the_charts_of_the_best_play() -> None:
    play, ace = book(Fraction()).charts[:2]
    cells = dict(zip(play.rows, play.cells, strict=True))
    assert cells["27"][play.columns.index("13")] == "F"
    assert cells["28"][play.columns.index("13")] == "P"
    assert ace.cells[0][0] == "h"
    assert ace.cells[0][-1] == "A"


def test_tie_bets_that_cannot_be_counted_are_refused() -> None:
    for tie in (Fraction(10**15), Fraction(1, 10**15), Fraction(-1)):
        with pytest.raises(Malformed):
            find_playbook(GAMES["hilo"], OPTIONS, {"tie": tie})
    with pytest.raises(Malformed, match="5 Card Hi-Lo"):
        find_playbook(GAMES["pikit"], GAMES["pikit"].read_options({}), {"tie": Fraction(1)})
