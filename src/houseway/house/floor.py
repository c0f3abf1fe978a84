"""The tables of the house: those that run in this process, and those that another one runs.

A table runs in the process that owns it (see `ownership.py`). This process keeps a replica of
every other one, so that people find all tables of the house wherever they come in. A table that
cannot be brought back from its record is set aside, and the others run (see `set_aside.py`).
"""

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
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
from houseway.house.set_aside import BROKEN, STORE_TROUBLE, SetAside, set_aside
from houseway.house.table_service import NotHere, OnUpdate, TableService, Update
from houseway.ledger.errors import RecordError
from houseway.ledger.index import Rows
from houseway.ledger.recorded_table import create_table, open_table
from houseway.ledger.writer import Extra
from houseway.rulebook import Malformed, Refusal, Refused
from houseway.table import TableState
from houseway.table.events import BetsClosed, Event, WagerPlaced

log = logging.getLogger("houseway")

BEGINS_ROUND = (WagerPlaced, BetsClosed)
"""The events of which a table that is held may have none."""
TURN_SECONDS = 0.0005
"""Between two tables that are read at the start: whoever wants a certain table has a turn."""
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
        self._waiting: dict[str, None] = {}
        """Those that this process runs as well, but has not read yet: it does on first use."""
        self.out_of_service: dict[str, SetAside] = {}
        """Those that could not be brought back from their record."""
        self.when_set_aside: Callable[[SetAside], None] = lambda _table: None
        """Called with each table that is set aside."""
        self.held: dict[str, str] = {}
        """The tables that take no new round, and why."""
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
        if isinstance(table, TableReplica):
            self._check_readable(table)
        if name in self.out_of_service:
            raise self.out_of_service[name].refuse()
        if table is None:
            raise NoSuchTable(f"There is no table {show(name)} in this house.")
        return table

    def _find(self, name: str) -> AnyTable | None:
        if name in self._waiting:
            self._open_waiting(name)
        return self.tables.get(name) or self.replicas.get(name)

    def runs_here(self, name: str) -> bool:
        """Whether this process runs a table, read already or not."""
        return name in self.tables or name in self._waiting

    def count(self) -> tuple[int, int]:
        """How many tables the house has, and how many of them run here; reads none of them."""
        return len(self.plans.known), len(self.tables) + len(self._waiting)

    def lobby(self) -> list[AnyTable]:
        """All tables by name, whichever process runs them."""
        self.open_waiting()
        for replica in list(self.replicas.values()):
            self._check_readable(replica)
        tables: dict[str, AnyTable] = {**self.replicas, **self.tables}
        return [tables[name] for name in sorted(tables)]

    def running(self, name: str) -> TableService:
        """A table that runs in this process."""
        service = self.tables.get(name) or self.look(name)
        if not isinstance(service, TableService):
            raise NotHere(f"{name} is run by another process. Ask again, same id.")
        return service

    # --- opening and ending

    def open(
        self,
        by: str,
        name: str,
        facts: dict[str, Any],
        check: Callable[[], None],
        extra: Callable[[int], Iterable[Extra]],
    ) -> TableService:
        """Opens a table, which runs here; `facts` go into the house's record.

        `check` raises where there is no room for it; `extra` is written with it.
        """
        with self._lock:
            self._check_free(name, check)
            # The lock comes first, then the look: of two processes that open a table of one
            # name the second finds it locked, or opened.
            if not self.ownership.take([name]):
                raise _taken(name)
            try:
                # Recorded first: after a stop in between, the next start makes the table.
                self.log.write(
                    "table_opened",
                    by,
                    {"table": name, **facts},
                    extra,
                    check=lambda: self._check_free(name, check),
                )
            except BaseException:
                self.ownership.release(name)
                raise
            self.plans.read_on()
            table = self._run(name)
        self.ownership.broadcast(HouseChanged())
        return table

    def _check_free(self, name: str, check: Callable[[], None]) -> None:
        self.plans.read_on()
        check()
        if known_as(name) in map(known_as, {*self.plans.known, *self.ledger.tables()}):
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
        self.take_tables()
        for error in self.open_waiting():
            raise error

    def take_tables(self) -> None:
        """The same, but a table that is taken is read on first use, or by `open_waiting`."""
        with self._lock:
            self.plans.read_on()
            planned = self.plans.known.keys()
            held = self.tables.keys() | self._waiting.keys() | self.out_of_service.keys()
            for name in (held | self.replicas.keys()) - planned:
                self._forget(name)
            taken = self.ownership.take(planned - self.tables.keys() - self.out_of_service.keys())
            for name in planned - held - taken - self.replicas.keys():
                self.replicas[name] = self._replica(name)
            self._waiting.update(dict.fromkeys(sorted(taken)))

    def open_waiting(self) -> list[RecordError]:
        """Reads every table that waits for its first use: from then on its clocks run.

        Returns why some could not be read, where that is so; these wait on.
        """
        errors: list[RecordError] = []
        for name in list(self._waiting):
            try:
                self._open_waiting(name)
            except RecordError as error:
                errors.append(error)
            time.sleep(TURN_SECONDS)
        return errors

    def leave_waiting(self) -> None:
        """Reads no more tables: the house closes."""
        self._waiting.clear()

    def _open_waiting(self, name: str) -> None:
        with self._lock:  # for one table at a time, so that a table in demand has its turn
            if name not in self._waiting:
                return
            try:
                self._run(name)
            except STORE_TROUBLE:
                raise
            except BROKEN as error:
                self._set_aside(name, error)
            self._waiting.pop(name, None)

    def _run(self, name: str) -> TableService:
        plan = self.plans.known[name]
        if self.ledger.head(name).seq < 0:
            recorded = create_table(self.ledger, name, plan.opening, self.clock)
        else:
            recorded = open_table(self.ledger, name, self.clock)
        recorded.rows_with = partial(self._rows_with, name)
        opened = partial(self.plans.opened_at, name)
        service = TableService(recorded, plan.settings, self.now, self._publish, opened)
        service.held = self.held.get(name, "")
        self.tables[name] = service
        self.replicas.pop(name, None)
        service.start()
        if not self.ownership.holds(name):  # it was lost meanwhile
            self.give_up([name])
        return service

    def _rows_with(self, name: str, before: TableState, events: Sequence[Event], at: int) -> Rows:
        """The rows that the house writes with an act; refuses to begin a round where none may."""
        if name in self.held and any(isinstance(event, BEGINS_ROUND) for event in events):
            because = "its books are not in order, and the staff have been told"
            raise Refused(
                [Refusal((), f"A new round at {name}", because, "Play at another table.")]
            )
        return self.coupons.rows_with(name, before, events, at)

    def hold(self, tables: dict[str, str]) -> None:
        """Lets these tables begin no round, for these reasons, and all others begin one."""
        self.held = tables
        for service in list(self.tables.values()):
            service.held = tables.get(service.name, "")

    def _check_readable(self, replica: TableReplica) -> None:
        """Sets a table of another process aside if its record cannot be brought back here."""
        try:
            replica.open()
        except STORE_TROUBLE:
            raise
        except BROKEN as error:
            self._set_aside(replica.name, error)

    def _set_aside(self, name: str, error: Exception) -> None:
        """Runs the house without a table; nothing of the table is changed."""
        service = self.tables.pop(name, None)
        if service is not None:
            service.stop()
        self.replicas.pop(name, None)
        table = set_aside(name, self.plans.known[name].opening.game, error)
        self.out_of_service[name] = table
        fields = {"table": name, "reason": table.reason}
        log.error("a table is out of service", exc_info=error, extra={"fields": fields})
        self.when_set_aside(table)

    def _publish(self, update: Update) -> None:
        self._on_update(update)
        self.ownership.announce(update)

    def _replica(self, name: str) -> TableReplica:
        plan = self.plans.known[name]
        replica = TableReplica(self.ledger, name, plan, self.now, self._on_update)
        replica.opened = partial(self.plans.opened_at, name)
        return replica

    def give_up(self, names: Collection[str]) -> None:
        """Lets another process run these tables; this one keeps replicas of them."""
        for name in names:
            if name in self._waiting:
                self.replicas[name] = self._replica(name)
                self._waiting.pop(name, None)
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
        self._waiting.pop(name, None)
        self.out_of_service.pop(name, None)
        self.ownership.release(name)


def _taken(name: str) -> Malformed:
    return Malformed(f"There is a table {name} on record already. Name another.")
