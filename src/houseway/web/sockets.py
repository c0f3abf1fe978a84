"""A table over a WebSocket: views out as they change, commands in.

    out  {"type": "view", "seq": 812, "view": {...}, "news": [...]}
         {"type": "answer", "id": "...", ...}   {"type": "refused", "id": "...", "problem": {...}}
    in   {"type": "command", "id": "...", "command": {"type": "bet", ...}}
         {"type": "ready"}   {"type": "have", "seq": 811}   {"type": "ping"}

Each socket has room for one view: a slow one gets the newest and never delays a table. What
happened in between is told as long as it is little; the view is always the whole truth.
"""

import asyncio
import json
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from houseway.games.reading import Fields, read_choice, read_whole
from houseway.house.asking import Fault
from houseway.house.house import House
from houseway.house.offices import PLAYERS, Person
from houseway.house.people import Identity, NotLetIn
from houseway.house.running import Update
from houseway.rulebook import HousewayError, Malformed
from houseway.web.acting import Acts, Stopping
from houseway.web.letting_in import Patience, TooMany, address, must_be, same_origin
from houseway.web.problems import fault, problem_of
from houseway.web.table_routes import answer_model

MOST_BYTES = 20_000
MOST_NEWS = 200
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 60
MOST_TOO_MANY = 100
"""Who goes on after being told so often that it is too much is shown out."""
MOST_SOCKETS = 20
"""Of one person, at all tables together."""
LOOK_AGAIN_SECONDS = 60.0
"""A pass that runs out is found by then. Whatever the house changes is told at once."""
POLICY, RESTART = 1008, 1012
MOST_REASON = 123
"""Bytes; more do not go into the message that closes a socket."""

log = logging.getLogger("houseway")
router = APIRouter()


Draw = Callable[[Update, Person, list[dict[str, Any]]], dict[str, Any]]
"""What one socket is sent of an update, with the news since the last."""


def draw_view(update: Update, person: Person, news: list[dict[str, Any]]) -> dict[str, Any]:
    """For programs: the whole view."""
    return {"type": "view", "seq": update.seq, "view": update.view(person), "news": news}


class Pass:
    """What somebody was let in with, looked at again now and then: it can be over meanwhile."""

    def __init__(self, look: Callable[[], Identity], found: Identity) -> None:
        self.person, self._look, self._found = found.person, look, found
        self._looked = time.monotonic()

    async def check(self, pool: ThreadPoolExecutor, every: float | None = None) -> None:
        """Raises if who came in would not be let in now, as who they were."""
        every = LOOK_AGAIN_SECONDS if every is None else every
        if time.monotonic() - self._looked < every:
            return
        found = await aside(pool, self._look)
        if found != self._found:
            raise NotLetIn("This session is over. Log in again.")
        self._looked = time.monotonic()

    def doubt(self) -> None:
        """Something about this person has changed: look before anything else is told."""
        self._looked = -1e9


class Mailbox:
    """Room for the newest update of a table, and for the news since the last one was read."""

    def __init__(self, shown: Pass, draw: Draw = draw_view) -> None:
        self.shown, self.person, self._draw = shown, shown.person, draw
        self._newest: Update | None = None
        self._news: list[dict[str, Any]] = []
        self._something = asyncio.Event()

    def put(self, update: Update) -> None:
        if self._newest is not None and update.seq < self._newest.seq:
            return
        self._newest = update
        if len(self._news) < MOST_NEWS:
            self._news += update.news(self.person)
        self._something.set()

    def again(self, has: int) -> None:
        """The newest once more, for who does not have it."""
        if self._newest is not None and has != self._newest.seq:
            self._something.set()

    def doubt(self) -> None:
        self.shown.doubt()
        self._something.set()

    async def take(self) -> dict[str, Any]:
        await self._something.wait()
        self._something.clear()
        assert self._newest is not None
        news, self._news = self._news, []
        return self._draw(self._newest, self.person, news)


