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
from houseway.lab.exact.kernels import masks
from houseway.rulebook import Malformed
from tests.lab import every_hand
from tests.lab.solved import hilo_choices, pikit_choices
from tests.lab.uth_every_flop import advise_over_every_flop

ANTE = 100
SEED = 20261115


def situation(game: str, cards: Any, board: Any = (), others: Any = (), **more: Any) -> Situation:
    bets = {"tie": Fraction(more.pop("tie", 0))}
    options = GAMES[game].read_options(more)
    return Situation(game, options, tuple(cards), tuple(board), tuple(others), bets)


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
        (rank_five(hand), int(every_hand.value_of_five(at)))
        for hand, at in zip(fives, places, strict=True)
    )
    by_three = sorted(
        (best_three(hand)[0], int(every_hand.best_three(at)))
        for hand, at in zip(fives, places, strict=True)
    )
    both: list[list[tuple[Any, int]]] = [list(by_five), list(by_three)]
    for ordered in both:
        for (rank, number), (next_rank, next_number) in pairwise(ordered):
            assert (rank < next_rank) == (number < next_number)
            assert (rank == next_rank) == (number == next_number)


def test_the_hands_of_each_category_have_their_known_number() -> None:
    _, fives, _ = every_hand.list_hands()
    counts = np.bincount(fives >> masks.CATEGORY, minlength=10).tolist()
    assert counts == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]


# --- every deal that is left, settled by the rules


def uth_hand(cards: Any, actions: UthActions) -> Hand[UthActions]:
    return Hand(1, "A", {"ante": ANTE, "blind": ANTE}, tuple(cards), actions)


@pytest.mark.parametrize("seed", range(6))
def test_advice_at_the_river_agrees_with_every_dealer_settled(seed: int) -> None:
    own, board, others = drawn(Random(seed), 2, 5, 14 if seed else 45)
    spot = situation("uth", own, board, others)
    left = [card for card in NEW_DECK if card not in spot.gone()]
    dealers = list(combinations(left, 2))
    hand = uth_hand(own, UthActions("check", "check", "1x"))
    worth = sum(total("uth", spot.options, hand, dealer, board) for dealer in dealers)
    choices = advise(spot)
    assert value(choices, "1x") == Fraction(worth, ANTE * len(dealers)), seed
    assert value(choices, "fold") == -2


@pytest.mark.parametrize("seed", range(4))
def test_advice_after_the_flop_agrees_with_every_deal_settled(seed: int) -> None:
    own, board, others = drawn(Random(100 + seed), 2, 3, 9)
    spot = situation("uth", own, board, others)
    left = [card for card in NEW_DECK if card not in spot.gone()]
    bet, check, deals = 0, 0, 0
    raised = uth_hand(own, UthActions("check", "2x"))
    stays = uth_hand(own, UthActions("check", "check", "1x"))
    for rest in combinations(left, 2):
        full = (*board, *rest)
        dealers = list(combinations([card for card in left if card not in rest], 2))
        deals += len(dealers)
        bet += sum(total("uth", spot.options, raised, dealer, full) for dealer in dealers)
        stay = sum(total("uth", spot.options, stays, dealer, full) for dealer in dealers)
        check += max(stay, -2 * ANTE * len(dealers))
    choices = advise(spot)
    assert value(choices, "2x") == Fraction(bet, ANTE * deals), seed
    assert value(choices, "check") == Fraction(check, ANTE * deals), seed


def test_advice_before_the_flop_with_known_cards_weighs_every_flop() -> None:
    """Of eight cards left: every flop's own advice, put together."""
    own, _, others = drawn(Random(7), 2, 0, 8)
    spot = situation("uth", own, (), others)
    left = [card for card in NEW_DECK if card not in spot.gone()]
    flops = list(combinations(left, 3))
    best, fours = Fraction(), Fraction()
    for flop in flops:
        after = advise(situation("uth", own, flop, others))
        best += max(choice.ev for choice in after)
    for board in combinations(left, 5):
        dealers = list(combinations([card for card in left if card not in board], 2))
        hand = uth_hand(own, UthActions("4x"))
        won = sum(total("uth", spot.options, hand, dealer, board) for dealer in dealers)
        fours += Fraction(won, ANTE * len(dealers) * 56)
    choices = advise(spot)
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
def test_advice_at_pikit_agrees_with_every_dealer_settled(
    config: dict[str, Any], seed: int
) -> None:
    own, _, others = drawn(Random(200 + seed), 5, 0, 11)
    spot = situation("pikit", own, (), others, **config)
    left = [card for card in NEW_DECK if card not in spot.gone()]
    dealers = list(combinations(left, 5))
    choices = advise(spot)
    for action in ("fold", "play_3", "play_5"):
        wagers = {"ante": ANTE, "five_card_bonus": ANTE}
        hand = Hand(1, "A", wagers, tuple(own), PikitActions(elections=(action,)))
        bonus = (
            GAMES["pikit"]
            .settle(spot.options, Round((hand,), dealers[0]))
            .hands[0]
            .of("five_card_bonus")
            .net
        )
        worth = sum(total("pikit", spot.options, hand, dealer) - bonus for dealer in dealers)
        assert value(choices, action) == Fraction(worth, ANTE * len(dealers)), (seed, action)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("tie", [0, 2])
