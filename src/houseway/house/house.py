"""The house: many tables on one ledger, for people with offices.

Commands come in from people, never with a name of their own choosing: who acts is who was
let in. Every thread may call in; each table takes one command at a time. Where several
processes share the tables, what is asked is carried out in the one that runs the table.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from houseway.chips import dollars
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
)
from houseway.house.clocks import Manner
from houseway.house.coupons import Coupons
from houseway.house.desk import Desk, kept_id
from houseway.house.floor import AnyTable, Floor, NoSuchTable
from houseway.house.log import HouseLog
from houseway.house.offices import (
    FLOOR,
    Forbidden,
    NotThere,
    Office,
    Person,
)
from houseway.house.owning import Owning, SoleOwner
from houseway.house.people import DAY, People
from houseway.house.plans import automation, check_manner, check_table_name
from houseway.house.requests import Requests
from houseway.house.running import Answer, RunningTable, Update
from houseway.house.wallets import Wallets
from houseway.ledger.errors import StoreFailed
from houseway.ledger.recorded import Opening
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed, Refusal, Refused

__all__ = ["Asked", "House", "NoSuchTable", "Rules", "kept_id"]

MOST_TABLES = 2_000
MOST_ID = 100
Watcher = Callable[[Update], None]
log = logging.getLogger("houseway")


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
        self.requests.number_from(clock() // 1_000)
        self.owning = owning or SoleOwner()
        self.floor = Floor(self.log, self.owning, self.coupons, now, self._tell_watchers)
        self.tables = self.floor.tables
        """The tables that run in this process; `floor` knows all."""
        practice = self.rules.practice
        self.desk = Desk(self.floor, self.people, self.wallets, self.requests, practice=practice)
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

    def more_chips(self, person: Person) -> int:
        """More to practise with, for a guest who has none left at the cage; what is there then."""
        if not self.rules.practice or person.office is not Office.GUEST:
            raise Forbidden("Practice chips are for the guests of a practice house.")
        held = self.wallets.balance(person.name)
        if held >= self.rules.guest_chips // 10:
            tried = "More practice chips"
            because = f"there are {dollars(held)} at the cage"
            raise Refused([Refusal((), tried, because, "Buy in with them first.")])
        return self.wallets.give("door", person.name, self.rules.guest_chips, "practice chips")

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
            self.requests.drop(number)  # where the table runs it waits no longer
            raise

    def _ask(self, ask: Ask) -> Reply:
        self.look(ask.table)
        return self.owning.carry_out(ask, self.desk.perform)

    # --- time

    def tick(self) -> None:
        """Every clock that has run out, at every table."""
        now = self.now()
        for table in list(self.tables.values()):
            end = table.next_end()
            if end is not None and end <= now:
                self._tick_one(table)

    def _tick_one(self, table: RunningTable) -> None:
        """A fault at one table must not stop the clocks of the others."""
        try:
            table.tick()
            self.desk.free_seats(table)
        except StoreFailed:
            raise
        except Exception:
            log.exception("a clock failed", extra={"fact": {"table": table.name}})


def check_id(command_id: str) -> None:
    if not 1 <= len(command_id) <= MOST_ID or not command_id.isprintable():
        raise Malformed(f"A command's id has 1 to {MOST_ID} letters.")
