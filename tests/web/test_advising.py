"""Advice at the table: the lab's own values from the view of a seat; nothing while it is off."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
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
from houseway.table.trials import at_random
from houseway.web.app import Settings, create_app
from houseway.web.lab.benches import Bench
from houseway.web.tables.advice import Question, list_offered, list_questions
from houseway.web.tables.advice_sessions import AdviceSession, Key, Verdict, judge
from houseway.web.tables.advice_words import antes
from houseway.web.tables.scene import scene_for
from tests.house.helpers import build_stand, open_table
from tests.web.test_lab_pages import work_in_this_process

SEED = 20_260_115


def questions_of(table: TableService, person: Person) -> list[Question]:
    """The decisions that this person's page would ask advice for."""
    return list(list_questions(table.state.setup.game, scene_for(table.current(), person).view))


@pytest.mark.parametrize("game", ["pikit", "hilo", "uth"])
def test_a_question_holds_the_seats_own_cards_and_the_board_and_nothing_else(
    tmp_path: Path, game: str
) -> None:
    print("seed", SEED)
    chance, questions = Random(SEED), 0
    with Ledger(str(tmp_path / "house.db")) as ledger:
        stand = build_stand(ledger)
        table = open_table(stand, game)
        people = stand.seated("t", "Ann", "Bob", "Cid")
        robot = at_random(chance)
        for _ in range(5):
            stand.bet_all(table)
            for person in people:
                table.say_ready(person.name)
            while table.state.round is not None:
                task, now = due(table.state)[0], table.state.round
                for person in people:
                    for question in questions_of(table, person):
                        hand = now.hands[question.key.seat]
                        assert hand.player == person.name
                        assert set(question.known["cards"]) == {str(c) for c in hand.cards}
                        board = [str(card) for card in now.community]
                        assert question.known.get("board", []) == board
                        assert set(question.known) <= {"cards", "board"}
                        questions += 1
                hand = now.hands[task.seat or 0]
                choice = robot(table.state, task)
                player = Person(hand.player, Office.PLAYER)
                stand.tell(player, "t", type="choose", seat=hand.seat, choice=choice)
            assert questions_of(table, people[0]) == []
    assert questions > 10


def test_no_advice_is_asked_for_cards_that_lie_face_down(tmp_path: Path) -> None:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        stand = build_stand(ledger)
        table = open_table(stand, "pikit")
        (ann,) = stand.seated("t", "Ann")
        stand.bet_all(table)
        stand.tell(ann, "t", type="bet", seat=1, wager="three_card_bonus", cents=500)
        table.say_ready("Ann")
        view = scene_for(table.current(), ann).view
        assert [task.stage for task in view.due if task.offers] == ["pick"]
        assert questions_of(table, ann) == []
        stand.tell(ann, "t", type="choose", seat=1, choice=[1, 2, 3])
        assert [question.key.stage for question in questions_of(table, ann)] == ["play"]


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
def test_a_choice_costs_the_difference_to_the_best(choice: object, cost: str) -> None:
    verdict = judge(Key(1, 1, "election"), ROWS, choice)
    assert verdict is not None
    assert verdict.cost == Fraction(cost)
    assert judge(Key(1, 1, "election"), ROWS, "play") is None


def test_a_hand_that_is_bet_already_cannot_be_folded() -> None:
    assert list_offered(ROWS, ["play"]) == ROWS[:2]
    assert list_offered(ROWS, ["play", "fold"]) == ROWS


def test_a_session_counts_each_decision_once() -> None:
    session = AdviceSession()
    for seat in (1, 1, 2, 3):
        verdict = judge(Key(1, seat, "play"), ROWS, "fold" if seat < 3 else ROWS[0])
        assert isinstance(verdict, Verdict)
        session.add(verdict)
    assert (session.decisions, session.cost) == (3, Fraction(3))
    assert [mistake.key.seat for mistake in session.mistakes()] == [2, 1]


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
def lab_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "_call", work_in_this_process)


class Seated:
    """One page at a table of a practice house."""

    def __init__(self, name: str, socket: ClientConnection, table: TableService) -> None:
        self.name, self.socket, self.table = name, socket, table
        self.messages: list[dict[str, Any]] = []
        self._ids = 0

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def command(self, **command: Any) -> None:
        self._ids += 1
        self.send(type="command", id=f"{self.name}-{self._ids}", command=command)
        answer = self.hear(lambda message: message["type"] in ("answer", "refused"))
        assert answer["type"] == "answer", answer

    def hear(
        self, is_expected: Callable[[dict[str, Any]], bool], seconds: float = 60
    ) -> dict[str, Any]:
        """The first message from now on that is expected."""
        end = time.monotonic() + seconds
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(max(0.1, end - time.monotonic())))
            self.messages.append(message)
            if is_expected(message):
                return message

    def advice(self, words: str) -> str:
        """The first drawing of advice with these words; it may have come before an answer."""

        def has_words(message: dict[str, Any]) -> bool:
            return words in message.get("set", {}).get("advice", "")

        message = next(filter(has_words, self.messages), None) or self.hear(has_words)
        drawing: str = message["set"]["advice"]
        return drawing

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


@pytest.mark.usefixtures("lab_in_this_process")
def test_live_advice_is_the_value_that_the_lab_computes_from_the_view_of_the_seat(
    tmp_path: Path,
) -> None:
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
            choices = advise(
                Situation("pikit", GAMES["pikit"].read_options({}), state.hands[2].cards)
            )
            assert re.findall(r'"number">([+−][0-9.]+)<', drawn) == [
                antes(choice.ev) for choice in choices
            ]
            bob.command(type="choose", seat=2, choice=choices[-1].action)
            cost = f"{float(choices[0].ev - choices[-1].ev):.3f}"
            after = bob.advice(f"That cost {cost} of your ante")
            assert f"mistakes cost {cost} antes" in after
            ann.command(type="choose", seat=1, choice="fold")
            bob.send(type="advice", mode="off")
            bob.hear(lambda message: message.get("set", {}).get("advice") == "")
            # Ann never asked for advice, and got none.
            ann.send(type="ping")
            ann.hear(lambda message: message["type"] == "pong")
            for message in ann.messages:
                assert "advice" not in message.get("set", {})
                assert not any("cost" in words for words in message.get("say", []))


@pytest.mark.usefixtures("lab_in_this_process")
def test_advice_after_the_act_comes_only_after_it(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db") as (house, place):
        table = open_at(house, "hilo")
        with page_at(place, table) as ann:
            ann.sit(1)
            ann.send(type="advice", mode="after")
            ann.ready()
            ann.hear(lambda message: "confirm-split" in message.get("set", {}).get("controls", ""))
            state = table.state.round
            assert state is not None
            options = GAMES["hilo"].read_options({})
            choices = advise(Situation("hilo", options, state.hands[1].cards))
            ann.command(type="choose", seat=1, choice="fold")
            fold = next(choice for choice in choices if choice.action == "fold")
            cost = choices[0].ev - fold.ev
            words = f"That cost {float(cost):.3f}" if cost else "That was the best choice"
            judged = ann.advice(words)
            parts = [message.get("set", {}) for message in ann.messages]
            drawings = [part["advice"] for part in parts if "advice" in part]
            before = drawings[: drawings.index(judged)]  # the judgement itself may say "best"
            assert not any("worth" in drawing or "best" in drawing for drawing in before)


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
            while (message := json.loads(socket.recv(20)))["type"] != "refused":
                pass
            assert "no advice" in message["problem"]["detail"]
