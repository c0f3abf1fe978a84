"""A table that is set aside, as people meet it: the lobby, the floor, the API, `houseway serve`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from houseway.cli.commands import app as program
from houseway.house.offices import Office
from houseway.house.set_aside import SetAside
from houseway.ledger.store import Ledger
from houseway.web import server
from tests.house.helpers import build_stand, open_table
from tests.house.test_set_aside import poison
from tests.web.visitors import application, visitor

REASON = "a number is at most"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    """A house with one good table and one that cannot be brought back."""
    path = str(tmp_path / "house.db")
    with Ledger(path) as ledger:
        stand = build_stand(ledger)
        for name in ("bad", "good"):
            open_table(stand, "uth", name)
        poison(ledger, "bad")
    with Ledger(path) as ledger:
        house = build_stand(ledger).house
        house.recover(is_lazy=True)
        yield application(house)


@pytest.mark.parametrize("office", [Office.SUPERVISOR, Office.AUDITOR, Office.ADMINISTRATOR])
def test_staff_read_the_reason(app: FastAPI, office: Office) -> None:
    person = visitor(app, "Sue", office)
    lobby, floor, listed = person.get("/", "/floor", "/api/out-of-service")
    for page in (lobby.text, floor.text):
        assert "bad" in page
        assert "ut of service" in page
        assert REASON in page
    (table,) = listed.json()
    assert (table["table"], table["game"]) == ("bad", "uth")
    assert REASON in table["reason"]


def test_players_learn_that_it_is_out_of_service_and_no_more(app: FastAPI) -> None:
    person = visitor(app, "Pat")
    lobby, listed = person.get("/", "/api/out-of-service")
    assert "Out of service" in lobby.text
    assert REASON not in lobby.text
    assert listed.status_code == 403


def test_requests_to_it_are_refused_in_plain_words_and_the_rest_works(app: FastAPI) -> None:
    person = visitor(app, "Sue", Office.SUPERVISOR)
    for path in ("/api/tables/bad", "/api/tables/bad/events", "/tables/bad"):
        response = person.open(path)
        assert response.status_code == 503
        assert "bad is out of service" in response.text
    for path in ("/api/tables", "/api/accounts", "/api/tables/good", "/floor/good", "/rounds"):
        assert person.open(path).status_code == 200, path
    assert [table["name"] for table in person.open("/api/tables").json()] == ["good"]


def test_serving_prints_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def serve(_settings: object, _when_open: object, when_set_aside: object) -> str:
        assert callable(when_set_aside)
        when_set_aside(SetAside("bad", "uth", "A number is out of range."))
        return ""

    monkeypatch.setattr(server, "serve", serve)
    assert not program(["serve", "--db", str(tmp_path / "house.db")], standalone_mode=False)
    printed = capsys.readouterr().err
    assert "Table bad is out of service" in printed
    assert "A number is out of range." in printed
