"""Commands that one person sends and a second person must confirm before they take effect.

Until it is confirmed an approval has no effect, so it lives in memory only: after a restart the
command is sent again, and the number of the approval is never given to another one. How the
latest approvals were settled is kept for a while, so that a lost answer can be asked for again.
Where several processes share the tables, each of them knows the approvals of all.

The table goes on between request and confirmation. A command is about a subject: a card that was
seen belongs to its round, a count to what the box then held, decks that are sent back to their
delivery. Once its subject has changed, the command is stale.

An auditor asks in the same way to see the cards that lie face down in the round in play. That is
no command to the table: the house records the request and its confirmation, and opens the view.
"""

import threading
from dataclasses import dataclass, replace
from itertools import count
from typing import Annotated, Literal, get_args

from houseway.codec import Moment, TaggedUnion
from houseway.house.offices import Forbidden, NotFound, Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.recorded_table import event_of
from houseway.rulebook import Malformed, Refusal, Refused
from houseway.table.commands import Command, Do, DrawInError, EmptyBox, ExposeDealerCard
from houseway.table.events import DecksReceived
from houseway.table.wire import COMMANDS, VERSION

MOST_PENDING = 20
MOST_SETTLED = 1_000
LOOK_BACK = 200
"""Records read at a time: decks are inspected soon after they come."""
CHANGED = {
    ExposeDealerCard: ("its round is not in play", "Ask again if it is so in this round."),
    DrawInError: ("its round is not in play", "Ask again if it is so in this round."),
    EmptyBox: ("the box holds another amount than when it was counted", "Count it again."),
    Do: ("the decks are not those of the request", "Ask again if it is so with these decks."),
}
STALE_SIGHT = (
    "its round is closed",
    "Open that round in the records, where all of its cards are; or ask again for this round.",
)

How = Literal["confirmed", "turned down", "withdrawn", "refused"]


@dataclass(frozen=True)
class SeeCards:
    """An auditor asks to see the cards that lie face down in one round in play."""

    round: int
    reason: str


@dataclass(frozen=True)
class GiveChips:
    """The cage gives chips to a person, or takes them back."""

    person: str
    cents: int
    reason: str


@dataclass(frozen=True)
class IssueCoupon:
    face: int
    person: str | None
    serial: str


@dataclass(frozen=True)
class ChangePerson:
    """A person gets an office of power; or a person of power a password from somebody else."""

    name: str
    office: Office | None
    password: str = ""
    """The hash of a new password; it is shown to nobody."""


OfficeAct = GiveChips | IssueCoupon | ChangePerson
"""What is done away from the tables; see `back_office.py`."""
Requested = Command | SeeCards | OfficeAct
"""What may wait for a second person."""
REQUESTED_CODEC: TaggedUnion[Requested] = TaggedUnion(
    "command", [*COMMANDS.values(), SeeCards, *get_args(OfficeAct)], VERSION
)


@dataclass(frozen=True)
class PendingApproval:
    """A command that waits for a second person."""

    number: int
    table: str
    by: Person
    command: Annotated[Requested, REQUESTED_CODEC]
    command_id: str
    confirmed_by: frozenset[Office]
    asked_at: Moment
    subject: int
    """The subject of the command as a number that changes with it; see `subject_of`."""


@dataclass(frozen=True)
class SettledApproval:
    """An approval that waits no longer: who settled it, and how."""

    approval: PendingApproval
    by: Person
    how: How
    at: Moment
    effect: tuple[int, int] | None = None
    """The first and the last record of its effect, where it was confirmed."""
    because: str = ""
    """Why it could not take effect although it was confirmed."""

    def __str__(self) -> str:
        if self.how == "withdrawn":
            return f"Request {self.approval.number} was withdrawn by {self.by.name}."
        if self.how == "refused":
            words = f"was confirmed by {self.by.name} but could not take effect"
            return f"Request {self.approval.number} {words}: {self.because}"
        return f"Request {self.approval.number} was {self.how} by {self.by.name}."


