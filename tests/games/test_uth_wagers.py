"""Ultimate Texas Hold 'Em, clause by clause: which wagers and decisions there are."""

from itertools import product
from typing import Any

import pytest

from tests.conftest import answer, first_hand, message_of, refused_by
from tests.games.settling import outcomes
from tests.games.uth_hands import FOLD, PROGRESSIVE, WITH_PROGRESSIVE, game, hand

# --- wagers


@pytest.mark.clause("uth.1.ante", "uth.1.blind")
@pytest.mark.parametrize(
    "wagers", [{"ante": 1000}, {"blind": 1000}, {"ante": 1000, "blind": 999}, {}]
)
def test_ante_and_blind_are_both_needed_and_equal(wagers: dict[str, int]) -> None:
    document = game({**hand(), "wagers": wagers})
    assert {"uth.1.ante", "uth.1.blind"} & set(refused_by(document))


@pytest.mark.clause("uth.6.a")
def test_only_chips_plaques_and_accepted_coupons_are_taken() -> None:
    for tender in ("chips", "plaque"):
        assert first_hand(game(hand(tender=tender))).total == 5000
    for tender in ("cash", "verbal", "match_play"):
        assert refused_by(game(hand(tender={"ante": tender}))) == ("uth.6.a",)
    coupon = hand(tender={"ante": "match_play"}, coupons={"ante": 1000})
    assert first_hand(game(coupon, match_play=True)).total == 5000 + 1000
    faceless = game(hand(tender={"ante": "match_play"}), match_play=True)
    assert "without a face" in message_of(faceless)


@pytest.mark.clause("uth.6.a")
def test_a_coupon_stands_beside_the_ante_only() -> None:
    wrong = hand(wagers={"trips": 500}, tender={"trips": "match_play"})
    assert refused_by(game(wrong, match_play=True)) == ("uth.6.a",)


@pytest.mark.clause("uth.6.b", "uth.13.a")
@pytest.mark.parametrize("wager", ["ante", "blind", "trips", "cover_all", "progressive"])
def test_no_wager_changes_after_no_more_bets(wager: str) -> None:
    attempt = {"stage": "preflop", "wagers": {wager: 500}}
    assert refused_by({"game": "uth", "attempt": attempt})[0] == "uth.6.b"


@pytest.mark.clause("uth.6.b")
def test_a_play_wager_does_follow_no_more_bets() -> None:
    for stage, action in (("preflop", "4x"), ("flop", "2x"), ("river", "1x")):
        response = answer({"game": "uth", "attempt": {"stage": stage, "action": action}})
        assert response.refused is None


@pytest.mark.clause("uth.6.c", "uth.1.trips_wager")
def test_trips_needs_ante_and_blind_and_changes_no_other_wager() -> None:
    assert "uth.6.c" in refused_by({"game": "uth", "attempt": {"wagers": {"trips": 500}}})
    with_trips = first_hand(game(hand(wagers={"trips": 500})))
    without = first_hand(game(hand()))
    for wager in ("ante", "blind", "play"):
        assert with_trips.of(wager) == without.of(wager)


@pytest.mark.clause("uth.13.a")
def test_cover_all_is_taken_before_the_round_where_it_is_offered() -> None:
    wagers = {"cover_all": 500}
    assert first_hand(game(hand(wagers=wagers), cover_all=True)).of("cover_all").stake == 500
    assert "does not offer it" in message_of(game(hand(wagers=wagers)))
    alone = {"config": {"cover_all": True}, "wagers": {"cover_all": 500}}
    assert "uth.13.a" in refused_by({"game": "uth", "attempt": alone})


@pytest.mark.clause("uth.14.a", "uth.14.b")
def test_the_progressive_is_five_dollars_beside_ante_blind_and_trips() -> None:
    good = game(hand(wagers=WITH_PROGRESSIVE), progressive=PROGRESSIVE)
    assert first_hand(good).of("progressive").stake == 500
    for amount in (499, 501):
        wagers = {**WITH_PROGRESSIVE, "progressive": amount}
        assert refused_by(game(hand(wagers=wagers), progressive=PROGRESSIVE)) == ("uth.14.a",)
    everything = {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 500}
    for missing in ("ante", "blind", "trips"):
        wagers = {wager: cents for wager, cents in everything.items() if wager != missing}
        attempt = {"config": {"progressive": PROGRESSIVE}, "wagers": wagers}
        assert "uth.14.b" in refused_by({"game": "uth", "attempt": attempt}), missing


