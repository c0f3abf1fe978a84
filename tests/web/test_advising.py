"""Advice at the table: the lab's own values, from what the seat sees; nothing while it is off."""

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from houseway.games import GAMES
from houseway.house.clocks import RunSettings
from houseway.house.house import House, Rules
from houseway.house.offices import Office, Person
from houseway.house.table_service import TableService
from houseway.lab.contract import Situation, advise
from houseway.ledger.store import Ledger
from houseway.table import due
from houseway.table.robots import at_random
from houseway.web.app import Settings, create_app
from houseway.web.lab.benches import Bench
from houseway.web.tables.advice import Question, list_offered, list_questions
from houseway.web.tables.advice_sessions import AdviceSession, Key, Verdict, judge
from houseway.web.tables.advice_words import antes
from houseway.web.tables.scene import scene_for
from tests.house.helpers import open_table, stand
from tests.web.test_lab_pages import answer_here

SEED = 20_260_115


def asked_of(table: TableService, person: Person) -> list[Question]:
    """What advice would be asked for by this person's page."""
    return list(list_questions(table.state.setup.game, scene_for(table.current(), person).view))


@pytest.mark.parametrize("game", ["pikit", "hilo", "uth"])
def test_a_question_holds_the_seats_own_cards_and_the_board_and_nothing_else(
    tmp_path: Path, game: str
) -> None:
    print("seed", SEED)
    chance, asked = Random(SEED), 0
    with Ledger(str(tmp_path / "house.db")) as ledger:
        found = stand(ledger)
        table = open_table(found, game)
        people = found.seated("t", "Ann", "Bob", "Cid")
        robot = at_random(chance)
        for _ in range(5):
            found.bet_all(table)
            for one in people:
                table.say_ready(one.name)
            while table.state.round is not None:
                task, now = due(table.state)[0], table.state.round
                for one in people:
                    for question in asked_of(table, one):
                        hand = now.hands[question.key.seat]
                        assert hand.player == one.name
                        assert set(question.known["cards"]) == {str(c) for c in hand.cards}
                        board = [str(card) for card in now.community]
                        assert question.known.get("board", []) == board
                        assert set(question.known) <= {"cards", "board"}
                        asked += 1
                hand = now.hands[task.seat or 0]
                choice = robot(table.state, task)
                person = Person(hand.player, Office.PLAYER)
                found.tell(person, "t", type="choose", seat=hand.seat, choice=choice)
            assert asked_of(table, people[0]) == []
    assert asked > 10


def test_before_the_cards_of_pik_it_are_turned_up_nothing_is_asked(tmp_path: Path) -> None:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        found = stand(ledger)
        table = open_table(found, "pikit")
        (ann,) = found.seated("t", "Ann")
        found.bet_all(table)
        found.tell(ann, "t", type="bet", seat=1, wager="three_card_bonus", cents=500)
        table.say_ready("Ann")
        view = scene_for(table.current(), ann).view
        assert [task.stage for task in view.due if task.offers] == ["pick"]
        assert asked_of(table, ann) == []
        found.tell(ann, "t", type="choose", seat=1, choice=[1, 2, 3])
        assert [question.key.stage for question in asked_of(table, ann)] == ["play"]


ROWS: list[dict[str, Any]] = [
    {"action": "play", "ev": "1/2", "high": ["As", "Kd", "9h"], "low": ["4h", "2c"]},
    {"action": "play", "ev": "1/4", "high": ["As", "Kd", "4h"], "low": ["9h", "2c"]},
    {"action": "fold", "ev": "-1/1"},
]


@pytest.mark.parametrize(
    ("choice", "cost"),
    [
        ({"decision": "play", "high": ["9h", "Kd", "As"], "low": ["2c", "4h"]}, "0"),
        ({"high": ["As", "Kd", "4h"], "low": ["9h", "2c"]}, "1/4"),
        ("fold", "3/2"),
    ],
)
def test_a_choice_costs_what_the_best_is_worth_more(choice: object, cost: str) -> None:
    found = judge(Key(1, 1, "election"), ROWS, choice)
    assert found is not None
    assert found.cost == Fraction(cost)
    assert judge(Key(1, 1, "election"), ROWS, "play") is None


def test_a_hand_that_is_bet_already_cannot_be_folded() -> None:
    assert list_offered(ROWS, ["play"]) == ROWS[:2]
    assert list_offered(ROWS, ["play", "fold"]) == ROWS


def test_a_session_counts_each_decision_once() -> None:
    session = AdviceSession()
    for seat in (1, 1, 2, 3):
        found = judge(Key(1, seat, "play"), ROWS, "fold" if seat < 3 else ROWS[0])
        assert isinstance(found, Verdict)
        session.add(found)
    assert (session.decisions, session.cost) == (3, Fraction(3))
    assert [one.key.seat for one in session.mistakes()] == [2, 1]


# --- over a socket


@contextmanager
def house_at(file: Path, *, practice: bool = True) -> Iterator[tuple[House, str]]:
    with Ledger(str(file)) as ledger:
        house = House(ledger, Rules(practice=practice))
        app = create_app(house, Settings("a secret for cookies", False, 1e6, 10**6, 10**6))
        config = uvicorn.Config(app, port=0, log_config=None, ws="websockets-sansio")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
            assert thread.is_alive()
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            yield house, f"127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(30)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "_call", answer_here)


