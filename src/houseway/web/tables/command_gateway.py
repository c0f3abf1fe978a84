"""The gateway through which every command of a person reaches the house.

It parses, counts and times commands, logs those that fail, and closes when the house stops: a
command that has begun is finished and answered; one that arrives later is not begun, and its
sender sends it again to the next start, under the same id.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from houseway.house.house import House
from houseway.house.messages import Outcome
from houseway.house.offices import Person, parse_command
from houseway.house.table_service import Answer
from houseway.ledger.errors import Conflict, RecordError, StoreBusy
from houseway.rulebook import HousewayError
from houseway.table.wire import COMMANDS
from houseway.web.monitoring import Metrics
from houseway.web.services import services_of

log = logging.getLogger("houseway.commands")


class Stopping(StoreBusy):
    """The house is being stopped: nothing new is begun."""


@dataclass
class Attempt:
    """A command on its way: its kind, its table and its sender, for counts and logs."""

    kind: str
    table: str
    person: Person
    result: str = "done"

    def fields(self) -> dict[str, str]:
        sender = str(self.person)
        return {"kind": self.kind, "table": self.table, "by": sender, "result": self.result}


class CommandGateway:
    """The commands of people on their way to the tables of one house."""

    def __init__(self, house: House, metrics: Metrics) -> None:
        self.house, self.metrics = house, metrics
        self.stopping = False
        self._in_progress = 0
        self._lock = threading.Lock()

    def send(self, person: Person, table: str, data: object, command_id: str) -> Outcome:
        """Sends one command to its table."""
        with self._measure(Attempt(kind_of(data), table, person)) as attempt:
            command = parse_command(person, data)  # here, and nowhere else
            outcome = self.house.submit(person, table, command, command_id)
            attempt.result = "done" if isinstance(outcome, Answer) else "asked"
        return outcome

    def place_coupon(
        self, person: Person, table: str, seat: int, serial: str, command_id: str
    ) -> Answer:
        """Places a coupon beside the ante."""
        with self._measure(Attempt("place_coupon", table, person)):
            return self.house.place_coupon(person, table, seat, serial, command_id)

    def ask_to_see(self, person: Person, table: str, reason: str, command_id: str) -> Outcome:
        """Asks for a look at face-down cards; a second person confirms it."""
        with self._measure(Attempt("see_cards", table, person)) as attempt:
            outcome = self.house.ask_to_see(person, table, reason, command_id)
            attempt.result = "asked"
        return outcome

    def confirm(self, person: Person, number: int) -> Answer:
        """Carries out a command that waited for this second person."""
        with self._measure(Attempt("confirm", "", person)):
            return self.house.confirm(person, number)

    def say_ready(self, person: Person, table: str) -> None:
        with self._in_flight():
            self.house.say_ready(person, table)

    async def stop(self, seconds: float) -> int:
        """Begins nothing more and waits for commands in progress; returns how many remain."""
        with self._lock:
            self.stopping = True
        until = time.monotonic() + seconds
        while self._in_progress and time.monotonic() < until:
            await asyncio.sleep(0.01)
        return self._in_progress

    @contextmanager
    def _in_flight(self) -> Iterator[None]:
        with self._lock:
            if self.stopping:
                raise Stopping("The house is being stopped. Send it again in a moment.")
            self._in_progress += 1
        try:
            yield
        finally:
            with self._lock:
                self._in_progress -= 1

    @contextmanager
    def _measure(self, attempt: Attempt) -> Iterator[Attempt]:
        start = time.perf_counter()
        try:
            with self._in_flight():
                yield attempt
        except HousewayError as error:
            attempt.result = _classify(error)
            _log_failure(attempt, error)
            raise
        except Exception:
            attempt.result = "failed"
            log.exception("command failed", extra={"fields": attempt.fields()})
            raise
        finally:
            self.metrics.acts.labels(attempt.kind, attempt.result).inc()
            self.metrics.act_seconds.observe(time.perf_counter() - start)


def kind_of(data: object) -> str:
    """The kind of a command if it is a known one; an unknown one must not make new labels."""
    kind = data.get("type") if isinstance(data, dict) else None
    return kind if isinstance(kind, str) and kind in COMMANDS else "unknown"


def _classify(error: HousewayError) -> str:
    if isinstance(error, Conflict):
        return "conflict"
    return "failed" if isinstance(error, RecordError) else "refused"


def _log_failure(attempt: Attempt, error: HousewayError) -> None:
    """Logs one line. A refusal may name hidden cards, so only its clauses are logged."""
    fields = {**attempt.fields(), "error": type(error).__name__}
    if attempt.result == "failed":
        log.error("command failed", extra={"fields": {**fields, "reason": str(error)}})
    else:
        log.info("command refused", extra={"fields": {**fields, "clauses": list(error.clauses)}})


def _gateway_of(connection: HTTPConnection) -> CommandGateway:
    return services_of(connection).gateway


TheGateway = Annotated[CommandGateway, Depends(_gateway_of)]
