"""The daily check of the books, made by the house itself while it runs.

Everything that `houseway house verify` checks is checked again each day, in a thread that works
for a small share of the time, so that tables come first. The outcome goes on the house's own
record; every process reads it there. A table with a fault takes no new round until a check finds
it in order; a round in play is played to its end.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from houseway.house.log import HouseLog
from houseway.ledger.errors import CheckStopped
from houseway.ledger.register import Fact
from houseway.ledger.store import Ledger
from houseway.ledger.verify_books import BookFault, find_faults
from houseway.rulebook import HousewayError

CHECKED = "books_checked"
"""The fact that the books were checked, with what was found."""
BY = "self-check"
SECOND = 1_000_000
EVERY = 24 * 3600 * SECOND
FIRST_AFTER = 600.0
"""Seconds from the start until the first check, if none was made in the last day."""
SHARE = 0.1
"""The most of one processor's time that the check takes."""
SLICE = 0.005
"""Seconds of work between two rests."""
MOST_WORDS = 200
"""Letters of a reason that are kept on record."""
log = logging.getLogger("houseway")


class Pace:
    """Rests after each slice of work, so long that the work has no more than its share."""

    def __init__(self, share: float, stop: threading.Event) -> None:
        self._rest, self._stop = 1 / share - 1, stop
        self._began = time.perf_counter()

    def __call__(self) -> None:
        worked = time.perf_counter() - self._began
        if worked < SLICE:
            return
        if self._stop.wait(worked * self._rest):
            raise CheckStopped("The house is being closed.")
        self._began = time.perf_counter()


class SelfCheck:
    def __init__(
        self, house_log: HouseLog, hold: Callable[[dict[str, str]], None], share: float = SHARE
    ) -> None:
        self.log, self.ledger, self.share = house_log, house_log.ledger, share
        self._hold = hold
        """Called with the tables that take no new round, and why."""
        self.checked_at: int | None = None
        """When the books were checked last."""
        self.faults = 0
        """How many faults were found then."""
        self._stop = threading.Event()
        house_log.follow(self._note)

    def _note(self, fact: Fact, at: int) -> None:
        if fact["type"] == CHECKED:
            self._conclude(at, fact["faults"], fact["tables"])

    def _conclude(self, at: int, faults: int, tables: dict[str, str]) -> None:
        self.checked_at, self.faults = at, faults
        self._hold(tables)

    def seconds_until_due(self) -> float:
        """How long until the next check."""
        if self.checked_at is None:
            return 0.0
        return max(0.0, (self.checked_at + EVERY - self.log.clock()) / SECOND)

    def run(self) -> list[BookFault]:
        """Checks everything; records and logs what was found, and closes tables with a fault."""
        with self._open_reader() as reader:
            faults = list(find_faults(reader))
        tables: dict[str, str] = {}
        for fault in faults:
            log.critical("the books are not in order", extra={"fields": _fields(fault)})
            if fault.table is not None:
                tables.setdefault(fault.table, f"{fault.part}: {fault.words}"[:MOST_WORDS])
        # Known here at once, also where the house's own record is what is not in order.
        self._conclude(self.log.clock(), len(faults), tables)
        self.log.write(CHECKED, BY, {"faults": len(faults), "tables": tables})
        log.info("the books were checked", extra={"fields": {"faults": len(faults)}})
        return faults

    @contextmanager
    def _open_reader(self) -> Iterator[Ledger]:
        """The store opened once more, to be read at its own pace."""
        url = self.ledger.engine.url
        if url.database in {None, "", ":memory:"}:
            yield self.ledger
            return
        text = url.render_as_string(hide_password=False)
        with Ledger(text, read_only=True, key=self.ledger.seals.key) as reader:
            reader.pace = Pace(self.share, self._stop)
            yield reader

    def keep_running(self, first_after: float = FIRST_AFTER) -> None:
        """Checks the books every day until it is stopped; for a thread of its own."""
        wait = first_after
        while not self._stop.wait(max(wait, self._read_due())):
            try:
                self.run()
            except CheckStopped:
                return
            except Exception:  # a check that fails must not end the checks to come
                log.exception("the books could not be checked")
            wait = first_after

    def _read_due(self) -> float:
        with suppress(HousewayError):
            self.log.read_on()
        return self.seconds_until_due()

    def stop(self) -> None:
        self._stop.set()


def _fields(fault: BookFault) -> dict[str, str]:
    fields = {"part": fault.part, "fault": fault.words}
    return fields if fault.table is None else {**fields, "table": fault.table}
