"""The log as JSON, and what each role sees: nothing more than it may."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.games import GAMES
from houseway.rulebook import Malformed
from houseway.table import TableState, due, evolve, read_setup
from houseway.table.commands import Actor, Bet, Choose, Do, ExposeDealerCard, Happen, Role
from houseway.table.news import TOLD, TOLD_TO_STAFF
from houseway.table.state import assert_conserved
from houseway.table.trial import ALL_ACTS, DEALER, Trial
from houseway.table.views import view, whole_view
from houseway.table.wire import COMMANDS, EVENTS, command_from_data, event_from_data, to_data
from tests.table.helpers import assert_no_news_leak, assert_no_view_leaks


def played(game: str, seed: int, *, faults: bool = False) -> Trial:
    found = Trial(read_setup(game, {}), Random(seed))
    found.seat("A", "B", "C")
    for _ in range(2):
        found.prepare()
        found.bet_at_random()
        if faults:
            found.tell(Do(DEALER, "no_more_bets"))
            world = Actor(Role.SYSTEM, "world")
            found.tell(Happen(world, "face_up", found.state.stock[3]))
            while found.state.round is not None:
                if due(found.state)[0].act == "decide" and found.chance.randint(1, 5) == 1:
                    found.tell(ExposeDealerCard(DEALER))
                else:
                    found.perform()
        else:
            found.play_round()
    return found


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32), st.booleans())
def test_a_log_is_read_back_from_json_and_replays(game: str, seed: int, faults: bool) -> None:
    found = played(game, seed, faults=faults)
    lines = [json.dumps(to_data(event)) for event in found.log]
    state = found.start
    for line, event in zip(lines, found.log, strict=True):
        again = event_from_data(json.loads(line))
        assert again == event
        state = evolve(state, again)
    assert state == found.state


LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_a_log_written_long_ago_still_replays(path: Path) -> None:
    """Logs are never rewritten: if this fails, a new form or a new field is needed, not a new log.

    The first line is the table's configuration, the last what each account held.
    """
    first, *lines, last = path.read_text(encoding="utf-8").splitlines()
    opened = json.loads(first)
    state = TableState(read_setup(opened["game"], opened["config"]))
    for line in lines:
        state = evolve(state, event_from_data(json.loads(line)))
        assert_conserved(state)
    assert dict(state.balances) == json.loads(last)


def test_an_event_is_readable_and_says_its_form() -> None:
    found = played("uth", 1)
    data = next(to_data(event) for event in found.log if to_data(event)["type"] == "cards_dealt")
    assert data["v"] == 1
    assert data["by"] == "dealer:Dana"
    assert data["place"] == "1"
    assert data["clauses"][0] == "uth.7.d"
    assert len(EVENTS) > 20
    assert len(COMMANDS) == 23


@pytest.mark.parametrize(
    "command",
    [
        Bet(Actor(Role.PLAYER, "A"), 1, "ante", 500),
        Do(DEALER, "deal", 3),
        Choose(Actor(Role.PLAYER, "A"), 1, {"decision": "play", "high": ["As"], "low": []}),
    ],
)
def test_commands_are_read_back(command: Any) -> None:
    assert command_from_data(json.loads(json.dumps(to_data(command)))) == command


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"v": 2}, "form 2"),
        ({"type": "explode"}, "type is 'explode'"),
        ({"cents": "500"}, "must be of type int"),
        ({"cents": True}, "must be of type int"),
        ({"by": {"role": "king", "name": "A"}}, "Role is 'king'"),
        ({"by": 5}, "must be an object"),
        ({"colour": 1}, "unknown field"),
    ],
)
def test_what_is_no_command_is_refused(change: dict[str, Any], words: str) -> None:
    data = {**to_data(Bet(Actor(Role.PLAYER, "A"), 1, "ante", 500)), **change}
    with pytest.raises(Malformed, match=words):
        command_from_data(data)
    with pytest.raises(Malformed, match="lacks"):
        command_from_data({"v": 1, "type": "bet"})
    with pytest.raises(Malformed, match="must be a list"):
        event_from_data({"v": 1, "type": "chips_bought", "clauses": 5})


@settings(max_examples=30)  # each is a whole table, looked at by everybody after every event
@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32))
def test_no_view_ever_names_a_card_it_may_not(game: str, seed: int) -> None:
    """After every event: public cards for all, his own for a player, and nothing else."""
    found = played(game, seed)
    state = found.start
    for event in found.log:
        state = evolve(state, event)
        assert_no_view_leaks(state)
        assert_no_news_leak(state, event)


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32))
def test_a_players_view_made_in_parts_is_the_whole_view(game: str, seed: int) -> None:
    found = played(game, seed)
    state = found.start
    for event in found.log:
        state = evolve(state, event)
        for name in {*state.seats.values(), "nobody"}:
            assert view(state, "player", name) == whole_view(state, "player", name)


def test_every_event_is_told_or_kept_on_purpose() -> None:
    kept = {"fault_happened"}
    told = {*TOLD, *TOLD_TO_STAFF}
    assert {name for name, kind in EVENTS.items() if kind not in told} == kept


def test_a_player_sees_his_own_cards_when_the_game_lets_him() -> None:
    for game, looks in (("uth", True), ("hilo", True), ("pikit", False)):
        found = Trial(read_setup(game, {}), Random(4))
        found.seat("A", "B")
        found.prepare()
        found.bet_at_random()
        found.tell(Do(DEALER, "no_more_bets"))
        found.perform()
        dealt = found.state.round
        assert dealt is not None
        assert "cards" not in view(found.state, "player", "A")["round"]["hands"]["1"]
        while due(found.state)[0].act != "decide":
            if due(found.state)[0].act == "reveal":
                break
            found.perform()
        hands = view(found.state, "player", "A")["round"]["hands"]
        assert ("cards" in hands["1"]) is looks
        assert "cards" not in hands["2"]
        auditor = view(found.state, "auditor")["round"]
        assert len(auditor["dealer"]["cards"]) == len(dealt.dealer) or auditor["dealer"]["cards"]


def test_three_cards_that_were_turned_up_stay_told_when_the_round_is_void() -> None:
    """A 3 card bonus bettor's pick lay open to all before the round was found void."""
    found = Trial(read_setup("pikit", {}, ALL_ACTS), Random(1))
    found.seat("A", "B")
    found.prepare()
    for player, seat in (("A", 1), ("B", 2)):
        for wager in ("ante", "five_card_bonus", "three_card_bonus"):
            found.tell(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    found.tell(Do(DEALER, "no_more_bets"))
    hands = view(found.state, "spectator")["round"]["hands"]
    while "shown" not in hands["1"]:
        found.perform()
        hands = view(found.state, "spectator")["round"]["hands"]
    found.tell(ExposeDealerCard(DEALER))  # the automated dealer unwinds the round at once
    after = view(found.state, "spectator")["last"]["hands"]
    assert after["1"]["shown"] == hands["1"]["shown"]
    assert_no_view_leaks(found.state)


def test_an_additional_hand_is_hidden_until_every_hand_is_decided() -> None:
    found = Trial(read_setup("hilo", {}), Random(5))
    alice = Actor(Role.PLAYER, "A")
    found.seat("A", "A")
    found.prepare()
    for seat in (1, 2):
        found.tell(Bet(alice, seat, "ante", 500))
    found.tell(Do(DEALER, "no_more_bets"))
    while due(found.state)[0].act != "decide":
        found.perform()
    hands = view(found.state, "player", "A")["round"]["hands"]
    assert "cards" in hands["1"]
    assert "cards" not in hands["2"]


def test_money_is_seen_by_those_who_watch_it() -> None:
    found = played("uth", 2)
    assert "balances" in view(found.state, "supervisor")
    assert "balances" not in view(found.state, "player", "A")
    assert view(found.state, "player", "A")["chips"] == found.state.rack_of("A")
