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
from collections import defaultdict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from houseway.games.reading import Fields, read_choice
from houseway.house.house import House
from houseway.house.offices import Person, actor
from houseway.house.running import Update
from houseway.rulebook import HousewayError, Malformed
from houseway.web.acting import Acts, Stopping
from houseway.web.letting_in import Patience, same_origin
from houseway.web.problems import problem_of, simple
from houseway.web.table_routes import answer_model

MOST_BYTES = 20_000
MOST_NEWS = 200
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 60
POLICY, RESTART = 1008, 1012
_as_text = json.JSONEncoder(separators=(",", ":")).encode

router = APIRouter()


Draw = Callable[[Update, Person, list[dict[str, Any]]], dict[str, Any]]
"""What one socket is sent of an update, with the news since the last."""


def draw_view(update: Update, person: Person, news: list[dict[str, Any]]) -> dict[str, Any]:
    """For programs: the whole view."""
    return {"type": "view", "seq": update.seq, "view": update.view(person), "news": news}


class Mailbox:
    """Room for the newest update of a table, and for the news since the last one was read."""

    def __init__(self, person: Person, draw: Draw = draw_view) -> None:
        self.person, self._draw = person, draw
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

    def watching(self) -> int:
        return sum(len(boxes) for boxes in list(self.boxes.values()))


@router.websocket("/api/tables/{name}/socket")
async def watch(socket: WebSocket, name: str) -> None:
    """One program at one table."""
    await watch_with(socket, name, draw_view, {})


async def watch_with(socket: WebSocket, name: str, draw: Draw, more: dict[str, "Handler"]) -> None:
    """One person at one table, until either goes away."""
    state = socket.app.state
    house: House = state.house
    if not same_origin(socket.headers):
        await socket.close(POLICY)
        return
    try:
        found = await aside(
            state.pool, lambda: state.door.identity(house, socket.headers, dict(socket.cookies))
        )
        table = house.table(name)
    except HousewayError as error:
        await socket.accept()
        await socket.send_text(_refused(None, error))
        await socket.close(POLICY)
        return
    await socket.accept()
    box, hub = Mailbox(found.person, draw), state.hub
    hub.boxes[name].add(box)
    box.put(table.stands())
    sending = asyncio.create_task(_send_views(socket, box))
    try:
        await Listener(socket, house, name, box, more).listen()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hub.boxes[name].discard(box)
        if not hub.boxes[name]:
            del hub.boxes[name]
        sending.cancel()


async def aside(pool: ThreadPoolExecutor, work: Callable[[], Any]) -> Any:
    return await asyncio.get_running_loop().run_in_executor(pool, work)


async def _send_views(socket: WebSocket, box: Mailbox) -> None:
    try:
        while True:
            await socket.send_text(_as_text(await box.take()))
    except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
        return


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
        self.patience = Patience(MESSAGES_AT_ONCE, MESSAGES_A_SECOND)

    async def listen(self) -> None:
        while True:
            text = await self.socket.receive_text()
            if len(text) > MOST_BYTES:
                await self._say(_refused(None, Malformed("This message is too long.")))
                await self.socket.close(POLICY)
                return
            if not self.patience.allows("me"):
                problem = simple(429, "too-many", "Too many messages. Wait a moment.")
                await self._say(_problem(None, problem.model_dump()))
                continue
            await self._one(text)

    async def _one(self, text: str) -> None:
        name: str | None = None
        try:
            fields = Fields(_read(text), "The message")
            kind = read_choice(fields.take("type"), "The message's type", list(self.kinds))
            given = fields.take("id", None)
            name = given if isinstance(given, str) else None
            await self.kinds[kind](self, fields, name)
        except Stopping:
            # Not answered: who sent it comes back to the next start and sends it again.
            await self.socket.close(RESTART)
        except HousewayError as error:
            await self._say(_refused(name, error))

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
        answer = await aside(self.pool, lambda: self.acts.tell(person, self.table, data, name))
        await self._say(json.dumps({"type": "answer", **answer_model(answer).model_dump()}))

    async def ready(self, fields: Fields, _name: str | None) -> None:
        fields.finish()
        player = actor(self.box.person).name
        await aside(self.pool, lambda: self.acts.say_ready(player, self.table))

    async def have(self, fields: Fields, _name: str | None) -> None:
        """The client says what it has; it gets a fresh view if that is not the newest."""
        seq = fields.take("seq")
        fields.finish()
        stands = self.house.table(self.table).stands()
        if seq != stands.seq:
            self.box.put(stands)

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
    except (ValueError, RecursionError):
        raise Malformed("The message is not JSON.") from None
    return found


def _refused(name: str | None, error: HousewayError) -> str:
    return _problem(name, problem_of(error).model_dump())


def _problem(name: str | None, problem: dict[str, Any]) -> str:
    return json.dumps({"type": "refused", "id": name, "problem": problem})
