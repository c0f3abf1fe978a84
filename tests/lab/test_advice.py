"""Advice: the worth of every choice, against the games' own settlement of every deal left.

With most cards known to be gone, all deals that are left can be settled one by one by the
rules themselves, and the advice must come to the same fraction.
"""

from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from houseway.cards import (
    NEW_DECK,
    Card,
    best_three,
    parse_cards,
    rank_best_five,
    rank_five,
)
from houseway.games import GAMES
from houseway.games.hilo.decisions import HiloActions
from houseway.games.hilo.points import Setting
from houseway.games.pikit.decisions import PikitActions
from houseway.games.rounds import Hand, Round
from houseway.games.uth.decisions import UthActions
from houseway.lab.contract import Choice, Situation, advise
from houseway.lab.exact.deck import PLACE
from houseway.lab.exact.kernels import all_hands as kernel
from houseway.lab.exact.kernels import masks
from houseway.lab.hilo.solver import hilo_choices
from houseway.lab.pikit.solver import pikit_choices
from houseway.lab.uth.advice import advise_over_every_flop
from houseway.rulebook import Malformed

ANTE = 100
SEED = 20261115


def situation(game: str, cards: Any, board: Any = (), seen: Any = (), **more: Any) -> Situation:
    bets = {"tie": Fraction(more.pop("tie", 0))}
    options = GAMES[game].read_options(more)
    return Situation(game, options, tuple(cards), tuple(board), tuple(seen), bets)


def drawn(chance: Random, own: int, board: int, left: int) -> tuple[list[Card], ...]:
    """Cards for a hand and a board, and all others but `left` of them as seen."""
    deck = chance.sample(NEW_DECK, 52)
    return deck[:own], deck[own : own + board], deck[own + board : 52 - left]


def value(choices: tuple[Choice, ...], action: str) -> Fraction:
    return next(choice.ev for choice in choices if choice.action == action)


def total(game: str, options: Any, hand: Hand[Any], dealer: Any, community: Any = ()) -> int:
    round_ = Round((hand,), tuple(dealer), tuple(community))
    return GAMES[game].settle(options, round_).hands[0].total


# --- rankings


def test_the_compiled_values_compare_as_the_readable_ranks_do() -> None:
    chance = Random(SEED)
    hands = [tuple(chance.sample(NEW_DECK, 7)) for _ in range(3000)]
    # Rare hands are drawn on purpose: six or seven cards of two suits or of few ranks.
    for _ in range(3000):
        few = [card for card in NEW_DECK if card.suit in "cd" or card.rank <= 5]
        hands.append(tuple(chance.sample(few, 7)))

    def compiled(hand: tuple[Card, ...]) -> int:
        suits = [0] * 4
        for card in hand:
            suits[PLACE[card] // 13] |= 1 << PLACE[card] % 13
        return int(masks.value_of(*suits))

    ranked = sorted((rank_best_five(hand), compiled(hand)) for hand in hands)
    for (rank, number), (next_rank, next_number) in pairwise(ranked):
        assert (rank < next_rank) == (number < next_number)
        assert (rank == next_rank) == (number == next_number)
    fives = [tuple(chance.sample(NEW_DECK, 5)) for _ in range(4000)]
    places = [np.array([PLACE[card] for card in hand], np.int64) for hand in fives]
    by_five = sorted(
        (rank_five(hand), int(kernel.value_of_five(at)))
        for hand, at in zip(fives, places, strict=True)
    )
    by_three = sorted(
        (best_three(hand)[0], int(kernel.best_three(at)))
        for hand, at in zip(fives, places, strict=True)
    )
    both: list[list[tuple[Any, int]]] = [list(by_five), list(by_three)]
    for ordered in both:
        for (one, number), (other, next_number) in pairwise(ordered):
            assert (one < other) == (number < next_number)
            assert (one == other) == (number == next_number)


def test_there_are_as_many_hands_of_each_kind_as_are_known() -> None:
    _, fives, _ = kernel.list_hands()
    counts = np.bincount(fives >> masks.CATEGORY, minlength=10).tolist()
    assert counts == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]


