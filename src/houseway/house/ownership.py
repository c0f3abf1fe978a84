"""Which process runs a table: this one alone, or one of several that share a store.

A house asks here before it runs a table, and hands over requests to tables that run elsewhere.
On SQLite, and in tests, it is alone. For PostgreSQL see `cluster.py`.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from houseway.house.messages import Message, Outcome, TableRequest
from houseway.house.table_service import Update

if TYPE_CHECKING:
    from houseway.house.house import House

CarryOut = Callable[[Any], Outcome | None]
"""Carries out a request of one kind to a table that runs in this process."""


class Ownership:
    """How a process comes to run tables, and speaks with the processes that run others.

    These methods are those of the only process of its house: it owns every table and has nobody
    to inform. A `ClusterMember` replaces all of them.
    """

    def start(self, house: "House") -> None:
        """Begins, before the first table is taken."""

    def close(self) -> None:
        """Gives every table up."""

    def take(self, names: Collection[str]) -> set[str]:
        """Those of these tables that this process may run: no other process does."""
        return set(names)

    def holds(self, name: str) -> bool:  # noqa: ARG002  # all of them
        """Whether this process may still run a table that it took."""
        return True

    def release(self, name: str) -> None:
        """Gives up a table that is no longer run."""

    def check_size(self, request: TableRequest) -> None:
        """Refuses a request that could not be forwarded, also where it need not be."""

    def forward(self, request: TableRequest, carry_out: CarryOut) -> Outcome | None:
        """Has a request carried out where its table runs, which may be here by then."""
        return carry_out(request)

    def announce(self, update: Update) -> None:
        """Tells the other processes that a table that runs here has changed."""

    def broadcast(self, message: Message) -> None:
        """Tells the other processes something."""
