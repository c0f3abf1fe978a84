"""Which process runs a table: this one alone, or one of several that share a store.

A house asks here before it runs a table, and hands over requests to tables that run elsewhere.
On SQLite, and in tests, it is alone, which takes a few lines. For PostgreSQL see `cluster.py`.
"""

from collections.abc import Callable, Collection
from typing import Any, Protocol

from houseway.house.approvals import Approvals
from houseway.house.messages import Message, Outcome, TableRequest
from houseway.house.people import People
from houseway.house.replica import TableReplica
from houseway.house.table_service import TableService, Update

CarryOut = Callable[[Any], Outcome | None]
"""Carries out a request of one kind to a table that runs in this process."""


class Tables(Protocol):
    """The floor of a house, as far as the processes that share it must reach it."""

    tables: dict[str, TableService]
    replicas: dict[str, TableReplica]

    def synchronize(self) -> None: ...
    def give_up(self, names: Collection[str]) -> None: ...


class Handlers(Protocol):
    """The desk of a house, likewise."""

    handlers: dict[type[TableRequest], CarryOut]


class Shared(Protocol):
    """A house, likewise."""

    people: People
    approvals: Approvals
    is_watched: Callable[[str], bool]

    @property
    def floor(self) -> Tables: ...
    @property
    def desk(self) -> Handlers: ...


class Ownership(Protocol):
    """How a process comes to run tables, and speaks with the processes that run others."""

    def start(self, house: Shared) -> None:
        """Begins, before the first table is taken."""

    def close(self) -> None:
        """Gives every table up."""

    def take(self, names: Collection[str]) -> set[str]:
        """Those of these tables that this process may run: no other process does."""

    def holds(self, name: str) -> bool:
        """Whether this process may still run a table that it took."""

    def release(self, name: str) -> None:
        """Gives up a table that is no longer run."""

    def check_size(self, request: TableRequest) -> None:
        """Refuses a request that could not be forwarded, also where it need not be."""

    def forward(self, request: TableRequest, carry_out: CarryOut) -> Outcome | None:
        """Has a request carried out where its table runs, which may be here by then."""

    def announce(self, update: Update) -> None:
        """Tells the other processes that a table that runs here has changed."""

    def broadcast(self, message: Message) -> None:
        """Tells the other processes something."""


class SoleOwner:
    """The only process of its house: it owns every table and has nobody to inform."""

    def start(self, house: Shared) -> None: ...

    def close(self) -> None: ...

    def take(self, names: Collection[str]) -> set[str]:
        return set(names)

    def holds(self, name: str) -> bool:  # noqa: ARG002  # all of them
        return True

    def release(self, name: str) -> None: ...

    def check_size(self, request: TableRequest) -> None: ...

    def forward(self, request: TableRequest, carry_out: CarryOut) -> Outcome | None:
        return carry_out(request)

    def announce(self, update: Update) -> None: ...

    def broadcast(self, message: Message) -> None: ...
