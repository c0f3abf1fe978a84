"""Advice at a practice table: the exact value of every choice, or what a choice has cost.

Each page asks for it or does not; off is the rule. A decision is valued from what the page
itself shows: the hand's own cards and the board, never another's. The laboratory works it
out in its own process and the answer follows when it is ready, so no table waits for it.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from fastapi import WebSocket, WebSocketDisconnect

from houseway.games.options import as_config
from houseway.games.reading import Fields, read_choice
from houseway.house.edges import material
from houseway.house.offices import Forbidden
from houseway.rulebook import HousewayError
from houseway.web.laboratory import Laboratory
from houseway.web.live.advice_words import Row, antes, judged_words, told_choice, worth
from houseway.web.live.panel import templates
from houseway.web.sockets import Listener

OFF, AFTER, LIVE = MODES = ("off", "after", "live")
VALUED = {"uth": {"preflop", "flop", "river"}, "pikit": {"play"}, "hilo": {"election", "setting"}}
"""The decisions that have a value to tell; a blind pick has none."""
MOST_SESSIONS, MOST_SHOWN = 1_000, 50


class Key(NamedTuple):
    """Which decision: a round's, a seat's, at a stage."""

    round: int
    seat: int
    stage: str


@dataclass(frozen=True)
class Question:
    """What the seat that decides can see."""

    key: Key
    known: Mapping[str, list[str]]
    tie: str


@dataclass(frozen=True)
class Judged:
    """A choice that was made, beside the best."""

    key: Key
    chosen: Row
    best: Row

    @property
    def cost(self) -> Fraction:
        return Fraction(self.chosen["cost"])


@dataclass
class Session:
    """What one person has decided at one table since the house opened."""

    judged: OrderedDict[Key, Judged] = field(default_factory=OrderedDict)
    decisions: int = 0
    cost: Fraction = Fraction()

    def add(self, one: Judged) -> bool:
        """Notes a choice; a second page of the same person has nothing to add."""
        if one.key in self.judged:
            return False
        self.judged[one.key] = one
        self.decisions += 1
        self.cost += one.cost
        while len(self.judged) > MOST_SHOWN * 4:
            self.judged.popitem(last=False)
        return True

    def mistakes(self) -> list[Judged]:
        """The newest first."""
        return [one for one in reversed(self.judged.values()) if one.cost][:MOST_SHOWN]


class Sessions:
    """Everybody's, so that a reload loses nothing."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Session] = OrderedDict()

    def of(self, person: str, table: str) -> Session:
        found = self._kept.setdefault((person, table), Session())
        self._kept.move_to_end((person, table))
        while len(self._kept) > MOST_SESSIONS:
            self._kept.popitem(last=False)
        return found


def questions(view: Mapping[str, Any]) -> Iterator[Question]:
    """The decisions that this view puts to its person, with the cards it shows of them."""
    now = view.get("round")
    if now is None:
        return
    for task in view["due"]:
        if "offers" not in task or task.get("stage") not in VALUED[view["game"]]:
            continue
        hand = now["hands"][str(task["seat"])]
        if "cards" not in hand:
            continue
        known = {"cards": list(hand["cards"])}
        if now["community"]:
            known["board"] = list(now["community"])
        wagers = hand["wagers"]
        tie = Fraction(wagers.get("tie", 0), wagers["ante"])
        key = Key(now["number"], task["seat"], task["stage"])
        yield Question(key, known, f"{tie.numerator}/{tie.denominator}")


def choose_from(found: Mapping[str, Any], stage: str) -> list[Row]:
    """The choices that are open at a stage; a hand that is bet already cannot be folded."""
    return [one for one in found["actions"] if stage != "setting" or one["action"] != "fold"]


def judge(key: Key, rows: Sequence[Row], choice: object) -> Judged | None:
    """The choice among those that were valued."""
    for one in rows:
        if _same(one, choice):
            cost = Fraction(rows[0]["ev"]) - Fraction(one["ev"])
            return Judged(key, {**one, "cost": f"{cost.numerator}/{cost.denominator}"}, rows[0])
    return None


def _same(one: Row, choice: object) -> bool:
    if isinstance(choice, Mapping):
        decision = choice.get("decision", "play")
        return bool(one["action"] == decision and set(one.get("high", ())) == set(choice["high"]))
    if isinstance(choice, list) and len(choice) == 1:
        choice = choice[0]
    return bool(one["action"] == choice and "high" not in one)


