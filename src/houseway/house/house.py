"""The house: many tables on one ledger, for people with offices.

A command comes from the person who is logged in and never names another. Every thread may call
in; each table takes one command at a time. Where several processes share the tables, a request
is carried out in the process that runs its table.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from houseway.chips import dollars
from houseway.house import messages
from houseway.house.approvals import Approvals
from houseway.house.clocks import RunSettings, check_run_settings
from houseway.house.coupons import Coupons
from houseway.house.desk import Desk
from houseway.house.edges import EdgeBook, Solver, solve
from houseway.house.floor import Floor, NoSuchTable
from houseway.house.log import HouseLog
from houseway.house.messages import Outcome, TableRequest
from houseway.house.offices import FLOOR, Forbidden, NotFound, Office, Person, authorize
from houseway.house.ownership import Ownership
from houseway.house.people import DAY, People
from houseway.house.table_service import Answer, NotHere, OnUpdate, TableService, Update, kept_id
from houseway.house.wallets import Wallets
from houseway.ledger.errors import StoreFailed
from houseway.ledger.recorded_table import Opening
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed, Refusal, Refused
from houseway.table.commands import Command

__all__ = ["House", "NoSuchTable", "Rules", "kept_id"]

MOST_ID = 100
log = logging.getLogger("houseway")


def microseconds() -> int:
    return time.time_ns() // 1000


def milliseconds() -> int:
    """The time of the clocks at the tables: it never goes back."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class Rules:
    """How this house is run."""

    practice: bool = True
    """Whether guests may come in without an account and play with chips of no value."""
    guest_chips: int = 1_000_00
    guests_a_day: int = 5_000
    """Each leaves a name and chips on record for good, so their number is limited."""
    most_tables: int = 2_000


