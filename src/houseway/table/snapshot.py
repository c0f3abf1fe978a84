"""A table between two rounds as plain data, so that its log need not be replayed from the start.

Only a moment without a round and without bets is kept: no card lies on the table and
no chip on a spot then. A snapshot is a convenience and never the truth: it is compared with
the state it came from before it is kept, and a form that is not known is passed over.
"""

import dataclasses
import typing
from dataclasses import replace
from typing import Any

from houseway.codec import from_data, to_data
from houseway.games.equipment import Equipment
from houseway.rulebook import Malformed
from houseway.table.setup import Setup
from houseway.table.state import Phase, TableState, replace_fast

FORM = 2
"""Form 1 was written field by field, before the codec; its log is replayed instead."""
NOT_KEPT = {"setup", "bets", "round", "last_round"}
"""Parts of the state that are empty between rounds, or known from the opening of the table."""
_HINTS = typing.get_type_hints(TableState)
KEPT = {
    field.name: _HINTS[field.name]
    for field in dataclasses.fields(TableState)
    if field.name not in NOT_KEPT
}
Snapshot: Any = dataclasses.make_dataclass(
    "Snapshot", [*KEPT.items(), ("equipment", Equipment), ("carried", Any)], frozen=True
)
"""The kept part of a table: the fields of its state, and the variable parts of its setup."""


def to_snapshot(state: TableState) -> dict[str, Any] | None:
    """The state as JSON data, or None where this is not the moment for it."""
    if state.phase is Phase.CLOSED or state.round is not None or state.bets:
        return None
    fields = {name: getattr(state, name) for name in KEPT}
    setup = state.setup
    carried = setup.game.script.carry(setup.options)
    snapshot = Snapshot(**fields, equipment=setup.equipment, carried=carried)
    data: dict[str, Any] = to_data(snapshot)
    try:
        restored = from_snapshot(setup, data)
    except Malformed:
        return None  # the log is replayed instead
    return data if restored == replace_fast(state, last_round=None) else None


def from_snapshot(setup: Setup, data: dict[str, Any]) -> TableState:
    """The state that a snapshot of this form describes."""
    snapshot = from_data(Snapshot, data, "The snapshot")
    options = setup.game.script.restore(setup.options, snapshot.carried)
    setup = replace(setup, equipment=snapshot.equipment, options=options)
    return TableState(setup, **{name: getattr(snapshot, name) for name in KEPT})
