"""Ultimate Texas Hold 'Em, clause by clause: ante, blind, play and trips."""

from itertools import product
from typing import Any

import pytest

from tests.conftest import first_hand, message_of, refused_by
from tests.games.settling import outcomes
from tests.games.uth_hands import BET, BLIND, FOLD, TRIPS, TRIPS_ROWS, WINNING, game, hand

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
