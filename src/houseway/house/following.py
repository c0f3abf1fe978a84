"""A table that another process runs, as this one follows it: read from the record, never written.

It is read only when somebody looks. Who runs it says how far it is, and what its clocks have
left, which are on no record.
"""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from houseway.house.clocks import Key
from houseway.house.offices import Person
from houseway.house.plans import Plan
from houseway.house.running import Changed, Update
from houseway.ledger.recorded import event_of, open_table
from houseway.ledger.store import Ledger
from houseway.table import TableState, evolve
from houseway.table.events import Event

Acts = list[tuple[TableState, tuple[Event, ...]]]


class FollowedTable:
    def __init__(
        self,
        ledger: Ledger,
        name: str,
        plan: Plan,
        now: Callable[[], int],
        changed: Changed,
    ) -> None:
        self.name, self.manner = name, plan.manner
        self.owner: int | None = None
        """The session of the process that runs it, as far as it was heard of."""
        self._ledger, self._plan, self._now, self._changed = ledger, plan, now, changed
        self._state: TableState | None = None
        self._seq = 0
        self._behind = True
        self._told: tuple[dict[Key, int], tuple[str, ...]] = ({}, ())
        """When the clocks run out, and who is ready: what is on no record."""
        self._lock = threading.RLock()

    @property
    def state(self) -> TableState:
        with self._lock:
            self._catch_up()
            assert self._state is not None
            return self._state

    @property
    def seq(self) -> int:
        with self._lock:
            self._catch_up()
            return self._seq

    # --- what is heard of it

    def mark_behind(self) -> None:
        """There may be more on record than was read; that is looked at when somebody looks."""
        self._behind = True

    def hear(self, owner: int, clocks: Iterable[tuple[Key, int]], ready: Iterable[str]) -> bool:
        """It has moved; gives whether another process runs it than before.

        It waits for nobody: whoever reads the record meanwhile reads on the next time.
        """
        now = self._now()
        self._told = ({key: now + left for key, left in clocks}, tuple(ready))
        self._behind = True
        other, self.owner = self.owner != owner, owner
        return other

    def follow(self) -> None:
        """Reads on, and tells those who watch how it stands."""
        with self._lock:
            if not self._catch_up():
                self._changed(self._update([]))

    def _catch_up(self) -> bool:
        """Reads on where something was heard of, and tells what happened; whether it did."""
        if not self._behind:
            return False
        # Set first: what is heard while this is being read is read the next time.
        self._behind = False
        try:
            acts = self._read()
        except BaseException:
            self._behind = True
            raise
        if acts:
            self._changed(self._update(acts))
        return bool(acts)

    def _read(self) -> Acts:
        """The acts that were not read yet, each with its events."""
        if self._state is None:
            self._open()
            return []
        acts: Acts = []
        state, seq, made = self._state, self._seq, list[Event]()
        for record in self._ledger.records(self.name, seq + 1):
            if record.command is not None and made:
                acts.append((state, tuple(made)))
                made = []
            event = event_of(record)
            state, seq = evolve(state, event), record.seq
            made.append(event)
        if made:
            acts.append((state, tuple(made)))
        self._state, self._seq = state, seq
        return acts

    def _open(self) -> None:
        if self._ledger.head(self.name).seq < 0:
            # It is planned and being made: somebody who comes now sees it new.
            self._state = TableState(self._plan.opening.setup())
            return
        found = open_table(self._ledger, self.name, lambda: 0)
        self._state, self._seq = found.state, found.head.seq

    # --- views out

    def stands(self) -> Update:
        """The table as it stands, for somebody who comes now."""
        with self._lock:
            self._catch_up()
            return self._update([])

    def view(self, person: Person) -> dict[str, Any]:
        return self.stands().view(person)

    def _update(self, acts: Acts) -> Update:
        assert self._state is not None
        now, (ends, ready) = self._now(), self._told
        clocks = tuple((key, max(0, end - now)) for key, end in ends.items())
        dealer = self.manner.dealer
        return Update(self.name, self._seq, self._state, tuple(acts), clocks, ready, dealer)
