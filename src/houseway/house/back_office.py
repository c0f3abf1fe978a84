"""What the house does away from its tables, and what one person may not do alone.

Giving chips, taking them back and issuing coupons all make money. One person may do so up to a
small sum a day; above it a second person confirms, and nothing above a bound is done at all.
Once two people have been administrators or supervisors, making a person of power, and setting a
new password for another one, also takes a second person. Each is done once: its request stands on
record as the command that brought it about.
"""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import sqlalchemy as sa

from houseway.chips import dollars
from houseway.house.approvals import (
    Approvals,
    ChangePerson,
    GiveChips,
    How,
    IssueCoupon,
    OfficeAct,
    PendingApproval,
    SettledApproval,
)
from houseway.house.coupons import MAY_ISSUE, Coupon, Coupons, new_serial
from houseway.house.log import Deed, HouseLog
from houseway.house.messages import ApprovalOpened, ApprovalSettled
from houseway.house.offices import Forbidden, NotFound, Office, Person
from houseway.house.ownership import Ownership
from houseway.house.people import DAY, People, known_as
from houseway.house.table_service import Answer
from houseway.house.wallets import Wallets
from houseway.ledger.errors import Conflict, RecordError
from houseway.ledger.schema import events
from houseway.ledger.store import HOUSE
from houseway.rulebook import HousewayError, Refusal, Refused

GUARDS = frozenset({Office.ADMINISTRATOR, Office.SUPERVISOR})
"""The offices whose holders confirm each other's acts here."""
POWER = GUARDS | {Office.AUDITOR}
"""The offices that are not given by one person alone, once there are two guards."""
MINTING = ("chips_given", "coupon_issued")
OFFICE = ""
"""Stands in the place of a table: the request is about none."""


@dataclass(frozen=True)
class MoneyRules:
    """How much money one person may make."""

    alone: int
    """Cents a day, chips and coupons together, without a second person."""
    most: int
    """Cents in one act, with or without."""


class _NeedsSecond(HousewayError):
    """One person may not do this alone."""


