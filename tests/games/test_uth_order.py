"""Ultimate Texas Hold 'Em: the order of settlement, and what is void."""

from typing import Any

import pytest

from houseway.games.procedure import Act
from tests.conftest import first_hand, message_of
from tests.games.settling import outcomes, settled, steps
from tests.games.uth_hands import FOLD, PROGRESSIVE, WITH_PROGRESSIVE, game, hand

# --- the order of settlement


def busy_table() -> dict[str, Any]:
    return game(
        hand("Ks Jd", seat=1, wagers={"trips": 500, "cover_all": 100}),
        hand("Qs Jh", FOLD, seat=2),
        hand("Ah 9s", seat=3, wagers=WITH_PROGRESSIVE),
        hand("7s 6d", FOLD, seat=5, wagers={"trips": 500, "cover_all": 100}),
        cover_all=True,
        progressive=PROGRESSIVE,
    )


@pytest.mark.clause("uth.10.h", "uth.10.e.2", "uth.13.j", "uth.10.h.4")
def test_the_dealer_settles_from_the_right_one_player_at_a_time() -> None:
    acts = [(step.act, step.seat, step.wager) for step in steps(busy_table())]
    assert acts == [
        (Act.COLLECT, 2, "ante"),
        (Act.COLLECT, 2, "blind"),
        (Act.RACK, 2, None),
        (Act.COLLECT, 5, "ante"),
        (Act.COLLECT, 5, "blind"),
        (Act.TUCK, 5, None),
        (Act.REVEAL, None, None),
        (Act.ANNOUNCE, None, None),
        (Act.REVEAL, 3, None),
        (Act.ANNOUNCE, 3, None),
        (Act.PAY, 3, "ante"),
        (Act.RETURN, 3, "blind"),
        (Act.PAY, 3, "play"),
        (Act.COLLECT, 3, "trips"),
        (Act.PAY, 3, "progressive"),
        (Act.RACK, 3, None),
        (Act.REVEAL, 1, None),
        (Act.ANNOUNCE, 1, None),
        (Act.PAY, 1, "ante"),
        (Act.RETURN, 1, "blind"),
        (Act.PAY, 1, "play"),
        (Act.COLLECT, 1, "trips"),
        (Act.RACK, 1, None),
        (Act.REVEAL, 5, None),
        (Act.COLLECT, 5, "trips"),
        (Act.RACK, 5, None),
        (Act.COLLECT, 5, "cover_all"),
        (Act.COLLECT, 1, "cover_all"),
        (Act.RACK, None, None),
    ]


@pytest.mark.clause("uth.10.g")
def test_below_a_pair_the_steps_cite_the_return_of_the_ante() -> None:
    document = game(hand("Kh 9d"), board="Kd Ts 7c 4h 2s", dealer="Qh 8c")
    returned = next(s for s in steps(document) if s.wager == "ante")
    assert returned.act is Act.RETURN
    assert "uth.10.g" in returned.clauses


# --- void hands and rounds


@pytest.mark.parametrize(
    ("irregularity", "ante", "trips"),
    [
        ({"type": "dealer_card_exposed", "stage": "preflop"}, "void", "lose"),
        ({"type": "dealer_card_exposed", "stage": "initial_deal"}, "void", "lose"),
        ({"type": "dealer_card_exposed", "stage": "after_all_acted"}, "win", "lose"),
        ({"type": "face_up_cards", "count": 1}, "win", "lose"),
        ({"type": "face_up_cards", "count": 2, "stage": "initial_deal"}, "void", "void"),
        ({"type": "face_up_cards", "count": 2, "stage": "flop"}, "void", "lose"),
        ({"type": "card_drawn_in_error"}, "win", "lose"),
        ({"type": "incorrect_number_of_cards", "who": "player", "seat": 1}, "void", "void"),
        (
            {
                "type": "incorrect_number_of_cards",
                "who": "dealer",
                "count": 1,
                "correctable": True,
            },
            "win",
            "lose",
        ),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 3}, "void", "void"),
        (
            {
                "type": "incorrect_number_of_cards",
                "who": "dealer",
                "count": 3,
                "correctable": True,
            },
            "void",
            "void",
        ),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": False}, "win", "lose"),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": True}, "void", "void"),
        ({"type": "stub_count", "cards_in_deck": 51}, "void", "void"),
        ({"type": "shuffler_fault"}, "win", "lose"),
        ({"type": "shoe_fault"}, "void", "void"),
    ],
)
def test_each_irregularity_has_its_effect(irregularity: Any, ante: str, trips: str) -> None:
    document = game(hand(wagers={"trips": 500}), irregularity=irregularity)
    results = outcomes(first_hand(document))
    assert (results["ante"], results["trips"]) == (ante, trips)


def test_a_detail_that_decides_a_ruling_must_be_stated() -> None:
    for irregularity in ({"type": "dealer_card_exposed"}, {"type": "face_up_cards", "count": 2}):
        assert "at which stage" in message_of(game(hand(), irregularity=irregularity))
    nobody = {"type": "incorrect_number_of_cards", "who": "player", "seat": 4}
    assert "no hand is described there" in message_of(game(hand(), irregularity=nobody))


def test_a_void_hand_is_returned_alone_and_never_counts_as_the_highest() -> None:
    document = game(
        hand("9s 9h", FOLD, seat=1, wagers={"trips": 500, "cover_all": 100}),
        hand("Qd Jh", seat=2, wagers={"cover_all": 100}),
        board="9d Kc Kd 4h 2c",
        dealer="8d 3h",
        cover_all=True,
        irregularity={"type": "incorrect_number_of_cards", "who": "player", "seat": 1},
    )
    settlement = settled(document)
    assert set(outcomes(settlement.hand(1)).values()) == {"void"}
    assert settlement.hand(2).of("cover_all").outcome == "lose"
    order = [(s.act, s.seat) for s in steps(document) if s.seat == 1]
    assert order == [(Act.RETURN, 1)] * 4 + [(Act.RACK, 1)]


def test_a_licensee_may_keep_what_a_fold_forfeited_in_a_void_round() -> None:
    document = game(
        hand(actions=FOLD, wagers={"trips": 500}),
        irregularity={"type": "dealer_card_exposed", "stage": "river"},
        void_unwinds_settled=False,
    )
    assert outcomes(first_hand(document)) == {
        "ante": "forfeit",
        "blind": "forfeit",
        "trips": "lose",
    }


def test_a_fold_described_in_a_round_void_during_the_deal_is_returned() -> None:
    early = {"type": "face_up_cards", "count": 2, "stage": "initial_deal"}
    for irregularity in (early, {"type": "shoe_fault"}):
        document = game(hand(actions=FOLD), irregularity=irregularity, void_unwinds_settled=False)
        assert first_hand(document).total == 0


def test_trips_that_survive_need_the_completed_board() -> None:
    exposed = {"type": "dealer_card_exposed", "stage": "preflop"}
    short = game(hand(wagers={"trips": 500}), board="Kd 9c 5h", irregularity=exposed)
    assert "The board with 3 cards" in message_of(short)
    none_at_stake = game(hand(), board="Kd 9c 5h", irregularity=exposed)
    assert first_hand(none_at_stake).total == 0
    long = game(hand(), board="Kd 9c 5h 3s 2c 4c", irregularity=exposed)
    assert "The board with 6 cards" in message_of(long)
