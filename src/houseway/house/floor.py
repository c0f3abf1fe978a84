"""The tables of the house: those that run in this process, and those that another one runs.

A table runs where it was taken (see `owning.py`). All others are followed, so that people
find every table of the house wherever they come in.
"""

import threading
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from houseway.games.reading import show
from houseway.house.coupons import Coupons
from houseway.house.following import FollowedTable
from houseway.house.log import HouseLog
from houseway.house.offices import NotThere
from houseway.house.owning import Owning
from houseway.house.people import known_as
from houseway.house.plans import Plans
from houseway.house.running import Changed, NotHere, RunningTable, Update
from houseway.ledger.errors import RecordError, StoreBusy, StoreFailed, Unreadable
from houseway.ledger.recorded import RecordedTable, create_table, open_table
from houseway.rulebook import HousewayError, Malformed

AnyTable = RunningTable | FollowedTable
"""A table that runs here, or one that another process runs: both can be looked at."""


class NoSuchTable(NotThere):
    """A table that is not open in this house."""


class Floor:
    def __init__(
        self,
        log: HouseLog,
        owning: Owning,
        coupons: Coupons,
        now: Callable[[], int],
        changed: Changed,
    ) -> None:
        self.ledger, self.log, self.clock = log.ledger, log, log.clock
        self.owning, self.coupons, self.now = owning, coupons, now
        self.plans = Plans(log)
        self.tables: dict[str, RunningTable] = {}
        """The tables that run in this process."""
        self.followed: dict[str, FollowedTable] = {}
        """Those that another process runs, or that nobody does at the moment."""
        self._changed = changed
        self._lock = threading.Lock()

    # --- looking

    def look(self, name: str) -> AnyTable:
        """A table of this house, whichever process runs it."""
        found = self._known(name)
        if found is None:
            self.plans.read_on()
            if name in self.plans.known:
                self.look_around()  # it was opened this moment
            found = self._known(name)
        if found is None:
            raise NoSuchTable(f"There is no table {show(name)} in this house.")
        return found

    def _known(self, name: str) -> AnyTable | None:
        return self.tables.get(name) or self.followed.get(name)

    def lobby(self) -> list[AnyTable]:
        """All tables by name, whichever process runs them."""
        found: dict[str, AnyTable] = {**self.followed, **self.tables}
        return [found[name] for name in sorted(found)]

    def table(self, name: str) -> RunningTable:
        """A table that runs here."""
        found = self.tables.get(name)
        if found is None:
            self.look(name)
            raise NotHere(f"{name} is run by another process. Ask again, same id.")
        return found

    # --- opening and ending

    def open(self, by: str, name: str, told: dict[str, Any], most: int) -> RunningTable:
        """A new table, which runs here; told is what the house's record says of it."""
        with self._lock:
            self._check_free(name, most)
            # The lock comes first, then the look: of two processes that open a table of one
            # name the second finds it locked, or opened.
            if not self.owning.take([name]):
                raise _taken(name)
            try:
                self._check_free(name, most)
                # Said first, so that a stop in between leaves a table to be made and no orphan.
                self.log.write("table_opened", by, {"table": name, **told})
            except BaseException:
                self.owning.release(name)
                raise
            self.plans.read_on()
            table = self._run(name)
        self.owning.say("house", {})
        return table

    def _check_free(self, name: str, most: int) -> None:
        self.plans.read_on()
        known = self.plans.known
        if len(known) >= most:
            raise Malformed(f"This house has {len(known)} tables, and room for no more.")
        if known_as(name) in map(known_as, {*known, *self.ledger.tables()}):
            raise _taken(name)

    def end(self, name: str) -> None:
        """A table whose end is on record; everybody is told."""
        with self._lock:
            self.plans.read_on()
            self._forget(name)
        self.owning.say("house", {})

    # --- running and following

    def look_around(self) -> None:
        """Runs the tables that nobody runs; knows those that were opened and ended elsewhere."""
        with self._lock:
            self.plans.read_on()
            planned = self.plans.known.keys()
            for name in (self.tables.keys() | self.followed.keys()) - planned:
                self._forget(name)
            taken = self.owning.take(planned - self.tables.keys())
            for name in planned - self.tables.keys() - taken - self.followed.keys():
                self.followed[name] = self._follower(name)
            for name in sorted(taken):
                self._run(name)

    def _run(self, name: str) -> RunningTable:
        plan = self.plans.known[name]
        if self.ledger.head(name).seq < 0:
            recorded = create_table(self.ledger, name, plan.opening, self.clock)
        else:
            recorded = self._brought_back(name)
        recorded.rows_with = partial(self.coupons.rows_with, name)
        table = RunningTable(recorded, plan.manner, self.now, self._runs_on)
        self.tables[name] = table
        self.followed.pop(name, None)
        table.start()
        if not self.owning.holds(name):  # it was lost meanwhile
            self.give_up([name])
        return table

    def _brought_back(self, name: str) -> RecordedTable:
        """A table as its record says; a record that was changed stops the house, and is named."""
        try:
            return open_table(self.ledger, name, self.clock)
        except (StoreFailed, Unreadable, StoreBusy):
            raise
        except (HousewayError, AssertionError, ArithmeticError, LookupError, TypeError) as error:
            raise RecordError(
                f"Table {name} cannot be brought back from its record. {error} "
                "`houseway house verify` tells what was changed; a backup can be restored."
            ) from error

    def _runs_on(self, update: Update) -> None:
        self._changed(update)
        self.owning.moved(update)

    def _follower(self, name: str) -> FollowedTable:
        return FollowedTable(self.ledger, name, self.plans.known[name], self.now, self._changed)

    def give_up(self, names: Collection[str]) -> None:
        """From now on another process may run these tables; this one only follows them."""
        running = [self.tables[name] for name in names if name in self.tables]
        for table in running:
            table.stop()
        for table in running:
            self.followed[table.name] = self._follower(table.name)
            self.tables.pop(table.name, None)

    def _forget(self, name: str) -> None:
        """A table that was ended."""
        running = self.tables.pop(name, None)
        if running is not None:
            running.stop()
        self.followed.pop(name, None)
        self.owning.release(name)


def _taken(name: str) -> Malformed:
    return Malformed(f"There is a table {name} on record already. Name another.")