class Approvals:
    """The approvals of all tables: those that wait, and those settled not long ago."""

    def __init__(self) -> None:
        self._pending: dict[int, PendingApproval] = {}
        self._settled: dict[int, SettledApproval] = {}
        self._numbers = count(1)
        self._lock = threading.Lock()

    def open(self, request: PendingApproval) -> PendingApproval:
        """Numbers and keeps an approval until it is settled; the same command is kept once."""
        with self._lock:
            of_table = [each for each in self._pending.values() if each.table == request.table]
            for pending in of_table:
                if _is_same(pending, request):
                    return pending
            for settled in self._settled.values():
                if _is_same(settled.approval, request):
                    raise Malformed(f"{settled} Ask again, with a new id, if it is still wanted.")
            if len(of_table) >= MOST_PENDING:
                raise Malformed("Too many requests wait at this table. Answer them first.")
            numbered = replace(request, number=next(self._numbers))
            self._pending[numbered.number] = numbered
            return numbered

    def number_from(self, first: int) -> None:
        """Starts numbering where no other process numbers, now or before."""
        self._numbers = count(first)

    def drop(self, number: int) -> None:
        """Removes an approval that waits no longer and whose settlement is not known here."""
        with self._lock:
            self._pending.pop(number, None)

    def settle(self, settled: SettledApproval) -> None:
        """Notes that an approval was settled, here or in another process."""
        with self._lock:
            self._pending.pop(settled.approval.number, None)
            self._settled[settled.approval.number] = settled
            while len(self._settled) > MOST_SETTLED:
                del self._settled[next(iter(self._settled))]

    def settled(self, number: int) -> SettledApproval | None:
        """How an approval was settled, as long as that is remembered."""
        with self._lock:
            return self._settled.get(number)

    def last_of(self, by: Person, table: str) -> SettledApproval | None:
        """The last settled approval of a person at a table; None while another one waits."""
        with self._lock:
            if any(each.by == by and each.table == table for each in self._pending.values()):
                return None
            own = (each for each in self._settled.values() if each.approval.by == by)
            of_table = (each for each in own if each.approval.table == table)
            return max(of_table, key=lambda settled: settled.approval.number, default=None)

    def find(self, number: int) -> PendingApproval:
        """An approval that waits, or that was settled not long ago."""
        with self._lock:
            settled = self._settled.get(number)
            return settled.approval if settled else self._find_pending(number)

    def _find_pending(self, number: int) -> PendingApproval:
        pending = self._pending.get(number)
        if pending is None:
            settled = self._settled.get(number)
            unknown = f"There is no request {number}: it was answered, or never made."
            raise NotFound(str(settled) if settled else unknown)
        return pending

    def pending(self, table: str | None = None) -> list[PendingApproval]:
        """The approvals that wait, at one table or at all."""
        with self._lock:
            return [each for each in self._pending.values() if table in (None, each.table)]

    def answerable(self, number: int, by: Person) -> PendingApproval:
        """The approval that this person may confirm or turn down; it waits until it is settled."""
        with self._lock:
            pending = self._find_pending(number)
            if pending.by.name == by.name:
                raise Forbidden("A second person confirms it.")
            if by.office not in pending.confirmed_by:
                allowed = ", ".join(sorted(pending.confirmed_by))
                raise Forbidden(f"It is confirmed by another person: {allowed}.")
            return pending

    def learn(self, approval: PendingApproval) -> None:
        """Keeps an approval that was opened in another process."""
        with self._lock:
            if approval.number not in self._settled:
                self._pending[approval.number] = approval

    def recent(self, table: str, most: int = 50) -> list[SettledApproval]:
        """How the latest approvals at a table were settled."""
        with self._lock:
            of_table = [each for each in self._settled.values() if each.approval.table == table]
        return of_table[-most:]


def _is_same(approval: PendingApproval, other: PendingApproval) -> bool:
    """Whether one command was sent twice."""
    key = approval.table, approval.by, approval.command_id
    return key == (other.table, other.by, other.command_id)


def may_know(person: Person, approval: PendingApproval) -> bool:
    """Whether a request is this person's business: what is done away from the tables is not all's.

    Requests about a table are known to everybody who works there.
    """
    is_own = approval.by.name == person.name
    about_a_table = not isinstance(approval.command, OfficeAct)
    return about_a_table or is_own or person.office in approval.confirmed_by


def subject_of(service: TableService, command: Requested) -> int:
    """The present subject of a command as a number; 0 for a command that never goes stale."""
    state = service.state
    if isinstance(command, ExposeDealerCard | DrawInError | SeeCards):
        return state.round.number if state.round else 0
    if isinstance(command, EmptyBox):
        return state.balances.get(command.box, 0)
    return _last_delivery(service) if isinstance(command, Do) else 0


def refuse_if_stale(service: TableService, command: Requested, subject: int) -> None:
    """Refuses a command whose subject is no longer the one it was sent about."""
    if subject_of(service, command) != subject:
        words = STALE_SIGHT if isinstance(command, SeeCards) else CHANGED[type(command)]
        raise Refused([Refusal((), "Confirming this request", *words)])


def _last_delivery(service: TableService) -> int:
    """The number of the record of the last delivery of decks."""
    ledger, last = service.recorded.ledger, service.seq
    while last >= 1:
        first = max(1, last - LOOK_BACK)
        records = ledger.records(service.name, first, last)
        deliveries = [each.seq for each in records if isinstance(event_of(each), DecksReceived)]
        if deliveries:
            return max(deliveries)
        last = first - 1
    return 0
