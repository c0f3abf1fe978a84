"""How many guests and tables the house takes: by person and by address, with room for the staff.

Visitors are guests, and players who open tables in a practice house. What one of them does, or
all from one address, leaves room for the others; what all of them do leaves room for the staff;
and an administrator can always open a table. The addresses are in a table of their own and are
forgotten when they no longer count: a guest's after a day, a table's when it ends.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from houseway.house.log import Plan
from houseway.house.offices import PLAYERS, Forbidden, Office, Person
from houseway.house.people import DAY, People
from houseway.house.table_service import TableService
from houseway.ledger.schema import arrivals
from houseway.ledger.store import Ledger
from houseway.ledger.writer import Extra
from houseway.rulebook import Refusal, Refused

VISITORS = PLAYERS
GUEST, TABLE = "guest", "table"
SECOND_MS = 1_000


@dataclass(frozen=True)
class QuotaRules:
    guests_a_day: int
    guests_from_an_address: int
    most_tables: int
    tables_for_staff: int
    tables_of_a_person: int
    tables_from_an_address: int


class Quotas:
    def __init__(self, ledger: Ledger, people: People, rules: QuotaRules) -> None:
        self._ledger, self._people, self.rules = ledger, people, rules

    # --- guests

    def check_guest(self, address: str | None, now: int) -> None:
        """Refuses a guest for whom there is no room, in the house or from this address."""
        instead = "Come back tomorrow, or ask for a name and a password."
        if self._people.guests_since(now - DAY) >= self.rules.guests_a_day:
            raise Forbidden(f"This house has had all the guests it takes in a day. {instead}")
        most = self.rules.guests_from_an_address
        if address is not None and self._count_guests(address, now - DAY) >= most:
            words = f"From this address {most} guests have come within a day, and no more are taken"
            raise Forbidden(f"{words}. {instead}")

    def guest_rows(self, name: str, address: str | None, at: int) -> list[Extra]:
        """What is kept of a guest's address, and what is forgotten of others."""
        is_old = arrivals.c.kind == GUEST, arrivals.c.at < at - DAY
        return [arrivals.delete().where(*is_old), *_rows(GUEST, name, address, at)]

    def _count_guests(self, address: str, since: int) -> int:
        query = sa.select(sa.func.count()).select_from(arrivals)
        query = query.where(arrivals.c.kind == GUEST, arrivals.c.address == address)
        with self._ledger.reading() as connection:
            return int(connection.scalar(query.where(arrivals.c.at >= since)) or 0)

    # --- tables

    def check_table(self, by: Person, address: str | None, plans: Mapping[str, Plan]) -> None:
        """Refuses a table for which there is no room, in the house or for this person."""
        if by.office is Office.ADMINISTRATOR:
            return
        rules, is_visitor = self.rules, by.office in VISITORS
        most = rules.most_tables - (rules.tables_for_staff if is_visitor else 0)
        if len(plans) >= most:
            because = f"this house has {len(plans)} tables, and room for no more"
            raise _no_room(because, "Play at one of them.")
        if not is_visitor:
            return
        own = Counter(plan.by for plan in plans.values())[str(by)]
        if own >= rules.tables_of_a_person:
            raise _no_room(f"you have opened {own} that are still open", "Play at one of them.")
        here = 0 if address is None else self._count_tables(address, plans)
        if here >= rules.tables_from_an_address:
            because = f"{here} were opened from your address and are still open"
            raise _no_room(because, "Play at one of them; an empty one ends by itself.")

    def table_rows(self, by: Person, name: str, address: str | None, at: int) -> list[Extra]:
        return _rows(TABLE, name, address, at) if by.office in VISITORS else []

    def _count_tables(self, address: str, plans: Mapping[str, Plan]) -> int:
        query = sa.select(arrivals.c.name)
        query = query.where(arrivals.c.kind == TABLE, arrivals.c.address == address)
        with self._ledger.reading() as connection:
            return sum(name in plans for name in connection.scalars(query))


def forget_table(name: str) -> sa.Delete:
    """A table that has ended counts no longer."""
    return arrivals.delete().where(arrivals.c.kind == TABLE, arrivals.c.name == name)


def _rows(kind: str, name: str, address: str | None, at: int) -> list[Extra]:
    if address is None:
        return []
    return [(arrivals, [{"kind": kind, "name": name, "address": address, "at": at}])]


def _no_room(because: str, instead: str) -> Refused:
    return Refused([Refusal((), "Another table", because, instead)])


def is_of_a_visitor(plan: Plan) -> bool:
    """Whether a visitor opened a table."""
    return plan.by.partition(":")[0] in VISITORS


class EmptyTables:
    """Since when nobody has sat at the tables of visitors, by the clock of the house."""

    def __init__(self, kept_ms: int) -> None:
        self._kept_ms = kept_ms
        self._since: dict[str, int] = {}
        self._next_look = 0

    def list_expired(
        self, services: Mapping[str, TableService], plans: Mapping[str, Plan], now: int
    ) -> list[TableService]:
        """The tables that have been empty for too long; it looks once a second."""
        if not self._kept_ms or now < self._next_look:
            return []
        self._next_look = now + SECOND_MS
        empty = {
            name: service
            for name, service in services.items()
            if name in plans and is_of_a_visitor(plans[name]) and is_empty(service)
        }
        self._since = {name: self._since.get(name, now) for name in empty}
        return [empty[name] for name, since in self._since.items() if now - since >= self._kept_ms]


def is_empty(service: TableService) -> bool:
    return not service.state.seats and service.state.round is None
