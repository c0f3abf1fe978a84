"""Messages between processes as text that fits into one notification of the server."""

import json
from collections.abc import Iterator
from dataclasses import replace

from houseway.house.messages import MESSAGE_CODEC, ApprovalSettled, Message, Rejection
from houseway.rulebook import HousewayError, Malformed, Refusal, Refused

MOST_REASON = 250
"""The most letters of a reason that other processes get."""


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


def error_of(rejection: Rejection) -> HousewayError:
    """The error that was raised in the other process."""
    if rejection.error == Refused.__name__:
        return Refused(list(rejection.refusals))
    kinds = (kind for kind in _kinds(HousewayError) if kind.__name__ == rejection.error)
    return next(kinds, Malformed)(rejection.words)


def _kinds(kind: type[HousewayError]) -> Iterator[type[HousewayError]]:
    """Every kind of error that the house raises, whichever room it is from."""
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _kinds(subclass)
