"""The log as JSON: written, read back, replayed; data that are no command are refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games import GAMES
from houseway.rulebook import Malformed
from houseway.table import TableState, evolve, read_setup
from houseway.table.commands import Actor, Bet, Choose, Do, Role
from houseway.table.state import assert_conserved
from houseway.table.trials import DEALER
from houseway.table.wire import COMMANDS, EVENTS, command_from_data, event_from_data, to_data
from tests.table.helpers import played


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32), st.booleans())
def test_a_log_is_read_back_from_json_and_replays(game: str, seed: int, faults: bool) -> None:
    table = played(game, seed, faults=faults)
    lines = [json.dumps(to_data(event)) for event in table.log]
    state = table.start
    for line, event in zip(lines, table.log, strict=True):
        again = event_from_data(json.loads(line))
        assert again == event
        state = evolve(state, again)
    assert state == table.state


LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_a_log_written_long_ago_still_replays(path: Path) -> None:
    """Logs are never rewritten: if this fails, a new form or a new field is needed, not a new log.

    The first line is the table's configuration, the last the balance of each account.
    """
    first, *lines, last = path.read_text(encoding="utf-8").splitlines()
    opened = json.loads(first)
    state = TableState(read_setup(opened["game"], opened["config"]))
    for line in lines:
        state = evolve(state, event_from_data(json.loads(line)))
        assert_conserved(state)
    assert dict(state.balances) == json.loads(last)


def test_an_event_is_readable_and_names_its_form() -> None:
    table = played("uth", 1)
    data = next(to_data(event) for event in table.log if to_data(event)["type"] == "cards_dealt")
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
        ({"cents": "500"}, "command's cents must be a whole number, not '500'"),
        ({"cents": True}, "cents must be a whole number"),
        ({"cents": 5.0}, "cents must be a whole number"),
        ({"cents": 10**16}, "cents is out of range"),
        ({"wager": 7}, "wager must be text, not 7"),
        ({"tender": "bananas"}, "tender is 'bananas'; it can be chips, plaque"),
        ({"by": {"role": "king", "name": "A"}}, "by.role is 'king'; it can be player, dealer"),
        ({"by": {"role": "player"}}, "command's by lacks name"),
        ({"by": 5}, "by must be an object"),
        ({"colour": 1}, "unknown field: 'colour'"),
    ],
)
def test_data_that_are_no_command_are_refused(change: dict[str, Any], words: str) -> None:
    data = {**to_data(Bet(Actor(Role.PLAYER, "A"), 1, "ante", 500)), **change}
    with pytest.raises(Malformed, match=words):
        command_from_data(data)
    with pytest.raises(Malformed, match="The command lacks by, seat, wager, cents"):
        command_from_data({"v": 1, "type": "bet"})
    with pytest.raises(Malformed, match="clauses must be a list"):
        event_from_data({"v": 1, "type": "chips_bought", "clauses": 5})
