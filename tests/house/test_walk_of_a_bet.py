"""The walk of a bet: few functions lie between its route and the rules, one verb each."""

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import houseway
from houseway.house import offices
from houseway.ledger import recorded_table
from houseway.ledger.store import Ledger
from houseway.table import handle
from houseway.table.wire import command_from_data
from houseway.web.app import create_app
from houseway.web.tables import routes
from tests.house.helpers import build_stand, open_table
from tests.web.clients import TestClient

MOST_STEPS = 6
WALK = [
    "CommandGateway.send",
    "House.submit",
    "House.carry_out",
    "Desk.submit",
    "TableService.submit",
    "RecordedTable.submit",
]
"""The functions between the route and the rules, in order."""
SOURCE = str(Path(houseway.__file__).parent)


def steps_from_route(frame: FrameType) -> list[str]:
    """The functions of houseway between the route of a command and a frame, in order."""
    steps: list[str] = []
    caller = frame.f_back
    while caller is not None and caller.f_code is not routes.send_command.__code__:
        if caller.f_code.co_filename.startswith(SOURCE):
            steps.append(caller.f_code.co_qualname)
        caller = caller.f_back
    assert caller is not None, "the route is on the way"
    return steps[::-1]


def test_a_bet_takes_a_short_way_and_is_parsed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walks: list[list[str]] = []
    parsed: list[object] = []

    def trace(*arguments: Any) -> Any:
        if arguments[1].by.name == "Ann":
            walks.append(steps_from_route(sys._getframe()))
        return handle(*arguments)

    def count_parses(data: object) -> Any:
        parsed.append(data)
        return command_from_data(data)

    with Ledger(str(tmp_path / "house.db")) as ledger:
        stand = build_stand(ledger)
        table = open_table(stand, "uth")
        (ann,) = stand.seated("t", "Ann")
        token = stand.house.people.new_token(ann, "walk")
        monkeypatch.setattr(recorded_table, "handle", trace)
        monkeypatch.setattr(offices, "command_from_data", count_parses)
        bet = {"type": "bet", "seat": 1, "wager": "ante", "cents": 500}
        with TestClient(create_app(stand.house)) as client:
            answer = client.post(
                "/api/tables/t/commands",
                json={"id": "1", "command": bet},
                headers={"Authorization": f"Bearer {token}"},
            )
        assert answer.status_code == 200, answer.text
        assert table.state.bets == {1: {"ante": 500}}
    assert walks == [WALK]
    assert len(WALK) <= MOST_STEPS
    assert len(parsed) == 1
