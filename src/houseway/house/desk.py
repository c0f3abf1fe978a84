"""What is done about what people ask of a table, in the process that runs it.

Who asks was let in, and the office is checked here before the table checks the role. What
moves chips to or from the cage is written together with the command that moves them.
"""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

from houseway.games.reading import read_choice
from houseway.house.about import about_now, check_still
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
    settled_data,
)
from houseway.house.clocks import CLOCK
from houseway.house.floor import Floor
from houseway.house.offices import (
    STAFF,
    Forbidden,
    NotThere,
    Office,
    Person,
    actor,
    check_office,
    second_person,
)
from houseway.house.people import People
from houseway.house.requests import Request, Requests, Settled
from houseway.house.running import Answer, NotHere, Rows, RunningTable
from houseway.house.wallets import Wallets
from houseway.ledger.errors import RecordError
from houseway.rulebook import HousewayError, Malformed
from houseway.table import check
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
from houseway.table.performing import exposed_now
from houseway.table.wire import COMMANDS, command_from_data


class Desk:
    def __init__(
        self,
        floor: Floor,
        people: People,
        wallets: Wallets,
        requests: Requests,
        *,
        practice: bool,
    ) -> None:
        self.floor, self.people, self.wallets = floor, people, wallets
        self.coupons, self.requests, self.practice = floor.coupons, requests, practice
        self.owning, self.log, self.clock = floor.owning, floor.log, floor.clock

    def perform(self, ask: Ask) -> Reply:
        """Carries out what was asked of a table that runs here."""
        return _PERFORMED[ask.kind](self, ask)

    def _told(self, ask: Ask) -> Answer | Asked:
        running, person, command_id = self.floor.table(ask.table), ask.person, ask.told["id"]
        command = self.read_command(person, running, ask.told["data"])
        if second_person(command):
            if person.office not in STAFF:
                raise Forbidden("What a second person confirms is asked for by the staff.")
            with running.alone():  # nobody confirms it meanwhile
                return self._asked(running, person, command, command_id)
        return self._tell(running, person, command, command_id)

    def _asked(
        self, running: RunningTable, person: Person, command: Command, command_id: str
    ) -> Answer | Asked:
        """What a second person must confirm waits for one; what one has confirmed was done."""
        before = running.answered(kept_id(person, command_id))
        if before is not None:
            return replace(before, command=command_id)
        confirmed_by, at = second_person(command), self.clock()
        about = about_now(running, command)
        asked = self.requests.ask(
            Request(0, running.name, person, command, command_id, confirmed_by, at, about)
        )
        self.owning.say("asked", request_data(asked))
        running.show_again()
        return Asked(asked)

    def _coupon_placed(self, ask: Ask) -> Answer:
        running, person = self.floor.table(ask.table), ask.person
        check_office(person, PlaceCoupon)
        coupon = self.coupons.named(ask.told["serial"], person.name)
        command = PlaceCoupon(actor(person), ask.told["seat"], coupon.face, coupon.serial)
        return self._tell(running, person, command, ask.told["id"])

    def _said_ready(self, ask: Ask) -> None:
        self.floor.table(ask.table).say_ready(actor(ask.person).name)

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
        if isinstance(command, ExposeDealerCard):
            return _seen_now(running, command)
        return command

    def _check_plain_coupon(self, command: PlaceCoupon) -> None:
        """A face that a player names is good for practice; it takes a coupon back anywhere."""
        if command.serial or (command.face and not self.practice):
            raise Malformed("A coupon is placed by its serial number, and has the face on record.")

    def _cause(self, person: Person, running: RunningTable) -> Actor:
        """Things go wrong on purpose only where dealers learn, and by a supervisor."""
        if person.office is not Office.SUPERVISOR or not running.manner.training:
            raise Forbidden("Faults are put in by a supervisor, at a table for training.")
        return Actor(Role.SYSTEM, f"training by {person.name}")

    def _confirmed(self, ask: Ask) -> Answer:
        running, person = self.floor.table(ask.table), ask.person
        # The table stands still meanwhile, and nobody else answers: what was asked is what is
        # done. Where there was no turn for it, or a fault, it waits as before.
        with running.alone():
            before = self.requests.settled(ask.told["number"])
            if before is not None and before.effect is not None and before.by == person:
                return Answer(running.name, before.request.command_id, *before.effect, again=True)
            asked = self.requests.answerable(ask.told["number"], person)
            try:
                answer = self._confirm(running, person, asked)
            except (NotHere, RecordError):
                raise
            except HousewayError as error:
                at, because = self.clock(), str(error)
                self._settle(running, Settled(asked, person, "refused", at, because=because))
                raise
            effect = (answer.first, answer.last)
            self._settle(running, Settled(asked, person, "confirmed", self.clock(), effect))
            return answer

    def _confirm(self, running: RunningTable, person: Person, asked: Request) -> Answer:
        done = running.answered(kept_id(asked.by, asked.command_id))
        if done is not None:  # by a process that ended before it could say so
            return replace(done, command=asked.command_id)
        known = self.people.find(asked.by.name)
        if known is not None and known.person != asked.by:
            raise Forbidden(f"{asked.by.name} is no {asked.by.office} any more.")
        check_still(running, asked.command, asked.about)
        told = {"table": asked.table, "asked_by": str(asked.by), "command": asked.command_id}
        self.log.write("confirmed", str(person), told)
        return self._tell(running, asked.by, asked.command, asked.command_id)

    def _settle(self, running: RunningTable, settled: Settled) -> None:
        """Nobody needs to confirm it any more, in any process."""
        self.requests.settle(settled)
        self.owning.say("settled", settled_data(settled))
        running.show_again()

    def _turned_down(self, ask: Ask) -> None:
        running = self.floor.table(ask.table)
        with running.alone():  # nobody confirms it meanwhile
            self._turn_down(running, ask.person, ask.told["number"])

    def _turn_down(self, running: RunningTable, person: Person, number: int) -> None:
        before = self.requests.settled(number)
        if before is not None:
            if before.how in {"confirmed", "refused"}:
                raise NotThere(str(before))
            return  # it is as this person wants it, whoever was first
        asked, at = self.requests.find(number), self.clock()
        if asked.by.name == person.name:
            self._settle(running, Settled(asked, person, "withdrawn", at))
            return
        asked = self.requests.answerable(number, person)
        told = {"table": asked.table, "asked_by": str(asked.by), "command": asked.command_id}
        self.log.write("turned_down", str(person), told)
        self._settle(running, Settled(asked, person, "turned down", at))

    def _tell(
        self, running: RunningTable, person: Person, command: Command, command_id: str
    ) -> Answer:
        kept = kept_id(person, command_id)
        with running.alone():
            if isinstance(command, Leave):
                self._take_chips(running, command)
            answer = self._tell_with_purse(running, command, kept)
        return replace(answer, command=command_id)

    def _tell_with_purse(self, running: RunningTable, command: Command, kept: str) -> Answer:
        """A command, with the move at the cage that stands or falls with it."""
        if not isinstance(command, BuyIn | CashOut):
            return running.tell(command, kept)
        with self.wallets.purse(command.by.name):
            return running.tell(command, kept, self._rows_with(running, command, kept))

    def _take_chips(self, running: RunningTable, command: Leave) -> None:
        """Who leaves a last seat takes all chips to the cage, and then leaves.

        The chips go first: if the house stops in between, a seat is left over and no chips.
        """
        who = _who_leaves(running, command)
        seats = [seat for seat, name in running.state.seats.items() if name == who.name]
        if seats == [command.seat] and not any(check(running.state, command)):
            self._cash_out(running, who)

    def free_seats(self, running: RunningTable) -> None:
        """Who has been away for too long leaves the table, with all chips."""
        with running.alone():  # nobody comes back and bets meanwhile
            for seat in running.left_alone():
                leave = Leave(CLOCK, seat)
                self._take_chips(running, leave)
                running.tell(leave, str(uuid4()))

    def _rows_with(
        self, running: RunningTable, command: BuyIn | CashOut, command_id: str
    ) -> Callable[[], Rows]:
        """The move at the cage that stands or falls with a command."""
        sign = -1 if isinstance(command, BuyIn) else 1
        reason = "buy-in" if isinstance(command, BuyIn) else "cash-out"
        name, cents = command.by.name, sign * command.cents

        def rows() -> Rows:
            if command.cents < 1:
                return []  # the table refuses it
            return self.wallets.rows(name, cents, reason, running.name, command_id)

        return rows

    def _cash_out(self, running: RunningTable, who: Actor) -> None:
        """All chips that somebody has at a table, to the cage."""
        cents = running.state.rack_of(who.name)
        if cents:
            command, name = CashOut(who, cents), f"leaving-{running.seq}-{who.name}"
            self._tell_with_purse(running, command, name)

    def _end(self, ask: Ask) -> None:
        running = self.floor.table(ask.table)
        with running.alone():  # nobody sits down or buys in meanwhile
            if running.state.seats or running.state.round is not None:
                raise Malformed(f"People still sit at {ask.table}.")
            for name in running.state.with_chips():
                self._cash_out(running, Actor(Role.PLAYER, name))
            self.log.write("table_ended", str(ask.person), {"table": ask.table})
            running.stop()
        self.floor.end(ask.table)
        for asked in self.requests.waiting(ask.table):
            self.owning.say("settled", {"number": asked.number})
        self.requests.forget(ask.table)


def _who_leaves(running: RunningTable, command: Leave) -> Actor:
    """Who leaves, or whose seat is freed; nobody where nobody sits."""
    if command.by.role is Role.PLAYER:
        return command.by
    return Actor(Role.PLAYER, running.state.seats.get(command.seat, ""))


def _seen_now(running: RunningTable, command: ExposeDealerCard) -> ExposeDealerCard:
    """What it does depends on who had decided when it was seen, not when it was confirmed."""
    if command.stage:
        raise Malformed("When the card was seen is noted by the house.")
    return replace(command, stage=exposed_now(running.state).stage or "")


def kept_id(person: Person, command_id: str) -> str:
    """The id on record. Everybody makes ids of their own, and nobody can use up another's.

    No name has a colon, and no id that the house makes for itself has one.
    """
    return f"{person.name}:{command_id}"


_PERFORMED: dict[str, Callable[[Desk, Ask], Reply]] = {
    TELL: Desk._told,
    COUPON: Desk._coupon_placed,
    READY: Desk._said_ready,
    CONFIRM: Desk._confirmed,
    TURN_DOWN: Desk._turned_down,
    END: Desk._end,
}
