"""Running a house: its metrics and logs, how it stops, and what it does when its store fails."""

import asyncio
import json
import logging
import resource
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from houseway.house.house import House, kept_id
from houseway.house.offices import Office, Person
from houseway.house.table_service import Answer
from houseway.ledger.errors import StoreFailed
from houseway.ledger.recorded_table import open_table
from houseway.ledger.store import Ledger
from houseway.ledger.times import now
from houseway.rulebook import Refused
from houseway.table import Phase
from houseway.web.app import create_app
from houseway.web.monitoring import Metrics
from houseway.web.tables.command_gateway import CommandGateway, Stopping, kind_of
from tests.house.helpers import build_stand
from tests.house.helpers import open_table as open_table_of
from tests.web.children import BOSS, MANNER, QUICK, Child, Somebody, furnish, somebody
from tests.web.clients import TestClient

HERE = ("127.0.0.1", 5000)
SIT = {"type": "sit", "seat": 1}
BUY = {"type": "buy_in", "cents": 1_000_000}
ANTE = {"type": "bet", "seat": 1, "wager": "ante", "cents": 500}
BLIND = {**ANTE, "wager": "blind"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        opened = House(ledger)
        opened.open_table(BOSS, "uth", "uth", QUICK, MANNER)
        yield opened


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    process = Child(str(tmp_path / "served.db"), tmp_path / "log")
    try:
        yield process
    finally:
        process.kill()


def counts(text: str) -> dict[tuple[str, ...], float]:
    """Each sample by its name and its labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def headers(person: Somebody) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.token}"}


def closing_code(socket: ClientConnection) -> int | None:
    """The code with which the other side closes, after all its messages are read."""
    try:
        while True:
            socket.recv(30)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


# --- metrics and logs


def test_metrics_count_commands_rounds_and_people(house: House) -> None:
    ann = somebody(house)
    app = create_app(house)
    with TestClient(app, client=HERE) as client:

        def ask(command: Any, name: str) -> int:
            body = {"id": name, "command": command}
            path = "/api/tables/uth/commands"
            return int(client.post(path, json=body, headers=headers(ann)).status_code)

        assert [ask(SIT, "1"), ask(BUY, "2"), ask(ANTE, "3"), ask(BLIND, "4")] == [200] * 4
        assert ask({**SIT, "seat": 1}, "5") == 409
        with client.websocket_connect("/api/tables/uth/socket", headers=headers(ann)) as socket:
            assert socket.receive_json()["type"] == "view"
            assert counts(client.get("/metrics").text)["houseway_sockets",] == 1
            socket.send_json({"type": "ready"})
            while socket.receive_json()["view"]["phase"] != "round":
                pass
            for n in range(3):
                fold = {"type": "choose", "seat": 1, "choice": "fold" if n == 2 else "check"}
                socket.send_json({"type": "command", "id": f"f{n}", "command": fold})
            answers = 0
            while answers < 3:  # an act is counted before it is answered
                answers += socket.receive_json()["type"] == "answer"
            assert house.table("uth").state.rounds == 1
        after = counts(client.get("/metrics").text)
    assert after["houseway_acts_total", "sit", "done"] == 1
    assert after["houseway_acts_total", "sit", "refused"] == 1
    assert after["houseway_acts_total", "bet", "done"] == 2
    assert after["houseway_acts_total", "choose", "done"] == 3
    assert after["houseway_act_seconds_count",] == 8
    assert after["houseway_rounds_total", "uth"] == 1
    assert after["houseway_tables", "uth"] == 1
    assert after["houseway_players_seated",] == 1
    assert after["houseway_tables_in_trouble",] == 0
    assert after["houseway_commits_total",] == house.ledger.commits
    # Another application of the same house counts for itself.
    other = counts(create_app(house).state.services.metrics.text().decode())
    assert ("houseway_acts_total", "sit", "done") not in other


def test_metrics_are_not_for_players_elsewhere(house: House) -> None:
    ann = somebody(house)
    with TestClient(create_app(house), client=("192.0.2.7", 5000)) as client:
        assert client.get("/metrics").status_code == 401
        assert client.get("/metrics", headers=headers(ann)).status_code == 403


def test_an_unknown_kind_of_command_makes_no_label(house: House) -> None:
    assert kind_of({"type": "bet"}) == "bet"
    for strange in ({"type": "x" * 100}, {"type": ["bet"]}, {}, None, [1]):
        assert kind_of(strange) == "unknown"


def test_a_refused_command_is_one_line_in_the_log_without_cards(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    gateway = CommandGateway(house, Metrics(house, lambda: 0))
    ann = house.people.by_token(somebody(house).token).person
    with caplog.at_level(logging.INFO), pytest.raises(Refused):
        gateway.send(ann, "uth", {"type": "choose", "seat": 1, "choice": {"high": ["As"]}}, "1")
    (record,) = [record for record in caplog.records if record.name == "houseway.commands"]
    fields = vars(record)["fields"]
    assert (fields["kind"], fields["table"], fields["result"]) == ("choose", "uth", "refused")
    assert "As" not in json.dumps(fields)


# --- stopping


def test_a_command_in_progress_is_finished_and_no_other_is_begun(house: House) -> None:
    gateway = CommandGateway(house, Metrics(house, lambda: 0))
    ann = house.people.by_token(somebody(house).token).person
    table, held, began = house.table("uth"), threading.Event(), threading.Event()
    append = house.ledger.append

    def append_slowly(*arguments: Any, **options: Any) -> Any:
        began.set()
        assert held.wait(30)
        return append(*arguments, **options)

    house.ledger.append = append_slowly  # type: ignore[method-assign]
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(gateway.send, ann, "uth", SIT, "1")
        assert began.wait(30)
        assert asyncio.run(gateway.stop(0.05)) == 1  # it did not end in time
        with pytest.raises(Stopping):
            gateway.send(ann, "uth", BUY, "2")
        with pytest.raises(Stopping):
            gateway.say_ready(ann, "uth")
        held.set()
        assert isinstance(answer.result(30), Answer)
        assert asyncio.run(gateway.stop(30)) == 0
    assert table.state.seats == {1: ann.name}


def test_a_stopping_house_asks_a_socket_to_come_back_and_begins_no_command(house: House) -> None:
    ann, app = somebody(house), create_app(house)
    with TestClient(app, client=HERE) as client:
        path = "/api/tables/uth/socket"
        with client.websocket_connect(path, headers=headers(ann)) as socket:
            socket.receive_json()
            app.state.services.gateway.stopping = True
            socket.send_json({"type": "command", "id": "1", "command": SIT})
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
        assert closed.value.code == 1012
        body = {"id": "1", "command": SIT}
        answer = client.post("/api/tables/uth/commands", json=body, headers=headers(ann))
        assert answer.status_code == 503
    assert not house.table("uth").state.seats


def test_sigterm_parks_the_rounds_and_the_next_start_goes_on(child: Child) -> None:
    ann = furnish(child.db, {"uth": "uth"}, 1)[0]
    child.start()
    where = child.url.replace("http", "ws") + "/api/tables/uth/socket"
    commands = [SIT, BUY, ANTE, BLIND]
    with connect(where, additional_headers=headers(ann)) as socket:
        for n, command in enumerate(commands):
            socket.send(json.dumps({"type": "command", "id": f"{n}", "command": command}))
        socket.send('{"type":"ready"}')
        view: dict[str, Any] = {}
        while view.get("phase") != "round":
            message = json.loads(socket.recv(30))
            view = message.get("view", view)
        assert child.send(signal.SIGTERM) == 0
        assert closing_code(socket) == 1012
    text = child.log.read_text()
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    messages = [line["message"] for line in lines]
    assert messages[0].startswith("This is the store of a practice house for good")
    assert messages[1] == "the house is open"
    assert messages[-2:] == ["the house is stopping", "the house is closed"]
    assert (lines[-1]["rounds_parked"], lines[-1]["failed"]) == (1, "")
    assert ann.token not in text
    with Ledger(child.db, read_only=True) as ledger:
        hand = open_table(ledger, "uth", now).state.round
    assert hand is not None
    child.start()
    with connect(where, additional_headers=headers(ann)) as socket:
        again = json.loads(socket.recv(30))["view"]
        assert again["round"]["hands"]["1"]["cards"] == view["round"]["hands"]["1"]["cards"]
        fold = {"type": "choose", "seat": 1, "choice": "check"}
        socket.send(json.dumps({"type": "command", "id": "on", "command": fold}))
        while json.loads(socket.recv(30)).get("type") != "answer":
            pass
    assert child.send(signal.SIGINT) == 0


# --- a store that fails


def test_a_failed_store_ends_the_process_with_a_message(child: Child) -> None:
    ann = furnish(child.db, {"uth": "uth"}, 1)[0]
    child.piped = True
    child.start()
    assert child.process is not None
    where = child.url.replace("http", "ws") + "/api/tables/uth/socket"
    with connect(where, additional_headers=headers(ann)) as socket:
        socket.send(json.dumps({"type": "command", "id": "1", "command": SIT}))
        while json.loads(socket.recv(30))["type"] != "answer":
            pass
        # From now on no file of that process may grow: every write to the disk fails.
        resource.prlimit(child.process.pid, resource.RLIMIT_FSIZE, (0, 0))
        socket.send(json.dumps({"type": "command", "id": "2", "command": BUY}))
        while (message := json.loads(socket.recv(30)))["type"] != "refused":
            pass
        assert message["problem"]["type"] == "houseway:store-failed"
    _, errors = child.process.communicate(timeout=60)
    assert child.process.returncode == 74
    assert b"Stopped. The store failed" in errors
    assert b"Traceback" not in errors
    child.piped = False
    child.start()  # a new start reads what is on the disk, and goes on
    with Ledger(child.db, read_only=True) as ledger:
        person = Person(ann.name, Office.PLAYER)
        assert ledger.effect_of("uth", kept_id(person, "1")) is not None
        assert ledger.effect_of("uth", kept_id(person, "2")) is None


def test_the_clock_alone_notices_a_failed_store(tmp_path: Path) -> None:
    """Nobody sends anything: the house's own tick meets the failed store, and reports it."""
    with Ledger(str(tmp_path / "x.db")) as ledger:
        stand = build_stand(ledger)
        app, ended = create_app(stand.house), threading.Event()
        app.state.services.on_failure = ended.set
        with TestClient(app, client=HERE) as client:
            assert client.get("/ready").status_code == 200
            ledger.writer.failed = StoreFailed("The store failed: test.")
            assert ended.wait(30)
            assert client.get("/ready").status_code == 503


def test_no_clock_runs_out_while_the_house_stops(tmp_path: Path) -> None:
    """Nobody can act then, so nobody loses a hand: the next start gives the time in full."""
    with Ledger(str(tmp_path / "x.db")) as ledger:
        stand = build_stand(ledger)
        table = open_table_of(stand, "uth")
        stand.seated("t", "Ann")
        stand.bet_all(table)
        app = create_app(stand.house)

        def count_ticks() -> float:
            text = app.state.services.metrics.text().decode()
            return counts(text)["houseway_tick_late_seconds_count",]

        with TestClient(app, client=HERE) as client:
            app.state.services.gateway.stopping = True
            stand.clock.ms += table.settings.betting_ms
            before = count_ticks()
            while count_ticks() < before + 3:
                client.get("/health")
        assert table.state.phase is Phase.BETTING


def test_clocks_start_when_people_can_connect(tmp_path: Path) -> None:
    """A player who has a decision to make does not lose the time that the start takes."""
    with Ledger(str(tmp_path / "x.db")) as ledger:
        stand = build_stand(ledger)
        table = open_table_of(stand, "uth")
        stand.seated("t", "Ann")
        stand.bet_all(table)
        stand.clock.ms += 4_000  # the house is recovered, and the service is not open yet
        ((_, left),) = table.current().clocks
        assert left == table.settings.betting_ms - 4_000
        with TestClient(create_app(stand.house), client=HERE):
            ((_, left),) = table.current().clocks
        assert left == table.settings.betting_ms
