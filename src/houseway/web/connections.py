"""Connections: how many may be open, and how long each may take to send a whole request.

The server itself waits for a request for ever, so that a few thousand half-sent ones would shut
everybody else out. Here every connection is counted before any work is done for it, and one that
is too slow is closed: in its head, in its body, or in reading what it was sent. Behind a proxy
all connections come from one address; there the application counts by the forwarded one.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.server import ServerProtocol

from houseway.web.api.problems import MEDIA_TYPE, make_problem
from houseway.web.auth.rate_limits import network_of
from houseway.web.headers import security_headers

DESCRIPTORS_WANTED = 65_536
DESCRIPTORS_KEPT_BACK = 200
"""For the store, the log, the laboratory and everything else that is no connection."""
MOST_UNREAD = 1_000_000
"""Bytes of a body that are read and dropped after the request was refused."""
log = logging.getLogger("houseway.connections")


@dataclass(frozen=True)
class ConnectionLimits:
    """The most connections, and the longest that each may take."""

    in_all: int = 8_000
    per_address: int = 2_000
    unfinished: int = 100
    """Connections of one address that have not sent a whole request."""
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    stalled_seconds: float = 30.0
    """How long a client may read nothing of what it was sent."""

    def shortest(self) -> float:
        return min(self.head_seconds, self.body_seconds, self.stalled_seconds)


class Stage(Enum):
    """How far a connection has come."""

    HEAD = auto()
    BODY = auto()
    WORKING = auto()
    """The whole request is here, and is being answered."""
    SOCKET = auto()
    """The server's pings find out whether its client is still there."""


UNFINISHED = {Stage.HEAD, Stage.BODY}


@dataclass
class _Visit:
    """One open connection."""

    address: str | None
    """None for a proxy, behind which there are many addresses."""
    give_up: Callable[[], None]
    since: float
    """When its stage began."""
    read_at: float
    """When it last read what it was sent, or had nothing to read."""
    stage: Stage = Stage.HEAD
    unread: int = 0


class Doorkeeper:
    """The open connections of one server."""

    def __init__(
        self, limits: ConnectionLimits, is_proxy: Callable[[str], bool] = lambda _address: False
    ) -> None:
        self.limits, self._is_proxy = limits, is_proxy
        self._visits: dict[asyncio.Transport, _Visit] = {}
        self._open: Counter[str] = Counter()
        self._unfinished: dict[str | None, dict[asyncio.Transport, None]] = {}
        """By address, those without a whole request; the longest wait comes first."""
        self._timer: asyncio.TimerHandle | None = None

    def admit(self, transport: asyncio.Transport, give_up: Callable[[], None]) -> str:
        """Counts a new connection, or returns why it is refused."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if peer else "nowhere"
        address = None if self._is_proxy(host) else network_of(host)
        refusal = self._refusal(address)
        if refusal:
            if not self._make_room(address):
                log.warning("a connection was refused", extra={"fields": _facts(host, refusal)})
                return refusal
            log.warning("half a request made room", extra={"fields": _facts(host, refusal)})
        loop = asyncio.get_running_loop()
        self._visits[transport] = _Visit(address, give_up, loop.time(), loop.time())
        self._unfinished.setdefault(address, {})[transport] = None
        if address is not None:
            self._open[address] += 1
        if self._timer is None:
            self._schedule(loop)
        return ""

    def _refusal(self, address: str | None) -> str:
        if len(self._visits) >= self.limits.in_all:
            return "This house has as many connections open as it can. Try again in a moment."
        if address is None:
            return ""
        if self._open[address] >= self.limits.per_address:
            return f"{address} has {self.limits.per_address} connections open already."
        if len(self._unfinished.get(address, ())) >= self.limits.unfinished:
            return f"{address} has {self.limits.unfinished} connections without a whole request."
        return ""

    def _make_room(self, address: str | None) -> bool:
        """Closes the connection of this address that has waited longest without a whole request.

        An honest client sends its request at once; so the newcomer is served, and whoever holds
        half-sent requests loses them. A house that is full takes from the address with the most.
        """
        waiting = self._unfinished.get(address)
        if not waiting and len(self._visits) >= self.limits.in_all:
            waiting = max(self._unfinished.values(), key=len, default=None)
        if not waiting:
            return False
        oldest = next(iter(waiting))
        self.leave(oldest)
        oldest.abort()
        return True

    def enter(self, transport: asyncio.Transport, stage: Stage) -> None:
        """A connection has come to a stage; its time runs on where it was there already."""
        visit = self._visits.get(transport)
        if visit is None or visit.stage is stage:
            return
        visit.stage, visit.since = stage, asyncio.get_running_loop().time()
        if stage in UNFINISHED:
            self._unfinished.setdefault(visit.address, {})[transport] = None
        else:
            self._finish(visit.address, transport)

    def leave(self, transport: asyncio.Transport) -> None:
        visit = self._visits.pop(transport, None)
        if visit is None:
            return
        self._finish(visit.address, transport)
        if visit.address is not None:
            self._open[visit.address] -= 1
            if not self._open[visit.address]:
                del self._open[visit.address]
        if not self._visits and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _finish(self, address: str | None, transport: asyncio.Transport) -> None:
        """A connection no longer waits for its request."""
        waiting = self._unfinished.get(address, {})
        waiting.pop(transport, None)
        if not waiting:
            self._unfinished.pop(address, None)

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        seconds = min(1.0, self.limits.shortest() / 4)
        self._timer = loop.call_later(seconds, self._sweep, loop)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Closes every connection whose time is up."""
        now = loop.time()
        for transport, visit in list(self._visits.items()):
            if self._is_stalled(transport, visit, now):
                _log_closed(visit, "it read nothing of what it was sent")
                transport.abort()
            elif visit.stage is Stage.HEAD and now - visit.since > self.limits.head_seconds:
                _log_closed(visit, "its request was not finished in time")
                visit.give_up()
            elif visit.stage is Stage.BODY and now - visit.since > self.limits.body_seconds:
                _log_closed(visit, "the body of its request was not finished in time")
                transport.abort()
        self._timer = None
        if self._visits:
            self._schedule(loop)

    def _is_stalled(self, transport: asyncio.Transport, visit: _Visit, now: float) -> bool:
        unread = transport.get_write_buffer_size()
        if not unread or unread < visit.unread:
            visit.read_at = now
        visit.unread = unread
        return now - visit.read_at > self.limits.stalled_seconds


