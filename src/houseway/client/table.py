"""A table as a program sees it: the newest view, what happened, commands, and refusals."""

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

LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)
AGAIN_SECONDS = 0.2
TRY_AGAIN = "houseway:try-again"
MOST_NEWS, MOST_BYTES = 10_000, 2**22
FOR_GOOD = {401, 403, 404}


class Refused(Exception):
    """The house refuses a request; the problem document says why, and by which clause."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        self.status = int(problem.get("status", 0))
        self.clauses: list[str] = list(problem.get("clauses", []))
        super().__init__(str(problem.get("detail", problem)))


class TableClient:
    """A connection to one table, which is made again whenever it is lost."""

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
        self._refusal: Refused | None = None
        """Set where the house does not admit this person: connecting again would not help."""

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
        """Connects and listens, again and again whenever the connection is lost."""
        for address in cycle(self.addresses):
            if self._refusal is not None:
                return
            try:
                headers = self._headers()
                async with connect(
                    address, additional_headers=headers, compression=None, max_size=MOST_BYTES
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
            self._repeat(message.get("id"))
        elif kind in {"answer", "refused"}:
            _, waiting = self._unanswered.pop(message.get("id") or "", ("", None))
            if waiting is not None and not waiting.done():
                if kind == "answer":
                    waiting.set_result(message)
                else:
                    waiting.set_exception(Refused(message["problem"]))

    def _repeat(self, name: str | None) -> None:
        """Sends a command again in a moment: the house could not say what became of it."""
        text, _ = self._unanswered.get(name or "", ("", None))
        if text:
            again = asyncio.create_task(self._send(text, AGAIN_SECONDS))
            self._again.add(again)
            again.add_done_callback(self._again.discard)

    async def _give_up(self, refusal: Refused) -> None:
        """Ends the connection for good; everything that waits for an answer gets the refusal."""
        async with self._changed:
            self._refusal = refusal
            for _, waiting in self._unanswered.values():
                if not waiting.done():
                    waiting.set_exception(refusal)
            self._changed.notify_all()

    async def tell(self, command: dict[str, Any], command_id: str | None = None) -> dict[str, Any]:
        """Sends a command and waits for its answer, over as many connections as it takes."""
        if self._refusal is not None:
            raise self._refusal
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

    async def _send(self, text: str, delay: float = 0.0) -> None:
        if delay:
            await asyncio.sleep(delay)
        try:
            if self._socket is not None:
                await self._socket.send(text)
        except LOST:
            pass  # it is sent again when the connection is back

    async def wait_until(
        self, is_awaited: Callable[[dict[str, Any]], bool], timeout: float = 60.0
    ) -> dict[str, Any]:
        """The first view of which this holds."""
        async with asyncio.timeout(timeout), self._changed:
            await self._changed.wait_for(lambda: self._refusal or is_awaited(self.view))
            if self._refusal is not None:
                raise self._refusal
            return self.view
