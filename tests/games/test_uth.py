"""Ultimate Texas Hold 'Em, clause by clause: what each rule of wagers and settlement does."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, Card, FiveCard, best_five, show_cards
from houseway.games import GAMES
from houseway.games.dealing import Method, deal
from houseway.games.procedure import Act, Step
from houseway.games.results import HandResult, Settlement
from houseway.games.uth.decisions import STREETS
from houseway.games.uth.definition import cover_all_display
from houseway.games.uth.limits import main_limit, minimum_wager_win
from tests.conftest import answer, first_hand, message_of, refused_by

UTH = GAMES["uth"]
BOARD = "Kd 9c 5h 3s 2c"
PAIRED_DEALER = "9h 8h"
BET = {"preflop": "4x"}
FOLD = {"preflop": "check", "flop": "check", "river": "fold"}


def hand(
    cards: str = "Ks Jd", actions: dict[str, str] | None = None, seat: int = 1, **more: Any
) -> dict[str, Any]:
    wagers = {"ante": 1000, "blind": 1000, **more.pop("wagers", {})}
    fields = {"seat": seat, "player": f"P{seat}", "wagers": wagers, "cards": cards.split()}
    return {**fields, "actions": BET if actions is None else actions, **more}


def game(
    *hands: dict[str, Any],
    board: str = BOARD,
    dealer: str = PAIRED_DEALER,
    irregularity: Any = None,
    **config: Any,
) -> dict[str, Any]:
    document: dict[str, Any] = {"game": "uth", "config": config, "community": board.split()}
    if irregularity:
        document["irregularity"] = irregularity
    return {**document, "dealer": dealer.split(), "hands": list(hands)}


def settled(document: dict[str, Any]) -> Settlement:
    found = answer(document)
    assert found.settlement is not None, found.refused
    return found.settlement


def outcomes(result: HandResult) -> dict[str, str]:
    return {entry.wager: entry.outcome.value for entry in result.results}


def steps(document: dict[str, Any]) -> list[Step]:
    found = answer(document)
    assert found.settlement is not None, found.refused
    assert found.round is not None
    return list(UTH.running_order(found.options, found.round, found.settlement))


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
        found = answer({"game": "uth", "attempt": {"stage": stage, "action": action}})
        assert found.refused is None


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


PROGRESSIVE = {
    "meter_cents": 1_000_001,
    "table": {"royal_flush": {"meter_percent": 100}, "pair": {"meter_percent": 10}},
}
WITH_PROGRESSIVE = {"trips": 500, "progressive": 500}


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
        found = answer({"game": "uth", "attempt": attempt})
        assert (found.refused is None) == (amount in allowed), amount
        assert found.refused is None or "uth.1.play_wager" in found.refused.clauses
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
        given_actions = {street: act for street, act in actions.items() if act}
        found = answer(game(hand(actions=given_actions)))
        assert (found.refused is None) == legal(preflop, flop, river), actions
        if found.refused:
            assert found.refused.clauses, actions


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


def test_what_is_said_to_lie_on_the_play_spot_must_agree() -> None:
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


# --- ante, blind and play


@pytest.mark.clause("uth.10.h.1", "uth.10.h.2", "uth.10.h.3", "uth.11.b", "uth.1.push")
def test_lower_loses_higher_wins_and_equal_pushes() -> None:
    lost = first_hand(game(hand("Qs Jd")))
    assert lost.total == -6000
    won = first_hand(game(hand("Ks Jd")))
    assert {r.wager: r.net for r in won.results} == {"ante": 1000, "blind": 0, "play": 4000}
    tied = first_hand(game(hand("9s 8d")))
    assert set(outcomes(tied).values()) == {"push"}
    assert tied.total == 0


@pytest.mark.clause("uth.10.h.3", "uth.1.push", "uth.1.suit", "uth.5.c")
@pytest.mark.parametrize("board", ["As Ks Qs Js 9s", "9s 9d 9c 9h Ad", "As Kd Qs Jc Th"])
def test_a_hand_on_the_board_pushes_everything_whatever_it_is(board: str) -> None:
    result = first_hand(game(hand("2d 3c"), board=board, dealer="2h 3h"))
    assert set(outcomes(result).values()) == {"push"}


@pytest.mark.clause("uth.10.g")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Kh 9d", {"ante": "push", "blind": "push", "play": "win"}),
        ("Jc 9d", {"ante": "push", "blind": "lose", "play": "lose"}),
        ("Qd 8d", {"ante": "push", "blind": "push", "play": "push"}),
    ],
)
def test_a_dealer_below_a_pair_returns_the_ante(cards: str, expected: dict[str, str]) -> None:
    document = game(hand(cards), board="Kd Ts 7c 4h 2s", dealer="Qh 8c")
    assert outcomes(first_hand(document)) == expected
    folded = game(hand(cards, FOLD), board="Kd Ts 7c 4h 2s", dealer="Qh 8c")
    assert outcomes(first_hand(folded)) == {"ante": "forfeit", "blind": "forfeit"}


@pytest.mark.clause("uth.10.g", "uth.1.hand")
def test_a_pair_on_the_board_opens_the_dealer() -> None:
    result = first_hand(game(hand("As Qd"), board="Kd Kc 7c 4h 2s", dealer="Qh 8c"))
    assert outcomes(result)["ante"] == "win"


BLIND = {
    "royal_flush": (500, 1),
    "straight_flush": (50, 1),
    "four_of_a_kind": (10, 1),
    "full_house": (3, 1),
    "flush": (3, 2),
    "straight": (1, 1),
    "three_of_a_kind": (0, 1),
    "two_pair": (0, 1),
    "pair": (0, 1),
}
WINNING = {
    "royal_flush": ("As Ks", "Qs Js Ts 4d 2c"),
    "straight_flush": ("9s 8s", "7s 6s 5s Kd 2c"),
    "four_of_a_kind": ("9s 9h", "9d 9c 5s Kd 2c"),
    "full_house": ("9s 9h", "9d Kc Kd 4h 2c"),
    "flush": ("As 8s", "Ks 6s 3s Qd 2c"),
    "straight": ("9s 8h", "7s 6d 5s Kd 2c"),
    "three_of_a_kind": ("9s 9h", "9d 6c 3s Kd 2c"),
    "two_pair": ("9s Kh", "9d 6c 3s Kd 2c"),
    "pair": ("As Ah", "9d 6c 3s Kd 2c"),
    "high_card": ("As Qh", "9d 6c 3s Kd 2c"),
}


@pytest.mark.clause("uth.11.c", "uth.10.h.2", "uth.1.blind")
@pytest.mark.parametrize("category", BLIND)
def test_every_row_of_the_blind(category: str) -> None:
    cards, board = WINNING[category]
    result = first_hand(game(hand(cards), board=board, dealer="Jd 4c"))
    win, stake = BLIND[category]
    assert result.of("ante").outcome in {"win", "push"}
    assert result.of("blind").net == 1000 * win // stake
    assert result.of("blind").outcome == ("win" if win else "push")


@pytest.mark.clause("uth.11.c")
def test_three_to_two_on_an_odd_amount_is_paid_up_to_the_unit() -> None:
    def flush(ante: int, **config: Any) -> int:
        cards, board = WINNING["flush"]
        document = game(hand(cards), board=board, dealer="Jd 4c", **config)
        document["hands"][0]["wagers"] = {"ante": ante, "blind": ante}
        return first_hand(document).of("blind").net

    assert flush(500) == 750
    assert flush(501) == 752
    assert flush(501, payout_unit_cents=25) == 775
    assert first_hand(game(hand(), payout_unit_cents=300)).of("ante").net == 1200
    assert first_hand(game(hand(), payout_unit_cents=300)).of("play").net == 4200
    odd = game(hand(), wager_increment_cents=300)
    assert "whole steps of $3" in message_of(odd)


# --- trips

TRIPS = {
    "A": (50, 40, 30, 9, 7, 4, 3),
    "B": (50, 40, 30, 8, 6, 5, 3),
    "C": (50, 40, 30, 8, 7, 4, 3),
    "D": (50, 40, 20, 7, 6, 5, 3),
}
TRIPS_ROWS = list(BLIND)[:7]


@pytest.mark.clause("uth.11.d", "uth.10.h.4", "uth.1.trips_wager")
@pytest.mark.parametrize(("table", "category"), list(product(TRIPS, WINNING)))
def test_every_row_of_every_trips_table_played_and_folded(table: str, category: str) -> None:
    cards, board = WINNING[category]
    odds = dict(zip(TRIPS_ROWS, TRIPS[table], strict=True)).get(category)
    for actions in (BET, FOLD):
        document = game(
            hand(cards, actions, wagers={"trips": 500}),
            board=board,
            dealer="Jd 4c",
            trips_table=table,
        )
        assert first_hand(document).of("trips").net == (-500 if odds is None else 500 * odds)


@pytest.mark.clause("uth.11.d")
def test_a_trips_row_may_be_better_and_never_lower() -> None:
    cards, board = WINNING["flush"]
    lucky = hand(cards, wagers={"trips": 500})
    better = game(lucky, board=board, dealer="Jd 4c", trips_rows={"flush": 8})
    assert first_hand(better).of("trips").net == 4000
    assert refused_by(game(hand(), trips_rows={"flush": 6})) == ("uth.11.d",)
    lower: dict[str, Any] = {"trips_table": "A", "override": {"flush": 6}}
    assert refused_by(game(hand(), **lower)) == ("uth.11.d",)
    assert refused_by(game(hand(), trips_table="E")) == ("uth.11.d",)


@pytest.mark.clause("uth.10.h.4")
def test_trips_is_settled_after_the_others_and_pays_a_loser() -> None:
    document = game(hand("5s 5d", wagers={"trips": 500}), board="5c Kd Kc 9h 2s", dealer="Kh 9d")
    result = first_hand(document)
    assert [r.wager for r in result.results] == ["ante", "blind", "play", "trips"]
    assert outcomes(result) == {"ante": "lose", "blind": "lose", "play": "lose", "trips": "win"}


# --- Cover All

MATRIX = {
    7: (70, 30, 20, 4),
    6: (80, 40, 30, 4),
    5: (100, 40, 35, 5),
    4: (125, 70, 40, 6),
    3: (150, 80, 50, 8),
    2: (200, 100, 70, 12),
}
COVERED = {
    "royal_flush": ("As Ks", "Qs Js Ts 4d 2c"),
    "straight_flush": ("9s 8s", "7s 6s 5s Kd 2c"),
    "four_of_a_kind": ("9s 9h", "9d 9c 5s Kd 2c"),
    "full_house": ("9s 9h", "9d Kc Kd 4h 2c"),
}
IDLE = ["3c 3d", "4c 6d", "6c Qd", "Qc 8d", "8c Jc"]


def covered(hands: int, cards: str, board: str) -> dict[str, Any]:
    others = [hand(IDLE[n], seat=n + 2) for n in range(hands - 2)]
    lucky = hand(cards, wagers={"cover_all": 100})
    return game(lucky, *others, board=board, dealer="Jd 3h", cover_all=True)


@pytest.mark.clause("uth.13.k", "uth.13.c", "uth.13.f", "uth.13.b")
@pytest.mark.parametrize(("hands", "row"), list(product(MATRIX, range(4))))
def test_every_cell_of_the_cover_all_matrix(hands: int, row: int) -> None:
    cards, board = list(COVERED.values())[row]
    result = first_hand(covered(hands, cards, board))
    assert result.of("cover_all").net == 100 * MATRIX[hands][row]


@pytest.mark.clause("uth.13.b")
@pytest.mark.parametrize("category", ["flush", "straight", "three_of_a_kind", "two_pair"])
def test_below_a_full_house_cover_all_loses_unless_the_licensee_adds_a_row(category: str) -> None:
    cards, board = WINNING[category]
    assert first_hand(covered(2, cards, board)).of("cover_all").net == -100
    document = covered(2, cards, board)
    document["config"]["cover_all_low_rows"] = {"flush": 2, "straight": 1, "three_of_a_kind": 1}
    paid = {"flush": 200, "straight": 100, "three_of_a_kind": 100, "two_pair": -100}
    assert first_hand(document).of("cover_all").net == paid[category]


@pytest.mark.clause("uth.13.g", "uth.13.b")
def test_only_the_highest_hand_counts_and_all_bettors_are_paid_for_it() -> None:
    """The dealer holds trips and seat 1 a straight flush: both bets are paid for the latter."""
    document = game(
        hand("9s 8s", wagers={"cover_all": 100}),
        hand("4d Jh", FOLD, seat=2, wagers={"cover_all": 100}),
        board="7s 6s 5s Kd 2c",
        dealer="Kh Kc",
        cover_all=True,
    )
    found = settled(document)
    assert [h.of("cover_all").net for h in found.hands] == [8000, 8000]


@pytest.mark.clause("uth.13.b")
def test_a_folded_hand_counts_only_if_it_lies_under_a_trips_wager() -> None:
    def bet_of_seat_2(**wagers: int) -> int:
        document = game(
            hand("9s 9h", FOLD, wagers=wagers),
            hand("Qd Jh", seat=2, wagers={"cover_all": 100}),
            board="9d Kc Kd 4h 2c",
            dealer="8d 3h",
            cover_all=True,
        )
        return settled(document).hand(2).of("cover_all").net

    assert bet_of_seat_2(trips=500) == 800
    assert bet_of_seat_2() == -100


@pytest.mark.clause("uth.13.k")
def test_cover_all_ends_at_seven_hands() -> None:
    attempt = {"config": {"seats": 7, "cover_all": True}}
    assert refused_by({"game": "uth", "attempt": attempt}) == ("uth.13.k",)
    assert answer({"game": "uth", "attempt": {"config": {"seats": 7}}}).refused is None


@pytest.mark.clause("uth.13.h")
def test_offering_cover_all_changes_no_other_wager() -> None:
    for category, (cards, board) in WINNING.items():
        plain = game(hand(cards, wagers={"trips": 500}), board=board, dealer="Jd 4c")
        offered = {**plain, "config": {"cover_all": True}}
        assert first_hand(plain) == first_hand(offered), category


@pytest.mark.clause("uth.13.e")
@pytest.mark.parametrize("hands", MATRIX)
def test_the_column_in_force_is_displayed(hands: int) -> None:
    posted = cover_all_display(UTH.read_options({"cover_all": True}), hands)
    assert f"{hands} hands" in posted.heading
    assert [odds for _, odds in posted.lines()] == [f"{win} to 1" for win in MATRIX[hands]]


# --- the progressive


@pytest.mark.clause("uth.14.c")
def test_meter_shares_are_read_at_each_seats_turn() -> None:
    """Two pairs win 10 % each: the second seat to be settled wins it of what is left (U24)."""
    document = game(
        hand("Ks Jd", wagers=WITH_PROGRESSIVE, seat=1),
        hand("Kc Jh", wagers=WITH_PROGRESSIVE, seat=2),
        hand("9s 7d", FOLD, wagers=WITH_PROGRESSIVE, seat=3),
        progressive=PROGRESSIVE,
    )
    found = settled(document)
    # 10 % of 1,000,001 is paid up to the cent; the folded seat comes last.
    assert found.hand(2).of("progressive").net == 100_001
    assert found.hand(1).of("progressive").net == 90_000
    assert found.hand(3).of("progressive").net == 81_000


@pytest.mark.clause("uth.14.c")
def test_the_progressives_own_terms() -> None:
    def net(held: str = "Ks Jd", **terms: Any) -> int:
        progressive = {"meter_cents": 1000, "table": {"pair": {"cents": 3000}}, **terms}
        document = game(hand(held, wagers=WITH_PROGRESSIVE), progressive=progressive)
        return first_hand(document).of("progressive").net

    assert net() == 3000
    assert net(stake_returned=False) == 2500
    assert net("Qs Jd") == -500
    # Nines pair on the flop, twos only with the last card.
    assert net("9s Jd", cards="hole_and_flop") == 3000
    assert net("2s Jd", cards="hole_and_flop") == -500


@pytest.mark.clause("uth.14.c")
def test_an_emptied_meter_starts_again_for_the_next_seat() -> None:
    terms = {"meter_cents": 1000, "table": {"pair": {"meter_percent": 100}}, "start_cents": 600}
    document = game(
        hand("Ks Jd", wagers=WITH_PROGRESSIVE, seat=1),
        hand("Kc Jh", wagers=WITH_PROGRESSIVE, seat=2),
        progressive=terms,
    )
    assert [h.of("progressive").net for h in settled(document).hands] == [600, 1000]


@pytest.mark.clause("uth.14.c")
@pytest.mark.parametrize(
    "terms",
    [
        {"cards": "all"},
        {"stake_returned": 1},
        {"meter_cents": 1.5},
        {"table": {"nothing": {"cents": 5}}},
        {"table": {"pair": 5}},
        {"table": {"pair": {"cents": 0}}},
        {"table": {"pair": {"percent": 5}}},
        {"table": {"pair": {"meter_percent": 101}}},
        {"contribution_cents": 501},
        {"start": 5},
    ],
)
def test_a_progressive_that_makes_no_sense_is_refused(terms: dict[str, Any]) -> None:
    progressive = {"meter_cents": 1000, "table": {"pair": {"cents": 3000}}, **terms}
    assert refused_by(game(hand(), progressive=progressive)) == ("uth.14.c",)


@pytest.mark.clause("uth.14.d")
def test_the_progressive_is_outside_the_limits() -> None:
    jackpot = {"meter_cents": 10**9, "table": {"royal_flush": {"meter_percent": 100}}}
    document = game(
        hand("As Ks", wagers=WITH_PROGRESSIVE),
        board="Qs Js Ts 4d 2c",
        dealer="Jd 4c",
        progressive=jackpot,
    )
    assert first_hand(document).of("progressive").net == 10**9


# --- limits


def royal(ante: int, **more: Any) -> HandResult:
    config = {"minimums": {"ante": 500, "trips": 500}, "cover_all": True, **more.pop("config", {})}
    wagers = {"ante": ante, "blind": ante, **more}
    lucky = {**hand("As Ks"), "wagers": wagers}
    return first_hand(game(lucky, board="Qs Js Ts 4d 2c", dealer="Jd 4c", **config))


@pytest.mark.clause("uth.11.e")
def test_the_four_main_wagers_win_fifty_thousand_at_most() -> None:
    assert royal(20_000).total == 5_000_000
    assert royal(20_000).of("play").outcome == "win"
    assert royal(20_000).of("play").net == 0
    # The dealer's jack and ten make a pair with the board, so the ante is in play too.
    assert royal(9_900).total == 9_900 * 505 == 4_999_500


@pytest.mark.clause("uth.11.e")
def test_the_limit_rises_with_the_minimum_wager() -> None:
    def limit(ante: int, trips: int, **config: Any) -> int:
        minimums = {"ante": ante, "trips": trips}
        return main_limit(UTH.read_options({"minimums": minimums, **config}))

    assert limit(10_000, 500) == 5_075_000
    assert limit(9_900, 500) == 5_024_500
    assert limit(9_800, 500) == 5_000_000
    assert limit(10_000, 500, trips_rows={"royal_flush": 100}) == 5_100_000
    # What a minimum bettor could win is paid up to the unit too.
    assert limit(10_001, 500, payout_unit_cents=100) == 10_100 + 40_100 + 5_000_500 + 25_000
    assert royal(20_000, config={"minimums": {"ante": 10_000, "trips": 500}}).total == 5_075_000


@pytest.mark.clause("uth.14.d", "uth.11.e")
def test_all_bets_win_seventy_five_thousand_at_most() -> None:
    result = royal(20_000, cover_all=20_000)
    assert result.total == 7_500_000
    assert result.of("cover_all").net == 2_500_000
    low = {"limits": {"all_bets_cents": 1_000_000}}
    assert royal(20_000, config=low).total == 1_000_000


@pytest.mark.clause("uth.14.d")
def test_a_table_whose_minimum_bettor_could_be_cut_is_warned_of() -> None:
    options = UTH.read_options({"minimums": {"ante": 15_000, "trips": 500}})
    assert minimum_wager_win(options) > 7_500_000
    assert "uth.14.d" in UTH.warnings(options)[0]
    assert UTH.warnings(UTH.read_options({})) == ()


@pytest.mark.clause("uth.11.e")
@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(0, 10**8))
def test_a_cut_never_touches_stakes_and_never_exceeds_the_limits(
    ante: int, trips: int, limit: int
) -> None:
    config = {"limits": {"main_cents": limit}, "minimums": {}}
    whole = royal(ante, trips=trips, config={"limits": {"main_cents": 10**15}, "minimums": {}})
    cut = royal(ante, trips=trips, config=config)
    won = sum(r.net for r in cut.results)
    uncut = sum(r.net for r in whole.results)
    assert won == min(limit, 7_500_000, uncut)
    assert all(r.net >= 0 for r in cut.results)


# --- any hand at all


@pytest.mark.clause("uth.5.c", "uth.10.h.1", "uth.10.h.2", "uth.10.h.3", "uth.1.round_of_play")
@pytest.mark.clause("uth.1.rank")
@given(st.permutations(NEW_DECK), st.sampled_from([4, 3, 2, 1, 0]), st.booleans())
def test_any_deal_settles_by_a_second_reading_of_section_10(
    deck: list[Card], multiple: int, trips: bool
) -> None:
    """The money of a round, worked out here from the 21 five-card hands of each side."""
    cards, dealer, board = deck[:2], deck[2:4], deck[4:9]
    actions = {
        4: {"preflop": "4x"},
        3: {"preflop": "3x"},
        2: {"preflop": "check", "flop": "2x"},
        1: {"preflop": "check", "flop": "check", "river": "1x"},
        0: FOLD,
    }[multiple]
    document = game(
        hand(show_cards(cards), actions, wagers={"trips": 100} if trips else {}),
        board=show_cards(board),
        dealer=show_cards(dealer),
    )
    mine, his = best_five([*cards, *board])[0], best_five([*dealer, *board])[0]
    ante_in_play = his.category > FiveCard.HIGH_CARD
    if multiple == 0:
        expected = -2000
    elif mine == his:
        expected = 0
    elif mine < his:
        expected = -1000 * (ante_in_play + 1 + multiple)
    else:
        win, stake = BLIND.get(mine.category.key, (0, 1))
        expected = 1000 * (ante_in_play + multiple) + 1000 * win // stake
    if trips:
        odds = dict(zip(TRIPS_ROWS, TRIPS["A"], strict=True)).get(mine.category.key)
        expected += -100 if odds is None else 100 * odds
    result = first_hand(document)
    assert result.total == expected
    placed = {"ante", "blind"} | ({"play"} if multiple else set()) | ({"trips"} if trips else set())
    assert set(outcomes(result)) == placed


@pytest.mark.clause("uth.1.hand", "uth.1.community_card")
def test_a_hand_may_use_none_of_its_own_cards() -> None:
    result = first_hand(game(hand("2d 3c"), board="As Ks Qs Js 9s", dealer="4h 5h"))
    assert set(outcomes(result).values()) == {"push"}


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
    found = [(step.act, step.seat, step.wager) for step in steps(busy_table())]
    assert found == [
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
def test_what_each_irregularity_does(irregularity: Any, ante: str, trips: str) -> None:
    document = game(hand(wagers={"trips": 500}), irregularity=irregularity)
    found = outcomes(first_hand(document))
    assert (found["ante"], found["trips"]) == (ante, trips)


def test_what_a_ruling_turns_on_must_be_said() -> None:
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
    found = settled(document)
    assert set(outcomes(found.hand(1)).values()) == {"void"}
    assert found.hand(2).of("cover_all").outcome == "lose"
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


# --- the deal that gives these hands their names


@pytest.mark.clause("uth.1.burn", "uth.1.flop", "uth.1.stub", "uth.1.community_card")
@given(st.permutations(NEW_DECK), st.sets(st.integers(1, 21), min_size=1), st.sampled_from(Method))
def test_burns_flop_board_and_stub(deck: list[Card], seats: set[int], method: Method) -> None:
    dealt = deal(UTH.recipe, method, sorted(seats), deck)
    out = 2 * (len(seats) + 1)
    assert dealt.burned == (deck[out], deck[out + 4])
    assert dealt.community[:3] == tuple(deck[out + 1 : out + 4])
    assert dealt.community[3:] == tuple(deck[out + 5 : out + 7])
    assert len(dealt.stub) == 52 - out - 5 - 2
    # A burned card goes to the rack, and nobody, the dealer included, has seen it.
    assert dealt.racked == dealt.burned
    for seat in dealt.hands:
        assert not dealt.seen_from(seat) & {*dealt.burned, *dealt.stub}
        others = {card for other, held in dealt.hands.items() if other != seat for card in held}
        assert not dealt.seen_from(seat) & others


@pytest.mark.clause("uth.1")
def test_every_name_the_engine_uses_is_a_defined_term() -> None:
    defined = {name for term in UTH.glossary for name in term.names}
    wagers = {wager.id for wager in UTH.wagering.wagers}
    choices = {choice for street in STREETS for choice in street.choices}
    streets = {street.name for street in STREETS}
    ranks = {category.key for category in FiveCard}
    assert wagers | choices | streets | ranks <= defined
    assert all(term.clauses for term in UTH.glossary)
