"""The house: many tables on one ledger, for people with offices.

Commands come in from people, never with a name of their own choosing: who acts is who was
let in. Every thread may call in; each table takes one command at a time.
"""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from houseway.games.reading import read_choice, show
from houseway.house.clocks import AUTOMATED, HUMAN, Manner
from houseway.house.coupons import Coupons
from houseway.house.log import HouseLog
from houseway.house.offices import (
    FLOOR,
    Forbidden,
    NotThere,
    Office,
    Person,
    actor,
    check_office,
    second_person,
)
from houseway.house.people import DAY, People, known_as
from houseway.house.requests import Request, Requests
from houseway.house.running import Answer, Rows, RunningTable, Update
from houseway.house.wallets import Wallets
from houseway.ledger.errors import RecordError
from houseway.ledger.recorded import Opening, create_table, open_table
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.table.commands import (
    Actor,
    BuyIn,
    CashOut,
    Command,
    Do,
    Happen,
    Leave,
    PlaceCoupon,
    Role,
)
from houseway.table.trial import ALL_ACTS
from houseway.table.wire import COMMANDS, command_from_data

MOST_TABLES = 2_000
MOST_ID = 100
Watcher = Callable[[Update], None]


class NoSuchTable(NotThere):
    """A table that is not open in this house."""


def microseconds() -> int:
    return time.time_ns() // 1000