class Seated:
    """One page at a table of a practice house."""

    def __init__(self, name: str, socket: ClientConnection, table: TableService) -> None:
        self.name, self.socket, self.table = name, socket, table
        self.heard: list[dict[str, Any]] = []
        self._ids = 0

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def command(self, **command: Any) -> None:
        self._ids += 1
        self.send(type="command", id=f"{self.name}-{self._ids}", command=command)
        answer = self.hear(lambda one: one["type"] in ("answer", "refused"))
        assert answer["type"] == "answer", answer

    def hear(self, wanted: Any, seconds: float = 60) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while True:
            found: dict[str, Any] = json.loads(self.socket.recv(max(0.1, end - time.monotonic())))
            self.heard.append(found)
            if wanted(found):
                return found

    def advice(self, words: str) -> str:
        """The first drawing of advice that says this; it may have come before an answer."""

        def says(one: dict[str, Any]) -> bool:
            return words in one.get("set", {}).get("advice", "")

        found = next(filter(says, self.heard), None) or self.hear(says)
        drawn: str = found["set"]["advice"]
        return drawn

    def sit(self, seat: int) -> None:
        self.command(type="sit", seat=seat)
        self.command(type="buy_in", cents=50_000)
        for wager in self.table.state.setup.game.wagering.before_the_deal:
            if wager.required:
                self.command(type="bet", seat=seat, wager=wager.id, cents=500)

    def ready(self) -> None:
        self.send(type="ready")


@contextmanager
def page_at(place: str, table: TableService) -> Iterator[Seated]:
    """The page of a guest."""
    with httpx.Client(base_url=f"http://{place}") as client:
        name = client.post("/api/guest").json()["name"]
        headers = {"Cookie": f"houseway={client.cookies['houseway']}"}
    url = f"ws://{place}/tables/{table.name}/live"
    with connect(url, additional_headers=headers, compression=None, proxy=None) as socket:
        yield Seated(name, socket, table)


def open_at(house: House, game: str) -> TableService:
    boss = Person("Boss", Office.ADMINISTRATOR)
    return house.open_table(
        boss, "t", game, {"shuffle": "automated", "method": "hand"}, RunSettings()
    )


def shown(found: Any) -> list[str]:
    return [antes(one.ev) for one in found]


@pytest.mark.usefixtures("here")
def test_live_advice_is_what_the_lab_says_of_what_the_seat_sees(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db") as (house, place):
        table = open_at(house, "pikit")
        with page_at(place, table) as ann, page_at(place, table) as bob:
            ann.sit(1)
            bob.sit(2)
            bob.send(type="advice", mode="live")
            ann.ready()
            bob.ready()
            drawn = bob.advice("<strong>best</strong>")  # seat 2 decides first
            state = table.state.round
            assert state is not None
            wanted = advise(
                Situation("pikit", GAMES["pikit"].read_options({}), state.hands[2].cards)
            )
            assert re.findall(r'"number">([+−][0-9.]+)<', drawn) == [antes(o.ev) for o in wanted]
            bob.command(type="choose", seat=2, choice=wanted[-1].action)
            cost = f"{float(wanted[0].ev - wanted[-1].ev):.3f}"
            after = bob.advice(f"That cost {cost} of your ante")
            assert f"mistakes cost {cost} antes" in after
            ann.command(type="choose", seat=1, choice="fold")
            bob.send(type="advice", mode="off")
            bob.hear(lambda one: one.get("set", {}).get("advice") == "")
            # Ann never asked for advice, and got none.
            ann.send(type="ping")
            ann.hear(lambda one: one["type"] == "pong")
            for message in ann.heard:
                assert "advice" not in message.get("set", {})
                assert not any("cost" in words for words in message.get("say", []))


@pytest.mark.usefixtures("here")
def test_after_the_act_nothing_is_said_before_it(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db") as (house, place):
        table = open_at(house, "hilo")
        with page_at(place, table) as ann:
            ann.sit(1)
            ann.send(type="advice", mode="after")
            ann.ready()
            ann.hear(lambda one: "confirm-split" in one.get("set", {}).get("controls", ""))
            state = table.state.round
            assert state is not None
            options = GAMES["hilo"].read_options({})
            wanted = advise(Situation("hilo", options, state.hands[1].cards))
            ann.command(type="choose", seat=1, choice="fold")
            cost = wanted[0].ev - next(one.ev for one in wanted if one.action == "fold")
            words = f"That cost {float(cost):.3f}" if cost else "That was the best choice"
            judged = ann.advice(words)
            drawn = [one["set"]["advice"] for one in ann.heard if "advice" in one.get("set", {})]
            before = drawn[: drawn.index(judged)]  # the judgement itself may say "best"
            assert not any("worth" in one or "best" in one for one in before)


def test_a_real_house_gives_no_advice(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db", practice=False) as (house, place):
        boss = Person("Boss", Office.ADMINISTRATOR)
        house.open_table(boss, "t", "hilo", {}, RunSettings())
        person = house.people.add("test", "Ann", Office.PLAYER, "correct horse battery")
        headers = {"Authorization": f"Bearer {house.people.new_token(person, 'test')}"}
        page = httpx.get(f"http://{place}/tables/t", headers=headers).text
        assert 'id="table"' in page
        assert "advice-mode" not in page
        with connect(
            f"ws://{place}/tables/t/live",
            additional_headers=headers,
            compression=None,
            proxy=None,
        ) as socket:
            socket.send(json.dumps({"type": "advice", "mode": "live"}))
            while (found := json.loads(socket.recv(20)))["type"] != "refused":
                pass
            assert "no advice" in found["problem"]["detail"]
