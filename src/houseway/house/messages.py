"""The requests of people to a table, and the messages between the processes of a house.

A request is carried out where its table runs. Its outcome, or the refusal with its clauses,
goes back the same way, so that both are the same wherever the request was made. Each message
is text that fits into one notification of the server.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, get_args

from houseway.codec import TaggedUnion
from houseway.house.approvals import PendingApproval, SettledApproval
from houseway.house.clocks import Key
from houseway.house.offices import Person
from houseway.house.table_service import Answer
from houseway.rulebook import HousewayError, Malformed, Refusal, Refused
from houseway.table.commands import Command
from houseway.table.wire import COMMAND_CODEC

MOST_REASON = 250
"""The most letters of a reason that other processes get."""
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
class AskToSee:
    """An auditor asks to see the face-down cards of the round in play, with a reason."""

    table: str
    person: Person
    reason: str
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


TableRequest = SubmitCommand | LayCoupon | AskToSee | SayReady | Confirm | TurnDown | EndTable
REQUEST_CODEC: TaggedUnion[Any] = TaggedUnion("request", get_args(TableRequest))


# --- messages between processes


@dataclass(frozen=True)
class Hello:
    """A process has come: the others send it again whatever is on no record."""


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
    """A request was refused, or failed: the kind of error, its words, or its refusals."""

    error: str
    words: str
    refusals: tuple[Refusal, ...] = ()


class Fault(Exception):
    """The process that runs the table failed at a request; its log has the details."""


ReplyOutcome = Answer | PendingApproval | Rejection
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


# --- messages as text


def encode(message: Message) -> str:
    if isinstance(message, ApprovalSettled):
        settled = replace(message.settled, because=message.settled.because[:MOST_REASON])
        message = ApprovalSettled(settled)
    return json.dumps(MESSAGE_CODEC.to_data(message), separators=(",", ":"))


def decode(text: str) -> Message:
    message: Message = MESSAGE_CODEC.from_data(json.loads(text))
    return message


def reject(error: HousewayError, room: int) -> Rejection:
    """An error with as many of its refusals as there is room for, in bytes."""
    kind = type(error).__name__
    if not isinstance(error, Refused):
        return Rejection(kind, str(error)[: room // 12])
    refusals: list[Refusal] = []
    for refusal in error.refusals:
        # Six bytes at most for a letter in JSON, twelve for one outside of the first plane.
        letters = len(refusal.tried) + len(refusal.because) + len(refusal.instead)
        room -= 12 * letters + 40 * len(refusal.clauses) + 60
        if room > 0 or not refusals:
            refusals.append(refusal)
    return Rejection(kind, "", tuple(refusals))


def error_of(rejection: Rejection) -> Exception:
    """The error that was raised in the other process."""
    if rejection.error == Refused.__name__:
        return Refused(list(rejection.refusals))
    if rejection.error == Fault.__name__:
        return Fault(rejection.words)
    kinds = (kind for kind in _kinds(HousewayError) if kind.__name__ == rejection.error)
    return next(kinds, Malformed)(rejection.words)


def _kinds(kind: type[HousewayError]) -> Iterator[type[HousewayError]]:
    """Every kind of error that the house raises, whichever room it is from."""
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _kinds(subclass)
