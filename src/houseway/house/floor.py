"""The tables of the house: those that run in this process, and those that another one runs.

A table runs in the process that owns it (see `ownership.py`). This process keeps a replica of
every other one, so that people find all tables of the house wherever they come in.
"""

import threading
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from houseway.games.fields import show
from houseway.house.coupons import Coupons
from houseway.house.log import HouseLog, Plans
from houseway.house.messages import HouseChanged
from houseway.house.offices import NotFound
from houseway.house.ownership import Ownership
from houseway.house.people import known_as
from houseway.house.replica import TableReplica
from houseway.house.table_service import NotHere, OnUpdate, TableService, Update
from houseway.ledger.errors import RecordError, StoreBusy, StoreFailed, Unreadable
from houseway.ledger.recorded_table import RecordedTable, create_table, open_table
from houseway.rulebook import HousewayError, Malformed

AnyTable = TableService | TableReplica
"""A table that runs here, or the replica of one that runs elsewhere: both can be viewed."""


class NoSuchTable(NotFound):
    """A table that is not open in this house."""


class Floor:
    def __init__(
        self,
        log: HouseLog,
        ownership: Ownership,
        coupons: Coupons,
        now: Callable[[], int],
        on_update: OnUpdate,
    ) -> None:
        self.ledger, self.log, self.clock = log.ledger, log, log.clock
        self.ownership, self.coupons, self.now = ownership, coupons, now
        self.plans = Plans(log)
        self.tables: dict[str, TableService] = {}
        """The tables that run in this process."""
        self.replicas: dict[str, TableReplica] = {}
        """Those that another process runs, or none at the moment."""
        self._on_update = on_update
        self._lock = threading.Lock()

    # --- looking

    def look(self, name: str) -> AnyTable:
        """A table of this house, whichever process runs it."""
        table = self._find(name)
        if table is None:
            self.plans.read_on()
            if name in self.plans.known:
                self.synchronize()  # it was opened this moment
            table = self._find(name)
        if table is None:
            raise NoSuchTable(f"There is no table {show(name)} in this house.")
        return table

    def _find(self, name: str) -> AnyTable | None:
        return self.tables.get(name) or self.replicas.get(name)

    def lobby(self) -> list[AnyTable]:
        """All tables by name, whichever process runs them."""
        tables: dict[str, AnyTable] = {**self.replicas, **self.tables}
        return [tables[name] for name in sorted(tables)]

    def running(self, name: str) -> TableService:
        """A table that runs in this process."""
        service = self.tables.get(name)
        if service is None:
            self.look(name)
            raise NotHere(f"{name} is run by another process. Ask again, same id.")
        return service

    # --- opening and ending

    def open(self, by: str, name: str, facts: dict[str, Any], most: int) -> TableService:
        """Opens a table, which runs here; `facts` go into the house's record."""
        with self._lock:
            self._check_free(name, most)
            # The lock comes first, then the look: of two processes that open a table of one
            # name the second finds it locked, or opened.
            if not self.ownership.take([name]):
                raise _taken(name)
            try:
                self._check_free(name, most)
                # Recorded first: after a stop in between, the next start makes the table.
                self.log.write("table_opened", by, {"table": name, **facts})
            except BaseException:
                self.ownership.release(name)
                raise
            self.plans.read_on()
            table = self._run(name)
        self.ownership.broadcast(HouseChanged())
        return table

    def _check_free(self, name: str, most: int) -> None:
        self.plans.read_on()
        known = self.plans.known
        if len(known) >= most:
            raise Malformed(f"This house has {len(known)} tables, and room for no more.")
        if known_as(name) in map(known_as, {*known, *self.ledger.tables()}):
            raise _taken(name)

    def end(self, name: str) -> None:
        """Removes a table whose end is on record, and informs the other processes."""
        with self._lock:
            self.plans.read_on()
            self._forget(name)
        self.ownership.broadcast(HouseChanged())

    # --- running tables, and replicas of the others

    def synchronize(self) -> None:
        """Takes the tables that no process runs; learns which were opened and ended elsewhere."""
        with self._lock:
            self.plans.read_on()
            planned = self.plans.known.keys()
            for name in (self.tables.keys() | self.replicas.keys()) - planned:
                self._forget(name)
            taken = self.ownership.take(planned - self.tables.keys())
            for name in planned - self.tables.keys() - taken - self.replicas.keys():
                self.replicas[name] = self._replica(name)
            for name in sorted(taken):
                self._run(name)

    def _run(self, name: str) -> TableService:
        plan = self.plans.known[name]
        if self.ledger.head(name).seq < 0:
            recorded = create_table(self.ledger, name, plan.opening, self.clock)
        else:
            recorded = self._recover(name)
        recorded.rows_with = partial(self.coupons.rows_with, name)
        service = TableService(recorded, plan.settings, self.now, self._publish)
        self.tables[name] = service
        self.replicas.pop(name, None)
        service.start()
        if not self.ownership.holds(name):  # it was lost meanwhile
            self.give_up([name])
        return service

    def _recover(self, name: str) -> RecordedTable:
        """A table from its record; a record that was changed stops the house, and is named."""
        try:
            return open_table(self.ledger, name, self.clock)
        except (StoreFailed, Unreadable, StoreBusy):
            raise
        except (HousewayError, AssertionError, ArithmeticError, LookupError, TypeError) as error:
            raise RecordError(
                f"Table {name} cannot be brought back from its record. {error} "
                "`houseway house verify` names what was changed; a backup can be restored."
            ) from error

    def _publish(self, update: Update) -> None:
        self._on_update(update)
        self.ownership.announce(update)

    def _replica(self, name: str) -> TableReplica:
        return TableReplica(self.ledger, name, self.plans.known[name], self.now, self._on_update)

    def give_up(self, names: Collection[str]) -> None:
        """Lets another process run these tables; this one keeps replicas of them."""
        services = [self.tables[name] for name in names if name in self.tables]
        for service in services:
            service.stop()
        for service in services:
            self.replicas[service.name] = self._replica(service.name)
            self.tables.pop(service.name, None)

    def _forget(self, name: str) -> None:
        """Removes a table that was ended."""
        service = self.tables.pop(name, None)
        if service is not None:
            service.stop()
        self.replicas.pop(name, None)
        self.ownership.release(name)


def _taken(name: str) -> Malformed:
    return Malformed(f"There is a table {name} on record already. Name another.")
