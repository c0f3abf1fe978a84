"""Wrong passwords, counted so that guessing is slow and nobody can be shut out by a stranger.

A try is counted as a failure in the store before its password is looked at, so that many at once
are counted too, in whichever process. Tries are counted by name and origin: the address they come
from, or the device on which the person has logged in before. After five failures an origin that
is not known to be the person's is locked for that name, and no other origin is. All such origins
together are slowed down for the name, longer with each failure. An origin from which the right
password has come before is never locked: its tries only become slower.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as insert_for_all

from houseway.ledger.errors import StoreBusy
from houseway.ledger.schema import login_tries
from houseway.ledger.store import Ledger

SECOND = 1_000_000
DAY = 24 * 3600 * SECOND
TRIES_A_LOCK = 5
LOCKED_FOR = 15 * 60 * SECOND
TRIES_OF_A_NAME = 20
"""How many failures from all strange origins together a name has before it is slowed down."""
LONGEST_FOR_KNOWN, LONGEST_FOR_NAME = 60 * SECOND, 300 * SECOND
KEPT_FOR = 90 * DAY
"""How long an origin stays known after the last try."""
EVERYWHERE = ""
"""Stands for all strange origins of a name together."""
GATES = 64

ADD = insert_for_all(login_tries).on_conflict_do_nothing()
"""Keeps a row that is there; SQLite reads this form too."""


@dataclass(frozen=True)
class Try:
    """A try that was counted, and what its failure means."""

    may_go_on: bool
    """Whether its password may be looked at."""
    locks: bool = False
    """Whether its failure locks the origin for this name."""
    slows: bool = False
    """Whether its failure begins to slow the name down."""


REFUSED = Try(may_go_on=False)


class LoginTries:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._gates = tuple(threading.Lock() for _ in range(GATES))

    def gate(self, name: str, origin: str) -> threading.Lock:
        """Held from counting a try until its outcome is known.

        So the right password, sent many times at once, is right every time.
        """
        return self._gates[hash((name, origin)) % GATES]

    def begin(self, name: str, origin: str, now: int, *, known: bool = False) -> Try:
        """Counts a try before its password is looked at; says whether it may be looked at."""
        with self._writing() as connection:
            connection.execute(_forget_old(now))
            connection.execute(ADD, [_new_row(name, origin), _new_row(name, EVERYWHERE)])
            # In one order, so that two tries at once cannot lock each other out.
            everywhere, own = (_read(connection, name, place) for place in (EVERYWHERE, origin))
            if known or own.known:
                return _begin_known(connection, own, now)
            return _begin_strange(connection, own, everywhere, now)

    def succeed(self, name: str, origin: str, now: int) -> None:
        """Takes back the failure that was counted, and remembers the origin as the person's."""
        with self._writing() as connection:
            # The rows may be gone: the password was changed at the same moment.
            connection.execute(ADD, [_new_row(name, origin), _new_row(name, EVERYWHERE)])
            everywhere, own = (_read(connection, name, place) for place in (EVERYWHERE, origin))
            if not own.known:
                _change(connection, everywhere, failures=max(0, everywhere.failures - 1), next_at=0)
            _change(connection, own, failures=0, next_at=0, at=now, known=True)

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        try:
            with self._ledger.engine.execution_options(writes=True).begin() as connection:
                yield connection
        except sa.exc.DBAPIError as error:
            raise StoreBusy("The store cannot be written to now. Try again.") from error


def forget_tries(name: str) -> sa.Delete:
    """A new password or office begins anew: no origin is known, and none is locked."""
    return login_tries.delete().where(login_tries.c.name == name)


def _begin_known(connection: sa.Connection, own: Any, now: int) -> Try:
    if own.next_at > now:
        return REFUSED
    failures = own.failures + 1
    delay = _delay(failures - TRIES_A_LOCK, LONGEST_FOR_KNOWN)
    _change(connection, own, failures=failures, next_at=now + delay, at=now, known=True)
    return Try(may_go_on=True)


def _begin_strange(connection: sa.Connection, own: Any, everywhere: Any, now: int) -> Try:
    if max(own.next_at, everywhere.next_at) > now:
        return REFUSED
    all_failures = everywhere.failures + 1
    delay = _delay(all_failures - TRIES_OF_A_NAME, LONGEST_FOR_NAME)
    _change(connection, everywhere, failures=all_failures, next_at=now + delay, at=now)
    locks = own.failures + 1 >= TRIES_A_LOCK
    next_at, failures = (now + LOCKED_FOR, 0) if locks else (0, own.failures + 1)
    _change(connection, own, failures=failures, next_at=next_at, at=now)
    return Try(may_go_on=True, locks=locks, slows=all_failures == TRIES_OF_A_NAME)


def _delay(failures_too_many: int, longest: int) -> int:
    """One second for the first failure too many, then twice as long for each."""
    return min(longest, SECOND << min(failures_too_many, 20)) if failures_too_many >= 0 else 0


def _new_row(name: str, origin: str) -> dict[str, Any]:
    return {"name": name, "origin": origin, "failures": 0, "next_at": 0, "at": 0, "known": False}


def _read(connection: sa.Connection, name: str, origin: str) -> Any:
    query = sa.select(login_tries).where(*_is(name, origin)).with_for_update()
    return connection.execute(query).one()


def _change(connection: sa.Connection, row: Any, **values: Any) -> None:
    connection.execute(login_tries.update().where(*_is(row.name, row.origin)).values(**values))


def _is(name: str, origin: str) -> tuple[sa.ColumnElement[bool], ...]:
    return login_tries.c.name == name, login_tries.c.origin == origin


def _forget_old(now: int) -> sa.Delete:
    """What happened long ago slows nobody down, and takes no room."""
    at, known = login_tries.c.at, login_tries.c.known
    is_old = sa.or_(at < now - KEPT_FOR, sa.and_(at < now - DAY, sa.not_(known)))
    return login_tries.delete().where(is_old)
