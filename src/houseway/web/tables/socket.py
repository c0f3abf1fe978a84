"""A table over a WebSocket: views out as they change, commands in.

out  {"type": "view", "seq": 812, "view": {...}, "news": [...]}
     {"type": "answer", "id": "...", ...}   {"type": "refused", "id": "...", "problem": {...}}
in   {"type": "command", "id": "...", "command": {"type": "bet", ...}}
     {"type": "ready"}   {"type": "have", "seq": 811}   {"type": "ping"}
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from houseway.codec import TaggedUnion
from houseway.house.messages import Fault, Outcome
from houseway.house.offices import PLAYERS
from houseway.house.people import Identity
from houseway.house.table_service import Update
from houseway.rulebook import HousewayError, Malformed
from houseway.web.api.problems import internal_error, problem_of
from houseway.web.api.socket_messages import (
    SUFFIX,
    CommandMessage,
    HaveMessage,
    PingMessage,
    ReadyMessage,
)
from houseway.web.auth.access import require_office
from houseway.web.auth.rate_limits import RateLimiter, TooManyRequests, client_address
from houseway.web.auth.sessions import same_origin
from houseway.web.services import services_of
from houseway.web.tables.command_gateway import Stopping
from houseway.web.tables.mailboxes import Draw, LiveSession, Mailbox, draw_view, run_in_thread
from houseway.web.tables.routes import answer_model

MOST_BYTES = 20_000
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 60
MOST_VIOLATIONS = 100
"""Repeated rate-limit violations close the socket."""
POLICY, RESTART = 1008, 1012
MOST_REASON = 123
"""Bytes of a reason; a closing message has no room for more."""

log = logging.getLogger("houseway")
router = APIRouter()


@router.websocket("/api/tables/{name}/socket")
async def watch(socket: WebSocket, name: str) -> None:
    """One program at one table."""
    await watch_with(socket, name, draw_view, {})


async def watch_with(socket: WebSocket, name: str, draw: Draw, more: "Handlers") -> None:
    """One person at one table, until either goes away."""
    if not same_origin(socket, secure=services_of(socket).cookies.secure):
        await socket.close(POLICY)
        return
    await socket.accept()
    box: Mailbox | None = None
    try:
        box = await _authenticate(socket, name, draw)
        await _attend(socket, name, box, more)
    except HousewayError as error:
        await _close(socket, error, box)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client has gone
    finally:
        if box is not None:
            services_of(socket).hub.remove(name, box)


async def _authenticate(socket: WebSocket, name: str, draw: Draw) -> Mailbox:
    services = services_of(socket)
    if not services.limits.requests.allows(client_address(socket)):
        raise TooManyRequests("Too many connections. Wait a moment.")

    def identify() -> Identity:
        cookies = dict(socket.cookies)
        return services.cookies.identity(services.house, socket.headers, cookies)

    session = LiveSession(identify, await run_in_thread(services.pool, identify))
    box = Mailbox(session, draw)
    await run_in_thread(services.pool, lambda: services.house.look(name))
    services.hub.add(name, box)
    return box


async def _attend(socket: WebSocket, name: str, box: Mailbox, more: "Handlers") -> None:
    services = services_of(socket)
    box.put(await run_in_thread(services.pool, lambda: services.house.look(name).current()))
    sender = asyncio.create_task(_send_views(socket, box, services.pool))
    try:
        await Listener(socket, name, box, more).listen()
    finally:
        sender.cancel()


async def _close(socket: WebSocket, error: HousewayError, box: Mailbox | None) -> None:
    """Sends the reason, and closes."""
    fields = {
        "table": socket.path_params.get("name"),
        "by": str(box.person) if box is not None else "nobody",
        "address": client_address(socket),
        "reason": str(error),
    }
    try:
        log.info("socket closed", extra={"fields": fields})
        await socket.send_text(_refusal(None, error))
        await socket.close(POLICY, _shorten(str(error)))
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client has gone


def _shorten(reason: str) -> str:
    """As much of a reason as a closing message has room for."""
    return reason.encode()[:MOST_REASON].decode("utf-8", "ignore")


async def _send_views(socket: WebSocket, box: Mailbox, pool: ThreadPoolExecutor) -> None:
    try:
        while True:
            message = await box.take()
            await box.session.check(pool)
            # With the standard encoder a third of a busy house's time went here.
            await socket.send_text(orjson.dumps(message).decode())
    except HousewayError as error:
        await _close(socket, error, box)
    except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
        return
    except Exception:
        log.exception("a view failed")
        await _close(socket, Malformed("This view could not be drawn. Connect again."), box)


class Listener:
    """The messages of one socket, one after the other."""

    def __init__(self, socket: WebSocket, table: str, box: Mailbox, more: "Handlers") -> None:
        services = services_of(socket)
        self.socket, self.table, self.box = socket, table, box
        self.house, self.pool, self.gateway = services.house, services.pool, services.gateway
        self.handlers = {**_HANDLERS, **more}
        self.codec: TaggedUnion[Any] = TaggedUnion("message", self.handlers, suffix=SUFFIX)
        self.limit, self.violations = RateLimiter(MESSAGES_AT_ONCE, MESSAGES_A_SECOND), 0

    async def listen(self) -> None:
        while self.violations < MOST_VIOLATIONS:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                raise Malformed("A message must be text.")
            if len(text) > MOST_BYTES:
                raise Malformed("This message is too long.")
            await self._handle(text)
        raise TooManyRequests("Far too many messages.")

    async def _handle(self, text: str) -> None:
        message_id: str | None = None
        try:
            data = _parse(text)
            message_id = _id_of(data)
            self._limit_rate()
            message = self.codec.from_data(data)
            await self.handlers[type(message)](self, message)
        except Stopping:
            # Not answered: the client comes back to the next start and sends it again.
            await self.socket.close(RESTART)
        except HousewayError as error:
            await self._reply(_refusal(message_id, error))
        except (
            AssertionError,
            ArithmeticError,
            Fault,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
        ):
            # A fault of the house: it is reported as one, and the next message is read.
            log.exception("a message failed")
            await self._reply(_problem(message_id, internal_error().model_dump()))

    def _limit_rate(self) -> None:
        if self.limit.allows("socket"):
            self.violations = 0
            return
        self.violations += 1
        raise TooManyRequests("Too many messages. Wait a moment.")

    async def _reply(self, text: str) -> None:
        await self.socket.send_text(text)

    async def command(self, message: CommandMessage) -> None:
        outcome = await self.submit(message.command, message.id)
        await self._reply(json.dumps({"type": "answer", **answer_model(outcome).model_dump()}))

    async def submit(self, data: object, command_id: str) -> Outcome:
        """Sends one command to the table, in a thread that may wait for the disk."""
        person, gateway = self.box.person, self.gateway
        await self.box.session.check(self.pool)
        outcome: Outcome = await run_in_thread(
            self.pool, lambda: gateway.send(person, self.table, data, command_id)
        )
        return outcome

    async def acknowledge(self, message_id: str) -> None:
        """Answers a message whose commands, however many, are all done."""
        await self._reply(json.dumps({"type": "answer", "id": message_id, "done": True}))

    async def ready(self, _message: ReadyMessage) -> None:
        person = self.box.person
        require_office(person, *PLAYERS)
        await self.box.session.check(self.pool)
        await run_in_thread(self.pool, lambda: self.gateway.say_ready(person, self.table))

    async def current(self) -> Update:
        """The table as it stands; it may have to be read from the record."""
        update: Update = await run_in_thread(
            self.pool, lambda: self.house.look(self.table).current()
        )
        return update

    async def have(self, message: HaveMessage) -> None:
        self.box.resend(message.seq)

    async def ping(self, _message: PingMessage) -> None:
        await self._reply('{"type":"pong"}')


Handlers = Mapping[type, Callable[[Listener, Any], Awaitable[None]]]
"""What is done with each kind of message."""

_HANDLERS: Handlers = {
    CommandMessage: Listener.command,
    ReadyMessage: Listener.ready,
    HaveMessage: Listener.have,
    PingMessage: Listener.ping,
}


def _parse(text: str) -> object:
    try:
        data: object = json.loads(text)
        if "\\ud" in text.lower():
            # Unpaired surrogates are rejected: no page could show them, no store keep them.
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Malformed("The message is not JSON.") from None
    return data


def _id_of(data: object) -> str | None:
    """The id of a message, to answer it by, even where the message cannot be read."""
    sender_id = data.get("id") if isinstance(data, dict) else None
    return sender_id if isinstance(sender_id, str) else None


def _refusal(message_id: str | None, error: HousewayError) -> str:
    return _problem(message_id, problem_of(error).model_dump())


def _problem(message_id: str | None, problem: dict[str, Any]) -> str:
    return json.dumps({"type": "refused", "id": message_id, "problem": problem})
