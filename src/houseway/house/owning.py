"""Who runs a table: this process alone, or one of several that share a store.

A house asks here before it runs a table, and hands over what people ask of tables. On
SQLite, and in tests, it is alone, and that is all in a few lines. On PostgreSQL see
`sharing.py`.
"""

from collections.abc import Callable, Collection
from typing import Any, Protocol

from houseway.house.asking import Ask, Reply
from houseway.house.following import FollowedTable
from houseway.house.people import People
from houseway.house.requests import Requests
from houseway.house.running import RunningTable, Update


class Tables(Protocol):
    """The floor of a house, as far as the processes that share it must reach it."""

    tables: dict[str, RunningTable]
    followed: dict[str, FollowedTable]

    def look_around(self) -> None: ...
    def give_up(self, names: Collection[str]) -> None: ...


class Performs(Protocol):
    """The desk of a house, likewise."""

    def perform(self, ask: Ask) -> Reply: ...


class Shared(Protocol):
    """A house, likewise."""

    people: People
    requests: Requests
    watched: Callable[[str], bool]

    @property
    def floor(self) -> Tables: ...
    @property
    def desk(self) -> Performs: ...


class Owning(Protocol):
    """How a process comes to run tables, and speaks with those that run others."""

    def start(self, house: Shared) -> None:
        """Before the first table is taken."""

    def close(self) -> None:
        """Gives every table up."""

    def take(self, names: Collection[str]) -> set[str]:
        """Those of these tables that this process may run: nobody else does."""

    def holds(self, name: str) -> bool:
        """Whether this process may still run a table that it took."""

    def release(self, name: str) -> None:
        """A table that is not run any more."""

    def carry_out(self, ask: Ask, here: Callable[[Ask], Reply]) -> Reply:
        """Has something done where the table runs."""

    def moved(self, update: Update) -> None:
        """A table that runs here stands elsewhere than before."""

    def say(self, kind: str, told: dict[str, Any]) -> None:
        """Something that the other processes should know."""


class SoleOwner:
    """The only process of its house: every table is its own, and nobody else is told."""

    def start(self, house: Shared) -> None: ...

    def close(self) -> None: ...

    def take(self, names: Collection[str]) -> set[str]:
        return set(names)

    def holds(self, name: str) -> bool:  # noqa: ARG002  # all of them
        return True

    def release(self, name: str) -> None: ...

    def carry_out(self, ask: Ask, here: Callable[[Ask], Reply]) -> Reply:
        return here(ask)

    def moved(self, update: Update) -> None: ...

    def say(self, kind: str, told: dict[str, Any]) -> None: ...