def test_advice_at_hilo_agrees_with_every_dealer_settled(seed: int, tie: int) -> None:
    own, _, others = drawn(Random(300 + seed), 5, 0, 10)
    if seed == 0:  # four aces, so that a setting is forced and the ante bonus is paid
        own = list(parse_cards(["As", "Ad", "Ah", "Ac", "2c"]))
        others = [card for card in Random(1).sample(NEW_DECK, 52) if card not in own][:37]
    spot = situation("hilo", own, (), others, tie=tie)
    left = [card for card in NEW_DECK if card not in spot.gone()]
    dealers = list(combinations(left, 5))
    wagers = {"ante": ANTE, **({"tie": tie * ANTE} if tie else {})}
    for choice in advise(spot):
        actions = HiloActions(choice.action, Setting(**choice.groups) if choice.groups else None)
        hand = Hand(1, "A", wagers, tuple(own), actions)
        worth = sum(total("hilo", spot.options, hand, dealer) for dealer in dealers)
        assert choice.ev == Fraction(worth, ANTE * len(dealers)), (seed, choice)


# --- impossible situations


@pytest.mark.parametrize(
    ("spot", "words"),
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
def test_an_impossible_situation_is_refused(spot: Situation, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        advise(spot)


def test_among_equal_values_the_smaller_wager_comes_first() -> None:
    choices = advise(situation("pikit", NEW_DECK[:5]))
    assert list(choices) == sorted(choices, key=lambda choice: (-choice.ev, choice.wager))


def test_advice_before_the_flop_comes_from_the_solver() -> None:
    suited, pair = parse_cards(["As", "Ks"]), parse_cards(["2c", "2d"])
    assert [choice.action for choice in advise(situation("uth", suited))] == ["4x", "3x", "check"]
    assert advise(situation("uth", pair))[0].action == "check"
    assert advise(situation("uth", parse_cards(["Kd", "As"])))[0].ev > 0


@pytest.mark.parametrize("seed", range(8))
def test_advice_and_the_solvers_agree(seed: int) -> None:
    """Card by card here, by classes of hands there."""
    cards = Random(seed).sample(NEW_DECK, 5)
    config = {"dealer_must_qualify": bool(seed % 2), "play_5_multiple": 1 + seed % 3 % 2}
    spot = situation("pikit", cards, **config)
    worth = {choice.action: choice.ev for choice in advise(spot)}
    assert worth == pikit_choices(spot.options, cards)
    hilo = situation("hilo", cards, tie=seed % 3)
    best = advise(hilo)[0]
    solved = next(iter(hilo_choices(hilo.options, cards, Fraction(seed % 3))))
    assert best.ev == solved.ev


@pytest.mark.parametrize("seed", range(4))
def test_advice_at_hilo_agrees_with_every_dealers_hand(seed: int) -> None:
    """The totals of all hands that a dealer can hold, each looked at by itself."""
    deck = Random(400 + seed).sample(NEW_DECK, 52)
    spot = situation("hilo", deck[:5], (), deck[5 : 5 + 4 * seed], tie=seed % 2)
    hands, _, _ = every_hand.list_hands()
    gone = np.uint64(sum(1 << PLACE[card] for card in spot.gone()))
    highs, lows = every_hand.list_totals()[hands & gone == 0].T
    for choice in advise(spot):
        if choice.groups:
            high, low = Setting(**choice.groups).points
            nets = 2 * ((highs < high) + (lows > low).astype(int) - 1)
            tied = (highs == high) + (lows == low).astype(int)
            nets += seed % 2 * np.array([-1, 4, 20])[tied]
            assert choice.ev == Fraction(int(nets.sum()), len(nets)), choice


@pytest.mark.parametrize("seed", range(3))
def test_advice_before_the_flop_agrees_with_every_flop_card_by_card(seed: int) -> None:
    """The tables of all boards, and every flop card by card."""
    own, _, others = drawn(Random(900 + seed), 2, 0, 11 + seed)
    spot = situation("uth", own, (), others)
    quick = {choice.action: choice.ev for choice in advise(spot)}
    assert quick == {choice.action: choice.ev for choice in advise_over_every_flop(spot)}
