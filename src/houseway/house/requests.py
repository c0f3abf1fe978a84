"""What one person asks for and another must confirm before it happens.

A request has no effect until then, so it lives in memory only: after a restart it is asked
for again. Where several processes share the tables each knows the requests of all.
"""

import threading
from dataclasses import dataclass, replace
from itertools import count

from houseway.house.offices import Forbidden, NotThere, Office, Person
from houseway.rulebook import Malformed
from houseway.table.commands import Command

MOST_WAITING = 20


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
    round: int
    """The round that was in play then; 0 for none."""


class Requests:
    def __init__(self) -> None:
        self._waiting: dict[int, Request] = {}
        self._numbers = count(1)
        self._lock = threading.Lock()

    def ask(self, wanted: Request) -> Request:
        """Keeps it, under a number of its own, until somebody else confirms it; and once only."""
        with self._lock:
            mine = [one for one in self._waiting.values() if one.table == wanted.table]
            for one in mine:
                if one.command_id == wanted.command_id and one.by == wanted.by:
                    return one
            if len(mine) >= MOST_WAITING:
                raise Malformed("Too many requests wait at this table. Answer them first.")
            found = replace(wanted, number=next(self._numbers))
            self._waiting[found.number] = found
            return found

    def number_from(self, first: int) -> None:
        """Where several processes number requests, each begins elsewhere."""
        self._numbers = count(first)

    def settle(self, number: int) -> None:
        """Another process has confirmed it or turned it down."""
        with self._lock:
            self._waiting.pop(number, None)

    def find(self, number: int) -> Request:
        with self._lock:
            return self._find(number)

    def _find(self, number: int) -> Request:
        found = self._waiting.get(number)
        if found is None:
            raise NotThere(f"There is no request {number}: it was answered, or never made.")
        return found

    def waiting(self, table: str | None = None) -> list[Request]:
        with self._lock:
            return [one for one in self._waiting.values() if table in (None, one.table)]

    def take(self, number: int, by: Person) -> Request:
        """The request that this person confirms or turns down, which then waits no longer."""
        with self._lock:
            found = self._find(number)
            if found.by.name == by.name:
                raise Forbidden("A second person confirms it.")
            if by.office not in found.confirmed_by:
                allowed = ", ".join(sorted(found.confirmed_by))
                raise Forbidden(f"It is confirmed by another person: {allowed}.")
            return self._waiting.pop(number)

    def put_back(self, request: Request) -> None:
        """What was confirmed and could not be written waits again, or was asked elsewhere."""
        with self._lock:
            self._waiting[request.number] = request

    def forget(self, table: str) -> None:
        """What waits at a table that is no more."""
        with self._lock:
            for one in [one for one in self._waiting.values() if one.table == table]:
                del self._waiting[one.number]

    def withdraw(self, number: int, by: Person) -> None:
        with self._lock:
            found = self._waiting.get(number)
            if found is not None and found.by.name == by.name:
                del self._waiting[number]
