"""Pik-it, clause by clause: which wagers and decisions there are, and the words of the game."""

from itertools import product
from typing import Any

import pytest

from houseway.cards import (
    FiveCard,
    ThreeCard,
)
from houseway.games.pikit.decisions import DECISIONS
from houseway.games.results import HandResult
from tests.conftest import answer, first_hand, message_of, refused_by
from tests.games.pikit_hands import ACES, PIKIT, game, hand, settle
from tests.games.settling import outcomes

# --- wagers


@pytest.mark.clause("pikit.39.3.a", "pikit.39.1.5_card_bonus_wager", "pikit.39.1.ante_wager")
@pytest.mark.parametrize(
    "wagers",
    [
        {"ante": 1000},
        {"five_card_bonus": 1000},
        {"three_card_bonus": 1000},
        {"ante": 1000, "five_card_bonus": 999},
        {"ante": 1000, "five_card_bonus": 1001},
        {},
    ],
)
def test_a_player_needs_an_ante_and_an_equal_5_card_bonus(wagers: dict[str, int]) -> None:
    document = game({**hand(), "wagers": wagers})
    assert "pikit.39.3.a" in refused_by(document)


@pytest.mark.clause("pikit.39.3.a")
def test_wagers_lie_within_the_posted_limits() -> None:
    limits: dict[str, Any] = {
        "minimums": {"ante": 1000, "three_card_bonus": 500},
        "maximums": {"ante": 5000, "three_card_bonus": 500},
    }
    assert first_hand(game(hand(ante=1000, pick="Ah Ad 7c"), **limits)).total
    assert "minimum is $10" in message_of(game(hand(ante=999), **limits))
    assert "maximum is $50" in message_of(game(hand(ante=5001), **limits))
    document = game(hand(pick="Ah Ad 7c"), **limits)
    document["hands"][0]["wagers"]["three_card_bonus"] = 501
    assert refused_by(document) == ("pikit.39.3.a",)


@pytest.mark.clause("pikit.39.3.a", "pikit.39.1.3_card_bonus_wager")
@pytest.mark.parametrize("wager", ["ante", "five_card_bonus", "three_card_bonus"])
def test_no_wager_changes_after_no_more_bets(wager: str) -> None:
    attempt = {"stage": "decision", "wagers": {wager: 500}}
    clauses = refused_by({"game": "pikit", "attempt": attempt})
    assert clauses[0] == "pikit.39.3.a"


@pytest.mark.clause("pikit.39.3.b", "pikit.39.1.fold")
def test_exactly_one_election_is_made() -> None:
    assert refused_by(game(hand(decision=["play_3", "play_5"]))) == ("pikit.39.3.b",)
    assert "pikit.39.3.b" in refused_by(game(hand(decision=None)))
    document = game(hand())
    document["hands"][0]["actions"]["decision"] = "raise"
    assert "is not a decision" in message_of(document)


@pytest.mark.clause("pikit.39.1.fold", "pikit.39.3.b")
@pytest.mark.parametrize("decision", ["fold", "play_3", "play_5"])
def test_a_decision_belongs_to_the_decision_step(decision: str) -> None:
    def attempt(stage: str) -> dict[str, Any]:
        return {"game": "pikit", "attempt": {"stage": stage, "decision": decision}}

    assert answer(attempt("decision")).refused is None
    for early in ("betting", "after_no_more_bets", "pick"):
        assert refused_by(attempt(early)) == ("pikit.39.3.b", "pikit.39.1.fold")
    assert "stages betting" in message_of(attempt("lunch"))


@pytest.mark.clause("pikit.39.1.fold")
def test_a_fold_places_no_play_wager() -> None:
    assert set(outcomes(settle(ACES, "fold"))) == {"five_card_bonus", "ante"}


@pytest.mark.clause("pikit.39.3.b")
def test_a_play_wager_at_another_time_or_amount_is_refused() -> None:
    def refused(stage: str, amount: int) -> bool:
        attempt = {"stage": stage, "ante": 1000, "wagers": {"play_5": amount}}
        config = {"play_5_multiple": 2}
        return (
            answer({"game": "pikit", "attempt": {**attempt, "config": config}}).refused is not None
        )

    assert not refused("decision", 2000)
    assert refused("decision", 1000)
    assert refused("betting", 2000)
    assert refused("pick", 2000)


@pytest.mark.clause("pikit.39.3.b", "pikit.39.1.play_3_wager", "pikit.39.1.play_5_wager")
@pytest.mark.parametrize(("play", "multiple"), list(product(["play_3", "play_5"], [1, 2])))
def test_a_play_wager_is_the_multiple_the_licensee_fixed(play: str, multiple: int) -> None:
    config = {f"{play}_multiple": multiple}
    result = settle("As Ac Kh Kc 2d", play, dealer="Qs 9d 7c 5h 3s", **config)
    assert result.of(play).stake == result.of(play).net == 1000 * multiple
    document = game(hand("As Ac Kh Kc 2d", play), dealer="Qs 9d 7c 5h 3s", **config)
    document["hands"][0]["wagers"][play] = 1000 * multiple
    assert first_hand(document).of(play).stake == 1000 * multiple
    document["hands"][0]["wagers"][play] = 1000 * multiple + 1
    assert "pikit.39.3.b" in refused_by(document)


