"""Readiness: whether this process can carry out a command now, and if not, why not."""

import logging
import threading
import time
from collections.abc import Callable

from houseway.ledger.errors import StoreBusy, StoreFull
from houseway.ledger.readiness import check_writable
from houseway.ledger.store import Ledger

ASK_AGAIN_SECONDS = 1.0
"""For so long an answer of the store counts: anybody may ask, and asking writes."""
SLOWEST_ANSWER = 5.0
STANDS_STILL_AFTER = 5.0
"""Seconds without a tick after which the clock of the tables counts as stopped."""
log = logging.getLogger("houseway")


class StoreCheck:
    """What the store answered last. One thread asks it, and nobody else waits for that."""

    def __init__(
        self, check: Callable[[Ledger], None] = check_writable, again: float = ASK_AGAIN_SECONDS
    ) -> None:
        self._check, self._again = check, again
        self._turn = threading.Lock()
        self._began: float | None = None
        self._answered: float | None = None
        self._trouble = ""

    def find_trouble(self, ledger: Ledger) -> str:
        """Why the store takes nothing, in words for anybody; "" where it does."""
        if self._turn.acquire(blocking=self._answered is None):
            try:
                if self._answered is None or time.monotonic() - self._answered > self._again:
                    self._ask(ledger)
            finally:
                self._turn.release()
        elif self._began is not None and time.monotonic() - self._began > SLOWEST_ANSWER:
            return "The store does not answer."
        return self._trouble

    def _ask(self, ledger: Ledger) -> None:
        self._began = time.monotonic()
        try:
            self._trouble = _ask_store(self._check, ledger)
        finally:
            self._began, self._answered = None, time.monotonic()


def _ask_store(check: Callable[[Ledger], None], ledger: Ledger) -> str:
    """Anybody may ask, so the store's own words stay in the log."""
    try:
        check(ledger)
    except Exception as error:  # whatever it is, the house is not ready
        log.exception("the store takes nothing", extra={"fields": {"reason": str(error)}})
        if isinstance(error, StoreFull):
            return "The store is full, or nearly full."
        if isinstance(error, StoreBusy):
            return "Another program holds the store."
        return "The store cannot be written to."
    return ""


def find_clock_trouble(ticked_at: float | None) -> str:
    """Whether the clock of the tables runs: without it nothing is dealt and no time is up."""
    if ticked_at is None:
        return "The clock of the tables does not run."
    if time.monotonic() - ticked_at > STANDS_STILL_AFTER:
        return "The clock of the tables stands still."
    return ""
