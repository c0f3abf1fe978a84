"""A house for the tests, with a clock that the test winds, and robots that sit down in it."""

from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import sqlalchemy as sa

from houseway.house.clocks import RunSettings
from houseway.house.house import House, Rules, microseconds
from houseway.house.messages import Outcome
from houseway.house.offices import Office, Person, parse_command
from houseway.house.table_service import Answer, TableService
from houseway.ledger.schema import wallet
from houseway.ledger.store import Ledger
from houseway.table import Phase, due
from houseway.table.trials import at_random
from houseway.table.wire import to_data

QUICK = {"shuffle": "automated", "method": "hand"}
PASSWORD = "correct horse battery"


def submit(house: House, person: Person, table: str, data: object, command_id: str) -> Outcome:
    """A command as it arrives at the edge of the house: parsed, then submitted."""
    return house.submit(person, table, parse_command(person, data), command_id)


class HandClock:
    """Milliseconds that pass when the test says so."""

    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms


@dataclass
class Stand:
    """A house, its clock, and a count for the ids of commands."""

    house: House
    clock: HandClock = field(default_factory=HandClock)
    ids: Any = field(default_factory=lambda: count(1))

    def tell(self, person: Person, table: str, **data: Any) -> Answer:
        answer = submit(self.house, person, table, data, f"c{next(self.ids)}")
        assert isinstance(answer, Answer)
        return answer

    def player(self, name: str, chips: int = 10_000_000) -> Person:
        person = Person(name, Office.PLAYER)
        if self.house.people.find(name) is None:
            self.house.people.add("test", name, Office.PLAYER, PASSWORD)
        self.house.wallets.give("test", name, chips, "test")
        return person

    def seated(self, table: str, *names: str, chips: int = 1_000_000) -> list[Person]:
        people = [self.player(name) for name in names]
        for seat, person in enumerate(people, 1):
            self.tell(person, table, type="sit", seat=seat)
            self.tell(person, table, type="buy_in", cents=chips)
        return people

    def pass_ms(self, ms: int) -> None:
        self.clock.ms += ms
        self.house.tick()

    def bet_all(self, table: TableService, ante: int = 500) -> None:
        """Everybody seated makes the bets that must be made."""
        for seat, name in table.state.seats.items():
            for wager in table.state.setup.game.wagering.before_the_deal:
                if wager.required:
                    person = Person(name, Office.PLAYER)
                    data = {"seat": seat, "wager": wager.id, "cents": ante}
                    self.tell(person, table.name, type="bet", **data)

    def decide_all(self, table: TableService, chance: Random) -> None:
        """Robots decide until the round is over."""
        robot = at_random(chance)
        while table.state.round is not None:
            task = due(table.state)[0]
            assert task.act == "decide", task
            hand = table.state.round.hands[task.seat or 0]
            person, choice = Person(hand.player, Office.PLAYER), robot(table.state, task)
            self.tell(person, table.name, type="choose", seat=hand.seat, choice=choice)

    def play_round(self, table: TableService, chance: Random) -> None:
        assert table.state.phase is Phase.BETTING, table.trouble
        self.bet_all(table)
        for name in set(table.state.seats.values()):
            table.say_ready(name)
        self.decide_all(table, chance)


def total_at_cage(ledger: Ledger) -> int:
    """The chips of all people together, outside of the tables."""
    balances: dict[str, int] = {}
    with ledger.reading() as connection:
        for row in connection.execute(sa.select(wallet).order_by(wallet.c.person, wallet.c.number)):
            balances[row.person] = row.balance
    return sum(balances.values())


def build_stand(ledger: Ledger, rules: Rules | None = None) -> Stand:
    clock = HandClock()
    # The clock on the wall goes with the hand's: a test that winds one winds both.
    return Stand(
        House(ledger, rules, clock=lambda: microseconds() + clock.ms * 1_000, now=clock), clock
    )


def open_table(stand: Stand, game: str, name: str = "t", **config: Any) -> TableService:
    boss = Person("Boss", Office.ADMINISTRATOR)
    return stand.house.open_table(boss, name, game, {**QUICK, **config}, RunSettings())


__all__ = [
    "PASSWORD",
    "QUICK",
    "HandClock",
    "Stand",
    "build_stand",
    "open_table",
    "submit",
    "to_data",
    "total_at_cage",
]
