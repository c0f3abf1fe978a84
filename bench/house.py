"""A house under load: many people at many tables, in one process, with every act on disk.

    python bench/house.py [--rungs 10/50 50/250 ...] [--seconds N] [--pace S] [--profile]

The server is a process of its own, on SQLite with an fsync for every commit. This program
plays the people beside it, on the same machine: each has a socket, sees every view, and acts
at a human's pace. An act's time is from the sending of a command to its answer, as the player
has it; how late this program itself runs is told beside it. The second part plays rounds
without sockets, at few tables and at many, in turns.
"""

import argparse
import asyncio
import gc
import hashlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

import orjson
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.house.helpers import build_stand, open_table
from tests.served import free_port
from tests.web.children import QUICK

from houseway.client.robots import Robot
from houseway.games import GAMES
from houseway.house.clocks import RunSettings
from houseway.house.house import House
from houseway.house.offices import Office, Person
from houseway.ledger.schema import people, tokens, wallet
from houseway.ledger.store import Ledger

RUNGS = ("10/50", "50/250", "100/500", "200/1000")
MANNER = RunSettings(betting_ms=15_000, decision_ms=30_000)
CHIPS = 100_000_000
MEBI = 2**20
ANSWER_SECONDS = 60.0
"""An act without an answer for so long is a fault, and ends the run."""


# --- the house before it opens


def game_of(table: int) -> str:
    return sorted(GAMES)[table % len(GAMES)]


def furnish(db: str, tables: int, players: int) -> None:
    """Tables of all games, and people with tokens and chips, in one commit."""
    boss = Person("Boss", Office.ADMINISTRATOR)
    now = time.time_ns() // 1000
    with Ledger(db) as ledger:
        house = House(ledger)
        for n in range(tables):
            house.open_table(boss, f"t{n}", game_of(n), QUICK, MANNER)
        known, chips, let_in = [], [], []
        for n in range(players):
            name = f"P{n}"
            row = {"name": name, "known_as": name.casefold(), "office": "player", "since": now}
            known.append({**row, "failures": 0, "locked_until": 0, "generation": 0})
            move = {"person": name, "number": 0, "at": now, "cents": CHIPS, "balance": CHIPS}
            chips.append({**move, "reason": "bench"})
            digest = hashlib.sha256(token_of(n).encode()).hexdigest()
            until = now + 10**12
            one = {"digest": digest, "person": name, "label": "bench", "since": now}
            let_in.append({**one, "expires": until})
        rows = [(people, known), (wallet, chips), (tokens, let_in)]
        house.log.write("people_for_a_bench", "bench", {"people": players}, rows)


def token_of(player: int) -> str:
    return f"bench-{player}"


# --- the server


@dataclass
class Server:
    db: str
    profiled: bool
    port: int = field(default_factory=free_port)

    def start(self) -> None:
        command = [sys.executable, __file__, "--serve", self.db, "--port", str(self.port)]
        self.process = subprocess.Popen(
            command + (["--profile"] if self.profiled else []), stdout=subprocess.DEVNULL
        )
        while True:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/ready", timeout=30):
                    return
            except OSError:
                assert self.process.poll() is None
                time.sleep(0.1)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0

    def cpu_seconds(self) -> float:
        text = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2]
        user, system = text.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        text = Path(f"/proc/{self.process.pid}/statm").read_text("ascii")
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")


# --- the people


@dataclass
class Measured:
    """What the people saw together, and what it cost."""

    tables: int
    players: int
    times: list[float] = field(default_factory=list)
    refused: int = 0
    views: int = 0
    late: list[float] = field(default_factory=list)
    """How late this program came to what it meant to do: its own share of every time."""
    memory: list[int] = field(default_factory=list)
    """Of the server: with its tables open, with everybody connected, and at the end."""
    cpu: float = 0.0
    own: float = 0.0
    wall: float = 0.0
    rounds: int = 0