class Hub:
    """Who watches which table. Updates come from the threads of the house."""

    def __init__(self) -> None:
        self.boxes: dict[str, set[Mailbox]] = defaultdict(set)
        self.of: Counter[str] = Counter()
        """How many sockets each person has."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def changed(self, update: Update) -> None:
        """Called by the house, in whatever thread it is."""
        if self._loop is not None and not self._loop.is_closed() and self.boxes.get(update.table):
            self._loop.call_soon_threadsafe(self._deliver, update)

    def _deliver(self, update: Update) -> None:
        for box in self.boxes.get(update.table, ()):
            box.put(update)

    def watches(self, table: str) -> bool:
        return bool(self.boxes.get(table))

    def person_changed(self, name: str) -> None:
        """Called by the house when an office or a password has changed."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._doubt, name)

    def _doubt(self, name: str) -> None:
        for boxes in self.boxes.values():
            for box in boxes:
                if box.person.name == name:
                    box.doubt()

    def come(self, table: str, box: Mailbox) -> None:
        if self.of[box.person.name] >= MOST_SOCKETS:
            raise TooMany(f"{box.person.name} is at {MOST_SOCKETS} tables already.")
        self.of[box.person.name] += 1
        self.boxes[table].add(box)

    def go(self, table: str, box: Mailbox) -> None:
        if box not in self.boxes.get(table, ()):
            return
        self.boxes[table].discard(box)
        self.of[box.person.name] -= 1
        if not self.boxes[table]:
            del self.boxes[table]
        if not self.of[box.person.name]:
            del self.of[box.person.name]

    def watching(self) -> int:
        return sum(len(boxes) for boxes in list(self.boxes.values()))


@router.websocket("/api/tables/{name}/socket")
async def watch(socket: WebSocket, name: str) -> None:
    """One program at one table."""
    await watch_with(socket, name, draw_view, {})


async def watch_with(socket: WebSocket, name: str, draw: Draw, more: dict[str, "Handler"]) -> None:
    """One person at one table, until either goes away."""
    state = socket.app.state
    if not same_origin(socket.headers):
        await socket.close(POLICY)
        return
    await socket.accept()
    box: Mailbox | None = None
    try:
        box = await _let_in(socket, name, draw)
        await _attend(socket, name, box, more)
    except HousewayError as error:
        await _show_out(socket, error)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone already
    finally:
        if box is not None:
            state.hub.go(name, box)


async def _let_in(socket: WebSocket, name: str, draw: Draw) -> Mailbox:
    state = socket.app.state
    if not state.patience.allows(address(socket)):
        raise TooMany("Too many connections. Wait a moment.")

    def look() -> Identity:
        found: Identity = state.door.identity(state.house, socket.headers, dict(socket.cookies))
        return found

    box = Mailbox(Pass(look, await aside(state.pool, look)), draw)
    await aside(state.pool, lambda: state.house.look(name))
    state.hub.come(name, box)
    return box


async def _attend(socket: WebSocket, name: str, box: Mailbox, more: dict[str, "Handler"]) -> None:
    state = socket.app.state
    box.put(await aside(state.pool, lambda: state.house.look(name).stands()))
    sending = asyncio.create_task(_send_views(socket, box, state.pool))
    try:
        await Listener(socket, state.house, name, box, more).listen()
    finally:
        sending.cancel()


async def _show_out(socket: WebSocket, error: HousewayError) -> None:
    """Why, and then the end."""
    try:
        log.info("shown out", extra={"fact": {"why": str(error)}})
        await socket.send_text(_refused(None, error))
        await socket.close(POLICY, _short(str(error)))
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone already


def _short(reason: str) -> str:
    """As much of a reason as the closing of a socket has room for."""
    return reason.encode()[:MOST_REASON].decode("utf-8", "ignore")


async def aside(pool: ThreadPoolExecutor, work: Callable[[], Any]) -> Any:
    return await asyncio.get_running_loop().run_in_executor(pool, work)


async def _send_views(socket: WebSocket, box: Mailbox, pool: ThreadPoolExecutor) -> None:
    try:
        while True:
            message = await box.take()
            await box.shown.check(pool)
            # A third of a busy house's time went here with the encoder of the language.
            await socket.send_text(orjson.dumps(message).decode())
    except HousewayError as error:
        await _show_out(socket, error)
    except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
        return
    except Exception:
        log.exception("a view failed")
        await _show_out(socket, Malformed("This view could not be made. Come back."))


