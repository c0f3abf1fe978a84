"""Advice at a practice table: the exact value of every choice, or what a choice has cost.

Each page turns it on for itself; it is off by default. A decision is valued from what the page
itself shows: the hand's own cards and the board, never another's. The lab computes it in a
process of its own and the answer follows when it is ready, so no table waits for it.
"""

import asyncio
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from fastapi import WebSocket, WebSocketDisconnect

from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.house.edges import material
from houseway.house.offices import Forbidden
from houseway.lab.contract import lab_of
from houseway.rulebook import HousewayError
from houseway.table import TableState
from houseway.table.views import HandView, TableView
from houseway.web.rendering import render_part
from houseway.web.services import services_of
from houseway.web.tables.advice_sessions import Key, Verdict, judge
from houseway.web.tables.advice_words import (
    Row,
    antes,
    describe_choice,
    describe_verdict,
    is_estimated,
    list_worths,
)
from houseway.web.tables.betting import first_wager
from houseway.web.tables.scene import Scene
from houseway.web.tables.socket import Listener

Mode = Literal["off", "after", "live"]
OFF: Mode = "off"


@dataclass(frozen=True)
class AdviceMessage:
    """A page turns its advice on or off."""

    mode: Mode


@dataclass(frozen=True)
class Question:
    """A decision, and what the seat that makes it can see."""

    key: Key
    known: Mapping[str, list[str]]
    bets: Mapping[str, str]
    """Optional wagers that change the best play, in antes."""
    offered: Collection[str]


def list_questions(game: Game[Any, Any], view: TableView) -> Iterator[Question]:
    """The decisions that this view asks its person for, with the cards it shows of them."""
    if view.round is None:
        return
    for task in view.due:
        if task.offers is None or task.seat is None:
            continue
        hand = view.round.hands[task.seat]
        if hand.cards is None:
            continue  # a choice of cards that lie face down has no value to state
        known = {"cards": [str(card) for card in hand.cards]}
        if view.round.community:
            known["board"] = [str(card) for card in view.round.community]
        key = Key(view.round.number, task.seat, task.stage or "")
        offered = [offer.choice for offer in task.offers]
        yield Question(key, known, _bets_in_antes(game, hand), offered)


def _bets_in_antes(game: Game[Any, Any], hand: HandView) -> dict[str, str]:
    ante = hand.wagers.get(first_wager(game).id, 0)
    placed = {wager: hand.wagers.get(wager, 0) for wager in lab_of(game).valued_with}
    return {wager: str(Fraction(cents, ante)) for wager, cents in placed.items() if cents and ante}


def list_offered(rows: Sequence[Row], offered: Collection[str]) -> list[Row]:
    """The choices that are open now; a hand that is bet already cannot be folded."""
    return [row for row in rows if row["action"] in offered]


class Advisor:
    """The advice of one page."""

    def __init__(self, socket: WebSocket, table: str) -> None:
        self._socket, self._table = socket, table
        self._services = services_of(socket)
        self._lab = self._services.laboratory
        self._person = ""
        self._scene: Scene | None = None
        self._mode: Mode = OFF
        self._sent, self._trouble = "", ""
        self._last: Verdict | None = None
        self._values: dict[Key, asyncio.Task[list[Row]]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def set_mode(self, listener: Listener, message: AdviceMessage) -> None:
        if not listener.house.rules.practice:
            raise Forbidden("A real table gives no advice: it is for practice.")
        before, self._mode = self._mode, message.mode
        if self._mode != OFF:
            self._begin(self._lab.find(self._lab.quick, "warm", self._state.setup.game.id))
            if self._scene is not None:
                self.update(self._scene, self._person, [])
        elif before != OFF:
            self._values.clear()
            await self._show()

    @property
    def _state(self) -> TableState:
        return self._services.house.look(self._table).state

    def update(self, scene: Scene, person: str, news: Sequence[Mapping[str, Any]]) -> None:
        """Follows the page to a new scene, with the news that led to it; starts slow work."""
        self._scene, self._person = scene, person
        if self._mode == OFF:
            return
        for entry in news:
            if entry["type"] == "chosen":
                self._note_choice(scene.view, entry)
        questions = list_questions(self._state.setup.game, scene.view)
        due = {question.key: question for question in questions}
        if self._last and any(key.round > self._last.key.round for key in due):
            self._last = None
        self._values = {key: task for key, task in self._values.items() if key in due}
        for key, question in due.items():
            if key not in self._values:
                self._values[key] = self._begin(self._value(question))
        self._begin(self._show())

    def _begin(self, work: Any) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._trouble = str(error) if isinstance(error, HousewayError) else "It failed."

    async def _value(self, question: Question) -> list[Row]:
        state, key = self._state, question.key
        setup, round_ = state.setup, state.round
        config = material(setup.game.id, as_config(setup.options))
        hand = round_.hands.get(key.seat) if round_ and round_.number == key.round else None
        moment = (key.stage, hand.actions if hand else None)
        answer = await self._lab.quick.ask(
            "advice", setup.game.id, config, question.known, question.bets, moment
        )
        self._trouble = ""
        asyncio.get_running_loop().call_soon(lambda: self._begin(self._show()))
        return list_offered(answer["actions"], question.offered)

    def _note_choice(self, view: TableView, entry: Mapping[str, Any]) -> None:
        """Judges a choice, if it was this person's."""
        round_ = view.round or view.last
        key = Key(round_.number if round_ else 0, entry["seat"], entry.get("stage") or "")
        values = self._values.get(key)
        if values is not None:
            self._begin(self._judge(key, values, entry["choice"]))

    async def _judge(self, key: Key, values: "asyncio.Task[list[Row]]", choice: object) -> None:
        verdict = judge(key, await asyncio.shield(values), choice)
        if verdict is None:
            return
        self._last = verdict
        self._services.advice_sessions.of(self._person, self._table).add(verdict)
        await self._show([describe_verdict(verdict.cost, verdict.best)])

    async def _show(self, say: Sequence[str] = ()) -> None:
        """Sends the advice as it stands, where that differs from what was sent before."""
        drawn = "" if self._mode == OFF else self._draw()
        if drawn == self._sent:
            return
        self._sent = drawn
        seq = self._scene.seq if self._scene else -1
        message = {"type": "page", "seq": seq, "set": {"advice": drawn}, "say": list(say)}
        message["worth"] = self._list_worths()
        try:
            await self._socket.send_text(json.dumps(message, separators=(",", ":")))
        except (WebSocketDisconnect, RuntimeError):
            return

    def _list_worths(self) -> dict[str, str]:
        """What stands on each button, where advice is live and computed."""
        ready = ((seat, rows) for seat, rows in self._list_values() if rows)
        return {name: words for seat, rows in ready for name, words in list_worths(seat, rows)}

    def _list_values(self) -> list[tuple[int, list[Row] | None]]:
        """The decisions of live advice: the seat of each, and its choices once they are valued."""
        values = sorted(self._values.items()) if self._mode == "live" else []
        return [(key.seat, _result_of(task)) for key, task in values]

    def _draw(self) -> str:
        session = self._services.advice_sessions.of(self._person, self._table)
        return render_part(
            "tables/advice.html",
            decisions=self._list_values(),
            verdict=describe_verdict(self._last.cost, self._last.best) if self._last else "",
            session=session,
            trouble=self._trouble,
            antes=antes,
            describe_choice=describe_choice,
            is_estimated=is_estimated,
        )

    def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()


def _result_of(task: "asyncio.Task[list[Row]]") -> list[Row] | None:
    ended = task.done() and not task.cancelled() and task.exception() is None
    return task.result() if ended else None
