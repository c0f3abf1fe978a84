"""The history of a table: its events with the state after each, the finished blocks of it kept."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from houseway.ledger.recorded_table import event_of, state_before
from houseway.ledger.store import Ledger
from houseway.table import TableState
from houseway.table.events import Event
from houseway.table.evolution import evolve

BLOCK = 100
"""Records of one block; the first begins with record 1."""
MOST_BLOCKS = 40


@dataclass(frozen=True)
class PastEvent:
    """One event on record, and the table after it."""

    seq: int
    at: int
    event: Event
    after: TableState


class Histories:
    """The past events of all tables. What is on record never changes, so it is read once."""

    def __init__(self, most: int = MOST_BLOCKS) -> None:
        self._most = most
        self._blocks: OrderedDict[tuple[str, int], list[PastEvent]] = OrderedDict()
        self._lock = threading.Lock()

    def events(self, ledger: Ledger, table: str, first: int, last: int) -> Iterator[PastEvent]:
        """The events from one record to another, in order."""
        if first > last:
            return
        state: TableState | None = None
        for block in range((first - 1) // BLOCK, (last - 1) // BLOCK + 1):
            events = self._read_block(ledger, table, block, last, state)
            if not events:
                return
            state = events[-1].after
            yield from (event for event in events if event.seq >= first)

    def _read_block(
        self, ledger: Ledger, table: str, block: int, last: int, state: TableState | None
    ) -> list[PastEvent]:
        with self._lock:
            if (table, block) in self._blocks:
                self._blocks.move_to_end((table, block))
                return self._blocks[table, block]
        begin, end = block * BLOCK + 1, (block + 1) * BLOCK
        events = list(_read_events(ledger, table, begin, min(end, last), state))
        if len(events) == BLOCK:
            with self._lock:
                self._blocks[table, block] = events
                while len(self._blocks) > self._most:
                    self._blocks.popitem(last=False)
        return events


def _read_events(
    ledger: Ledger, table: str, first: int, last: int, state: TableState | None
) -> Iterator[PastEvent]:
    state = state_before(ledger, table, first) if state is None else state
    for record in ledger.records(table, first, last):
        event = event_of(record)
        state = evolve(state, event)
        yield PastEvent(record.seq, record.at, event, state)
