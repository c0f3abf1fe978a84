"""Requests to a table, carried out in the process that runs it.

The house has authorized the person; here a command meets what lies beside the table: approval
by a second person, chips at the cage, coupons. A move of chips to or from the cage is written
together with the command that makes it.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any
from uuid import uuid4

from houseway.house import messages
from houseway.house.approvals import (
    Approvals,
    PendingApproval,
    SeeCards,
    SettledApproval,
    refuse_if_stale,
    subject_of,
)
from houseway.house.clocks import CLOCK
from houseway.house.dealer import new_decks
from houseway.house.floor import Floor
from houseway.house.log import CARDS_OPENED
from houseway.house.messages import Outcome, TableRequest
from houseway.house.offices import (
    FAULTS,
    OPENS_CARDS,
    STAFF,
    Forbidden,
    NotFound,
    Person,
    actor_for,
    actor_of,
    approvers_of,
)
from houseway.house.ownership import CarryOut
from houseway.house.people import People
from houseway.house.quotas import forget_table, is_empty
from houseway.house.table_service import Answer, NotHere, TableService, kept_id
from houseway.house.wallets import Wallets
from houseway.ledger.errors import RecordError
from houseway.ledger.index import Rows
from houseway.ledger.recorded_table import no_rows
from houseway.rulebook import HousewayError, Malformed, Refusal, Refused
from houseway.table import check
from houseway.table.acts import describe_exposure
from houseway.table.commands import (
    Actor,
    BuyIn,
    CashOut,
    Command,
    Do,
    ExposeDealerCard,
    Happen,
    Leave,
    PlaceCoupon,
    Role,
)


class Desk:
    def __init__(
        self,
        floor: Floor,
        people: People,
        wallets: Wallets,
        approvals: Approvals,
        *,
        practice: bool,
    ) -> None:
        self.floor, self.people, self.wallets = floor, people, wallets
        self.coupons, self.approvals, self.practice = floor.coupons, approvals, practice
        self.ownership, self.log, self.clock = floor.ownership, floor.log, floor.clock
        self.handlers: dict[type[TableRequest], CarryOut] = {
            messages.SubmitCommand: self.submit,
            messages.LayCoupon: self.lay_coupon,
            messages.AskToSee: self.ask_to_see,
            messages.SayReady: self.say_ready,
            messages.Confirm: self.confirm,
            messages.TurnDown: self.turn_down,
            messages.EndTable: self.end_table,
        }
        """The method that carries out each kind of request to a table that runs here."""

    # --- commands

    def submit(self, request: messages.SubmitCommand) -> Outcome:
        """Submits a command to its table, or opens the approval that it needs."""
        service = self.floor.running(request.table)
        kept = kept_id(request.person, request.command_id)
        with service.exclusive(), self._purse_for(request.command):
            # First of all: nothing may happen on behalf of a command that has taken effect.
            earlier = service.find_answer(kept)
            if earlier is not None:
                return earlier
            command = self._complete(service, request.command)
            if approvers_of(command):
                return self._await_approval(service, replace(request, command=command))
            if isinstance(command, Leave):
                self._take_chips(service, command)
            return service.submit(command, kept, self._rows_for(service, command, kept))

    def lay_coupon(self, request: messages.LayCoupon) -> Answer:
        """Lays down a coupon of this house, with the face for which it was issued."""
        service, person = self.floor.running(request.table), request.person
        by, kept = actor_for(person, PlaceCoupon), kept_id(person, request.command_id)
        with service.exclusive():
            earlier = service.find_answer(kept)
            if earlier is not None:
                return earlier
            coupon = self.coupons.offered(request.serial, person.name)
            command = PlaceCoupon(by, request.seat, coupon.face, coupon.serial)
            return service.submit(command, kept)

    def say_ready(self, request: messages.SayReady) -> None:
        self.floor.running(request.table).say_ready(actor_of(request.person).name)

    def _complete(self, service: TableService, command: Command) -> Command:
        """Adds to a command what only the house knows; refuses what a person may not state."""
        if isinstance(command, Happen) and not service.settings.training:
            raise Forbidden(FAULTS)
        if isinstance(command, Do) and command.act in {"receive", "shuffle"}:
            return _complete_decks(service, command)
        if isinstance(command, PlaceCoupon) and (
            # A face that a player names is good for practice; anywhere it takes a coupon back.
            command.serial or (command.face and not self.practice)
        ):
            raise Malformed("A coupon is placed by its serial number, and has the face on record.")
        if isinstance(command, ExposeDealerCard):
            # Its effect depends on who had decided when the card was seen, not when confirmed.
            if command.stage:
                raise Malformed("The house itself notes when the card was seen.")
            return replace(command, stage=describe_exposure(service.state).stage or "")
        return command

    # --- chips at the cage

    def _purse_for(self, command: Command) -> AbstractContextManager[Any]:
        """The purse that a command opens, held until the command is on disk."""
        if isinstance(command, BuyIn | CashOut):
            return self.wallets.purse(command.by.name)
        return nullcontext()

    def _rows_for(
        self, service: TableService, command: Command, command_id: str
    ) -> Callable[[int], Rows]:
        """The move at the cage that stands or falls with a command."""
        if not isinstance(command, BuyIn | CashOut) or command.cents < 1:
            return no_rows  # the table refuses an amount below one cent
        sign = -1 if isinstance(command, BuyIn) else 1
        reason = "buy-in" if isinstance(command, BuyIn) else "cash-out"
        name, cents = command.by.name, sign * command.cents
        return lambda at: self.wallets.rows(at, name, cents, reason, service.name, command_id)

    def _take_chips(self, service: TableService, command: Leave) -> None:
        """Takes all chips of a player who leaves the last seat to the cage.

        The chips go first: if the house stops in between, a seat is left over and no chips.
        """
        leaver = service.state.seats.get(command.seat)
        seats = [seat for seat, name in service.state.seats.items() if name == leaver]
        if leaver and seats == [command.seat] and not any(check(service.state, command)):
            self._cash_out(service, leaver)

    def _cash_out(self, service: TableService, player: str) -> None:
        """Moves all chips that a player has at a table to the cage."""
        cents = service.state.rack_of(player)
        if cents:
            command = CashOut(Actor(Role.PLAYER, player), cents)
            command_id = f"leaving-{service.seq}-{player}"
            with self._purse_for(command):
                service.submit(command, command_id, self._rows_for(service, command, command_id))

    def free_seats(self, service: TableService) -> None:
        """Frees the seats of players who have been away for too long, with all their chips."""
        with service.exclusive():  # nobody comes back and bets meanwhile
            for seat in service.abandoned_seats():
                leave = Leave(CLOCK, seat)
                self._take_chips(service, leave)
                service.submit(leave, str(uuid4()))

    # --- approval by a second person

    def _await_approval(self, service: TableService, request: messages.SubmitCommand) -> Outcome:
        """Opens an approval; the same command, sent again, does not open another."""
        person, command = request.person, request.command
        if person.office not in STAFF:
            raise Forbidden("Only the staff may ask for what a second person confirms.")
        approval = self.approvals.open(
            PendingApproval(
                number=0,
                table=service.name,
                by=person,
                command=command,
                command_id=request.command_id,
                confirmed_by=approvers_of(command),
                asked_at=self.clock(),
                subject=subject_of(service, command),
            )
        )
        self.ownership.broadcast(messages.ApprovalOpened(approval))
        service.publish()
        return approval

    def ask_to_see(self, request: messages.AskToSee) -> PendingApproval:
        """Records that an auditor asks to see the face-down cards of the round in play."""
        service, person = self.floor.running(request.table), request.person
        with service.exclusive():
            round_ = service.state.round
            if round_ is None:
                because = f"no round is in play at {service.name}"
                instead = "All cards of a closed round are in the records."
                raise Refused([Refusal((), "Seeing face-down cards", because, instead)])
            command = SeeCards(round_.number, request.reason)
            waiting = {each.number for each in self.approvals.pending(service.name)}
            approval = self.approvals.open(
                PendingApproval(
                    number=0,
                    table=service.name,
                    by=person,
                    command=command,
                    command_id=request.command_id,
                    confirmed_by=OPENS_CARDS,
                    asked_at=self.clock(),
                    subject=subject_of(service, command),
                )
            )
            if approval.number in waiting:
                return approval  # the same request, sent again
            try:
                self.log.write("cards_asked", str(person), _facts(approval))
            except BaseException:
                self.approvals.drop(approval.number)
                raise
            self.ownership.broadcast(messages.ApprovalOpened(approval))
            service.publish()
            return approval

    def confirm(self, request: messages.Confirm) -> Answer:
        """Carries out a command to which the second person agrees."""
        service, person = self.floor.running(request.table), request.person
        # The table stands still meanwhile, and nobody else answers: the command that was shown
        # is the one that is done. After a fault, or without a turn, it waits as before.
        with service.exclusive():
            settled = self.approvals.settled(request.number)
            if settled is not None and settled.effect is not None and settled.by == person:
                command_id = settled.approval.command_id
                return Answer(service.name, command_id, *settled.effect, again=True)
            approval = self.approvals.answerable(request.number, person)
            try:
                answer = self._carry_out(service, person, approval)
            except (NotHere, RecordError):
                raise
            except HousewayError as error:
                at, because = self.clock(), str(error)
                refusal = SettledApproval(approval, person, "refused", at, because=because)
                self._settle(service, refusal)
                raise
            at, effect = self.clock(), (answer.first, answer.last)
            self._settle(service, SettledApproval(approval, person, "confirmed", at, effect))
            return answer

    def _carry_out(
        self, service: TableService, person: Person, approval: PendingApproval
    ) -> Answer:
        kept = kept_id(approval.by, approval.command_id)
        earlier = service.find_answer(kept)
        if earlier is not None:  # by a process that ended before it could say so
            return earlier
        known = self.people.find(approval.by.name)
        if known is not None and known.person != approval.by:
            raise Forbidden(f"{approval.by.name} is no longer a {approval.by.office}.")
        refuse_if_stale(service, approval.command, approval.subject)
        if isinstance(approval.command, SeeCards):
            self._open_cards(person, approval)
            return Answer(service.name, approval.command_id, service.seq, service.seq)
        self.log.write("confirmed", str(person), _facts(approval))
        assert isinstance(approval.command, Command), "the house itself does what is no command"
        return service.submit(approval.command, kept)

    def _open_cards(self, person: Person, approval: PendingApproval) -> None:
        """Opens the view of one round to one auditor, on record before anything is seen."""
        facts = {**_facts(approval), "auditor": approval.by.name}
        self.log.write(CARDS_OPENED, str(person), facts)
        self.floor.plans.read_on()

    def turn_down(self, request: messages.TurnDown) -> None:
        """Turns an approval down; the person who asked for it withdraws it."""
        service, person = self.floor.running(request.table), request.person
        with service.exclusive():  # nobody confirms it meanwhile
            settled = self.approvals.settled(request.number)
            if settled is not None:
                if settled.how in {"confirmed", "refused"}:
                    raise NotFound(str(settled))
                return  # somebody else was first, with the same wish
            approval, at = self.approvals.find(request.number), self.clock()
            if approval.by.name == person.name:
                self._settle(service, SettledApproval(approval, person, "withdrawn", at))
                return
            approval = self.approvals.answerable(request.number, person)
            self.log.write("turned_down", str(person), _facts(approval))
            self._settle(service, SettledApproval(approval, person, "turned down", at))

    def _settle(self, service: TableService, settled: SettledApproval) -> None:
        """Settles an approval in every process."""
        self.approvals.settle(settled)
        self.ownership.broadcast(messages.ApprovalSettled(settled))
        service.publish()

    # --- the end of a table

    def end_table(self, request: messages.EndTable) -> None:
        """Ends a table at which nobody sits; chips left there go to the cage."""
        service = self.floor.running(request.table)
        with service.exclusive():  # nobody sits down or buys in meanwhile
            if not is_empty(service):
                raise Malformed(f"People still sit at {request.table}.")
            self._end(service, str(request.person), {})
        self._clear_up(request.table)

    def end_if_empty(self, service: TableService) -> None:
        """Ends a visitor's table at which nobody has sat for a while."""
        with service.exclusive():
            if not is_empty(service):
                return  # somebody sat down this moment
            self._end(service, CLOCK.name, {"because": "nobody sat there"})
        self._clear_up(service.name)

    def _end(self, service: TableService, by: str, facts: dict[str, Any]) -> None:
        for name in service.state.players_with_chips():
            self._cash_out(service, name)
        facts = {"table": service.name, **facts}
        self.log.write("table_ended", by, facts, [forget_table(service.name)])
        service.stop()

    def _clear_up(self, table: str) -> None:
        self.floor.end(table)
        for approval in self.approvals.pending(table):
            self.approvals.drop(approval.number)
            self.ownership.broadcast(messages.ApprovalDropped(approval.number))


def _complete_decks(service: TableService, command: Do) -> Do:
    """New decks, and the order of a shuffle, come from the house alone."""
    if command.data is not None:
        raise Malformed("Decks, and the order of a shuffle, are the house's alone.")
    if command.act == "receive":
        return Do(command.by, "receive", data=new_decks(service.state))
    if service.state.setup.equipment.by_device:
        raise Forbidden("The shuffler shuffles.")
    return command


def _facts(approval: PendingApproval) -> dict[str, Any]:
    """An approval as the house's record names it."""
    facts: dict[str, Any] = {"table": approval.table, "asked_by": str(approval.by)}
    if isinstance(approval.command, SeeCards):
        facts |= {"round": approval.command.round, "reason": approval.command.reason}
    return {**facts, "command": approval.command_id}