class Player:
    """One person at one table, who thinks before each act."""

    def __init__(self, number: int, tables: int, port: int, pace: float, into: Measured) -> None:
        self.table, self.seat = f"t{number % tables}", number // tables + 1
        self.token, self.name = token_of(number), f"P{number}"
        self.address = f"ws://127.0.0.1:{port}/api/tables/{self.table}/socket"
        game = GAMES[game_of(number % tables)]
        self.bets = [one.id for one in game.wagering.before_the_deal if one.required]
        self.pace, self.into, self.chance = pace, into, Random(number)
        self.view: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.answers: dict[str, asyncio.Future[bool]] = {}
        self.acts, self.said_ready = 0, -1

    async def come(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        self.socket: ClientConnection = await connect(
            self.address, additional_headers=headers, compression=None, open_timeout=60
        )
        self.hearing = asyncio.create_task(self._hear())
        await self.tell({"type": "sit", "seat": self.seat})
        await self.tell({"type": "buy_in", "cents": CHIPS})

    async def _hear(self) -> None:
        async for text in self.socket:
            message = orjson.loads(text)
            if message["type"] == "view":
                self.view = message["view"]
                self.into.views += 1
                self.changed.set()
            elif message.get("id") in self.answers:
                self.answers.pop(message["id"]).set_result(message["type"] == "answer")

    async def tell(self, command: dict[str, Any]) -> None:
        self.acts += 1
        name = f"{self.name}-{self.acts}"
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.answers[name] = answer
        start = time.perf_counter()
        await self.socket.send(json.dumps({"type": "command", "id": name, "command": command}))
        done = await asyncio.wait_for(answer, ANSWER_SECONDS)
        self.into.times.append(time.perf_counter() - start)
        self.into.refused += not done

    async def play(self) -> None:
        await self._think(self.chance.uniform(0, self.pace))
        while True:
            act = self.next_act()
            if act is None:
                self.changed.clear()
                await self.changed.wait()
                continue
            await self._think(self.chance.uniform(0.5, 1.5) * self.pace)
            act = self.next_act()  # while thinking, the table may have gone on
            if act is not None:
                await act()

    async def _think(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        await asyncio.sleep(seconds)
        self.into.late.append(time.perf_counter() - until)

    def next_act(self) -> Callable[[], Any] | None:
        view = self.view
        mine = [one for one in view["due"] if "offers" in one and one.get("seat") == self.seat]
        if mine:
            robot = Robot(None, self.name, self.seat, self.chance)  # type: ignore[arg-type]
            choice = robot.choose(view, mine[0])
            return lambda: self.tell({"type": "choose", "seat": self.seat, "choice": choice})
        if view["phase"] != "betting":
            return None
        placed = view["bets"].get(str(self.seat), {})
        lacking = [wager for wager in self.bets if wager not in placed]
        if lacking:
            bet = {"type": "bet", "seat": self.seat, "wager": lacking[0], "cents": 500}
            return lambda: self.tell(bet)
        if self.said_ready < view["rounds"]:
            return self._ready
        return None

    async def _ready(self) -> None:
        self.said_ready = self.view["rounds"]
        await self.socket.send('{"type":"ready"}')


async def load(server: Server, tables: int, players: int, pace: float, seconds: float) -> None:
    into = Measured(tables, players)
    into.memory.append(server.memory())
    everybody = [Player(n, tables, server.port, pace, into) for n in range(players)]
    for start in range(0, players, 20):
        # The house lets in fifty a second from one address, and these all come from here.
        await asyncio.gather(
            *(one.come() for one in everybody[start : start + 20]), asyncio.sleep(0.5)
        )
    into.memory.append(server.memory())
    playing = [asyncio.create_task(one.play()) for one in everybody]
    await asyncio.sleep(max(8.0, 2 * pace))  # until the rounds of the tables are apart
    into.times, into.views, into.refused, into.late = [], 0, 0, []
    cpu, own, wall = server.cpu_seconds(), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    into.cpu, into.own = server.cpu_seconds() - cpu, time.process_time() - own
    into.wall = time.perf_counter() - wall
    into.memory.append(server.memory())
    into.rounds = sum({one.table: one.view["rounds"] for one in everybody}.values())
    report(into)
    for task in playing:
        assert not task.done(), task.exception()
    for task in [*playing, *(one.hearing for one in everybody)]:
        task.cancel()
    await asyncio.gather(*(one.socket.close() for one in everybody), return_exceptions=True)


def share(times: Sequence[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1e3


def report(found: Measured) -> None:
    acts, wall = len(found.times), found.wall
    empty, connected, after = found.memory
    print(
        f"{found.tables} tables, {found.players} players: {acts / wall:.0f} acts/s, "
        f"{found.views / wall:.0f} views/s; an act p50 {share(found.times, 0.5):.1f} ms, "
        f"p99 {share(found.times, 0.99):.1f} ms; {found.refused} refused"
    )
    print(
        f"  server {found.cpu / wall:.0%} of a core, {found.cpu / acts * 1e3:.1f} ms an act; "
        f"players {found.own / wall:.0%}, late by p99 {share(found.late, 0.99):.1f} ms; "
        f"load average {os.getloadavg()[0]:.1f}"
    )
    print(
        f"  memory {empty / MEBI:.0f} MiB with all tables open, "
        f"{(connected - empty) / found.players / 1024:.0f} KiB more a connection, "
        f"{after / MEBI:.0f} MiB after {found.rounds} rounds",
        flush=True,
    )


# --- without sockets


def flat(counts: tuple[int, int], rounds: int) -> None:
    """The cost of a round at few tables and at many, in turns."""
    costs: dict[int, list[float]] = {count: [] for count in counts}
    with tempfile.TemporaryDirectory() as folder:
        stands = {}
        for count in counts:
            found = build_stand(Ledger(f"{folder}/{count}.db"))
            tables = [open_table(found, game_of(n), f"t{n}") for n in range(count)]
            for table in tables[: max(counts[0], 30)]:
                found.seated(table.name, f"{table.name}-A", f"{table.name}-B", f"{table.name}-C")
            stands[count] = (found, tables)
        chance = Random(1)
        for turn in range(rounds):
            for count, (found, tables) in stands.items():
                start = time.perf_counter()
                found.play_round(tables[turn % counts[0]], chance)
                found.house.tick()
                costs[count].append(time.perf_counter() - start)
        for found, _ in stands.values():
            found.house.ledger.close()
    few, many = (statistics.median(costs[count]) for count in counts)
    print(
        f"a round of three players, in process: {few * 1e3:.1f} ms at {counts[0]} tables, "
        f"{many * 1e3:.1f} ms at {counts[1]}: {many / few:.2f} times"
    )


# --- both ends


def serve_here(db: str, port: int, *, profiled: bool) -> None:
    from houseway.web.server import serve  # noqa: PLC0415
    from houseway.web.settings import read_settings  # noqa: PLC0415
    from profiling import Profiler  # noqa: PLC0415

    serving = read_settings(None, {}, {"db": db, "port": port, "log": "json"})
    profiler = Profiler() if profiled else None
    failed = serve(serving)
    if profiler is not None:
        profiler.tell()
    sys.exit(bool(failed))


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--rungs", nargs="*", default=RUNGS)
    reader.add_argument("--seconds", type=float, default=20.0)
    reader.add_argument("--pace", type=float, default=3.0, help="seconds to think, on average")
    reader.add_argument("--rounds", type=int, default=60)
    reader.add_argument("--profile", action="store_true", help="where the server spends its time")
    reader.add_argument("--serve", metavar="DB")
    reader.add_argument("--port", type=int, default=0)
    told = reader.parse_args()
    gc.disable()  # a search through a thousand views would be the server's delay to whoever reads
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the server is stopped then too
    if told.serve:
        gc.enable()
        serve_here(told.serve, told.port, profiled=told.profile)
        return
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before")
    for rung in told.rungs:
        tables, players = (int(part) for part in rung.split("/"))
        with tempfile.TemporaryDirectory() as folder:
            db = f"{folder}/house.db"
            furnish(db, tables, players)
            server = Server(db, told.profile)
            server.start()
            try:
                asyncio.run(load(server, tables, players, told.pace, told.seconds))
            finally:
                server.stop()
    flat((10, 500), told.rounds)


if __name__ == "__main__":
    main()
