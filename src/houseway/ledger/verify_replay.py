"""Whether what lies beside a table's record fits it: its index, its snapshots and its seeds.

The whole record is played again once, and everything is compared on the way.
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from houseway.fairness import FairnessError, commit
from houseway.ledger.bound_snapshots import DAMAGE, bound_digest, digest_row, make_row
from houseway.ledger.errors import RecordError
from houseway.ledger.replay import Moment
from houseway.ledger.schema import opened_seals, seeds, snapshots
from houseway.ledger.store import Ledger
from houseway.ledger.store_seals import snapshot_place
from houseway.ledger.verify_index import compare_index
from houseway.table import TableState
from houseway.table.events import DeckShuffled
from houseway.table.snapshot import FORM

INDEX, SNAPSHOTS, SEEDS = "index of rounds", "snapshots", "seeds of shuffles"


def replay_faults(ledger: Ledger, table: str) -> Iterator[tuple[str, str]]:
    """The faults of a table whose record is whole, each with the part it belongs to."""
    with ledger.standing_still() as connection:
        watch = _Watch(ledger, connection, table)
        for fault in compare_index(ledger, connection, table, watch.see):
            yield INDEX, fault
        watch.finish()
        yield from watch.faults


class _Watch:
    """Looks at each moment of a replay for what was kept beside it."""

    def __init__(self, ledger: Ledger, connection: sa.Connection, table: str) -> None:
        self.ledger, self.connection, self.table = ledger, connection, table
        self.faults: list[tuple[str, str]] = []
        self._snapshots = self._keys(snapshots.c.seq)
        self._seeds = self._keys(seeds.c.shuffle)
        self._opened = self._keys(opened_seals.c.shuffle)
        self._shuffles: set[int] = set()

    def _keys(self, column: sa.Column[int]) -> set[int]:
        query = sa.select(column).where(column.table.c.table_id == self.table)
        return set(self.connection.scalars(query))

    def see(self, moment: Moment) -> None:
        seq, event = moment.record.seq, moment.event
        digest = bound_digest(moment.record)
        if seq in self._snapshots or digest is not None:
            self._snapshots.discard(seq)
            if fault := self._find_snapshot_fault(seq, digest, moment.after):
                self.faults.append((SNAPSHOTS, f"the snapshot after record {seq} {fault}"))
        if isinstance(event, DeckShuffled):
            self._shuffles.add(event.number)
            if event.commitment:
                self._seeds.discard(event.number)
                if fault := self._find_seed_fault(event):
                    self.faults.append((SEEDS, f"shuffle {event.number}: {fault}"))

    def finish(self) -> None:
        """What is left belongs to nothing on record."""
        for seq in sorted(self._snapshots):
            self.faults.append((SNAPSHOTS, f"there is a snapshot after record {seq}, and no such"))
        for number in sorted(self._seeds):
            words = f"shuffle {number} has a seed, and no commitment on record"
            self.faults.append((SEEDS, words))
        for number in sorted(self._opened - self._shuffles):
            self.faults.append((SEEDS, f"shuffle {number} was opened, and is not on record"))

    # --- single rows

    def _find_snapshot_fault(self, seq: int, digest: str | None, state: TableState) -> str | None:
        query = sa.select(snapshots).where(
            snapshots.c.table_id == self.table, snapshots.c.seq == seq
        )
        row = self.connection.execute(query).first()
        if row is None:
            return "is missing; its digest is in the chain"
        if digest is not None and digest != digest_row(row.round, row.form, row.state):
            return "is not the one whose digest is in the chain"
        if digest is None and row.form != FORM:
            return None  # of an older form, which is passed over
        if not self.ledger.seals.can_open(self.table, row.state):
            return None  # nobody without the key can read it, and its digest is right
        return self._compare_state(row, state)

    def _compare_state(self, row: Any, state: TableState) -> str | None:
        due = make_row(self.table, row.seq, state)
        text = self.ledger.seals.open_text(
            self.table, snapshot_place(self.table, row.seq), row.state
        )
        if due is None or (row.round, row.form, text) != (due["round"], due["form"], due["state"]):
            return "is not what a replay of the record gives"
        return None

    def _find_seed_fault(self, event: DeckShuffled) -> str | None:
        try:
            seed = self.ledger.seed_of(self.table, event.number)
        except RecordError as error:
            # Without the key of the store the seed of a deck in use cannot be looked at.
            return None if self.ledger.seals.key is None else str(error)
        if seed is None:
            return "its seed is missing"
        try:
            sealed = commit(self.table, event.number, seed)
        except (FairnessError, *DAMAGE) as error:
            return f"its seed is damaged ({error})"
        if sealed.commitment.root != event.commitment:
            return "its seed does not fit the commitment on record"
        return None
