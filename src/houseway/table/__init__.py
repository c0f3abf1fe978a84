"""A whole table as one pure state machine: check, decide, evolve."""

from houseway.table.agenda import due
from houseway.table.checking import check
from houseway.table.deciding import decide, handle
from houseway.table.evolving import evolve
from houseway.table.setup import Setup, read_setup
from houseway.table.state import Phase, TableState

__all__ = [
    "Phase",
    "Setup",
    "TableState",
    "check",
    "decide",
    "due",
    "evolve",
    "handle",
    "read_setup",
]
