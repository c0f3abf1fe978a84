"""Tables that are set aside: their record cannot be brought back, and the house runs without them.

Nothing of such a table is changed: its chips and players stay as they are on record. It comes
back at a restart with a record, or a program, that can be read.
"""

from dataclasses import dataclass

from houseway.ledger.bound_snapshots import DAMAGE
from houseway.ledger.errors import (
    Conflict,
    StoreBusy,
    StoreFailed,
    StoreFull,
    Unreadable,
)
from houseway.rulebook import HousewayError

STORE_TROUBLE = (StoreFailed, StoreBusy, StoreFull, Unreadable, Conflict)
"""Trouble that passes, or that concerns the whole store: it is no reason to set a table aside."""
BROKEN = (*DAMAGE, AttributeError, RecursionError)
"""What a record that cannot be brought back may raise."""


class OutOfService(HousewayError):
    """A table of this house that is set aside."""


@dataclass(frozen=True)
class SetAside:
    """A table that is set aside, and why."""

    table: str
    game: str
    reason: str

    def __str__(self) -> str:
        return (
            f"Table {self.table} is out of service: it cannot be brought back from its record. "
            f"{self.reason} `houseway house verify` names what is wrong; the table comes back "
            "after a restart with a repaired record, a restored backup or a newer program."
        )

    def refuse(self) -> OutOfService:
        """The answer to everybody who wants something of the table."""
        return OutOfService(
            f"Table {self.table} is out of service. Nothing can be done at it; its chips and "
            "players stay as they are on record. Play at another table, or ask the floor."
        )


def set_aside(table: str, game: str, error: BaseException) -> SetAside:
    """A table that is set aside for an error."""
    return SetAside(table, game, str(error) or type(error).__name__)