def _facts(address: str | None, reason: str) -> dict[str, str]:
    return {"address": address or "the proxy", "reason": reason}


def _log_closed(visit: _Visit, reason: str) -> None:
    log.info("a connection was closed", extra={"fields": _facts(visit.address, reason)})


def bare_answer(status: HTTPStatus, kind: str, detail: str, *, secure: bool) -> bytes:
    """A whole answer for a connection that never reaches the application; it closes with it."""
    body = json.dumps(make_problem(status.value, kind, detail).model_dump()).encode()
    headers = {
        **security_headers(MEDIA_TYPE, secure=secure),
        "Cache-Control": "no-store",
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


class GuardedHttp(H11Protocol):
    """The server's own protocol, with deadlines and caps."""

    def __init__(self, doorkeeper: Doorkeeper, *, secure: bool, **options: Any) -> None:
        super().__init__(**options)
        self._doorkeeper, self._secure = doorkeeper, secure
        self._dropped = 0
        self._is_admitted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        refusal = self._doorkeeper.admit(transport, self._give_up)
        if refusal:
            self._answer(HTTPStatus.SERVICE_UNAVAILABLE, "busy", refusal)
            return
        self._is_admitted = True
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._is_admitted:
            return
        self._doorkeeper.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._drop(len(data))
        self._note_stage()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_stage()

    def send_400_response(self, msg: str) -> None:
        """What is no request, or has too long a head; nothing is said in the midst of an answer."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            detail = f"{msg} It is not of HTTP/1.1, or its head is too long."
            self._answer(HTTPStatus.BAD_REQUEST, "malformed", detail)
        else:
            self.transport.close()

    def _note_stage(self) -> None:
        if self.transport.get_protocol() is not self:
            return  # it has become a socket
        state = self.conn.their_state
        stage = {h11.IDLE: Stage.HEAD, h11.SEND_BODY: Stage.BODY}.get(state, Stage.WORKING)
        self._doorkeeper.enter(self.transport, stage)

    def _drop(self, size: int) -> None:
        """After a refusal the rest of the body is read, so that its sender reads the refusal."""
        is_refused = self.conn.their_state is h11.SEND_BODY and self.conn.our_state is h11.DONE
        self._dropped = self._dropped + size if is_refused else 0
        if self._dropped > MOST_UNREAD:
            self.transport.abort()

    def _give_up(self) -> None:
        """Closes a connection whose head is not finished; an idle one needs no answer."""
        begun = bool(self.conn.trailing_data[0])
        if begun:
            detail = "The request was not finished in time. Send it again."
            self._answer(HTTPStatus.REQUEST_TIMEOUT, "too-slow", detail)
        else:
            self.transport.close()

    def _answer(self, status: HTTPStatus, kind: str, detail: str) -> None:
        self.transport.write(bare_answer(status, kind, detail, secure=self._secure))
        self.transport.close()


class _Handshake(ServerProtocol):
    """A handshake whose refusals carry the security headers."""

    secure = False

    def reject(self, status: Any, text: str) -> Response:
        response = super().reject(status, text)
        response.headers.update(security_headers("text/plain", secure=self.secure))
        return response


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is counted as long as it is open."""

    def __init__(self, doorkeeper: Doorkeeper, *, secure: bool, **options: Any) -> None:
        super().__init__(**options)
        self._doorkeeper = doorkeeper
        handshake = _Handshake(max_size=self.config.ws_max_size, logger=self.logger)
        handshake.secure = secure
        self.conn = handshake

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._doorkeeper.enter(self.transport, Stage.SOCKET)

    def connection_lost(self, exc: Exception | None) -> None:
        self._doorkeeper.leave(self.transport)
        super().connection_lost(exc)


def raise_descriptor_limit() -> int | None:
    """Lets this process open as many files and connections as the system allows; how many.

    None where the system has no such limit.
    """
    try:
        import resource  # noqa: PLC0415  # not on every system
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    ceiling = DESCRIPTORS_WANTED if hard == resource.RLIM_INFINITY else hard
    wanted = min(max(soft, DESCRIPTORS_WANTED), ceiling)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