@pytest.mark.clause("uth.14.c")
def test_the_progressive_is_not_offered_without_the_licensees_table() -> None:
    assert refused_by(game(hand(wagers=WITH_PROGRESSIVE))) == ("uth.14.c",)
    for value in (True, {}, {"meter_cents": 5}, {"table": {"pair": {"cents": 5}}}):
        assert refused_by(game(hand(), progressive=value)) == ("uth.14.c",)


@pytest.mark.clause("uth.12")
def test_one_player_has_one_position() -> None:
    second = {**hand("Qs Qh", seat=2), "player": "P1"}
    assert refused_by(game(hand(), second)) == ("uth.12",)


# --- decisions


@pytest.mark.clause("uth.6.d", "uth.1.play_wager")
@pytest.mark.parametrize(
    ("stage", "allowed"),
    [
        ("preflop", {3000, 4000}),
        ("flop", {2000}),
        ("river", {1000}),
        ("betting", set()),
        ("after_no_more_bets", set()),
    ],
)
def test_a_play_wager_at_another_time_or_amount_is_refused(stage: str, allowed: set[int]) -> None:
    for amount in (999, 1000, 1001, 2000, 3000, 4000, 5000):
        attempt = {"stage": stage, "ante": 1000, "wagers": {"play": amount}}
        response = answer({"game": "uth", "attempt": attempt})
        assert (response.refused is None) == (amount in allowed), amount
        assert response.refused is None or "uth.1.play_wager" in response.refused.clauses
    assert "give the ante" in message_of(
        {"game": "uth", "attempt": {"stage": stage, "wagers": {"play": 77}}}
    )


ACTIONS = ["check", "4x", "3x", "2x", "1x", "fold", None]


def legal(preflop: str | None, flop: str | None, river: str | None) -> bool:
    """A second statement of Section 10: one bet at its own street, else down to 1x or fold."""
    if preflop in {"3x", "4x"}:
        return flop is None and river is None
    if preflop == "check" and flop == "2x":
        return river is None
    return preflop == flop == "check" and river in {"1x", "fold"}


@pytest.mark.clause("uth.1.play_wager", "uth.1.check", "uth.1.fold", "uth.6.d")
@pytest.mark.parametrize(("preflop", "flop"), list(product(ACTIONS, ACTIONS)))
def test_every_combination_of_decisions(preflop: str | None, flop: str | None) -> None:
    for river in ACTIONS:
        actions = {"preflop": preflop, "flop": flop, "river": river}
        taken = {street: act for street, act in actions.items() if act}
        response = answer(game(hand(actions=taken)))
        assert (response.refused is None) == legal(preflop, flop, river), actions
        if response.refused:
            assert response.refused.clauses, actions


@pytest.mark.clause("uth.10.a.1", "uth.10.c.1", "uth.10.e.1", "uth.6.d")
@pytest.mark.parametrize(
    ("actions", "multiple"),
    [
        ({"preflop": "4x"}, 4),
        ({"preflop": "3x"}, 3),
        ({"preflop": "check", "flop": "2x"}, 2),
        ({"preflop": "check", "flop": "check", "river": "1x"}, 1),
    ],
)
def test_the_play_spot_holds_the_multiple_chosen(actions: Any, multiple: int) -> None:
    assert first_hand(game(hand(actions=actions))).of("play").stake == 1000 * multiple
    stated = game(hand(actions=actions, wagers={"play": 1000 * multiple}))
    assert first_hand(stated).of("play").stake == 1000 * multiple
    wrong = game(hand(actions=actions, wagers={"play": 1000 * multiple + 1}))
    assert any(clause.startswith("uth.10.") for clause in refused_by(wrong))


def test_a_stated_play_spot_must_agree_with_the_decisions() -> None:
    folded = game(hand(actions=FOLD, play_placed=2), irregularity={"type": "shoe_fault"})
    assert refused_by(folded) == ("uth.1.fold",)
    void = {"type": "shoe_fault"}
    assert first_hand(game(hand(play_placed=4), irregularity=void)).of("play").stake == 4000
    assert "after choosing 4x" in message_of(game(hand(play_placed=3), irregularity=void))
    assert "0, 1, 2, 3 or 4" in message_of(game(hand(play_placed=5), irregularity=void))


@pytest.mark.clause("uth.1.check", "uth.1.fold")
def test_a_check_keeps_the_player_in_and_a_fold_ends_it() -> None:
    checked = first_hand(game(hand(actions={"preflop": "check", "flop": "check", "river": "1x"})))
    assert outcomes(checked) == {"ante": "win", "blind": "push", "play": "win"}
    folded = first_hand(game(hand(actions=FOLD)))
    assert outcomes(folded) == {"ante": "forfeit", "blind": "forfeit"}
