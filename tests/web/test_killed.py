"""The server killed in the middle of rounds: every answered command is on record, once.

Fifty robots play over real sockets and keep their own history of every answer. The server is
killed without warning, again and again; the robots come back by themselves.
"""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from houseway.client.robots import Robot
from houseway.games import GAMES
from houseway.house.house import House, kept_id
from houseway.house.offices import Office, Person
from houseway.ledger.export import export_lines
from houseway.ledger.recorded_table import open_table
from houseway.ledger.schema import events
from houseway.ledger.store import HOUSE, Ledger
from houseway.ledger.times import now
from houseway.ledger.verify_log import check_lines
from houseway.table.state import assert_conserved
from tests.house.helpers import total_at_cage
from tests.web.children import Child, Somebody, furnish

LONG = bool(os.environ.get("HOUSEWAY_LONG"))
KILLS = 20 if LONG else 2
TABLES, SEATS = 10, 5
BUY_IN = 500_000
GIVEN = 100_100_000
"""The chips of each robot at the cage before: a guest's, and those of the test."""


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    process = Child(str(tmp_path / "house.db"), tmp_path / "log")
    try:
        yield process
    finally:
        process.kill()


def required(game: str) -> tuple[str, ...]:
    wagers = GAMES[game].wagering.before_the_deal
    return tuple(wager.id for wager in wagers if wager.required)


async def play(robot: Robot, wagers: tuple[str, ...], over: asyncio.Event) -> None:
    """Plays until `over` is set, over as many connections as it takes; then leaves."""
    while not over.is_set():
        await robot.sit_down(BUY_IN)
        await robot.play_round(wagers)
    while str(robot.seat) in robot.table.view["seats"]:
        if not await robot.tell(type="leave", seat=robot.seat):
            await asyncio.sleep(0.2)  # the others still play a round with this seat's bets in it
        await robot.table.wait_until(bool)


def check_answers(ledger: Ledger, robots: list[Robot]) -> int:
    """Every answer that a robot ever had is true of the record, and of one place in it."""
    checked = 0
    places: dict[tuple[str, str], list[int]] = {}
    query = sa.select(events.c.table_id, events.c.command_id, events.c.seq)
    with ledger.reading() as connection:
        for row in connection.execute(query.where(events.c.command_id.is_not(None))):
            places.setdefault((row.table_id, row.command_id), []).append(row.seq)
    for robot in robots:
        for answer in robot.answered:
            kept = kept_id(Person(robot.name, Office.PLAYER), answer["id"])
            assert places[answer["table"], kept] == [answer["first"]], answer
            checked += 1
        for answer in robot.answered[-3:]:
            kept = kept_id(Person(robot.name, Office.PLAYER), answer["id"])
            span = ledger.effect_of(answer["table"], kept)
            assert span == (answer["first"], answer["last"])
            record = next(ledger.records(answer["table"], answer["first"]))
            assert json.loads(record.body)["by"] == f"player:{robot.name}"
    return checked


def check_chips(ledger: Ledger, names: list[str]) -> None:
    """No chip is lost or made: at the cage, in racks, on the felt, and with the house."""
    wallets = House(ledger).wallets
    states = [open_table(ledger, table, now).state for table in ledger.tables()]
    for state in states:
        assert_conserved(state)
    for name in names:
        cash = sum(state.balances.get(f"cash:{name}", 0) for state in states)
        assert wallets.balance(name) == GIVEN + cash, name
    elsewhere = sum(
        cents
        for state in states
        for account, cents in state.balances.items()
        if not account.startswith("cash:")
    )
    assert total_at_cage(ledger) + elsewhere == GIVEN * len(names)


def check_chains(ledger: Ledger) -> None:
    for table in [*ledger.tables(), HOUSE]:
        assert not list(check_lines(export_lines(ledger, table)))


async def wait_for_a_round(robots: list[Robot], answered: int) -> None:
    """Waits for more answers, and for a round: on a slow machine all may still be sitting down."""
    async with asyncio.timeout(90):
        while not (
            sum(len(robot.answered) for robot in robots) > answered
            and any(robot.table.view.get("phase") == "round" for robot in robots)
        ):
            await asyncio.sleep(0.05)


async def storm(child: Child, people: list[Somebody], names: list[str], chance: Random) -> None:
    robots: list[Robot] = []
    over = asyncio.Event()
    async with AsyncExitStack() as stack:
        for number, person in enumerate(people):
            name = names[number % TABLES]
            table = await stack.enter_async_context(person.at(child, name))
            seat, luck = number // TABLES + 1, Random(chance.random())
            robots.append(Robot(table, person.name, seat, luck))
        playing = [
            asyncio.create_task(play(robot, required(robot.table.name.partition("-")[0]), over))
            for robot in robots
        ]
        answered, in_play = 0, 0
        for _ in range(KILLS):
            await wait_for_a_round(robots, answered)
            await asyncio.sleep(chance.uniform(0.0, 1.0))
            child.kill()
            with Ledger(child.db, read_only=True) as ledger:
                before, answered = answered, check_answers(ledger, robots)
                assert answered > before, "nothing happened between two kills"
                check_chips(ledger, [person.name for person in people])
                tables = [open_table(ledger, name, now) for name in names]
                in_play += sum(table.state.round is not None for table in tables)
            await asyncio.to_thread(child.start)
        assert in_play, "no kill met a round in play"
        over.set()
        async with asyncio.timeout(90):
            await asyncio.gather(*playing)
        assert child.send(signal.SIGTERM) == 0
    assert all(robot.table.connections >= KILLS + 1 for robot in robots)
    print(f"{sum(len(robot.answered) for robot in robots)} answers, {in_play} rounds met")
    with Ledger(child.db, read_only=True) as ledger:
        check_answers(ledger, robots)
        check_chips(ledger, [person.name for person in people])
        check_chains(ledger)
        for name in names:
            state = open_table(ledger, name, now).state
            assert not state.seats
            assert state.round is None
            assert not [account for account in state.balances if account.startswith("rack:")]
            assert state.rounds


def test_nothing_answered_is_lost_when_the_server_is_killed(child: Child) -> None:
    seed = Random().randrange(2**32)
    print(f"seed {seed}")
    names = [f"{sorted(GAMES)[n % 3]}-{n}" for n in range(TABLES)]
    tables = {name: name.partition("-")[0] for name in names}
    people = furnish(child.db, tables, TABLES * SEATS)
    child.start()
    asyncio.run(storm(child, people, names, Random(seed)))
