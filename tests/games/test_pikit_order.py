"""Pik-it: the order of settlement, and what is void."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    NEW_DECK,
    Card,
    show_cards,
)
from houseway.games.procedure import Act
from tests.conftest import answer, first_hand, message_of, refused_by
from tests.games.pikit_hands import NON_QUALIFIER, game, hand
from tests.games.settling import outcomes, steps

# --- the order of settlement


def two_players(**config: Any) -> dict[str, Any]:
    """Seat 1 loses with play 5, seat 2 wins with play 3, seat 4 folds, seat 5 wins."""
    return game(
        hand("Qs Qd 9c 5d 2h", "play_5", seat=1),
        hand("9s 8d 7h 4c 2d", "play_3", seat=2, pick="9s 8d 7h"),
        hand("Jh 6d 4h 3h 2c", "fold", seat=4, pick="Jh 6d 4h"),
        hand("Ah Ad 7c 6h 2s", "play_5", seat=5),
        **config,
    )


@pytest.mark.clause("pikit.39.10.b", "pikit.39.10.c.2")
def test_bonuses_come_first_and_from_the_right() -> None:
    order = steps(two_players())
    three = [step.seat for step in order if step.wager == "three_card_bonus"]
    five = [step.seat for step in order if step.wager == "five_card_bonus"]
    assert (three, five) == ([4, 2], [5, 4, 2, 1])
    last_bonus = max(n for n, step in enumerate(order) if step.wager == "five_card_bonus")
    dealer = min(n for n, step in enumerate(order) if step.seat is None)
    assert last_bonus < dealer


@pytest.mark.clause("pikit.39.10.c.4")
def test_a_folded_hand_is_collected_and_racked_at_once() -> None:
    order = steps(two_players())
    place = next(n for n, s in enumerate(order) if s.seat == 4 and s.wager == "ante")
    assert order[place].act is Act.COLLECT
    assert (order[place + 1].act, order[place + 1].seat) == (Act.RACK, 4)


@pytest.mark.clause("pikit.39.10.e", "pikit.39.10.e.1", "pikit.39.10.e.1.i", "pikit.39.10.e.1.ii")
@pytest.mark.clause("pikit.39.10.e.1.iii", "pikit.39.10.e.1.iv")
def test_procedure_1_goes_step_by_step_for_all() -> None:
    order = steps(two_players(settlement_procedure=1))
    shown = max(n for n, step in enumerate(order) if step.seat is None and step.act is Act.ANNOUNCE)
    rest = [(step.act, step.seat, step.wager) for step in order[shown + 1 :]]
    assert rest == [
        (Act.ANNOUNCE, 5, None),
        (Act.ANNOUNCE, 2, None),
        (Act.ANNOUNCE, 1, None),
        (Act.COLLECT, 1, "ante"),
        (Act.COLLECT, 1, "play_5"),
        (Act.PAY, 5, "ante"),
        (Act.PAY, 5, "play_5"),
        (Act.PAY, 2, "ante"),
        (Act.PAY, 2, "play_3"),
        (Act.RACK, 5, None),
        (Act.RACK, 2, None),
        (Act.RACK, 1, None),
        (Act.RACK, None, None),
    ]
    words = {step.seat: step.words for step in order[shown + 1 :] if step.act is Act.ANNOUNCE}
    assert words[2] == "three-card hand: nine-high straight"
    assert words[1] == "five-card hand: pair of queens"


@pytest.mark.clause("pikit.39.10.e", "pikit.39.10.e.2", "pikit.39.10.e.2.i", "pikit.39.10.e.2.ii")
@pytest.mark.clause("pikit.39.10.e.2.iii")
def test_procedure_2_goes_player_by_player() -> None:
    order = steps(two_players(settlement_procedure=2))
    shown = max(n for n, step in enumerate(order) if step.seat is None and step.act is Act.ANNOUNCE)
    rest = [(step.act, step.seat, step.wager) for step in order[shown + 1 :]]
    assert rest == [
        (Act.ANNOUNCE, 5, None),
        (Act.PAY, 5, "ante"),
        (Act.PAY, 5, "play_5"),
        (Act.RACK, 5, None),
        (Act.ANNOUNCE, 2, None),
        (Act.PAY, 2, "ante"),
        (Act.PAY, 2, "play_3"),
        (Act.RACK, 2, None),
        (Act.ANNOUNCE, 1, None),
        (Act.COLLECT, 1, "ante"),
        (Act.COLLECT, 1, "play_5"),
        (Act.RACK, 1, None),
        (Act.RACK, None, None),
    ]


@pytest.mark.clause("pikit.39.10.e")
def test_both_procedures_come_to_the_same_money_and_no_third_exists() -> None:
    first, second = (answer(two_players(settlement_procedure=n)).settlement for n in (1, 2))
    assert first is not None
    assert second is not None
    assert [h.total for h in first.hands] == [h.total for h in second.hands]
    assert refused_by(two_players(settlement_procedure=3)) == ("pikit.39.10.e",)


@pytest.mark.clause("pikit.39.10.f")
def test_the_dealer_announces_no_qualify() -> None:
    document = game(hand("5s 5d 7c 8h 2s"), dealer=NON_QUALIFIER, dealer_must_qualify=True)
    assert "No qualify" in [step.words for step in steps(document)]
    assert "No qualify" not in [step.words for step in steps(game(hand()))]


# --- void rounds


@pytest.mark.clause("pikit.39.1.round_of_play")
@given(st.permutations(NEW_DECK), st.sampled_from(["play_3", "play_5", "fold"]), st.booleans())
def test_a_round_closes_with_every_wager_settled_once(
    deck: list[Card], decision: str, void: bool
) -> None:
    cards = show_cards(deck[:5])
    document = game(hand(cards, decision, pick=show_cards(deck[:3])), dealer=show_cards(deck[5:10]))
    if void:
        document["irregularity"] = {"type": "shoe_fault"}
    placed = {"ante", "five_card_bonus", "three_card_bonus"} | ({decision} - {"fold"})
    assert set(outcomes(first_hand(document))) == placed


def test_a_licensee_may_hold_settled_bets_final_in_a_void_round() -> None:
    """Option void_unwinds_settled (P24): bonuses and forfeits stand, the rest is returned."""
    hands = [
        hand("Qs Qd Qh 7c 7d", "fold", seat=1, pick="Qs Qd Qh"),
        hand("Ah Ad 6c 4h 2s", "play_5", seat=2),
    ]
    document = game(*hands, void_unwinds_settled=False)
    document["irregularity"] = {"type": "dealer_card_exposed"}
    settlement = answer(document).settlement
    assert settlement is not None
    assert outcomes(settlement.hand(1)) == {
        "three_card_bonus": "win",
        "five_card_bonus": "win",
        "ante": "forfeit",
    }
    assert outcomes(settlement.hand(2)) == {
        "five_card_bonus": "lose",
        "ante": "void",
        "play_5": "void",
    }


def test_nothing_is_settled_yet_while_cards_are_dealt() -> None:
    """Whatever the licensee holds final, a round void during the deal returns everything."""
    document = game(hand("Qs Qd Qh 7c 7d", "fold"), void_unwinds_settled=False)
    for irregularity in ({"type": "face_up_cards", "count": 2}, {"type": "shoe_fault"}):
        assert first_hand({**document, "irregularity": irregularity}).total == 0
    document["config"]["dealer_stack"] = "deferred"
    late = first_hand({**document, "irregularity": {"type": "shoe_fault"}})
    assert outcomes(late) == {"five_card_bonus": "win", "ante": "forfeit"}


def test_a_misdeal_that_did_not_happen_is_refused() -> None:
    misdeal = {"type": "incorrect_number_of_cards", "who": "player", "seat": 5, "count": 5}
    message = message_of({**game(hand()), "irregularity": misdeal})
    assert "Calling 5 cards an incorrect number" in message
    assert "A misdeal at seat 5" in message


@pytest.mark.parametrize(
    ("irregularity", "void"),
    [
        ({"type": "face_up_cards", "count": 1}, False),
        ({"type": "face_up_cards", "count": 2}, True),
        ({"type": "card_drawn_in_error"}, False),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 6}, True),
        ({"type": "incorrect_number_of_cards", "who": "player", "seat": 1}, True),
        ({"type": "dealer_card_exposed"}, True),
        ({"type": "dealer_card_exposed", "stage": "after_dealer_reveal"}, False),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": False}, False),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": True}, True),
        ({"type": "stub_count", "cards_in_deck": 51}, True),
        ({"type": "shuffler_fault"}, False),
        ({"type": "shoe_fault"}, True),
    ],
)
def test_each_irregularity_has_its_effect_on_the_round(irregularity: Any, void: bool) -> None:
    document = {**game(hand()), "irregularity": irregularity}
    result = first_hand(document)
    assert (result.of("ante").outcome == "void") is void
    assert (result.total == 0) is void
