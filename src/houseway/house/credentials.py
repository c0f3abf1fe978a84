"""Rows of people and tokens, trusted only where the house's own record says the same.

Whoever can write to the store could add an administrator, another password or a token. Each row
that somebody comes in with is compared with what the chained record says of it. The record is
kept in memory as far as it was read, so that nothing is read for a row that fits.
"""

import logging
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from houseway.house.log import HouseLog
from houseway.house.offices import Office
from houseway.ledger.register import ADOPTED, ENDED, UNKNOWN, Register, digest_password, known_as
from houseway.ledger.schema import people, tokens

LOOKS = 3
"""How often a row is read again that does not fit: it may just have been changed."""
ADOPTED_AT_ONCE = 200
log = logging.getLogger("houseway")


class Credentials:
    def __init__(self, house_log: HouseLog) -> None:
        self.log = house_log
        self.register = Register(keeps_guests=False)
        house_log.follow(self.register.note)

    def trusted_person(self, read: Callable[[], Any]) -> Any:
        """The row of a person that `read` gives, or None where the record says otherwise."""
        return self._trusted(read, self._find_person_fault)

    def trusted_token(self, read: Callable[[], Any]) -> Any:
        """The row of a token that `read` gives, or None where the record does not know it."""
        self.log.read_on()  # it may have been revoked in another process
        return self._trusted(read, lambda row: next(iter(self.register.token_faults(row)), None))

    def has_office(self, name: str, office: Office) -> bool:
        """Whether a person has an office by the record."""
        self.log.read_on()
        standing = self.register.people.get(name)
        return standing is not None and standing.office == office.value

    def _trusted(self, read: Callable[[], Any], find_fault: Callable[[Any], str | None]) -> Any:
        fault: str | None = None
        for _ in range(LOOKS):
            row = read()
            fault = None if row is None else find_fault(row)
            if fault is None:
                return row
            self.log.read_on()
        log.error("a row was not let in", extra={"fields": {"fault": fault}})
        return None

    def _find_person_fault(self, row: Any) -> str | None:
        is_guest = row.office == Office.GUEST.value and row.password is None
        if is_guest and row.name not in self.register.people:
            # Guests are not kept in memory; they have no power that a row could give them.
            return None if row.known_as == known_as(row.name) else "a guest has another's name"
        return next(iter(self.register.person_faults(row)), None)

    # --- what an older program did not put on record

    def adopt(self) -> None:
        """Puts on record the passwords and tokens of an older program, each of them once."""
        self.log.read_on()
        unknown = {
            name for name, standing in self.register.people.items() if standing.password == UNKNOWN
        }
        unnamed = {owner for (owner, _), number in self.register.unnamed.items() if number > 0}
        if not unknown and not unnamed:
            return
        with self.log.ledger.reading() as connection:
            query = sa.select(people.c.name, people.c.password)
            passwords = {
                row.name: digest_password(row.password)
                for row in connection.execute(query)
                if row.name in unknown
            }
            columns = (tokens.c.digest, tokens.c.person, tokens.c.label)
            every = sa.select(*columns, tokens.c.since, tokens.c.expires)
            rows = [list(row) for row in connection.execute(every) if row.person in unnamed]
        names = sorted(passwords)
        for first in range(0, max(len(names), len(rows)), ADOPTED_AT_ONCE):
            portion = slice(first, first + ADOPTED_AT_ONCE)
            adopted = {name: passwords[name] for name in names[portion]}
            self.log.write(ADOPTED, "setup", {"people": adopted, "tokens": rows[portion]})
        self.log.read_on()


__all__ = ["ENDED", "Credentials", "known_as"]
