"""A whole table as one pure state machine: check, decide, evolve."""

from houseway.table.agenda import due
from houseway.table.checks import check
from houseway.table.decisions import decide, handle
from houseway.table.evolution import evolve
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
