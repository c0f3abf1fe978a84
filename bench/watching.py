"""Pages that watch: how long after an act the change is there, on five hundred pages at once.

    python bench/watching.py [--pages N] [--tables N] [--seconds N]

One house on SQLite, in a process of its own. At each table one player puts a chip down or
takes it back once a second; all others, with and without a seat, only look, over the socket
that the page in the browser uses. A change's time is from the sending of the act to its
arrival at each page, this program's own delay included.
"""

import argparse
import asyncio
import gc
import json
import os
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field

import orjson
from websockets.asyncio.client import ClientConnection, connect

from house import CHIPS, Server, furnish, game_of, share, token_of
from houseway.games import GAMES


@dataclass
class Watched:
    """A table: when its last acts were sent, by what they will change."""

    name: str
    sent: dict[int, float] = field(default_factory=dict)
    """The moment at which the act was sent that led to a place in the record."""
    pages: int = 0


class Watcher:
    """One page at one table."""

    def __init__(self, number: int, table: Watched, port: int) -> None:
        self.number, self.table = number, table
        self.address = f"ws://127.0.0.1:{port}/tables/{table.name}/live"
        self.seen: list[tuple[int, float]] = []
        self.bytes = 0
        self.answers: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    async def come(self) -> None:
        headers = {"Authorization": f"Bearer {token_of(self.number)}"}
        self.socket: ClientConnection = await connect(
            self.address, additional_headers=headers, compression=None, open_timeout=60
        )
        self.hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        async for text in self.socket:
            now = time.perf_counter()
            message = orjson.loads(text)
            if message["type"] == "page":
                self.seen.append((message["seq"], now))
                self.bytes += len(text)
            elif message["type"] in {"answer", "refused"}:
                self.answers.put_nowait(message)

    async def tell(self, command: dict[str, object], name: str) -> None:
        at = time.perf_counter()
        told = {"type": "command", "id": name, "command": command}
        await self.socket.send(json.dumps(told))
        answer = await asyncio.wait_for(self.answers.get(), 60)
        assert answer["type"] == "answer", answer
        if name.startswith("act"):  # sitting down happens at all tables at once
            self.table.sent[int(str(answer["last"]))] = at

    async def act(self, seconds: float) -> None:
        """A chip down, a chip back, once a second."""
        await self.tell({"type": "sit", "seat": 1}, "sit")
        await self.tell({"type": "buy_in", "cents": CHIPS}, "buy")
        game = GAMES[game_of(int(self.table.name[1:]))]
        wager = next(one.id for one in game.wagering.before_the_deal if one.required)
        bet = {"type": "bet", "seat": 1, "wager": wager, "cents": 500}
        back = {"type": "take_back", "seat": 1, "wager": wager}
        await asyncio.sleep(self.number * 0.618 % 1)  # tables act apart, as tables do
        due, until = time.perf_counter(), time.perf_counter() + seconds
        turn = 0
        while due < until:
            await self.tell(back if turn % 2 else bet, f"act-{turn}")
            turn, due = turn + 1, due + 1.0
            await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def watch(server: Server, pages: int, tables: int, seconds: float) -> None:
    watched = [Watched(f"t{n}") for n in range(tables)]
    everybody = [Watcher(n, watched[n % tables], server.port) for n in range(pages)]
    for start in range(0, pages, 20):
        # The house lets in fifty a second from one address, and these all come from here.
        come = (one.come() for one in everybody[start : start + 20])
        await asyncio.gather(*come, asyncio.sleep(0.5))
    cpu, wall = server.cpu_seconds(), time.perf_counter()
    await asyncio.gather(*(one.act(seconds) for one in everybody[:tables]))
    await asyncio.sleep(1.0)
    cpu, wall = server.cpu_seconds() - cpu, time.perf_counter() - wall
    times = [
        at - one.table.sent[seq]
        for one in everybody
        for seq, at in one.seen
        if seq in one.table.sent
    ]
    size = sum(one.bytes for one in everybody) / sum(len(one.seen) for one in everybody)
    print(
        f"{pages} pages at {tables} tables, one act a second at each: {len(times) / wall:.0f} "
        f"changes/s; there after p50 {share(times, 0.5):.1f} ms, p99 {share(times, 0.99):.1f} ms; "
        f"{size / 1024:.1f} KiB a change; server {cpu / wall:.0%} of a core, "
        f"load average {os.getloadavg()[0]:.1f}"
    )
    for one in everybody:
        one.hearing.cancel()
    await asyncio.gather(*(one.socket.close() for one in everybody), return_exceptions=True)


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--pages", type=int, default=500)
    reader.add_argument("--tables", type=int, default=50)
    reader.add_argument("--seconds", type=float, default=20.0)
    told = reader.parse_args()
    gc.disable()  # a search through what five hundred pages hold would be the server's delay
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        db = f"{folder}/house.db"
        furnish(db, told.tables, told.pages)
        server = Server(db, profiled=False)
        server.start()
        try:
            asyncio.run(watch(server, told.pages, told.tables, told.seconds))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
