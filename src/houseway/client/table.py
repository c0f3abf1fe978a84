"""A table as a program sees it: the newest view, what happened, and commands with answers."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from houseway.client.refusals import Refused

LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)
AGAIN_SECONDS = 0.2
TRY_AGAIN = "houseway:try-again"
MOST_NEWS, MOST_BYTES = 10_000, 2**22
FOR_GOOD = {401, 403, 404}


class TableClient:
    """A connection to one table, which comes back by itself."""

    def __init__(
        self,
        url: str,
        name: str,
        headers: Callable[[], dict[str, str]],
        others: Sequence[str] = (),
    ) -> None:
        sockets = [address.replace("http", "ws", 1) for address in (url, *others)]
        self.addresses = [
            f"{socket}/api/tables/{quote(name, safe='')}/socket" for socket in sockets
        ]
        """Where the table can be reached: one after the other, whenever one is lost."""
        self.name = name
        self.view: dict[str, Any] = {}
        self.news: deque[dict[str, Any]] = deque(maxlen=MOST_NEWS)
        self.connections = 0
        """How many times the connection was made."""
        self._headers = headers
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Condition()
        self._unanswered: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self._running: asyncio.Task[None] | None = None
        self._again: set[asyncio.Task[None]] = set()
        self._shown_out: Refused | None = None
        """Why the house does not let us in, where it does not."""

    async def __aenter__(self) -> "TableClient":
        self._running = asyncio.create_task(self._run())
        await self.wait_until(bool)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._running is not None:
            tasks = [self._running, *self._again]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        """Connects, listens, and when the connection is lost begins anew."""
        for address in cycle(self.addresses):
            if self._shown_out is not None:
                return
            try:
                async with connect(
                    address,
                    additional_headers=self._headers(),
                    compression=None,
                    max_size=2**22,
                ) as socket:
                    self._socket = socket
                    self.connections += 1
                    for text, _ in list(self._unanswered.values()):
                        await socket.send(text)
                    async for message in socket:
                        await self._hear(json.loads(message))
            except LOST:
                pass
            finally:
                self._socket = None
            await asyncio.sleep(AGAIN_SECONDS)

    async def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "refused" and message["problem"]["status"] in FOR_GOOD and not message["id"]:
            await self._give_up(Refused(message["problem"]))
        elif kind == "view":
            async with self._changed:
                self.view = message["view"]
                self.news.extend(message["news"])
                self._changed.notify_all()
        elif message.get("problem", {}).get("type") == TRY_AGAIN:
            self._later(message.get("id"))
        elif kind in {"answer", "refused"}:
            _, waiting = self._unanswered.pop(message.get("id") or "", ("", None))
            if waiting is not None and not waiting.done():
                if kind == "answer":
                    waiting.set_result(message)
                else:
                    waiting.set_exception(Refused(message["problem"]))

    def _later(self, name: str | None) -> None:
        """The house could not say what became of a command: it is sent again in a moment."""
        text, _ = self._unanswered.get(name or "", ("", None))
        if text:
            again = asyncio.create_task(self._send_later(text))
            self._again.add(again)
            again.add_done_callback(self._again.discard)

    async def _send_later(self, text: str) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        await self._send(text)

    async def _give_up(self, why: Refused) -> None:
        """To come back would not help; who waits is told."""
        async with self._changed:
            self._shown_out = why
            for _, waiting in self._unanswered.values():
                if not waiting.done():
                    waiting.set_exception(why)
            self._changed.notify_all()

    async def tell(self, command: dict[str, Any], command_id: str | None = None) -> dict[str, Any]:
        """Sends a command and waits for its answer, over as many connections as it takes."""
        if self._shown_out is not None:
            raise self._shown_out
        name = command_id or uuid4().hex
        text = json.dumps({"type": "command", "id": name, "command": command})
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._unanswered[name] = (text, answer)
        await self._send(text)
        try:
            return await answer
        finally:
            self._unanswered.pop(name, None)

    async def ready(self) -> None:
        """Says that one's bets are all down."""
        await self._send('{"type":"ready"}')

    async def _send(self, text: str) -> None:
        try:
            if self._socket is not None:
                await self._socket.send(text)
        except LOST:
            pass  # it is sent again when the connection is back

    async def wait_until(
        self, wanted: Callable[[dict[str, Any]], bool], timeout: float = 60.0
    ) -> dict[str, Any]:
        """The first view that is as wanted."""
        async with asyncio.timeout(timeout), self._changed:
            await self._changed.wait_for(lambda: self._shown_out or wanted(self.view))
            if self._shown_out is not None:
                raise self._shown_out
            return self.view
