"""The house: many tables on one ledger, for people with offices.

A command comes from the person who is logged in and never names another. Every thread may call
in; each table takes one command at a time. Where several processes share the tables, a request
is carried out in the process that runs its table.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any

from houseway.house import messages
from houseway.house.approvals import Approvals, OfficeAct, PendingApproval
from houseway.house.back_office import BackOffice, MoneyRules
from houseway.house.clock_watch import ClockWatch
from houseway.house.clocks import RunSettings, check_run_settings
from houseway.house.coupons import Coupons
from houseway.house.desk import Desk
from houseway.house.edges import EdgeBook, Solver, solve
from houseway.house.floor import Floor, NoSuchTable
from houseway.house.log import HouseLog
from houseway.house.messages import Outcome, TableRequest
from houseway.house.offices import FLOOR, Forbidden, NotFound, Office, Person, authorize
from houseway.house.ownership import Ownership
from houseway.house.people import People
from houseway.house.quotas import VISITORS, EmptyTables, QuotaRules, Quotas
from houseway.house.self_check import SelfCheck
from houseway.house.store_kind import StoreKind, keep_kind, require_practice
from houseway.house.table_service import Answer, NotHere, OnUpdate, TableService, Update, kept_id
from houseway.house.wallets import Wallets
from houseway.ledger.errors import StoreFailed
from houseway.ledger.recorded_table import Opening
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed
from houseway.table.commands import Command

__all__ = ["House", "NoSuchTable", "Rules", "kept_id"]

MOST_ID = 100
MOST_REASON = 200
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
    guests_from_an_address: int = 250
    """In a day."""
    most_tables: int = 2_000
    tables_for_staff: int = 200
    """How many of these visitors leave to the staff."""
    tables_of_a_person: int = 10
    """How many a visitor may have opened that are still open."""
    tables_from_an_address: int = 50
    empty_ms: int = 1_800_000
    """How long a table that a visitor opened is kept while nobody sits there; 0 for ever."""
    chips_alone: int = 500_00
    """What one person may give, take back or issue in a day without a second person."""
    most_chips: int = 1_000_000_00
    """What may be given, taken back or issued at once, with a second person."""

    @property
    def quotas(self) -> QuotaRules:
        return QuotaRules(
            self.guests_a_day,
            self.guests_from_an_address,
            self.most_tables,
            self.tables_for_staff,
            self.tables_of_a_person,
            self.tables_from_an_address,
        )


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
        self.self_check = SelfCheck(self.log, self.floor.hold)
        self.tables = self.floor.tables
        """The tables that run in this process; `floor` knows all."""
        self.look, self.lobby, self.table = self.floor.look, self.floor.lobby, self.floor.running
        practice = self.rules.practice
        self.desk = Desk(self.floor, self.people, self.wallets, self.approvals, practice=practice)
        self.quotas = Quotas(ledger, self.people, self.rules.quotas)
        self.clock_watch = ClockWatch(self.log, now)
        self._empty_tables = EmptyTables(self.rules.empty_ms)
        self.office = BackOffice(
            self.log,
            self.people,
            self.wallets,
            self.coupons,
            self.approvals,
            self.ownership,
            MoneyRules(self.rules.chips_alone, self.rules.most_chips),
        )
        self.kind: StoreKind | None = None
        """What kind of store this is, once the house has started on it."""
        self.watchers: list[OnUpdate] = []
        self.is_watched: Callable[[str], bool] = lambda _name: True
        """Whether anybody in this process watches a table."""

    # --- people

    def guest(self, address: str | None = None) -> Person:
        """A new guest, with chips to play with, who comes from this network address."""
        if not self.rules.practice:
            raise Forbidden("This house has no guests: ask for a name and a password.")
        require_practice(self.kind, self.ledger)
        person = self.people.guest(
            lambda: self.quotas.check_guest(address, self.clock()),
            lambda name, at: self.quotas.guest_rows(name, address, at),
        )
        if self.rules.guest_chips:
            self.wallets.give("door", person.name, self.rules.guest_chips, "practice chips")
        return person

    def more_chips(self, person: Person) -> int:
        """Gives more practice chips to a guest who has few left; returns the new balance."""
        if not self.rules.practice or person.office is not Office.GUEST:
            raise Forbidden("Practice chips are for the guests of a practice house.")
        require_practice(self.kind, self.ledger)
        chips = self.rules.guest_chips
        few = chips // 10
        return self.wallets.give("door", person.name, chips, "practice chips", below=few)

    # --- tables

    def recover(self, *, is_lazy: bool = False) -> list[str]:
        """Opens every table that was open when the house last stopped, where it stood.

        A lazy house reads a table on its first use, and all others when `floor.open_waiting` is
        called, so that it can answer before that.
        The store is of one kind for good, practice or real: as the other kind it is refused.
        """
        self.kind = keep_kind(self.log, practice=self.rules.practice)
        self.people.credentials.adopt()
        self.ownership.start(self)
        if is_lazy:
            self.floor.take_tables()
        else:
            self.floor.synchronize()
        return sorted(self.floor.plans.known)

    def close(self) -> None:
        """Leaves every round where it is, and the tables free for other processes."""
        self.ownership.close()
        self.ledger.close()

    def open_table(  # noqa: PLR0913, PLR0917  # who opens which table, from where
        self,
        by: Person,
        name: str,
        game: str,
        config: dict[str, Any],
        settings: RunSettings,
        address: str | None = None,
    ) -> TableService:
        """Opens a table of any configuration that the text allows."""
        self.check_opening(by, settings)
        if self.rules.practice and by.office in {Office.GUEST, Office.PLAYER}:
            config = {"shuffle": "automated", "method": "hand", **config}
        setup = Opening(game, config, settings.automation).setup()
        check_table_name(name)
        facts = {"game": game, "config": setup.config, "manner": asdict(settings)}
        return self.floor.open(
            str(by),
            name,
            facts,
            lambda: self.quotas.check_table(by, address, self.floor.plans.known),
            lambda at: self.quotas.table_rows(by, name, address, at),
        )

    def check_opening(self, by: Person, settings: RunSettings) -> None:
        """Refuses a person who may not open a table, and settings that it may not have."""
        may = FLOOR | {Office.ADMINISTRATOR}
        if by.office not in may and not (self.rules.practice and settings.deals_itself):
            raise Forbidden(f"Opening a table is for {', '.join(sorted(may))}.")
        check_run_settings(settings)
        if by.office in VISITORS and not settings.away_ms:
            raise Forbidden("A table at which seats are kept for ever is opened by the staff.")

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

    def ask_to_see(
        self, person: Person, table: str, reason: str, command_id: str
    ) -> PendingApproval:
        """An auditor's request to see the face-down cards of the round in play at a table."""
        check_id(command_id)
        if person.office is not Office.AUDITOR:
            raise Forbidden("Asking to see face-down cards is for the auditor.")
        reason = reason.strip()
        if not 1 <= len(reason) <= MOST_REASON or not reason.isprintable():
            raise Malformed(f"A reason has 1 to {MOST_REASON} letters; it goes on record.")
        approval = self.carry_out(messages.AskToSee(table, person, reason, command_id))
        assert isinstance(approval, PendingApproval)
        return approval

    def say_ready(self, person: Person, table: str) -> None:
        """Notes that a player has placed all bets."""
        self.carry_out(messages.SayReady(table, person))

    def confirm(self, person: Person, number: int) -> Answer:
        """The second person agrees, and the command is carried out."""
        if isinstance(self.approvals.find(number).command, OfficeAct):
            return self.office.confirm(person, number)
        table = self.approvals.find(number).table
        answer = self._answer_approval(messages.Confirm(table, person, number))
        assert isinstance(answer, Answer)
        return answer

    def turn_down(self, person: Person, number: int) -> None:
        """The second person does not agree, or the sender withdraws the command."""
        approval = self.approvals.find(number)
        if isinstance(approval.command, OfficeAct):
            self.office.turn_down(person, number)
        else:
            self._answer_approval(messages.TurnDown(approval.table, person, number))

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
            with _go_on_after_a_fault(service):
                service.tick()
                self.desk.free_seats(service)
        self._watch_the_clock()
        known = self.floor.plans.known
        for service in self._empty_tables.list_expired(dict(self.tables), known, now):
            with _go_on_after_a_fault(service):
                self.desk.end_if_empty(service)

    def _watch_the_clock(self) -> None:
        try:
            self.clock_watch.look(each.recorded.head.at for each in list(self.tables.values()))
        except StoreFailed:
            raise
        except HousewayError as error:  # the store has no turn or no room: the next look says it
            log.warning("the clock's alarm is not on record", extra={"fields": {"why": str(error)}})


@contextmanager
def _go_on_after_a_fault(service: TableService) -> Iterator[None]:
    """A fault at one table must not stop the clocks of the others; a failed store stops all."""
    try:
        yield
    except StoreFailed:
        raise
    except Exception:
        log.exception("a clock failed", extra={"fields": {"table": service.name}})


def check_table_name(name: str) -> None:
    is_plain = name.isprintable() and name == name.strip() and "/" not in name and name.strip(".")
    if not is_plain or not 1 <= len(name) <= 60 or name.startswith("@"):
        raise Malformed("A table's name has 1 to 60 letters, no slash, and no @ in front.")


def check_id(command_id: str) -> None:
    if not 1 <= len(command_id) <= MOST_ID or not command_id.isprintable():
        raise Malformed(f"A command's id has 1 to {MOST_ID} letters.")