class Listener:
    """What comes in on one socket, one message after the other."""

    def __init__(
        self,
        socket: WebSocket,
        house: House,
        table: str,
        box: Mailbox,
        more: dict[str, "Handler"],
    ) -> None:
        self.socket, self.house, self.table = socket, house, table
        self.box, self.pool = box, socket.app.state.pool
        self.acts: Acts = socket.app.state.acts
        self.kinds = {**_KINDS, **more}
        self.patience, self.too_many = Patience(MESSAGES_AT_ONCE, MESSAGES_A_SECOND), 0

    async def listen(self) -> None:
        while self.too_many < MOST_TOO_MANY:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                raise Malformed("A message is text.")
            if len(text) > MOST_BYTES:
                raise Malformed("This message is too long.")
            await self._one(text)
        raise TooMany("Far too many messages.")

    async def _one(self, text: str) -> None:
        name: str | None = None
        try:
            fields = Fields(_read(text), "The message")
            kind = read_choice(fields.take("type"), "The message's type", list(self.kinds))
            given = fields.take("id", None)
            name = given if isinstance(given, str) else None
            self._be_patient()
            await self.kinds[kind](self, fields, name)
        except Stopping:
            # Not answered: who sent it comes back to the next start and sends it again.
            await self.socket.close(RESTART)
        except HousewayError as error:
            await self._say(_refused(name, error))
        except (
            AssertionError,
            ArithmeticError,
            Fault,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
        ):
            # A fault of the house: it is told as one, and the next message is heard.
            log.exception("a message failed")
            await self._say(_problem(name, fault().model_dump()))

    def _be_patient(self) -> None:
        if self.patience.allows("me"):
            self.too_many = 0
            return
        self.too_many += 1
        raise TooMany("Too many messages. Wait a moment.")

    async def _say(self, text: str) -> None:
        await self.socket.send_text(text)

    async def command(self, fields: Fields, name: str | None) -> None:
        data = fields.take("command")
        fields.finish()
        if name is None:
            raise Malformed("A command has an id of its sender's making.")
        await self.tell(data, name)

    async def tell(self, data: object, name: str) -> None:
        """One command to the table, in a thread that may wait for the disk."""
        person = self.box.person
        await self.box.shown.check(self.pool)
        answer = await aside(self.pool, lambda: self.acts.tell(person, self.table, data, name))
        await self._say(json.dumps({"type": "answer", **answer_model(answer).model_dump()}))

    async def ready(self, fields: Fields, _name: str | None) -> None:
        fields.finish()
        must_be(self.box.person, *PLAYERS)
        await self.box.shown.check(self.pool)
        person = self.box.person
        await aside(self.pool, lambda: self.acts.say_ready(person, self.table))

    async def look(self) -> Update:
        """The table as it stands; it may have to be read from the record."""
        found: Update = await aside(self.pool, lambda: self.house.look(self.table).stands())
        return found

    async def have(self, fields: Fields, _name: str | None) -> None:
        """The client says what it has; it gets a fresh view if that is not the newest."""
        seq = fields.take("seq")
        fields.finish()
        self.box.again(read_whole(seq, "What you have"))

    async def ping(self, fields: Fields, _name: str | None) -> None:
        fields.finish()
        await self._say('{"type":"pong"}')


Handler = Callable[[Listener, Fields, str | None], Awaitable[None]]

_KINDS: dict[str, Handler] = {
    "command": Listener.command,
    "ready": Listener.ready,
    "have": Listener.have,
    "ping": Listener.ping,
}


def _read(text: str) -> object:
    try:
        found: object = json.loads(text)
        if "\\ud" in text.lower():
            # Half a letter is no text: nobody could be shown it, and no store would keep it.
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Malformed("The message is not JSON.") from None
    return found


def _refused(name: str | None, error: HousewayError) -> str:
    return _problem(name, problem_of(error).model_dump())


def _problem(name: str | None, problem: dict[str, Any]) -> str:
    return json.dumps({"type": "refused", "id": name, "problem": problem})
