"""Compact strategies of Pik-it: the words, the function and the count must be one strategy."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from houseway.cards import NEW_DECK, FiveCard, FiveCardRank, ThreeCard, ThreeCardRank
from houseway.games import GAMES
from houseway.games.pikit.decisions import PikitActions
from houseway.games.pikit.options import PikitOptions
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.lab.contract import find_playbook
from houseway.lab.exact.five_cards import DEALS
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.strategies import Playbook
from houseway.lab.pikit.kernels.settlement import weigh_all
from houseway.lab.pikit.solver import ACTIONS, analyze_pikit, count_deals, rules_of
from houseway.lab.pikit.strategies import (
    BEGINNER,
    Blocks,
    choices_of,
    count_blocks,
    find_best,
    line_of,
)
from houseway.lab.pikit.thresholds import (
    Threshold,
    Thresholds,
    five_steps,
    in_words,
    three_steps,
)
from tests.lab.solved import pikit_choices, row_of

SEED = 20261117
CONFIGS = [
    {"play_3_multiple": three, "play_5_multiple": five, **qualifier}
    for three, five in product((1, 2), (1, 2))
    for qualifier in (
        {},
        {"dealer_must_qualify": True},
        {"dealer_must_qualify": True, "nonqualifying_ante": "push"},
    )
]


def options_of(number: int) -> PikitOptions:
    options: PikitOptions = GAMES["pikit"].read_options(CONFIGS[number])
    return options


@cache
def book(number: int) -> Playbook:
    return find_playbook(GAMES["pikit"], options_of(number))


@cache
def blocks(number: int, *, fine: bool) -> Blocks:
    worths = weigh_all(count_deals().known, DEALERS, rules_of(options_of(number)))
    return count_blocks(worths, fine=fine)


@cache
def best_thresholds(number: int, *, fine: bool) -> Thresholds:
    return find_best(blocks(number, fine=fine), questions=4 if fine else 3)


EVERY = range(len(CONFIGS))


@pytest.mark.parametrize("number", EVERY)
def test_no_strategy_is_better_than_the_best_play(number: int) -> None:
    assert book(number).optimum == analyze_pikit(options_of(number)).main.ev
    costs = [strategy.cost for strategy in book(number).strategies]
    assert min(costs) > 0
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < Fraction(13, 1000)


@pytest.mark.parametrize("number", EVERY)
def test_the_search_values_a_strategy_as_it_is_played(number: int) -> None:
    """Sums over blocks, and the nets of every hand: the same worth, for steps drawn at random."""
    rng = random.Random(SEED + number)
    table = blocks(number, fine=True)
    for _ in range(3):
        then_five, first_five = sorted(rng.randrange(len(table.fives) + 1) for _ in range(2))
        then_three, first_three = sorted(rng.randrange(len(table.threes) + 1) for _ in range(2))
        steps = (first_three, first_five, then_three, then_five)
        played = line_of(options_of(number), choices_of(table.thresholds(*steps)))
        assert Fraction(table.worth(*steps), DEALS) == played.ev, steps


@pytest.mark.parametrize("number", [0, 4, 8])
def test_the_search_tries_every_choice_of_three_questions(number: int) -> None:
    table = blocks(number, fine=False)
    never = len(table.threes)
    places = range(len(table.fives) + 1)
    best = max(
        table.worth(never, first_five, then_three, then_five)
        for first_five in places
        for then_five in range(first_five + 1)
        for then_three in range(never + 1)
    )
    line = line_of(options_of(number), choices_of(best_thresholds(number, fine=False)))
    assert Fraction(best, DEALS) == line.ev


def neighbours(thresholds: Thresholds, *, fine: bool) -> Iterator[Thresholds]:
    """One question one step higher or lower."""
    steps = {FiveCardRank: five_steps(fine=fine), ThreeCardRank: three_steps(fine=fine)}
    for at, threshold in enumerate(thresholds.steps):
        on: list[FiveCardRank] | list[ThreeCardRank] = steps[type(threshold)]  # type: ignore[assignment]
        place = on.index(threshold)  # type: ignore[arg-type]
        for other in (place - 1, place + 1):
            if 0 <= other < len(on):
                yield Thresholds((*thresholds.steps[:at], on[other], *thresholds.steps[at + 1 :]))


@pytest.mark.parametrize(("number", "fine"), [(0, False), (0, True), (5, True), (10, True)])
def test_no_threshold_is_better_one_step_off(number: int, *, fine: bool) -> None:
    options, thresholds = options_of(number), best_thresholds(number, fine=fine)
    best = line_of(options, choices_of(thresholds)).ev
    off = [
        line_of(options, choices_of(neighbour)).ev
        for neighbour in neighbours(thresholds, fine=fine)
    ]
    assert len(off) > 4
    assert max(off) <= best
    assert min(off) < best


@pytest.mark.parametrize("number", [0, 3, 7, 11])
def test_a_player_who_follows_the_words_plays_what_was_counted(number: int) -> None:
    rng = random.Random(SEED + number)
    hands = [tuple(rng.sample(NEW_DECK, 5)) for _ in range(300)]
    hands += [tuple(rng.sample(NEW_DECK[:20], 5)) for _ in range(100)]  # many made hands
    for thresholds in (
        best_thresholds(number, fine=False),
        best_thresholds(number, fine=True),
        BEGINNER,
    ):
        choices = choices_of(thresholds)
        for cards in hands:
            counted = ACTIONS[choices[row_of(cards)]]
            assert thresholds.choose(cards).action == counted, (thresholds, cards)


def test_the_worth_of_an_action_is_that_of_the_solver() -> None:
    rng = random.Random(SEED)
    for number in EVERY:
        options = options_of(number)
        worths = weigh_all(count_deals().known, DEALERS, rules_of(options))
        cards = rng.sample(NEW_DECK, 5)
        values = worths[row_of(cards)]
        solved = pikit_choices(options, cards)
        assert [Fraction(int(value), DEALERS) for value in values] == [
            solved[action] for action in ACTIONS
        ]


def test_the_average_wager_follows_the_multiples() -> None:
    for number in (0, 3):
        options = options_of(number)
        for strategy in book(number).strategies:
            line = strategy.line
            played = sum(options.multiple(play) * line.actions[play] for play in ACTIONS[1:])
            assert line.average_wager == 1 + played
            assert sum(line.actions.values()) == 1


def test_the_beginner_plays_as_the_robots_do() -> None:
    rng = random.Random(SEED)
    task = Task("decide", (), stage="election")
    for _ in range(300):
        cards = tuple(rng.sample(NEW_DECK, 5))
        hand = Hand(1, "A", {"ante": 100}, cards, PikitActions())
        answer = GAMES["pikit"].beginner(PikitOptions(), hand, (), task)
        assert BEGINNER.choose(cards).action == answer


def test_thresholds_in_words() -> None:
    words: dict[str, Threshold] = {
        "a pair": FiveCardRank(FiveCard.PAIR, ()),
        "a pair of sixes": FiveCardRank(FiveCard.PAIR, (6,)),
        "king-queen high": FiveCardRank(FiveCard.HIGH_CARD, (13, 12)),
        "two pair with kings": FiveCardRank(FiveCard.TWO_PAIR, (13,)),
        "three nines": ThreeCardRank(ThreeCard.THREE_OF_A_KIND, (9,)),
        "three of a kind": ThreeCardRank(ThreeCard.THREE_OF_A_KIND, ()),
        "an eight-high straight": ThreeCardRank(ThreeCard.STRAIGHT, (8,)),
        "a straight flush": ThreeCardRank(ThreeCard.STRAIGHT_FLUSH, ()),
    }
    assert {text: in_words(rank) for text, rank in words.items()} == {text: text for text in words}
    anything = Thresholds((FiveCardRank(FiveCard.PAIR, ()), FiveCardRank(FiveCard.HIGH_CARD, ())))
    assert anything.words()[-1] == "Otherwise play 5 with any hand."
    assert book(0).strategies[1].rules == (
        "Play 5 if all five cards make a pair of eights or better.",
        "Otherwise play 3 if your best three cards make a flush or better.",
        "Otherwise play 5 if all five cards make ace high or better.",
        "Otherwise fold.",
    )


def test_steps_rise_and_cover_every_hand() -> None:
    for fine in (False, True):
        assert five_steps(fine=fine) == sorted(five_steps(fine=fine))
        assert three_steps(fine=fine) == sorted(three_steps(fine=fine))
    sums = blocks(0, fine=True)
    assert sums.fold[-1, -1] == -DEALS
    assert not np.any(sums.fold[0]), "no hand is below the lowest step"


def test_the_chart_of_the_best_play() -> None:
    chart = book(0).charts[0]
    cells = dict(zip(chart.rows, chart.cells, strict=True))
    by_five = dict(zip(chart.columns, cells["flush"], strict=True))
    assert by_five["high card"] == "3"
    assert by_five["pair"].startswith("5 ")
    assert by_five["full house"] == ""
    assert cells["high card"][0].startswith("F ")
