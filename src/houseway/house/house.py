"""The house: many tables on one ledger, for people with offices.

Commands come in from people, never with a name of their own choosing: who acts is who was
let in. Every thread may call in; each table takes one command at a time. Where several
processes share the tables, what is asked is carried out in the one that runs the table.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from houseway.games.reading import read_choice
from houseway.house.asking import (
    CONFIRM,
    COUPON,
    END,
    READY,
    TELL,
    TURN_DOWN,
    Ask,
    Asked,
    Reply,
    request_data,
)
from houseway.house.clocks import Manner
from houseway.house.coupons import Coupons
from houseway.house.floor import AnyTable, Floor, NoSuchTable
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
from houseway.house.owning import Owning, SoleOwner
from houseway.house.people import DAY, People
from houseway.house.plans import automation, check_manner, check_table_name
from houseway.house.requests import Request, Requests
from houseway.house.running import Answer, NotHere, Rows, RunningTable, Update
from houseway.house.wallets import Wallets
from houseway.ledger.errors import RecordError
from houseway.ledger.recorded import Opening
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed
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
from houseway.table.wire import COMMANDS, command_from_data

__all__ = ["Asked", "House", "NoSuchTable", "Rules"]

MOST_TABLES = 2_000
MOST_ID = 100
Watcher = Callable[[Update], None]


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


class House:
    def __init__(
        self,
        ledger: Ledger,
        rules: Rules | None = None,
        clock: Callable[[], int] = microseconds,
        now: Callable[[], int] = milliseconds,
        owning: Owning | None = None,
    ) -> None:
        self.ledger, self.rules = ledger, rules or Rules()
        self.clock, self.now = clock, now
        self.log = HouseLog(ledger, clock)
        self.people = People(ledger, self.log, clock)
        self.wallets = Wallets(ledger, self.log, clock)
        self.coupons = Coupons(ledger, self.log, clock)
        self.requests = Requests()
        self.owning = owning or SoleOwner()
        self.floor = Floor(self.log, self.owning, self.coupons, now, self._tell_watchers)
        self.tables = self.floor.tables
        """The tables that run in this process; `floor` knows all."""
        self.watchers: list[Watcher] = []
        self.watched: Callable[[str], bool] = lambda _name: True
        """Whether anybody here watches a table."""

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
        self.owning.start(self)
        self.floor.look_around()
        return sorted(self.floor.plans.known)

    def close(self) -> None:
        """Every round stays where it stands, and the tables are free for others."""
        self.owning.close()
        self.ledger.close()

    def open_table(
        self, by: Person, name: str, game: str, config: dict[str, Any], manner: Manner
    ) -> RunningTable:
        """A new table of any configuration that the text allows."""
        self.check_opening(by, manner)
        if self.rules.practice and by.office in {Office.GUEST, Office.PLAYER}:
            config = {"shuffle": "automated", "method": "hand", **config}
        Opening(game, config, automation(manner)).setup()
        check_table_name(name)
        told = {"game": game, "config": config, "manner": asdict(manner)}
        return self.floor.open(str(by), name, told, self.rules.most_tables)

    def check_opening(self, by: Person, manner: Manner) -> None:
        """Who may open a table, and how it may be run."""
        may = FLOOR | {Office.ADMINISTRATOR}
        if by.office not in may and not (self.rules.practice and manner.deals_itself):
            raise Forbidden(f"Opening a table is for {', '.join(sorted(may))}.")
        check_manner(manner)

    def end_table(self, by: Person, name: str) -> None:
        """A table that nobody sits at leaves the lobby; its record stays."""
        if by.office not in FLOOR | {Office.ADMINISTRATOR}:
            raise Forbidden("Ending a table is for the floor.")
        self._ask(Ask(END, name, by, {}))

    def _end(self, ask: Ask) -> None:
        table = self.table(ask.table)
        if table.state.seats or table.state.round is not None:
            raise Malformed(f"People still sit at {ask.table}.")
        self.floor.end(str(ask.person), ask.table)
        self.requests.forget(ask.table)

    def look(self, name: str) -> AnyTable:
        """A table of this house, whichever process runs it."""
        return self.floor.look(name)

    def lobby(self) -> list[AnyTable]:
        """All tables by name, whichever process runs them."""
        return self.floor.lobby()

    def table(self, name: str) -> RunningTable:
        """A table that runs here."""
        return self.floor.table(name)

    def _tell_watchers(self, update: Update) -> None:
        for watcher in self.watchers:
            watcher(update)

    # --- what people ask, wherever the table runs

    def tell(self, person: Person, table: str, data: object, command_id: str) -> Answer | Asked:
        """What a person asks of a table, as data without a name: who asks is who was let in."""
        check_id(command_id)
        found = self._ask(Ask(TELL, table, person, {"data": data, "id": command_id}))
        assert found is not None
        return found

    def place_coupon(
        self, person: Person, table: str, seat: int, serial: str, command_id: str
    ) -> Answer:
        """A coupon of this house beside the ante; its face is what it was issued for."""
        check_id(command_id)
        told = {"seat": seat, "serial": serial, "id": command_id}
        found = self._ask(Ask(COUPON, table, person, told))
        assert isinstance(found, Answer)
        return found

    def say_ready(self, person: Person, table: str) -> None:
        """A player has bet all he wants to."""
        self._ask(Ask(READY, table, person, {}))

    def confirm(self, person: Person, number: int) -> Answer:
        """The second person agrees, and it happens."""
        found = self._ask_about(CONFIRM, person, number)
        assert isinstance(found, Answer)
        return found

    def turn_down(self, person: Person, number: int) -> None:
        """The second person does not agree, or who asked asks no longer."""
        self._ask_about(TURN_DOWN, person, number)

    def _ask_about(self, kind: str, person: Person, number: int) -> Reply:
        table = self.requests.find(number).table
        try:
            return self._ask(Ask(kind, table, person, {"number": number}))
        except NotThere:
            self.requests.settle(number)  # where the table runs it waits no longer
            raise

    def _ask(self, ask: Ask) -> Reply:
        self.look(ask.table)
        return self.owning.carry_out(ask, self.perform)

    def perform(self, ask: Ask) -> Reply:
        """Carries out what was asked of a table that runs here."""
        return _PERFORMED[ask.kind](self, ask)

    # --- what is done about it, where the table runs

    def _told(self, ask: Ask) -> Answer | Asked:
        running, person, command_id = self.table(ask.table), ask.person, ask.told["id"]
        command = self.read_command(person, running, ask.told["data"])
        if second_person(command):
            before = running.answered(kept_id(person, command_id))
            if before is not None:
                return replace(before, command=command_id)
            asked = self.requests.ask(ask.table, person, command, command_id, self.clock())
            self.owning.say("asked", request_data(asked))
            running.show_again()
            return Asked(asked)
        return self._tell(running, person, command, command_id)

    def _coupon_placed(self, ask: Ask) -> Answer:
        running, person = self.table(ask.table), ask.person
        check_office(person, PlaceCoupon)
        coupon = self.coupons.named(ask.told["serial"], person.name)
        command = PlaceCoupon(actor(person), ask.told["seat"], coupon.face, coupon.serial)
        return self._tell(running, person, command, ask.told["id"])

    def _said_ready(self, ask: Ask) -> None:
        self.table(ask.table).say_ready(actor(ask.person).name)

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

    def _confirmed(self, ask: Ask) -> Answer:
        running, person = self.table(ask.table), ask.person
        asked = self.requests.take(ask.told["number"], person)
        try:
            answer = self._confirm(running, person, asked)
        except (NotHere, RecordError):
            self.requests.put_back(asked)  # there was no turn for it; it waits as before
            raise
        except HousewayError:
            self._settled(running, asked)
            raise
        self._settled(running, asked)
        return answer

    def _confirm(self, running: RunningTable, person: Person, asked: Request) -> Answer:
        known = self.people.find(asked.by.name)
        if known is not None and known.person != asked.by:
            raise Forbidden(f"{asked.by.name} is no {asked.by.office} any more.")
        told = {"table": asked.table, "asked_by": str(asked.by), "command": asked.command_id}
        self.log.write("confirmed", str(person), told)
        return self._tell(running, asked.by, asked.command, asked.command_id)

    def _settled(self, running: RunningTable, asked: Request) -> None:
        """Nobody needs to confirm it any more, in any process."""
        self.owning.say("settled", {"number": asked.number})
        running.show_again()

    def _turned_down(self, ask: Ask) -> None:
        running, person = self.table(ask.table), ask.person
        asked = self.requests.find(ask.told["number"])
        if asked.by.name == person.name:
            self.requests.withdraw(asked.number, person)
        else:
            self.requests.take(asked.number, person)
            told = {"table": asked.table, "asked_by": str(asked.by), "command": asked.command_id}
            self.log.write("turned_down", str(person), told)
        self._settled(running, asked)

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


_PERFORMED: dict[str, Callable[[House, Ask], Reply]] = {
    TELL: House._told,
    COUPON: House._coupon_placed,
    READY: House._said_ready,
    CONFIRM: House._confirmed,
    TURN_DOWN: House._turned_down,
    END: House._end,
}