@pytest.mark.clause("pikit.layout.b.1.iv", "pikit.layout.b.1.v")
@pytest.mark.parametrize(("play", "other"), [("play_3", "play_5"), ("play_5", "play_3")])
def test_an_election_puts_chips_on_its_own_spot_alone(play: str, other: str) -> None:
    assert play in outcomes(settle(ACES, play))
    assert other not in outcomes(settle(ACES, play))
    document = game(hand(decision=play))
    document["hands"][0]["wagers"][other] = 1000
    assert refused_by(document) == ("pikit.39.3.b",)


@pytest.mark.clause("pikit.39.3.c")
def test_only_chips_plaques_and_accepted_coupons_are_taken() -> None:
    for tender in ("chips", "plaque"):
        assert first_hand(game(hand(tender=tender))).total == 1000
    for tender in ("cash", "verbal", "match_play"):
        assert refused_by(game(hand(tender={"ante": tender}))) == ("pikit.39.3.c",)
    coupon = hand(tender={"ante": "match_play"}, coupons={"ante": 1000})
    assert first_hand(game(coupon, match_play=True)).total == 1000 + 1000
    faceless = game(hand(tender={"ante": "match_play"}), match_play=True)
    assert "without a face" in message_of(faceless)
    attempt = {"wagers": {"ante": 500, "five_card_bonus": 500}, "tender": "verbal"}
    assert refused_by({"game": "pikit", "attempt": attempt}) == ("pikit.39.3.c",)


@pytest.mark.clause("pikit.39.3.c")
def test_match_play_doubles_a_winning_ante_and_never_costs_more() -> None:
    def coupon(cards: str, decision: str = "play_5", **config: Any) -> HandResult:
        document = game(hand(cards, decision, coupons={"ante": 800}), match_play=True, **config)
        return first_hand(document)

    assert coupon(ACES).of("match_play").net == 800
    assert outcomes(coupon("Qs Qd 7c 6h 2s"))["match_play"] == "consumed"
    assert outcomes(coupon(ACES, "fold"))["match_play"] == "consumed"
    assert outcomes(coupon("Kh Kc Th 5d 3h"))["match_play"] == "push"
    void = game(hand(coupons={"ante": 800}), match_play=True)
    void["irregularity"] = {"type": "shoe_fault"}
    assert outcomes(first_hand(void))["match_play"] == "void"


@pytest.mark.clause("pikit.39.3.c")
def test_coupons_are_refused_where_they_do_not_belong() -> None:
    assert refused_by(game(hand(coupons={"ante": 1000}))) == ("pikit.39.3.c",)
    above = game(hand(coupons={"ante": 1001}), match_play=True)
    assert "above the chips" in message_of(above)
    other = game(hand(coupons={"five_card_bonus": 500}), match_play=True)
    assert "ante only" in message_of(other)


@pytest.mark.clause("pikit.39.3.e")
@pytest.mark.parametrize(
    ("seats", "option", "allowed"),
    [
        ([3, 4], True, True),
        ([3, 4, 5], True, True),
        ([3, 5], True, False),
        ([2, 3, 4, 5], True, False),
        ([3, 4, 5], 2, False),
        ([3, 4], 2, True),
        ([3, 4], False, False),
        ([3, 4], "on", True),
        ([3, 4], "off", False),
    ],
)
def test_one_player_on_several_positions(seats: list[int], option: Any, allowed: bool) -> None:
    attempt = {"config": {"multi_position": option}, "seats": seats}
    response = answer({"game": "pikit", "attempt": attempt})
    assert (response.refused is None) == allowed
    if response.refused:
        assert response.refused.clauses == ("pikit.39.3.e",)


# --- the words of the game


@pytest.mark.clause("pikit.39.1")
def test_every_name_the_engine_uses_is_a_defined_term() -> None:
    defined = {name for term in PIKIT.glossary for name in term.names}
    wagers = {wager.id for wager in PIKIT.wagering.wagers}
    ranks = {category.key for kind in (FiveCard, ThreeCard) for category in kind}
    assert wagers | set(DECISIONS) | ranks | {"hand", "qualifies", "stub"} <= defined
    assert all(term.clauses[-1].startswith("pikit.39.1") for term in PIKIT.glossary)


def test_a_configuration_that_costs_the_house_brings_a_warning() -> None:
    def warnings(**config: Any) -> tuple[str, ...]:
        return PIKIT.warnings(PIKIT.read_options(config))

    assert warnings() == ()
    assert "4.01 times" in warnings(three_card_pick="seen")[0]
    assert "favours the player" in warnings(play_5_multiple=2)[0]
    assert warnings(play_5_multiple=2, dealer_must_qualify=True) == ()
