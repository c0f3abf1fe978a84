"""5 Card Hi-Lo: the order of settlement, and what is void."""

from typing import Any

import pytest

from houseway.cards import FiveCard
from houseway.games.hilo.decisions import DECISIONS
from houseway.games.procedure import Act
from tests.conftest import first_hand, message_of
from tests.games.hilo_hands import HILO, folded, game, hand
from tests.games.settling import outcomes, settled, steps

# --- the order of settlement


@pytest.mark.clause("hilo.40.10.d", "hilo.40.10.e", "hilo.40.10.a.1")
def test_the_dealer_settles_from_the_right() -> None:
    document = game(
        hand(seat=1, wagers={"tie": 100}),
        folded("Kd 4d 4c / 8c 2h", seat=3, player="B", wagers={"poker_bonus": 100}),
        folded("Kc 4s 4h / 8h 2d", seat=4, player="C"),
        hand("Ah Ad Ac / Qh 9c", seat=6, player="D"),
    )
    acts = [(step.act, step.seat, step.wager) for step in steps(document)]
    assert acts == [
        (Act.COLLECT, 3, "ante"),
        (Act.TUCK, 3, None),
        (Act.COLLECT, 4, "ante"),
        (Act.RACK, 4, None),
        (Act.REVEAL, None, None),
        (Act.ANNOUNCE, None, None),
        (Act.REVEAL, 6, None),
        (Act.RETURN, 6, "ante"),
        (Act.RETURN, 6, "play"),
        (Act.PAY, 6, "ante_bonus"),
        (Act.RACK, 6, None),
        (Act.REVEAL, 3, None),
        (Act.COLLECT, 3, "poker_bonus"),
        (Act.RACK, 3, None),
        (Act.REVEAL, 1, None),
        (Act.PAY, 1, "ante"),
        (Act.PAY, 1, "play"),
        (Act.COLLECT, 1, "tie"),
        (Act.RACK, 1, None),
        (Act.RACK, None, None),
    ]
    announced = next(step for step in steps(document) if step.act is Act.ANNOUNCE)
    assert announced.words == "9s 8d 7c / 6h 5s: 24 high, 11 low"


# --- void hands and rounds


@pytest.mark.parametrize(
    ("irregularity", "ante"),
    [
        ({"type": "face_up_cards", "count": 1}, "win"),
        ({"type": "face_up_cards", "count": 2}, "void"),
        ({"type": "card_drawn_in_error"}, "win"),
        ({"type": "incorrect_number_of_cards", "who": "player", "seat": 1}, "void"),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 4}, "win"),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 6}, "void"),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 3}, "void"),
        ({"type": "dealer_card_exposed"}, "void"),
        ({"type": "dealer_card_exposed", "stage": "after_dealer_reveal"}, "win"),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": False}, "win"),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": True}, "void"),
        ({"type": "stub_count", "cards_in_deck": 53}, "void"),
        ({"type": "shuffler_fault"}, "win"),
        ({"type": "shoe_fault"}, "void"),
    ],
)
def test_each_irregularity_has_its_effect(irregularity: Any, ante: str) -> None:
    assert outcomes(first_hand(game(hand(), irregularity=irregularity)))["ante"] == ante


def test_an_exposed_dealer_card_may_be_played_on() -> None:
    exposed = {"type": "dealer_card_exposed", "stage": "before_dealer_reveal"}
    document = game(hand(), irregularity=exposed, exposed_dealer_card="continue")
    assert first_hand(document).total == 2000


def test_a_misdealt_hand_is_void_alone_and_must_be_described() -> None:
    misdeal = {"type": "incorrect_number_of_cards", "who": "player", "seat": 1}
    other = hand("Kd 4d 4c / 8c 2h", seat=2, player="B")
    settlement = settled(game(folded(wagers={"poker_bonus": 100}), other, irregularity=misdeal))
    assert set(outcomes(settlement.hand(1)).values()) == {"void"}
    assert outcomes(settlement.hand(2))["ante"] == "push"
    none = {"type": "incorrect_number_of_cards", "who": "dealer", "count": 5}
    assert "Calling 5 cards" in message_of(game(hand(), irregularity=none))
    missing = {**misdeal, "seat": 7}
    assert "no hand is described there" in message_of(game(hand(), irregularity=missing))


def test_a_licensee_may_keep_what_a_fold_forfeited_in_a_void_round() -> None:
    document = game(
        folded(wagers={"tie": 100, "poker_bonus": 100}),
        irregularity={"type": "dealer_card_exposed"},
        void_unwinds_settled=False,
    )
    kept = {"ante": "forfeit", "tie": "forfeit", "poker_bonus": "void"}
    assert outcomes(first_hand(document)) == kept


def test_a_round_void_during_the_deal_returns_a_described_fold_too() -> None:
    document = game(folded(), void_unwinds_settled=False)
    for irregularity in ({"type": "face_up_cards", "count": 2}, {"type": "shoe_fault"}):
        assert first_hand({**document, "irregularity": irregularity}).total == 0


@pytest.mark.clause("hilo.40.6.a")
def test_match_play_pays_its_face_on_a_win_and_not_on_the_ante_bonus() -> None:
    document = game(hand("As Ad Ac / Ah 2s", coupons={"ante": 1000}), match_play=True)
    result = first_hand(document)
    assert result.of("match_play").net == 1000
    assert result.of("ante_bonus").net == 100_000


@pytest.mark.clause("hilo.40.1")
def test_every_name_the_engine_uses_is_a_defined_term() -> None:
    defined = {name for term in HILO.glossary for name in term.names}
    wagers = {wager.id for wager in HILO.wagering.wagers}
    assert wagers | set(DECISIONS) | {"high", "low", "push", "points"} <= defined
    assert {category.key for category in FiveCard} <= defined
    assert HILO.warnings(HILO.read_options({})) == ()


def test_the_cards_of_a_setting_are_read_as_cards() -> None:
    document = game(hand())
    document["hands"][0]["actions"]["high"] = ["Ks", "Qd", "11c"]
    assert "'11c' is not a card" in message_of(document)
