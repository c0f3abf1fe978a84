"""Two real servers on one PostgreSQL; robots play through both, and the owner is killed.

Every answer that a robot got must be on record, once; every chip must be somewhere; the
robots go on through the server that is left. HOUSEWAY_LONG=1 kills twenty times.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from houseway.client import HouseClient
from houseway.client.robots import Robot
from houseway.house.cluster import PATIENCE_SECONDS
from houseway.house.house import House, kept_id
from houseway.house.offices import Office, Person
from houseway.ledger.recorded_table import open_table
from houseway.ledger.schema import wallet
from houseway.ledger.store import Ledger
from houseway.table.state import assert_conserved
from tests.house.helpers import QUICK, total_at_cage
from tests.ledger import conftest
from tests.ledger.helpers import assert_whole, now
from tests.served import environment, free_port

server, postgres = conftest.server, conftest.postgres

ROOT = Path(__file__).resolve().parents[2]
LONG = bool(os.environ.get("HOUSEWAY_LONG"))
KILLS = 20 if LONG else 2
SEATS = 4 if LONG else 2
GAMES = {"uth": ("ante", "blind"), "pikit": ("ante", "five_card_bonus"), "hilo": ("ante",)}
TABLES = [f"{game}-{n}" for game in GAMES for n in range(1, 3 if LONG else 2)]
MANNER = {"betting_ms": 1_000, "decision_ms": 5_000}
GIVEN, BOUGHT = 50_000_000, 10_000_000
SEED = int.from_bytes(os.urandom(4), "big")


@dataclass
class Process:
    """One `houseway serve`, which may be killed and started again at the same place."""

    url: str
    out: Path
    port: int = field(default_factory=free_port)
    child: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_alive(self) -> bool:
        return self.child is not None and self.child.poll() is None

    def start(self) -> None:
        program = "from houseway.cli.main import run; run()"
        command = [sys.executable, "-c", program, "serve", "--db", self.url]
        more = {"PYTHONFAULTHANDLER": "1"}
        more |= {"HOUSEWAY_SECRET": "the same in both", "HOUSEWAY_ADMIN_PASSWORD": "long enough"}
        with self.out.open("ab") as out:
            self.child = subprocess.Popen(
                [*command, "--port", str(self.port)],
                env=environment(**more),
                stdout=out,
                stderr=out,
                cwd=ROOT,
            )

    def ready(self) -> dict[str, Any]:
        """Its report of itself; empty where it does not answer."""
        try:
            readiness: dict[str, Any] = httpx.get(f"{self.address}/ready", timeout=20).json()
        except httpx.TransportError:
            return {}
        return readiness

    def wait_until_ready(self, **state: Any) -> float:
        """Waits until it reports this state; returns the seconds that took."""
        began = time.monotonic()
        while not {"status": "ready", **state}.items() <= self.ready().items():
            assert self.child is not None
            assert self.child.poll() is None, self.out.read_text("utf-8")
            if time.monotonic() > began + 240:
                self.end(signal.SIGABRT)  # it prints where it hangs
                raise AssertionError(self.out.read_text("utf-8")[-8_000:])
            time.sleep(0.05)
        return time.monotonic() - began

    def end(self, how: signal.Signals) -> None:
        assert self.child is not None
        self.child.send_signal(how)
        self.child.wait(60)


def plan_tables(url: str) -> None:
    """The tables are in the house's record; whichever server comes first runs them."""
    with Ledger(url) as ledger:
        for name in TABLES:
            facts = {"table": name, "game": name.partition("-")[0], "manner": MANNER}
            House(ledger).log.write("table_opened", "test", {**facts, "config": QUICK})


@pytest.fixture
def processes(postgres: str, tmp_path: Path) -> Iterator[list[Process]]:
    processes = [Process(postgres, tmp_path / f"out{n}") for n in range(2)]
    try:
        plan_tables(postgres)
        for process in processes:
            process.start()
        for process in processes:
            process.wait_until_ready(tables=len(TABLES))
        yield processes
    finally:
        for process in processes:
            if process.is_alive:
                process.end(signal.SIGKILL)


