"""Notices a system clock that jumps, and records that bear a time still to come.

Time on record never goes back: a record is stamped no earlier than the one before it. So a clock
that jumped forward and back again would leave stamps far ahead, one after the other. Here the
system clock is held against a clock that only counts (the house's own), and against the newest
stamps. A jump goes on record as an alarm, and the staff see it until it is resolved: until the
clock is back, an administrator accepts it, or time has caught up with the newest stamp.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from houseway.house.log import HouseLog
from houseway.house.offices import Forbidden, Office, Person
from houseway.ledger.store import HOUSE

MICROSECONDS_A_MS = 1_000
BOUND = 60_000_000
"""Microseconds: a smaller difference is a correction, and no jump."""
LOOK_EVERY_MS = 1_000
log = logging.getLogger("houseway")


class ClockWatch:
    def __init__(self, house_log: HouseLog, now: Callable[[], int]) -> None:
        self._log, self._now = house_log, now
        self._began = (house_log.clock(), now())
        """The system clock and the clock that only counts, at a moment when they agreed."""
        self._recorded = 0
        """The difference between the two that is on record."""
        self._drift, self._ahead, self._next_look = 0, 0, 0

    @property
    def alarm(self) -> str:
        """What is wrong with the clock, for the staff; empty where nothing is."""
        words = []
        if abs(self._drift) > BOUND:
            direction = "forward" if self._drift > 0 else "back"
            words.append(
                f"The system clock has jumped {direction} by {_span(self._drift)}. Set it right, "
                "or an administrator accepts it as right."
            )
        if self._ahead > BOUND:
            words.append(
                f"The newest record bears a time {_span(self._ahead)} ahead of the system clock. "
                "New records bear the same time until the clock has caught up; if the clock is "
                "right, a backup from before can be restored."
            )
        return " ".join(words)

    def look(self, stamps: Iterable[int] = ()) -> None:
        """Compares the clocks, and the newest stamps of the tables that run here, once a second."""
        now = self._now()
        if now < self._next_look:
            return
        self._next_look = now + LOOK_EVERY_MS
        at = self._log.clock()
        began_at, began_now = self._began
        self._drift = (at - began_at) - (now - began_now) * MICROSECONDS_A_MS
        newest = max((self._log.ledger.head(HOUSE).at, *stamps))
        was_ahead, self._ahead = self._ahead > BOUND, newest - at
        if abs(self._drift - self._recorded) > BOUND:
            self._record("clock_jumped", microseconds=self._drift - self._recorded)
            self._recorded = self._drift
        if self._ahead > BOUND and not was_ahead:
            self._record("clock_behind_the_record", microseconds=self._ahead)

    def accept(self, by: Person) -> None:
        """An administrator says that the clock is right as it is now."""
        if by.office is not Office.ADMINISTRATOR:
            raise Forbidden("The clock is accepted by an administrator.")
        self._log.write("clock_accepted", str(by), {"microseconds": self._drift})
        self._began, self._drift, self._recorded = (self._log.clock(), self._now()), 0, 0

    def _record(self, kind: str, microseconds: int) -> None:
        system_time = datetime.fromtimestamp(self._log.clock() / 1_000_000, UTC)
        facts = {"microseconds": microseconds, "system_time": system_time.isoformat()}
        log.critical("alarm of the clock", extra={"fields": {"kind": kind, **facts}})
        self._log.write(kind, "clock", facts)


def _span(microseconds: int) -> str:
    """A length of time in words."""
    return str(timedelta(seconds=abs(microseconds) // 1_000_000))