# --- every deal that is left, settled by the rules


def uth_hand(cards: Any, actions: UthActions) -> Hand[UthActions]:
    return Hand(1, "A", {"ante": ANTE, "blind": ANTE}, tuple(cards), actions)


@pytest.mark.parametrize("seed", range(6))
def test_the_river_is_settled_dealer_by_dealer(seed: int) -> None:
    own, board, seen = drawn(Random(seed), 2, 5, 14 if seed else 45)
    asked = situation("uth", own, board, seen)
    left = [card for card in NEW_DECK if card not in asked.gone()]
    dealers = list(combinations(left, 2))
    hand = uth_hand(own, UthActions("check", "check", "1x"))
    worth = sum(total("uth", asked.options, hand, dealer, board) for dealer in dealers)
    choices = advise(asked)
    assert value(choices, "1x") == Fraction(worth, ANTE * len(dealers)), seed
    assert value(choices, "fold") == -2


@pytest.mark.parametrize("seed", range(4))
def test_the_flop_is_settled_deal_by_deal(seed: int) -> None:
    own, board, seen = drawn(Random(100 + seed), 2, 3, 9)
    asked = situation("uth", own, board, seen)
    left = [card for card in NEW_DECK if card not in asked.gone()]
    bet, check, deals = 0, 0, 0
    raised = uth_hand(own, UthActions("check", "2x"))
    stays = uth_hand(own, UthActions("check", "check", "1x"))
    for rest in combinations(left, 2):
        full = (*board, *rest)
        dealers = list(combinations([card for card in left if card not in rest], 2))
        deals += len(dealers)
        bet += sum(total("uth", asked.options, raised, dealer, full) for dealer in dealers)
        stay = sum(total("uth", asked.options, stays, dealer, full) for dealer in dealers)
        check += max(stay, -2 * ANTE * len(dealers))
    choices = advise(asked)
    assert value(choices, "2x") == Fraction(bet, ANTE * deals), seed
    assert value(choices, "check") == Fraction(check, ANTE * deals), seed


def test_before_the_flop_with_known_cards_every_flop_is_weighed() -> None:
    """Of eight cards left: every flop's own advice, put together."""
    own, _, seen = drawn(Random(7), 2, 0, 8)
    asked = situation("uth", own, (), seen)
    left = [card for card in NEW_DECK if card not in asked.gone()]
    flops = list(combinations(left, 3))
    best, fours = Fraction(), Fraction()
    for flop in flops:
        after = advise(situation("uth", own, flop, seen))
        best += max(choice.ev for choice in after)
    for board in combinations(left, 5):
        dealers = list(combinations([card for card in left if card not in board], 2))
        hand = uth_hand(own, UthActions("4x"))
        won = sum(total("uth", asked.options, hand, dealer, board) for dealer in dealers)
        fours += Fraction(won, ANTE * len(dealers) * 56)
    choices = advise(asked)
    assert value(choices, "check") == best / len(flops)
    assert value(choices, "4x") == fours


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "config",
    [
        {},
        {"play_3_multiple": 2, "play_5_multiple": 2},
        {"dealer_must_qualify": True, "play_5_multiple": 2},
        {"dealer_must_qualify": True, "nonqualifying_ante": "push"},
    ],
)
def test_pikit_is_settled_dealer_by_dealer(config: dict[str, Any], seed: int) -> None:
    own, _, seen = drawn(Random(200 + seed), 5, 0, 11)
    asked = situation("pikit", own, (), seen, **config)
    left = [card for card in NEW_DECK if card not in asked.gone()]
    dealers = list(combinations(left, 5))
    choices = advise(asked)
    for action in ("fold", "play_3", "play_5"):
        wagers = {"ante": ANTE, "five_card_bonus": ANTE}
        hand = Hand(1, "A", wagers, tuple(own), PikitActions(elections=(action,)))
        bonus = (
            GAMES["pikit"]
            .settle(asked.options, Round((hand,), dealers[0]))
            .hands[0]
            .of("five_card_bonus")
            .net
        )
        worth = sum(total("pikit", asked.options, hand, dealer) - bonus for dealer in dealers)
        assert value(choices, action) == Fraction(worth, ANTE * len(dealers)), (seed, action)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("tie", [0, 2])
