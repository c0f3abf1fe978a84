"""The requests of people to a table, and all that the processes of a house say to each other.

A request is carried out where its table runs. Its outcome, or the refusal with its clauses,
goes back the same way, so that both are the same wherever the request was made.
"""

from dataclasses import dataclass
from typing import Annotated, Any, get_args

from houseway.codec import TaggedUnion
from houseway.house.approvals import PendingApproval, SettledApproval
from houseway.house.clocks import Key
from houseway.house.offices import Person
from houseway.house.table_service import Answer
from houseway.rulebook import Refusal
from houseway.table.commands import Command
from houseway.table.wire import COMMAND_CODEC

Outcome = Answer | PendingApproval
"""The outcome of a command: it is done, or it waits for a second person."""


# --- requests to a table


@dataclass(frozen=True)
class SubmitCommand:
    """A command of a person, with the id that its sender made."""

    table: str
    person: Person
    command: Annotated[Command, COMMAND_CODEC]
    command_id: str


@dataclass(frozen=True)
class LayCoupon:
    """A coupon of this house beside the ante, by its serial number."""

    table: str
    person: Person
    seat: int
    serial: str
    command_id: str


@dataclass(frozen=True)
class SayReady:
    """A player has placed all bets."""

    table: str
    person: Person


@dataclass(frozen=True)
class Confirm:
    """The second person agrees to a command that waits for approval."""

    table: str
    person: Person
    number: int


@dataclass(frozen=True)
class TurnDown:
    """The second person does not agree, or its sender withdraws it."""

    table: str
    person: Person
    number: int


@dataclass(frozen=True)
class EndTable:
    """A table at which nobody sits leaves the lobby."""

    table: str
    person: Person


TableRequest = SubmitCommand | LayCoupon | SayReady | Confirm | TurnDown | EndTable
REQUEST_CODEC: TaggedUnion[Any] = TaggedUnion("request", get_args(TableRequest))


# --- what processes say to each other


@dataclass(frozen=True)
class Hello:
    """A process has come: whatever is on no record is said again."""


@dataclass(frozen=True)
class HouseChanged:
    """Tables were opened, ended or given up."""


@dataclass(frozen=True)
class TableMoved:
    """A table has changed: the time its clocks have left, and which players are ready."""

    table: str
    clocks: tuple[tuple[Key, int], ...]
    ready: tuple[str, ...]


@dataclass(frozen=True)
class ApprovalOpened:
    approval: PendingApproval


@dataclass(frozen=True)
class ApprovalSettled:
    settled: SettledApproval


@dataclass(frozen=True)
class ApprovalDropped:
    """Its table was ended."""

    number: int


@dataclass(frozen=True)
class PersonChanged:
    """The office or the password of a person has changed."""

    name: str


@dataclass(frozen=True)
class Forwarded:
    """A request to a table that another process runs; its number is unique in the house."""

    number: str
    request: Annotated[TableRequest, REQUEST_CODEC]


@dataclass(frozen=True)
class Rejection:
    """A request was refused: the kind of error, its words, or its refusals with their clauses."""

    error: str
    words: str
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True)
class Failure:
    """The process that runs the table failed at the request; its log has the details."""

    words: str


class Fault(Exception):
    """The process that runs the table failed at a request."""


ReplyOutcome = Answer | PendingApproval | Rejection | Failure
OUTCOME_CODEC: TaggedUnion[Any] = TaggedUnion("outcome", get_args(ReplyOutcome))


@dataclass(frozen=True)
class Reply:
    """The reply to a forwarded request."""

    number: str
    outcome: Annotated[ReplyOutcome, OUTCOME_CODEC] | None


Message = (
    Hello
    | HouseChanged
    | TableMoved
    | ApprovalOpened
    | ApprovalSettled
    | ApprovalDropped
    | PersonChanged
    | Forwarded
    | Reply
)
MESSAGE_CODEC: TaggedUnion[Any] = TaggedUnion("message", get_args(Message))
