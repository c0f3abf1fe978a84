"""Advice by counting the unseen cards, against the solvers of the built-in games and by hand."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from houseway.cards import NEW_DECK, Card, parse_cards
from houseway.games import get_game
from houseway.games.contract import Game
from houseway.lab.contract import Choice, Situation, choice_data, lab_of
from houseway.lab.contract import advise as advise_exactly
from houseway.lab.generic import advice
from tests.lab import synthetic


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text.split()))


def generic(situation: Situation) -> list[Choice]:
    """What the generic lab says of a game that has a solver of its own."""
    game = get_game(situation.game)
    options = lab_of(game).unlimited(situation.options)
    return advice.advise(game, replace(situation, options=options))


def value(choice: Choice) -> tuple[Any, ...]:
    groups = {name: frozenset(group) for name, group in choice.groups.items()}
    return choice.action, choice.ev, choice.wager, tuple(sorted(groups.items()))


def values(choices: Any) -> set[tuple[Any, ...]]:
    return {value(choice) for choice in choices}


@pytest.mark.parametrize(
    ("own", "board", "gone"),
    [
        ("As Kd", "Qs Js 2h 7c 7d", ""),
        ("5c 4d", "Kh Qh 9h 9s 2c", ""),
        ("8c 8d", "Ah Kd 8s 3c 2c", "Ac As Kc"),
    ],
)
def test_at_the_last_street_it_agrees_with_the_solver(own: str, board: str, gone: str) -> None:
    options = get_game("uth").read_options({})
    situation = Situation("uth", options, cards(own), cards(board), cards(gone))
    assert values(generic(situation)) == values(advise_exactly(situation))


def few_left(own: tuple[Card, ...], left: int) -> tuple[Card, ...]:
    """All other cards but so many, spread over the deck."""
    rest = [card for card in NEW_DECK if card not in own]
    kept = rest[:: len(rest) // left][:left]
    return tuple(card for card in rest if card not in kept)


@pytest.mark.parametrize("hand", ["As Ad Kc 5h 2s", "9s 8d 6c 5h 3s", "Ac Ad Ah 4s 2c"])
def test_every_setting_is_worth_what_the_solver_says(hand: str) -> None:
    own = cards(hand)
    options = get_game("hilo").read_options({})
    bets = {"tie": Fraction(1, 2)}
    situation = Situation("hilo", options, own, seen=few_left(own, 9), bets=bets)
    assert values(generic(situation)) == values(advise_exactly(situation))
    assert values(generic(replace(situation, bets={}))) == values(
        advise_exactly(replace(situation, bets={}))
    )


@pytest.mark.parametrize("hand", ["As Ad Kc 5h 2s", "9s 8s 6s 5h 3s"])
@pytest.mark.parametrize("qualify", [True, False])
def test_required_bonuses_are_counted_with_every_choice(hand: str, *, qualify: bool) -> None:
    """The solver leaves them out, because they are the same for all choices."""
    own, game = cards(hand), get_game("pikit")
    options = game.read_options({"dealer_must_qualify": qualify})
    situation = Situation("pikit", options, own, seen=few_left(own, 10))
    ours, theirs = generic(situation), advise_exactly(situation)
    bonus = max(choice.ev for choice in ours) - theirs[0].ev
    assert bonus.denominator == 1
    assert {(c.action, c.ev - bonus) for c in ours} == {(c.action, c.ev) for c in theirs}


def synthetic_situation(plan: synthetic.Plan, own: str, **more: Any) -> tuple[Any, Situation]:
    game = synthetic.build(plan)
    return game, Situation("synthetic", game.read_options({}), cards(own), **more)


def test_an_early_choice_is_worth_what_the_best_later_play_makes_of_it() -> None:
    game, situation = synthetic_situation(synthetic.STREETS, "9h")
    by_name = {choice.action: choice for choice in advice.advise(game, situation)}
    assert set(by_name) == {"raise_2", "check"}
    later = Fraction()
    boards = [card for card in NEW_DECK if card not in situation.cards]
    for board in boards:
        after = advice.advise(game, replace(situation, board=(board,)))
        assert {choice.action for choice in after} == {"raise", "fold"}
        later += max(choice.ev for choice in after)
    assert by_name["check"].ev == later / len(boards)
    assert by_name["raise_2"].wager == 2
    assert by_name["check"].wager == 0


def test_a_round_is_taken_up_where_the_hand_stands() -> None:
    """The actions of the hand are those of a table, and the stage is named."""
    game, situation = synthetic_situation(synthetic.STREETS, "9h", board=cards("2c"))
    named = replace(situation, stage="after", actions=("check",))
    assert values(advice.advise(game, named)) == values(advice.advise(game, situation))
    assert all(choice.estimate is None for choice in advice.advise(game, named))
    game, situation = synthetic_situation(synthetic.PICK, "9h 2c")
    low = replace(situation, stage="decision", actions=([2],))
    by_name = {choice.action: choice for choice in advice.advise(game, low)}
    assert by_name["raise"].estimate is None
    assert by_name["raise"].ev < -1


def test_cards_that_are_known_to_be_gone_are_not_dealt() -> None:
    game, situation = synthetic_situation(synthetic.HIGH_CARD, "9h", seen=cards("Ah Kh Qh Jh Th"))
    by_name = {choice.action: choice.ev for choice in advice.advise(game, situation)}
    # 15 higher cards and 28 lower ones are left, and 3 that tie.
    assert by_name == {"raise": Fraction(2 * 13, 46), "raise_2": Fraction(3 * 13, 46), "fold": -1}


def test_nothing_is_advised_about_cards_that_lie_face_down() -> None:
    game, situation = synthetic_situation(synthetic.UNSEEN, "9h")
    assert advice.advise(game, situation) == []
    game, situation = synthetic_situation(synthetic.PICK, "9h 2c")
    assert {choice.action for choice in advice.advise(game, situation)} == {"raise", "fold"}
    assert advice.advise(game, replace(situation, stage="pick")) == []


def test_suits_that_are_not_alike_are_noticed() -> None:
    game, situation = synthetic_situation(synthetic.HEARTS, "9h")
    by_name = {choice.action: choice.ev for choice in advice.advise(game, situation)}
    assert by_name["raise"] == Fraction(2 * (39 - 8), 51)


def test_a_split_is_named_by_its_cards() -> None:
    game, situation = synthetic_situation(synthetic.SPLIT, "9h 3c")
    choices = advice.advise(game, situation)
    assert len(choices) == 3
    assert {choice.groups.get("front") for choice in choices} == {
        None,
        cards("9h"),
        cards("3c"),
    }


def test_too_many_unseen_cards_are_estimated_and_reported_as_an_estimate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, situation = synthetic_situation(synthetic.HIGH_CARD, "9h")
    exact = {choice.action: choice.ev for choice in advice.advise(game, situation)}
    monkeypatch.setattr(advice, "MOST_SETTLEMENTS", 10)
    choices = advice.advise(game, situation)
    for choice in choices:
        assert choice.estimate is not None
        assert choice.estimate.rounds == advice.SAMPLED // 3
        assert abs(choice.estimate.mean - exact[choice.action]) <= 4 * choice.estimate.error
        data = choice_data(choice)
        assert data["exact"] is False
        assert set(data["estimate"]) == {"low", "high", "rounds", "seed"}
    assert choices == advice.advise(game, situation)


def test_exact_choices_keep_their_form() -> None:
    game, situation = synthetic_situation(synthetic.HIGH_CARD, "9h")
    fold = next(choice for choice in advice.advise(game, situation) if choice.action == "fold")
    assert choice_data(fold) == {"action": "fold", "ev": "-1/1"}


def test_a_flop_of_a_large_game_is_estimated_near_the_solver() -> None:
    game: Game[Any, Any] = get_game("uth")
    situation = Situation("uth", game.read_options({}), cards("As Kd"), cards("Qs Js 2h"))
    exact = {choice.action: choice.ev for choice in advise_exactly(situation)}
    by_name = {choice.action: choice for choice in generic(situation)}
    assert set(by_name) == set(exact)
    raised = by_name["2x"].estimate
    assert raised is not None
    assert abs(raised.mean - exact["2x"]) <= 4 * raised.error
