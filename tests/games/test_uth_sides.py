"""Ultimate Texas Hold 'Em, clause by clause: Cover All and the progressive."""

from itertools import product
from typing import Any

import pytest

from houseway.games.uth.definition import display_cover_all
from tests.conftest import answer, first_hand, refused_by
from tests.games.settling import settled
from tests.games.uth_hands import FOLD, PROGRESSIVE, UTH, WINNING, WITH_PROGRESSIVE, game, hand

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
    settlement = settled(document)
    assert [h.of("cover_all").net for h in settlement.hands] == [8000, 8000]


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
    posted = display_cover_all(UTH.read_options({"cover_all": True}), hands)
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
    settlement = settled(document)
    # 10 % of 1,000,001 is paid up to the cent; the folded seat comes last.
    assert settlement.hand(2).of("progressive").net == 100_001
    assert settlement.hand(1).of("progressive").net == 90_000
    assert settlement.hand(3).of("progressive").net == 81_000


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
