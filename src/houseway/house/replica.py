"""The replica of a table that another process runs: read from the record, never written.

It is read only when somebody looks. The process that runs the table says how far it is, and the
time its clocks have left, which is on no record.
"""

import threading
from collections.abc import Callable, Iterable, Sequence

from houseway.house.clocks import Key
from houseway.house.log import OpenedRound, Plan
from houseway.house.table_service import Act, OnUpdate, Update
from houseway.ledger.recorded_table import event_of, open_table
from houseway.ledger.records import Head, follow_chain
from houseway.ledger.store import Ledger
from houseway.table import TableState, evolve
from houseway.table.events import Event


class TableReplica:
    def __init__(
        self, ledger: Ledger, name: str, plan: Plan, now: Callable[[], int], on_update: OnUpdate
    ) -> None:
        self.name, self.settings = name, plan.settings
        self.owner: int | None = None
        """The session of the process that runs it, if it is known."""
        self._ledger, self._plan, self._now, self._on_update = ledger, plan, now, on_update
        self.opened: Callable[[], frozenset[OpenedRound]] = frozenset
        """The rounds whose face-down cards are open to an auditor, by the house's record."""
        self._state: TableState | None = None
        self._seq, self._head = 0, Head(name)
        self._is_behind = True
        self._unrecorded: tuple[dict[Key, int], tuple[str, ...]] = ({}, ())
        """When the clocks run out, and which players are ready: this is on no record."""
        self._lock = threading.RLock()

    @property
    def state(self) -> TableState:
        return self.current().state

    @property
    def seq(self) -> int:
        return self.current().seq

    def open(self) -> None:
        """Reads the record for the first time, if nobody has looked yet."""
        if self._state is None:
            self.current()

    # --- news of the process that runs it

    def mark_behind(self) -> None:
        """Notes that there may be more on record; it is read when somebody looks."""
        self._is_behind = True

    def note_move(
        self, owner: int, clocks: Iterable[tuple[Key, int]], ready: Iterable[str]
    ) -> bool:
        """Notes a change of the table; returns whether another process runs it than before.

        It waits for no lock: a thread that reads the record meanwhile reads on the next time.
        """
        now = self._now()
        self._unrecorded = ({key: now + left for key, left in clocks}, tuple(ready))
        self._is_behind = True
        has_new_owner, self.owner = self.owner != owner, owner
        return has_new_owner

    def follow(self) -> None:
        """Reads on, and informs the watchers."""
        with self._lock:
            if not self._catch_up():
                self._on_update(self._update([]))

    def _catch_up(self) -> bool:
        """Reads the new acts and informs the watchers; returns whether there were any."""
        if not self._is_behind:
            return False
        # Set first: a change that is noted meanwhile is read the next time.
        self._is_behind = False
        try:
            acts = self._read()
        except BaseException:
            self._is_behind = True
            raise
        if acts:
            self._on_update(self._update(acts))
        return bool(acts)

    def _read(self) -> list[Act]:
        """The acts that were not read yet."""
        if self._state is None:
            self._open()
            return []
        acts: list[Act] = []
        state, seq, events = self._state, self._seq, list[Event]()
        head = self._head
        for record in follow_chain(self._ledger.records(self.name, head.seq + 1), head):
            head = Head(record.table, record.seq, record.at, record.hash)
            if record.seq == 0:
                continue  # its creation, which is known from the plan
            if record.command is not None and events:
                acts.append((state, tuple(events)))
                events = []
            event = event_of(record)
            state, seq = evolve(state, event), record.seq
            events.append(event)
        if events:
            acts.append((state, tuple(events)))
        self._state, self._seq, self._head = state, seq, head
        return acts

    def _open(self) -> None:
        if self._ledger.head(self.name).seq < 0:
            # It is planned and being created: a newcomer sees it empty.
            self._state = TableState(self._plan.opening.setup())
            return
        table = open_table(self._ledger, self.name, lambda: 0)
        self._state, self._seq, self._head = table.state, table.head.seq, table.head

    # --- views out

    def current(self) -> Update:
        """The table as it is, for a newcomer."""
        with self._lock:
            self._catch_up()
            return self._update([])

    def _update(self, acts: Sequence[Act]) -> Update:
        assert self._state is not None
        now, (ends, ready) = self._now(), self._unrecorded
        clocks = tuple((key, max(0, end - now)) for key, end in ends.items())
        dealer = self.settings.dealer
        return Update(
            self.name, self._seq, self._state, tuple(acts), clocks, ready, dealer, self.opened()
        )
