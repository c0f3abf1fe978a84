"""The way in for every command of a person: counted, timed, and closed when the house stops.

What was begun is finished and answered. What comes while the house stops is not begun; its
sender comes back to the next start and sends it again, under the same id.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from houseway.house.house import Asked, House
from houseway.house.offices import Person
from houseway.house.running import Answer
from houseway.ledger.errors import Conflict, RecordError, StoreBusy
from houseway.rulebook import HousewayError
from houseway.table.wire import COMMANDS
from houseway.web.metrics import Metrics

log = logging.getLogger("houseway.acts")


class Stopping(StoreBusy):
    """The house is being stopped: nothing new is begun."""


@dataclass(frozen=True)
class Act:
    """What somebody wants done, as it is told in the log."""

    kind: str
    table: str
    person: Person

    def told(self) -> dict[str, str]:
        return {"kind": self.kind, "table": self.table, "by": str(self.person)}


class Acts:
    """The commands of people on their way to the tables of one house."""

    def __init__(self, house: House, metrics: Metrics) -> None:
        self.house, self.metrics = house, metrics
        self.stopping = False
        self._under_way = 0
        self._lock = threading.Lock()

    def tell(self, person: Person, table: str, data: object, command_id: str) -> Answer | Asked:
        """One command; see the house."""
        work = self.house.tell
        act = Act(kind_of(data), table, person)
        return self._do(act, lambda: work(person, table, data, command_id))

    def place_coupon(
        self, person: Person, table: str, seat: int, serial: str, command_id: str
    ) -> Answer:
        """A coupon beside the ante; see the house."""
        work = self.house.place_coupon
        act = Act("place_coupon", table, person)
        found = self._do(act, lambda: work(person, table, seat, serial, command_id))
        assert isinstance(found, Answer)
        return found

    def confirm(self, person: Person, number: int) -> Answer:
        """The second person agrees, and it happens."""
        act = Act("confirm", "", person)
        found = self._do(act, lambda: self.house.confirm(person, number))
        assert isinstance(found, Answer)
        return found

    def say_ready(self, person: Person, table: str) -> None:
        with self._begun():
            self.house.say_ready(person, table)

    async def stop(self, seconds: float) -> int:
        """Begins nothing more and waits for what is under way; says how much of it did not end."""
        with self._lock:
            self.stopping = True
        until = time.monotonic() + seconds
        while self._under_way and time.monotonic() < until:
            await asyncio.sleep(0.01)
        return self._under_way

    @contextmanager
    def _begun(self) -> Iterator[None]:
        with self._lock:
            if self.stopping:
                raise Stopping("The house is being stopped. Send it again in a moment.")
            self._under_way += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= 1

    def _do(self, act: Act, work: Callable[[], Answer | Asked]) -> Answer | Asked:
        start, result = time.perf_counter(), "failed"
        try:
            with self._begun():
                found = work()
            result = "done" if isinstance(found, Answer) else "asked"
        except HousewayError as error:
            result = _result(error)
            _tell_of(act, result, error)
            raise
        except Exception:
            fact = {**act.told(), "result": result}
            log.exception("an act failed", extra={"fact": fact})
            raise
        finally:
            self.metrics.acts.labels(act.kind, result).inc()
            self.metrics.act_seconds.observe(time.perf_counter() - start)
        return found


def kind_of(data: object) -> str:
    """The kind of a command, of the known ones only: whoever sends others makes no new labels."""
    kind = data.get("type") if isinstance(data, dict) else None
    return kind if isinstance(kind, str) and kind in COMMANDS else "unknown"


def _result(error: HousewayError) -> str:
    if isinstance(error, Conflict):
        return "conflict"
    return "failed" if isinstance(error, RecordError) else "refused"


def _tell_of(act: Act, result: str, error: HousewayError) -> None:
    """One line. A refusal's words may name cards that are not for everybody: its clauses do."""
    fact = {**act.told(), "result": result, "why": type(error).__name__}
    if result == "failed":
        log.error("an act was not done", extra={"fact": {**fact, "words": str(error)}})
    else:
        log.info("an act was not done", extra={"fact": {**fact, "clauses": list(error.clauses)}})


def acts_of(request: Request) -> Acts:
    found: Acts = request.app.state.acts
    return found


TheActs = Annotated[Acts, Depends(acts_of)]