class Advisor:
    """One page's advice."""

    def __init__(self, socket: WebSocket, table: str) -> None:
        self._socket, self._table = socket, table
        self._lab: Laboratory = socket.app.state.laboratory
        self._person, self._seq, self._view = "", -1, dict[str, Any]()
        self._mode, self._sent, self._trouble = OFF, "", ""
        self._last: Judged | None = None
        self._asked: dict[Key, asyncio.Task[list[Row]]] = {}
        self._under_way: set[asyncio.Task[Any]] = set()

    async def set_mode(self, listener: Listener, fields: Fields, _name: str | None) -> None:
        mode = read_choice(fields.take("mode"), "The mode", list(MODES))
        fields.finish()
        if not listener.house.rules.practice:
            raise Forbidden("A real table gives no advice: it is for practice.")
        before, self._mode = self._mode, mode
        if mode != OFF:
            self._begin(self._lab.find(self._lab.quick, "warm", self._game))
            if self._view:
                self.look(self._view, self._person, self._seq, [])
        elif before != OFF:
            self._asked.clear()
            await self._show()

    @property
    def _game(self) -> str:
        game: str = self._socket.app.state.house.look(self._table).state.setup.game.id
        return game

    def look(
        self, view: dict[str, Any], person: str, seq: int, news: Sequence[Mapping[str, Any]]
    ) -> None:
        """The page shows this now, and this has happened; what is slow is begun here."""
        self._view, self._person, self._seq = view, person, seq
        if self._mode == OFF:
            return
        for one in news:
            if one["type"] == "chosen":
                self._note(one)
        due = {one.key: one for one in questions(view)}
        if self._last and any(key.round > self._last.key.round for key in due):
            self._last = None
        self._asked = {key: task for key, task in self._asked.items() if key in due}
        for key, question in due.items():
            if key not in self._asked:
                self._asked[key] = self._begin(self._value(question))
        self._begin(self._show())

    def _begin(self, work: Any) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._trouble = str(error) if isinstance(error, HousewayError) else "It failed."

    async def _value(self, one: Question) -> list[Row]:
        setup = self._socket.app.state.house.look(self._table).state.setup
        config = material(setup.game.id, as_config(setup.options))
        given = (setup.game.id, config, one.known, one.tie)
        found = await self._lab.quick.ask("advice", *given)
        self._trouble = ""
        asyncio.get_running_loop().call_soon(lambda: self._begin(self._show()))
        return choose_from(found, one.key.stage)

    def _note(self, one: Mapping[str, Any]) -> None:
        """Somebody has chosen; if it was this person, the choice is judged."""
        round_ = self._view.get("round") or self._view.get("last") or {}
        key = Key(round_.get("number", 0), one["seat"], one.get("stage") or "")
        asked = self._asked.get(key)
        if asked is not None:
            self._begin(self._judge(key, asked, one["choice"]))

    async def _judge(self, key: Key, asked: "asyncio.Task[list[Row]]", choice: object) -> None:
        found = judge(key, await asyncio.shield(asked), choice)
        if found is None:
            return
        self._last = found
        session = self._socket.app.state.sessions.of(self._person, self._table)
        session.add(found)
        await self._show([judged_words(found.cost, found.best)])

    async def _show(self, say: Sequence[str] = ()) -> None:
        """Sends what is to be said now, where that is something else than before."""
        drawn = "" if self._mode == OFF else self._draw()
        if drawn == self._sent:
            return
        self._sent = drawn
        told = {"type": "page", "seq": self._seq, "set": {"advice": drawn}, "say": list(say)}
        told["worth"] = self._worth()
        try:
            await self._socket.send_text(json.dumps(told, separators=(",", ":")))
        except (WebSocketDisconnect, RuntimeError):
            return

    def _worth(self) -> dict[str, str]:
        """What stands on each button, where advice is live and worked out."""
        if self._mode != LIVE:
            return {}
        ready = ((key.seat, _ready(task)) for key, task in self._asked.items())
        return {name: words for seat, rows in ready if rows for name, words in worth(seat, rows)}

    def _draw(self) -> str:
        session = self._socket.app.state.sessions.of(self._person, self._table)
        open_now = [
            {"seat": key.seat, "rows": _ready(task)} for key, task in sorted(self._asked.items())
        ]
        return (
            templates()
            .get_template("live/advice.html")
            .render(
                live=self._mode == LIVE,
                decisions=open_now if self._mode == LIVE else [],
                last=self._last,
                words=judged_words(self._last.cost, self._last.best) if self._last else "",
                session=session,
                mistakes=session.mistakes(),
                trouble=self._trouble,
                antes=antes,
                told=told_choice,
            )
        )

    def close(self) -> None:
        for task in list(self._under_way):
            task.cancel()


def _ready(task: "asyncio.Task[list[Row]]") -> list[Row] | None:
    ended = task.done() and not task.cancelled() and task.exception() is None
    return task.result() if ended else None
