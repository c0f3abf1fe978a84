"""The 175 described rounds and the refusals, each through the documents that `settle` speaks."""

from typing import Any

import pytest

from houseway.games import GAMES
from houseway.games.contract import assert_whole
from houseway.games.procedure import Act
from houseway.games.results import HandResult, Settlement
from houseway.table.attempts import answer_document
from tests.conftest import answer, load_rounds

VECTORS = [entry for game in GAMES for entry in load_rounds(game)]
REFUSALS = load_rounds("refusals")


def by_id(entries: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("entry", entries, ids=[entry["id"] for entry in entries])


@by_id(VECTORS)
def test_a_round_settles_as_described(entry: dict[str, Any]) -> None:
    response = answer(entry)
    assert response.refused is None
    data = response.as_data()
    assert data["id"] == entry["id"]
    for hand, described in zip(data["hands"], entry["hands"], strict=True):
        expected = described["expect"]
        assert hand["seat"] == described["seat"]
        assert hand["net"] == expected["net"]
        assert hand["outcome"] == expected["outcome"]
        assert hand["total"] == expected["total"]


@by_id(VECTORS)
def test_a_round_cites_the_clauses_it_is_there_to_show(entry: dict[str, Any]) -> None:
    hands = answer(entry).as_data()["hands"]
    cited = {clause for hand in hands for ids in hand["clauses"].values() for clause in ids}
    assert set(entry["clauses"]) <= cited


@by_id(VECTORS)
def test_the_dealers_steps_move_exactly_the_money_of_the_settlement(entry: dict[str, Any]) -> None:
    """The running order pays, collects and returns each wager once, and what it comes to."""
    response = answer(entry)
    assert response.game is not None
    assert response.round is not None
    assert response.settlement is not None
    steps = list(response.game.running_order(response.options, response.round, response.settlement))
    moved = {(step.seat, step.wager): step for step in steps if step.wager}
    settled = {(h.seat, r.wager): r for h in response.settlement.hands for r in h.results}
    assert len([step for step in steps if step.wager]) == len(moved)
    assert moved.keys() == settled.keys()
    for place, result in settled.items():
        gained = {Act.PAY: moved[place].cents, Act.COLLECT: -moved[place].cents}
        expected = 0 if result.outcome == "consumed" else gained.get(moved[place].act, 0)
        assert result.net == expected
    assert steps[-1].act is Act.RACK
    assert all(str(step) for step in steps)


@by_id(REFUSALS)
def test_a_forbidden_act_is_refused_by_its_clauses(entry: dict[str, Any]) -> None:
    response = answer_document(entry)
    assert response.refused is not None
    assert set(entry["clauses"]) <= set(response.refused.clauses)


@pytest.mark.clause("pikit.39.1.round_of_play", "uth.1.round_of_play", "hilo.40.1.round_of_play")
@by_id([load_rounds(game)[0] for game in GAMES])
def test_a_round_does_not_close_with_a_wager_unsettled_or_settled_twice(
    entry: dict[str, Any],
) -> None:
    response = answer(entry)
    assert response.round is not None
    assert response.settlement is not None
    assert_whole(response.round, response.settlement)
    (hand, *_) = response.settlement.hands
    for results in (hand.results[1:], (*hand.results, hand.results[0])):
        wrong = Settlement((HandResult(hand.seat, results),))
        with pytest.raises(AssertionError, match="a wager was"):
            assert_whole(response.round, wrong)
    elsewhere = Settlement((HandResult(hand.seat + 1, hand.results),))
    with pytest.raises(AssertionError):
        assert_whole(response.round, elsewhere)


def test_remarks_change_nothing() -> None:
    entry = load_rounds("pikit")[-1]
    noted = {**entry, "note": "seen on camera"}
    noted["irregularity"] = {**entry["irregularity"], "note": "reported by the floor"}
    assert answer(noted).settlement == answer(entry).settlement


def test_an_attempt_that_breaks_no_rule_is_allowed() -> None:
    wagers = {"ante": 1000, "blind": 1000, "trips": 500}
    response = answer({"id": 7, "game": "uth", "attempt": {"wagers": wagers}})
    assert response.as_data() == {"id": 7, "allowed": True}