class Crowd:
    """Robots at every seat of every table, half of them through each server."""

    def __init__(self, processes: list[Process], chance: Random) -> None:
        self.processes, self.chance = processes, chance
        self.robots: list[Robot] = []
        self.done = False

    async def come_in(self, stack: AsyncExitStack) -> None:
        boss = await stack.enter_async_context(HouseClient(self.processes[0].address))
        await boss.log_in("admin", "long enough")
        sue = {"name": "Sue", "office": "supervisor", "password": "also long enough"}
        await boss.ask("POST", "/api/people", sue)
        self.second = await stack.enter_async_context(HouseClient(self.processes[0].address))
        await self.second.log_in(sue["name"], sue["password"])
        for name in TABLES:
            for seat in range(1, SEATS + 1):
                await self._seat(stack, boss, name, seat)

    async def _seat(self, stack: AsyncExitStack, boss: HouseClient, table: str, seat: int) -> None:
        first, other = self.processes if len(self.robots) % 2 else self.processes[::-1]
        person = HouseClient(first.address, others=[other.address])
        client = await stack.enter_async_context(person)
        name = (await client.come_in_as_guest())["name"]
        gift = {"cents": GIVEN, "reason": "test"}
        asked = await boss.ask("POST", f"/api/people/{name}/chips", gift)
        await self.second.ask("POST", f"/api/requests/{asked['request']}/confirm")
        at_table = await stack.enter_async_context(client.table(table))
        self.robots.append(Robot(at_table, name, seat, Random(self.chance.random())))

    async def play(self) -> None:
        async with asyncio.TaskGroup() as group:
            for robot in self.robots:
                group.create_task(self._play_on(robot))

    async def _play_on(self, robot: Robot) -> None:
        wagers = GAMES[robot.table.name.partition("-")[0]]
        while not self.done:
            await robot.sit_down(BOUGHT)
            try:
                await robot.play_round(wagers)
            except TimeoutError:
                raise AssertionError(f"{robot.table.name}: {robot.table.view}") from None
            # Other processes need the machine too.
            await asyncio.sleep(robot.chance.uniform(0, 0.5))
        await robot.table.wait_until(lambda view: view.get("round") is None)

    def current(self) -> str:
        """The state of the tables, for a failure message."""
        keys = ("rounds", "phase", "seq", "clocks", "due")
        views = {robot.table.name: robot.table.view for robot in self.robots}
        lines = [f"{name}: {[view.get(key) for key in keys]}" for name, view in views.items()]
        return "\n".join(["the robots do not go on", *lines])

    def rounds(self) -> int:
        return sum(robot.table.view["rounds"] for robot in self.robots if robot.seat == 1)

    def in_a_round(self) -> bool:
        return any(robot.table.view.get("round") is not None for robot in self.robots)

    async def wait_for(self, more: int) -> None:
        """Waits until so many more rounds were played, and one is in play."""
        until, before = time.monotonic() + 240, self.rounds()
        while self.rounds() < before + more or not self.in_a_round():
            assert time.monotonic() < until, self.current()
            await asyncio.sleep(0.02)


async def by_tables(processes: list[Process]) -> list[Process]:
    """The servers, first the one that runs the most tables; each table runs at one of them."""
    runs = [(await asyncio.to_thread(process.ready))["runs"] for process in processes]
    assert sum(runs) == len(TABLES)
    return processes if runs[0] > runs[1] else processes[::-1]


async def storm(processes: list[Process], crowd: Crowd) -> list[float]:
    """Kills the owner of the tables again and again; returns the seconds of each take-over."""
    durations = []
    async with AsyncExitStack() as stack:
        await crowd.come_in(stack)
        playing = asyncio.create_task(crowd.play())
        for n in range(KILLS):
            await crowd.wait_for(2)
            await asyncio.sleep(crowd.chance.uniform(0, 0.3))
            owner, remaining = await by_tables(processes)
            owner.end(signal.SIGKILL)
            durations.append(await asyncio.to_thread(remaining.wait_until_ready, runs=len(TABLES)))
            await crowd.wait_for(2)
            if n + 1 < KILLS:  # the last time they finish at the one that is left
                owner.start()
                await asyncio.to_thread(owner.wait_until_ready, tables=len(TABLES))
        crowd.done = True
        await asyncio.wait_for(playing, 240)
    return durations


def test_the_owner_is_killed_and_robots_go_on_at_the_other(
    processes: list[Process], postgres: str
) -> None:
    print(f"seed {SEED}")
    crowd = Crowd(processes, Random(SEED))
    durations = asyncio.run(storm(processes, crowd))
    assert max(durations) < 2 * PATIENCE_SECONDS
    answers = [(robot.name, answer) for robot in crowd.robots for answer in robot.answered]
    refusals = Counter(words for robot in crowd.robots for words in robot.refused)
    lost_lines = sum(robot.table.connections - 1 for robot in crowd.robots)
    print(f"{KILLS} kills, {crowd.rounds()} rounds, {len(answers)} acts answered")
    print(f"{lost_lines} lines lost")
    print(
        "taken over in seconds:",
        [round(seconds, 1) for seconds in durations],
        "refused:",
        dict(refusals),
    )
    remaining = next(process for process in processes if process.is_alive)
    remaining.end(signal.SIGTERM)
    assert b"Traceback" not in remaining.out.read_bytes(), remaining.out.read_text("utf-8")[-4_000:]
    with Ledger(postgres) as ledger:
        for name, answer in answers:
            effect = ledger.effect_of(
                answer["table"], kept_id(Person(name, Office.GUEST), answer["id"])
            )
            assert effect == (answer["first"], answer["last"])
        at_tables = sum(money_at(ledger, name) for name in TABLES)
        total = len(crowd.robots) * (GIVEN + House(ledger).rules.guest_chips)
        assert total_at_cage(ledger) + at_tables == total
    assert len(answers) > 10 * KILLS


def money_at(ledger: Ledger, name: str) -> int:
    """The chips that people have brought to a table; its record agrees with the cage's."""
    assert_whole(ledger, name)
    state = open_table(ledger, name, now).state
    assert_conserved(state)
    commands = [record.command for record in ledger.records(name) if record.command is not None]
    assert len(commands) == len(set(commands)), "an act took effect twice"
    query = sa.select(wallet.c.person, sa.func.sum(wallet.c.cents)).where(wallet.c.table_id == name)
    with ledger.reading() as connection:
        moves = {row[0]: int(row[1]) for row in connection.execute(query.group_by("person"))}
    cash = {k[5:]: v for k, v in state.balances.items() if k.startswith("cash:") and v}
    assert {person: cents for person, cents in moves.items() if cents} == cash
    return -sum(cash.values())