class House:
    def __init__(  # noqa: PLR0913  # a house is put together from its parts
        self,
        ledger: Ledger,
        rules: Rules | None = None,
        *,
        clock: Callable[[], int] = microseconds,
        now: Callable[[], int] = milliseconds,
        ownership: Ownership | None = None,
        solver: Solver = solve,
    ) -> None:
        self.ledger, self.rules = ledger, rules or Rules()
        self.clock, self.now = clock, now
        self.log = HouseLog(ledger, clock)
        self.people = People(self.log)
        self.wallets = Wallets(self.log)
        self.coupons = Coupons(self.log)
        self.edges = EdgeBook(solver)
        self.approvals = Approvals()
        self.approvals.number_from(clock() // 1_000)
        self.ownership = ownership or Ownership()
        self.floor = Floor(self.log, self.ownership, self.coupons, now, self._inform_watchers)
        self.tables = self.floor.tables
        """The tables that run in this process; `floor` knows all."""
        self.look, self.lobby, self.table = self.floor.look, self.floor.lobby, self.floor.running
        practice = self.rules.practice
        self.desk = Desk(self.floor, self.people, self.wallets, self.approvals, practice=practice)
        self.watchers: list[OnUpdate] = []
        self.is_watched: Callable[[str], bool] = lambda _name: True
        """Whether anybody in this process watches a table."""

    # --- people

    def guest(self) -> Person:
        """A new guest, with chips to play with."""
        if not self.rules.practice:
            raise Forbidden("This house has no guests: ask for a name and a password.")
        if self.people.guests_since(self.clock() - DAY) >= self.rules.guests_a_day:
            raise Forbidden("This house has had all the guests it takes in a day.")
        person = self.people.guest()
        if self.rules.guest_chips:
            self.wallets.give("door", person.name, self.rules.guest_chips, "practice chips")
        return person

    def more_chips(self, person: Person) -> int:
        """Gives more practice chips to a guest who has few left; returns the new balance."""
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
        self.ownership.start(self)
        self.floor.synchronize()
        return sorted(self.floor.plans.known)

    def close(self) -> None:
        """Leaves every round where it is, and the tables free for other processes."""
        self.ownership.close()
        self.ledger.close()

    def open_table(
        self, by: Person, name: str, game: str, config: dict[str, Any], settings: RunSettings
    ) -> TableService:
        """Opens a table of any configuration that the text allows."""
        self.check_opening(by, settings)
        if self.rules.practice and by.office in {Office.GUEST, Office.PLAYER}:
            config = {"shuffle": "automated", "method": "hand", **config}
        Opening(game, config, settings.automation).setup()
        check_table_name(name)
        facts = {"game": game, "config": config, "manner": asdict(settings)}
        return self.floor.open(str(by), name, facts, self.rules.most_tables)

    def check_opening(self, by: Person, settings: RunSettings) -> None:
        """Refuses a person who may not open a table, and settings that it may not have."""
        may = FLOOR | {Office.ADMINISTRATOR}
        if by.office not in may and not (self.rules.practice and settings.deals_itself):
            raise Forbidden(f"Opening a table is for {', '.join(sorted(may))}.")
        check_run_settings(settings)

    def end_table(self, by: Person, name: str) -> None:
        """Ends a table at which nobody sits; its record stays."""
        if by.office not in FLOOR | {Office.ADMINISTRATOR}:
            raise Forbidden("Ending a table is for the floor.")
        self.carry_out(messages.EndTable(name, by))

    def _inform_watchers(self, update: Update) -> None:
        for watcher in self.watchers:
            watcher(update)

    # --- requests of people, wherever the table runs

    def submit(self, person: Person, table: str, command: Command, command_id: str) -> Outcome:
        """A command of a person, done once it is on disk; refused if the office forbids it."""
        check_id(command_id)
        authorize(person, command)
        outcome = self.carry_out(messages.SubmitCommand(table, person, command, command_id))
        assert outcome is not None
        return outcome

    def place_coupon(
        self, person: Person, table: str, seat: int, serial: str, command_id: str
    ) -> Answer:
        """A coupon of this house beside the ante; its face is the one it was issued for."""
        check_id(command_id)
        answer = self.carry_out(messages.LayCoupon(table, person, seat, serial, command_id))
        assert isinstance(answer, Answer)
        return answer

    def say_ready(self, person: Person, table: str) -> None:
        """Notes that a player has placed all bets."""
        self.carry_out(messages.SayReady(table, person))

    def confirm(self, person: Person, number: int) -> Answer:
        """The second person agrees, and the command is carried out."""
        table = self.approvals.find(number).table
        answer = self._answer_approval(messages.Confirm(table, person, number))
        assert isinstance(answer, Answer)
        return answer

    def turn_down(self, person: Person, number: int) -> None:
        """The second person does not agree, or the sender withdraws the command."""
        self._answer_approval(messages.TurnDown(self.approvals.find(number).table, person, number))

    def _answer_approval(self, request: messages.Confirm | messages.TurnDown) -> Outcome | None:
        try:
            return self.carry_out(request)
        except NotFound:
            self.approvals.drop(request.number)  # where the table runs it waits no longer
            raise

    def carry_out(self, request: TableRequest) -> Outcome | None:
        """Carries out a request here, or in the process that runs its table."""
        handler = self.desk.handlers[type(request)]
        self.look(request.table)
        self.ownership.check_size(request)
        if request.table in self.tables:
            with suppress(NotHere):  # given up this moment: the next process does it
                return handler(request)
        return self.ownership.forward(request, handler)

    # --- time

    def tick(self) -> None:
        """Does what the clocks that have run out demand, at every table."""
        now = self.now()
        for service in list(self.tables.values()):
            deadline = service.next_deadline()
            if deadline is None or deadline > now:
                continue
            try:
                service.tick()
                self.desk.free_seats(service)
            except StoreFailed:
                raise
            except Exception:  # a fault at one table must not stop the clocks of the others
                log.exception("a clock failed", extra={"fields": {"table": service.name}})


def check_table_name(name: str) -> None:
    is_plain = name.isprintable() and name == name.strip() and "/" not in name and name.strip(".")
    if not is_plain or not 1 <= len(name) <= 60 or name.startswith("@"):
        raise Malformed("A table's name has 1 to 60 letters, no slash, and no @ in front.")


def check_id(command_id: str) -> None:
    if not 1 <= len(command_id) <= MOST_ID or not command_id.isprintable():
        raise Malformed(f"A command's id has 1 to {MOST_ID} letters.")