def milliseconds() -> int:
    """The clock of the clocks: it never goes back."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class Rules:
    """How this house is run."""

    practice: bool = True
    """Whether guests may come in from the street and play with chips of no value."""
    guest_chips: int = 1_000_00
    guests_a_day: int = 5_000
    """Each leaves a name and chips on record for good, so a flood of them ends here."""
    most_tables: int = MOST_TABLES


@dataclass(frozen=True)
class Asked:
    """A command that waits for a second person."""

    request: Request


class House:
    def __init__(
        self,
        ledger: Ledger,
        rules: Rules | None = None,
        clock: Callable[[], int] = microseconds,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.ledger, self.rules = ledger, rules or Rules()
        self.clock, self.now = clock, now
        self.log = HouseLog(ledger, clock)
        self.people = People(ledger, self.log, clock)
        self.wallets = Wallets(ledger, self.log, clock)
        self.coupons = Coupons(ledger, self.log, clock)
        self.requests = Requests()
        self.tables: dict[str, RunningTable] = {}
        self.watchers: list[Watcher] = []
        self._lock = threading.Lock()

    # --- people

    def guest(self) -> Person:
        """Somebody from the street, with chips to play with."""
        if not self.rules.practice:
            raise Forbidden("This house has no guests: ask for a name and a password.")
        if self.people.guests_since(self.clock() - DAY) >= self.rules.guests_a_day:
            raise Forbidden("This house has had all the guests it takes in a day.")
        person = self.people.guest()
        if self.rules.guest_chips:
            self.wallets.give("door", person.name, self.rules.guest_chips, "practice chips")
        return person

    # --- tables

    def recover(self) -> list[str]:
        """Opens every table that was open when the house last stopped, where it stood."""
        planned: dict[str, dict[str, Any]] = {}
        for record in self.log.records():
            told = json.loads(record.body)
            if told["type"] == "table_opened":
                planned[told["table"]] = told
            elif told["type"] == "table_ended":
                planned.pop(told["table"], None)
        for name, told in planned.items():
            if name not in self.tables:
                self._run(name, _opening(told), Manner(**told["manner"]))
        return sorted(planned)

    def open_table(
        self, by: Person, name: str, game: str, config: dict[str, Any], manner: Manner
    ) -> RunningTable:
        """A new table of any configuration that the text allows."""
        self.check_opening(by, manner)
        if self.rules.practice and by.office in {Office.GUEST, Office.PLAYER}:
            config = {"shuffle": "automated", "method": "hand", **config}
        opening = Opening(game, config, _automation(manner))
        opening.setup()
        check_table_name(name)
        with self._lock:
            if len(self.tables) >= self.rules.most_tables:
                raise Malformed(f"This house has {len(self.tables)} tables, and room for no more.")
            if known_as(name) in map(known_as, {*self.tables, *self.ledger.tables()}):
                raise Malformed(f"There is a table {name} on record already. Name another.")
            # Said first, so that a stop in between leaves a table to be made and no orphan.
            told = {"table": name, "game": game, "config": config, "manner": asdict(manner)}
            self.log.write("table_opened", str(by), told)
            return self._run(name, opening, manner)

    def check_opening(self, by: Person, manner: Manner) -> None:
        """Who may open a table, and how it may be run."""
        may = FLOOR | {Office.ADMINISTRATOR}
        if by.office not in may and not (self.rules.practice and manner.deals_itself):
            raise Forbidden(f"Opening a table is for {', '.join(sorted(may))}.")
        check_manner(manner)

    def _run(self, name: str, opening: Opening, manner: Manner) -> RunningTable:
        try:
            recorded = open_table(self.ledger, name, self.clock)
        except RecordError:
            recorded = create_table(self.ledger, name, opening, self.clock)
        recorded.rows_with = partial(self.coupons.rows_with, name)
        table = RunningTable(recorded, manner, self.now, self._tell_watchers)
        self.tables[name] = table
        table.start()
        return table

    def end_table(self, by: Person, name: str) -> None:
        """A table that nobody sits at leaves the lobby; its record stays."""
        if by.office not in FLOOR | {Office.ADMINISTRATOR}:
            raise Forbidden("Ending a table is for the floor.")
        table = self.table(name)
        if table.state.seats or table.state.round is not None:
            raise Malformed(f"People still sit at {name}.")
        self.log.write("table_ended", str(by), {"table": name})
        with self._lock:
            self.tables.pop(name, None)
        self.requests.forget(name)

    def table(self, name: str) -> RunningTable:
        found = self.tables.get(name)
        if found is None:
            raise NoSuchTable(f"There is no table {show(name)} in this house.")
        return found

    def _tell_watchers(self, update: Update) -> None:
        for watcher in self.watchers:
            watcher(update)

    # --- commands

    def tell(self, person: Person, table: str, data: object, command_id: str) -> Answer | Asked:
        """What a person asks of a table, as data without a name: who asks is who was let in."""
        check_id(command_id)
        running = self.table(table)
        command = self.read_command(person, running, data)
        if second_person(command):
            before = running.answered(kept_id(person, command_id))
            if before is not None:
                return replace(before, command=command_id)
            asked = self.requests.ask(table, person, command, command_id, self.clock())
            running.show_again()
            return Asked(asked)
        return self._tell(running, person, command, command_id)

    def place_coupon(
        self, person: Person, table: str, seat: int, serial: str, command_id: str
    ) -> Answer:
        """A coupon of this house beside the ante; its face is what it was issued for."""
        check_id(command_id)
        running = self.table(table)
        check_office(person, PlaceCoupon)
        coupon = self.coupons.named(serial, person.name)
        command = PlaceCoupon(actor(person), seat, coupon.face, coupon.serial)
        return self._tell(running, person, command, command_id)

    def read_command(self, person: Person, running: RunningTable, data: object) -> Command:
        """The command that data describe, by this person; refused for the wrong office."""
        if not isinstance(data, dict) or "by" in data:
            raise Malformed("A command is an object, and does not say by whom it is.")
        kind = COMMANDS[read_choice(data.get("type"), "The command's type", list(COMMANDS))]
        if kind is Happen:
            by = self._cause(person, running)
        else:
            check_office(person, kind)
            by = actor(person)
        acting = {"role": by.role.value, "name": by.name}
        command = command_from_data({"v": 1, **data, "by": acting})
        if isinstance(command, Do) and command.act in {"receive", "shuffle"}:
            if command.data is not None:
                raise Malformed("Decks, and the order of a shuffle, are the house's alone.")
            if command.act == "shuffle" and running.state.setup.equipment.by_device:
                raise Forbidden("The shuffler shuffles.")
        if isinstance(command, PlaceCoupon):
            self._check_plain_coupon(command)
        return command

    def _check_plain_coupon(self, command: PlaceCoupon) -> None:
        """A face that a player names is good for practice; it takes a coupon back anywhere."""
        if command.serial or (command.face and not self.rules.practice):
            raise Malformed("A coupon is placed by its serial number, and has the face on record.")

    def _cause(self, person: Person, running: RunningTable) -> Actor:
        """Things go wrong on purpose only where dealers learn, and by a supervisor."""
        if person.office is not Office.SUPERVISOR or not running.manner.training:
            raise Forbidden("Faults are put in by a supervisor, at a table for training.")
        return Actor(Role.SYSTEM, f"training by {person.name}")

    def confirm(self, person: Person, number: int) -> Answer:
        """The second person agrees, and it happens."""
        asked = self.requests.take(number, person)
        known = self.people.find(asked.by.name)
        if known is not None and known.person != asked.by:
            raise Forbidden(f"{asked.by.name} is no {asked.by.office} any more.")
        told = {"table": asked.table, "asked_by": str(asked.by), "command": asked.command_id}
        try:
            running = self.table(asked.table)
            self.log.write("confirmed", str(person), told)
            return self._tell(running, asked.by, asked.command, asked.command_id)
        except RecordError:
            self.requests.put_back(asked)  # the store had no turn for it; it waits as before
            raise

    def turn_down(self, person: Person, number: int) -> None:
        asked = self.requests.take(number, person)
        told = {"table": asked.table, "asked_by": str(asked.by), "command": asked.command_id}
        self.log.write("turned_down", str(person), told)
        self.table(asked.table).show_again()

    def _tell(
        self, running: RunningTable, person: Person, command: Command, command_id: str
    ) -> Answer:
        kept = kept_id(person, command_id)
        answer = running.tell(command, kept, self._rows_with(running, command, kept))
        if isinstance(command, Leave):
            # Also when it comes again: the house may have stopped in between.
            self._cash_out(running, command.by)
        return replace(answer, command=command_id)

    def _rows_with(
        self, running: RunningTable, command: Command, command_id: str
    ) -> Callable[[], Rows]:
        """The move at the cage that stands or falls with a command."""
        if not isinstance(command, BuyIn | CashOut):
            return list
        sign = -1 if isinstance(command, BuyIn) else 1
        reason = "buy-in" if isinstance(command, BuyIn) else "cash-out"
        name, cents = command.by.name, sign * command.cents

        def rows() -> Rows:
            if command.cents < 1:
                return []  # the table refuses it
            return self.wallets.rows(name, cents, reason, running.name, command_id)

        return rows

    def _cash_out(self, running: RunningTable, who: Actor) -> None:
        """Who leaves the table takes all chips to the cage."""
        cents = running.state.rack_of(who.name)
        if cents and who.name not in running.state.seats.values():
            command, name = CashOut(who, cents), f"leaving-{running.seq}-{who.name}"
            running.tell(command, name, self._rows_with(running, command, name))

    # --- time

    def tick(self) -> None:
        """Every clock that has run out, at every table."""
        now = self.now()
        for table in list(self.tables.values()):
            end = table.next_end()
            if end is not None and end <= now:
                table.tick()


def kept_id(person: Person, command_id: str) -> str:
    """The id on record. Everybody makes ids of their own, and nobody can use up another's.

    No name has a colon, and no id that the house makes for itself has one.
    """
    return f"{person.name}:{command_id}"


def check_id(command_id: str) -> None:
    if not 1 <= len(command_id) <= MOST_ID or not command_id.isprintable():
        raise Malformed(f"A command's id has 1 to {MOST_ID} letters.")


def check_table_name(name: str) -> None:
    plain = name.isprintable() and name == name.strip() and "/" not in name and name.strip(".")
    if not plain or not 1 <= len(name) <= 60 or name.startswith("@"):
        raise Malformed("A table's name has 1 to 60 letters, no slash, and no @ in front.")


def check_manner(manner: Manner) -> None:
    read_choice(manner.dealer, "The dealer", [AUTOMATED, HUMAN])
    for name, given in (("betting", manner.betting_ms), ("decision", manner.decision_ms)):
        if not 100 <= given <= 3_600_000:
            raise Malformed(f"The time for {name} is from 100 to 3,600,000 milliseconds.")


def _automation(manner: Manner) -> tuple[str, ...]:
    return tuple(sorted(ALL_ACTS)) if manner.deals_itself else ()


def _opening(told: dict[str, Any]) -> Opening:
    manner = Manner(**told["manner"])
    return Opening(told["game"], told["config"], _automation(manner))
