"""What one person asks for and another must confirm before it happens.

A request has no effect until then, so it lives in memory only: after a restart it is asked
for again, and its number never comes back for another. How the last ones were answered is kept
for a while, so that an answer that was lost on its way can be asked for again. Where several
processes share the tables each knows the requests of all.
"""

import threading
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

from houseway.house.offices import Forbidden, NotThere, Office, Person
from houseway.rulebook import Malformed
from houseway.table.commands import Command

MOST_WAITING = 20
MOST_SETTLED = 1_000

How = Literal["confirmed", "turned down", "withdrawn", "refused"]


@dataclass(frozen=True)
class Request:
    """A command that waits for a second person."""

    number: int
    table: str
    by: Person
    command: Command
    command_id: str
    confirmed_by: frozenset[Office]
    asked_at: int
    about: int
    """What it is about, as a number that is another once that has changed; see the desk."""


@dataclass(frozen=True)
class Settled:
    """A request that waits no longer: who answered it, and how."""

    request: Request
    by: Person
    how: How
    at: int
    effect: tuple[int, int] | None = None
    """The first and the last record of what it brought about, where it was confirmed."""
    because: str = ""
    """Why it could not come about, though it was agreed to."""

    def __str__(self) -> str:
        if self.how == "withdrawn":
            return f"Request {self.request.number} was withdrawn by {self.by.name}."
        if self.how == "refused":
            words = f"was confirmed by {self.by.name} but could not come about"
            return f"Request {self.request.number} {words}: {self.because}"
        return f"Request {self.request.number} was {self.how} by {self.by.name}."


class Requests:
    def __init__(self) -> None:
        self._waiting: dict[int, Request] = {}
        self._settled: dict[int, Settled] = {}
        self._numbers = count(1)
        self._lock = threading.Lock()

    def ask(self, wanted: Request) -> Request:
        """Keeps it, under a number of its own, until somebody else confirms it; and once only."""
        with self._lock:
            mine = [one for one in self._waiting.values() if one.table == wanted.table]
            for one in mine:
                if _same(one, wanted):
                    return one
            for before in self._settled.values():
                if _same(before.request, wanted):
                    raise Malformed(f"{before} Ask anew, with a new id, if it is still wanted.")
            if len(mine) >= MOST_WAITING:
                raise Malformed("Too many requests wait at this table. Answer them first.")
            found = replace(wanted, number=next(self._numbers))
            self._waiting[found.number] = found
            return found

    def number_from(self, first: int) -> None:
        """No other process numbers from here, and none did before."""
        self._numbers = count(first)

    def drop(self, number: int) -> None:
        """It waits no longer; how it was answered is not known here."""
        with self._lock:
            self._waiting.pop(number, None)

    def settle(self, settled: Settled) -> None:
        """It was answered, here or in another process."""
        with self._lock:
            self._waiting.pop(settled.request.number, None)
            self._settled[settled.request.number] = settled
            while len(self._settled) > MOST_SETTLED:
                del self._settled[next(iter(self._settled))]

    def settled(self, number: int) -> Settled | None:
        """How a request was answered, as long as that is remembered."""
        with self._lock:
            return self._settled.get(number)

    def last_of(self, by: Person, table: str) -> Settled | None:
        """How the last thing that somebody asked of a table was answered; None while more waits."""
        with self._lock:
            if any(one.by == by and one.table == table for one in self._waiting.values()):
                return None
            mine = (one for one in self._settled.values() if one.request.by == by)
            return max(
                (one for one in mine if one.request.table == table),
                key=lambda one: one.request.number,
                default=None,
            )

    def find(self, number: int) -> Request:
        """A request that waits, or that was answered not long ago."""
        with self._lock:
            settled = self._settled.get(number)
            return settled.request if settled else self._find(number)

    def _find(self, number: int) -> Request:
        found = self._waiting.get(number)
        if found is None:
            settled = self._settled.get(number)
            unknown = f"There is no request {number}: it was answered, or never made."
            raise NotThere(str(settled) if settled else unknown)
        return found

    def waiting(self, table: str | None = None) -> list[Request]:
        with self._lock:
            return [one for one in self._waiting.values() if table in (None, one.table)]

    def answerable(self, number: int, by: Person) -> Request:
        """The request that this person may confirm or turn down; it waits until it is settled."""
        with self._lock:
            found = self._find(number)
            if found.by.name == by.name:
                raise Forbidden("A second person confirms it.")
            if by.office not in found.confirmed_by:
                allowed = ", ".join(sorted(found.confirmed_by))
                raise Forbidden(f"It is confirmed by another person: {allowed}.")
            return found

    def hear(self, request: Request) -> None:
        """Something that was asked in another process."""
        with self._lock:
            if request.number not in self._settled:
                self._waiting[request.number] = request

    def forget(self, table: str) -> None:
        """What waits at a table that is no more."""
        with self._lock:
            for one in [one for one in self._waiting.values() if one.table == table]:
                del self._waiting[one.number]

    def lately(self, table: str, most: int = 50) -> list[Settled]:
        """How the last requests at a table were answered."""
        with self._lock:
            mine = [one for one in self._settled.values() if one.request.table == table]
        return mine[-most:]


def _same(one: Request, other: Request) -> bool:
    """Whether one is the other, sent again."""
    return (one.table, one.by, one.command_id) == (other.table, other.by, other.command_id)