def test_hilo_is_settled_dealer_by_dealer(seed: int, tie: int) -> None:
    own, _, seen = drawn(Random(300 + seed), 5, 0, 10)
    if seed == 0:  # four aces, so that a setting is forced and the ante bonus is paid
        own = list(parse_cards(["As", "Ad", "Ah", "Ac", "2c"]))
        seen = [card for card in Random(1).sample(NEW_DECK, 52) if card not in own][:37]
    asked = situation("hilo", own, (), seen, tie=tie)
    left = [card for card in NEW_DECK if card not in asked.gone()]
    dealers = list(combinations(left, 5))
    wagers = {"ante": ANTE, **({"tie": tie * ANTE} if tie else {})}
    for choice in advise(asked):
        actions = HiloActions(choice.action, Setting(**choice.groups) if choice.groups else None)
        hand = Hand(1, "A", wagers, tuple(own), actions)
        worth = sum(total("hilo", asked.options, hand, dealer) for dealer in dealers)
        assert choice.ev == Fraction(worth, ANTE * len(dealers)), (seed, choice)


# --- what is asked wrongly


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (situation("uth", parse_cards(["As"])), "has 2 cards"),
        (
            situation("uth", parse_cards(["As", "Kd"]), parse_cards(["Kc"])),
            "0, 3 or 5 cards, not 1",
        ),
        (situation("uth", parse_cards(["As", "Kd"]), (), parse_cards(["As"])), "two places"),
        (situation("pikit", NEW_DECK[:5], NEW_DECK[5:8]), "has no board"),
        (situation("pikit", NEW_DECK[:5], tie=1), "5 Card Hi-Lo"),
        (situation("hilo", NEW_DECK[:5], tie=-1), "of so many antes"),
        (situation("hilo", NEW_DECK[:5], (), NEW_DECK[5:49]), "cannot be dealt"),
    ],
)
def test_what_cannot_be_is_refused(asked: Situation, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        advise(asked)


def test_of_equal_values_the_smaller_wager_comes_first() -> None:
    found = advise(situation("pikit", NEW_DECK[:5]))
    assert list(found) == sorted(found, key=lambda choice: (-choice.ev, choice.wager))


def test_before_the_flop_the_solver_is_read() -> None:
    suited, pair = parse_cards(["As", "Ks"]), parse_cards(["2c", "2d"])
    assert [choice.action for choice in advise(situation("uth", suited))] == ["4x", "3x", "check"]
    assert advise(situation("uth", pair))[0].action == "check"
    assert advise(situation("uth", parse_cards(["Kd", "As"])))[0].ev > 0


@pytest.mark.parametrize("seed", range(8))
def test_advice_and_the_solvers_agree(seed: int) -> None:
    """Two ways that share no line: card by card here, by classes of hands there."""
    cards = Random(seed).sample(NEW_DECK, 5)
    config = {"dealer_must_qualify": bool(seed % 2), "play_5_multiple": 1 + seed % 3 % 2}
    asked = situation("pikit", cards, **config)
    worth = {choice.action: choice.ev for choice in advise(asked)}
    assert worth == pikit_choices(asked.options, cards)
    hilo = situation("hilo", cards, tie=seed % 3)
    best = advise(hilo)[0]
    solved = next(iter(hilo_choices(hilo.options, cards, Fraction(seed % 3))))
    assert best.ev == solved.ev


@pytest.mark.parametrize("seed", range(3))
def test_before_the_flop_two_ways_agree(seed: int) -> None:
    """The tables of all boards, and every flop card by card."""
    own, _, seen = drawn(Random(900 + seed), 2, 0, 11 + seed)
    asked = situation("uth", own, (), seen)
    quick = {one.action: one.ev for one in advise(asked)}
    assert quick == {one.action: one.ev for one in advise_over_every_flop(asked)}