class BackOffice:
    def __init__(  # noqa: PLR0913, PLR0917  # the parts of the house that it works with
        self,
        log: HouseLog,
        people: People,
        wallets: Wallets,
        coupons: Coupons,
        approvals: Approvals,
        ownership: Ownership,
        money: MoneyRules,
    ) -> None:
        self.log, self.people, self.wallets, self.coupons = log, people, wallets, coupons
        self.approvals, self.ownership, self.money = approvals, ownership, money
        self._answering = threading.Lock()

    # --- money

    def give_chips(
        self, by: Person, name: str, cents: int, reason: str, request_id: str | None = None
    ) -> int | PendingApproval:
        """Gives chips or takes them back; the balance after it, or the request that waits."""
        if by.office not in GUARDS:
            raise Forbidden("Chips are given by a supervisor or an administrator.")
        owner = self._existing(name)
        if owner.name == by.name:
            raise Forbidden("You cannot give chips to yourself. Ask another supervisor.")
        self._check_amount(cents)
        act = GiveChips(owner.name, cents, reason)
        outcome = self._do_or_ask(by, act, request_id, self._limit_money(by, cents))
        return outcome if isinstance(outcome, PendingApproval) else self.wallets.balance(owner.name)

    def issue_coupon(
        self, by: Person, face: int, person: str | None = None, serial: str | None = None
    ) -> Coupon | PendingApproval:
        """Issues a coupon, or opens the request that a second person confirms."""
        if by.office not in MAY_ISSUE:
            raise Forbidden(f"Coupons are issued by the {', '.join(sorted(MAY_ISSUE))}.")
        self._check_amount(face)
        owner = None if person is None else self._existing(person).name
        serial = serial or new_serial()
        act = IssueCoupon(face, owner, serial)
        outcome = self._do_or_ask(by, act, None, self._limit_money(by, face))
        if isinstance(outcome, PendingApproval):
            return outcome
        coupon = self.coupons.find(serial)
        assert coupon is not None, "it was issued just now"
        return coupon

    def _check_amount(self, cents: int) -> None:
        if not 1 <= abs(cents) <= self.money.most:
            tried = f"{dollars(cents)} from the house"
            because = f"one act moves from one cent to {dollars(self.money.most)}"
            raise Refused([Refusal((), tried, because, "Name another amount.")])

    def _limit_money(self, by: Person, cents: int) -> Callable[[], None]:
        """Refuses to let one person alone make more than the sum of a day."""

        def check() -> None:
            if self._made_alone(by) + abs(cents) > self.money.alone:
                raise _NeedsSecond

        return check

    def _made_alone(self, by: Person) -> int:
        """What a person has made within a day without a second one, in whichever office."""
        query = sa.select(events.c.body).where(
            events.c.table_id == HOUSE,
            events.c.type.in_(MINTING),
            events.c.at >= self.log.clock() - DAY,
            events.c.actor.in_([str(Person(by.name, office)) for office in Office]),
        )
        with self.log.ledger.reading() as connection:
            facts = [json.loads(body) for body in connection.scalars(query)]
        return sum(abs(fact["cents"]) for fact in facts if "confirmed_by" not in fact)

    # --- people of power

    def add_person(
        self, by: Person, name: str, office: Office, password: str
    ) -> tuple[Person, PendingApproval | None]:
        """Adds a person; somebody of power is a player until a second person confirms."""
        if office not in POWER or not self._has_two_guards():
            return self.people.add(str(by), name, office, password), None
        person = self.people.add(str(by), name, Office.PLAYER, password)
        return person, self._ask(by, ChangePerson(person.name, office), None)

    def change_person(
        self, by: Person, name: str, office: Office | None, password: str | None
    ) -> tuple[Person, PendingApproval | None]:
        """Changes an office or a password, or opens the request that a second person confirms."""
        person = self._existing(name)
        if not self._needs_second(by, person, office, password):
            return self.people.change(str(by), name, office, password), None
        digest = "" if password is None else self.people.hash_password(password)
        return person, self._ask(by, ChangePerson(person.name, office, digest), None)

    def _needs_second(
        self, by: Person, person: Person, office: Office | None, password: str | None
    ) -> bool:
        """Whether a change makes somebody powerful, or lets one person act as another."""
        is_own = known_as(by.name) == known_as(person.name)
        gains = office in POWER and office is not person.office
        takes_over = password is not None and person.office in POWER and not is_own
        return (gains or takes_over) and self._has_two_guards()

    def _has_two_guards(self) -> bool:
        """Whether two people have been administrators or supervisors, now or before.

        It stays so: otherwise one of them could remove the other, and then act alone.
        """
        is_guard = sa.or_(
            *(events.c.body.contains(f'"office":"{office}"', autoescape=True) for office in GUARDS)
        )
        query = sa.select(events.c.body).where(
            events.c.table_id == HOUSE,
            events.c.type.in_(("person_added", "person_changed")),
            is_guard,
        )
        with self.log.ledger.reading() as connection:
            names = {json.loads(body)["name"] for body in connection.scalars(query)}
        return len(names) >= 2

    # --- two people

    def _do_or_ask(
        self, by: Person, act: OfficeAct, request_id: str | None, check: Callable[[], None]
    ) -> int | PendingApproval:
        """Carries out an act that one person may do alone; else asks a second person."""
        kept = f"{by.name}:{request_id or uuid4()}"
        earlier = self.log.ledger.effect_of(HOUSE, kept)
        if earlier is not None:
            return earlier[0]
        try:
            return self._carry_out(by, act, kept, check=check)
        except _NeedsSecond:
            return self._ask(by, act, request_id)

    def _ask(self, by: Person, act: OfficeAct, request_id: str | None) -> PendingApproval:
        approval = self.approvals.open(
            PendingApproval(
                number=0,
                table=OFFICE,
                by=by,
                command=act,
                command_id=request_id or str(uuid4()),
                confirmed_by=GUARDS,
                asked_at=self.log.clock(),
                subject=0,
            )
        )
        self.ownership.broadcast(ApprovalOpened(approval))
        return approval

    def confirm(self, person: Person, number: int) -> Answer:
        """Carries out what the first person asked for; a repeat gets the same answer."""
        with self._answering:
            return self._confirm(person, number)

    def _confirm(self, person: Person, number: int) -> Answer:
        settled = self.approvals.settled(number)
        if settled is not None and settled.effect is not None and settled.by == person:
            return Answer(OFFICE, settled.approval.command_id, *settled.effect, again=True)
        approval = self.approvals.answerable(number, person)
        act = approval.command
        assert isinstance(act, OfficeAct)
        if beneficiary_of(act) == person.name:
            raise Forbidden("It is about yourself: a person whom it does not concern confirms it.")
        kept = f"{approval.by.name}:{approval.command_id}"
        try:
            self._check_asker(approval.by)
            seq = self._carry_out(approval.by, act, kept, confirmed_by=str(person))
        except Conflict:  # confirmed in another process at the same moment
            earlier = self.log.ledger.effect_of(HOUSE, kept)
            if earlier is None:
                raise
            seq = earlier[0]
        except RecordError:
            raise  # it waits as before
        except HousewayError as error:
            self._settle(approval, person, "refused", because=str(error))
            raise
        self._settle(approval, person, "confirmed", effect=(seq, seq))
        return Answer(OFFICE, approval.command_id, seq, seq)

    def turn_down(self, person: Person, number: int) -> None:
        """Turns a request down; the person who made it withdraws it."""
        with self._answering:
            self._turn_down(person, number)

    def _turn_down(self, person: Person, number: int) -> None:
        settled = self.approvals.settled(number)
        if settled is not None:
            if settled.how in {"confirmed", "refused"}:
                raise NotFound(str(settled))
            return
        approval = self.approvals.find(number)
        if approval.by.name == person.name:
            self._settle(approval, person, "withdrawn")
            return
        approval = self.approvals.answerable(number, person)
        facts = {"asked_by": str(approval.by), "command": approval.command_id}
        self.log.write("turned_down", str(person), facts)
        self._settle(approval, person, "turned down")

    def _check_asker(self, asker: Person) -> None:
        known = self.people.find(asker.name)
        if known is not None and known.person != asker:
            raise Forbidden(f"{asker.name} is no longer a {asker.office}.")

    def _carry_out(
        self,
        by: Person,
        act: OfficeAct,
        kept: str,
        *,
        check: Callable[[], None] | None = None,
        confirmed_by: str | None = None,
    ) -> int:
        """Does it, with the names of both on record; returns the number of the record."""
        facts = {} if confirmed_by is None else {"confirmed_by": confirmed_by}
        deed = Deed(kept, facts, check)
        match act:
            case GiveChips():
                self.wallets.give(str(by), act.person, act.cents, act.reason, deed=deed)
            case IssueCoupon():
                self.coupons.issue(by, act.face, act.person, act.serial, deed)
            case ChangePerson():
                self.people.change_to(str(by), act.name, act.office, act.password or None, deed)
        effect = self.log.ledger.effect_of(HOUSE, kept)
        assert effect is not None, "it is on record"
        return effect[0]

    def _settle(
        self,
        approval: PendingApproval,
        person: Person,
        how: How,
        effect: tuple[int, int] | None = None,
        because: str = "",
    ) -> None:
        settled = SettledApproval(approval, person, how, self.log.clock(), effect, because)
        self.approvals.settle(settled)
        self.ownership.broadcast(ApprovalSettled(settled))

    def _existing(self, name: str) -> Person:
        identity = self.people.find(name)
        if identity is None:
            raise NotFound(f"There is nobody called {name}.")
        return identity.person


def beneficiary_of(act: OfficeAct) -> str | None:
    """The person whom an act is about."""
    return act.name if isinstance(act, ChangePerson) else act.person


__all__ = ["GUARDS", "OFFICE", "POWER", "BackOffice", "MoneyRules", "beneficiary_of"]
