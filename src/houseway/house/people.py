"""People: names, offices, passwords, tokens. Nothing secret is stored or logged in the clear.

A password is kept as its argon2 hash, a token as its SHA-256. Wrong passwords are counted by name
and origin (see `login_tries.py`). A change of password or office ends every session
that was begun before, because its generation is over, and every token.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.house.clocks import DEALER
from houseway.house.credentials import Credentials
from houseway.house.log import Deed, HouseLog
from houseway.house.login_tries import LoginTries, Try, forget_tries
from houseway.house.offices import Forbidden, NotFound, Office, Person
from houseway.house.passwords import Passwords, check_password
from houseway.ledger.errors import Conflict
from houseway.ledger.index import Rows
from houseway.ledger.register import ENDED, digest_password, known_as
from houseway.ledger.schema import people, tokens
from houseway.ledger.writer import Extra
from houseway.rulebook import HousewayError, Malformed

SECOND = 1_000_000
DAY = 24 * 3600 * SECOND
WRONG = (
    "Name and password do not belong together. After five wrong passwords nobody can log in "
    "with that name from here for 15 minutes."
)
"""The same words for every name, known or not, locked or not."""
MOST_NAME = 40
HERE = "here"
"""The origin of a try that came over no network."""
NOBODY = ""
"""Stands for all names that are not known, so that trying one leaves as much behind as another."""
TOKEN_DAYS = 90
__all__ = ["DAY", "Identity", "KnownToken", "NotAuthenticated", "People", "known_as"]
MARK = 16
"""How many letters of its digest mark a token."""


class NotAuthenticated(HousewayError):
    """A name and a password, or a token, that do not belong together."""

    def __init__(self, words: str, reason: str = "") -> None:
        super().__init__(words)
        self.reason = reason
        """For the log only: the words are the same whatever the reason."""


@dataclass(frozen=True)
class Identity:
    """A person who is logged in, and the generation of the credentials."""

    person: Person
    generation: int


@dataclass(frozen=True)
class KnownToken:
    """A token as its owner may see it: the secret itself is shown once and never again."""

    mark: str
    """The first letters of its digest."""
    label: str
    since: int
    expires: int


def check_name(name: str) -> None:
    plain = name.strip() == name and name.isprintable() and 1 <= len(name) <= MOST_NAME
    if not plain or name.startswith("@") or set(":/") & set(name) or not name.strip("."):
        words = f"A name has 1 to {MOST_NAME} letters, no colon and no slash"
        raise Malformed(f"{words}; {name[:60]!r} is none.")
    if known_as(name) == known_as(DEALER.name):
        # Records name the house's own dealer so, and rounds are assigned by these names.
        raise Malformed(f"{name} is what records call the house itself. Choose another name.")


class People:
    """The people whom the house knows."""

    def __init__(self, log: HouseLog) -> None:
        self.ledger, self.log, self.clock = log.ledger, log, log.clock
        self._passwords = Passwords()
        self._tries = LoginTries(log.ledger)
        self.credentials = Credentials(log)
        self.watchers: list[Callable[[str], None]] = []
        """Called with the name of everybody whose office or password has changed."""

    # --- finding people

    def find(self, name: str) -> Identity | None:
        row = self._row(name)
        return None if row is None else _identity(row)

    def by_session(self, name: str, generation: int, session: str) -> Identity:
        """The owner of a session of this generation that was not ended."""
        query = sa.select(people, tokens.c.digest.label("ended"))
        query = query.outerjoin(tokens, tokens.c.digest == _digest(session))
        query = query.where(people.c.name == name)
        row = self.credentials.trusted_person(lambda: self._first(query))
        if row is None or row.generation != generation or row.ended is not None:
            raise NotAuthenticated("This session is over. Log in again.")
        return _identity(row)

    def end_session(self, person: Person, session: str) -> None:
        """Ends a session for good, also for anybody who kept a copy of the cookie."""
        # It has expired already, so that it is no valid token.
        facts = {"digest": _digest(session), "expires": 0}
        with suppress(Conflict):  # it was ended before
            self.log.write("logged_out", str(person), facts, _token_rows(person, ENDED, facts))
        self._inform_watchers(person.name)

    def everybody(self) -> list[Person]:
        query = sa.select(people.c.name, people.c.office).order_by(people.c.name)
        with self.ledger.reading() as connection:
            return [Person(row.name, Office(row.office)) for row in connection.execute(query)]

    def has_administrator(self) -> bool:
        return bool(self._administrators())

    def _administrators(self) -> Sequence[str]:
        query = sa.select(people.c.name).where(people.c.office == Office.ADMINISTRATOR.value)
        with self.ledger.reading() as connection:
            names = connection.scalars(query).all()
        return [name for name in names if self.credentials.has_office(name, Office.ADMINISTRATOR)]

    def guests_since(self, at: int) -> int:
        """How many guests have come since then."""
        query = sa.select(sa.func.count()).select_from(people)
        query = query.where(people.c.office == Office.GUEST.value, people.c.since >= at)
        with self.ledger.reading() as connection:
            return int(connection.scalar(query) or 0)

    def _row(self, name: str) -> Any:
        if "\x00" in name:
            return None  # not every store can look for it
        query = sa.select(people).where(people.c.known_as == known_as(name))
        return self.credentials.trusted_person(lambda: self._first(query))

    def _first(self, query: sa.Select[Any]) -> Any:
        with self.ledger.reading() as connection:
            return connection.execute(query).first()

    # --- adding and changing people

    def add(  # noqa: PLR0913  # who adds whom, and what is checked and written with it
        self,
        by: str,
        name: str,
        office: Office,
        password: str | None,
        *,
        check: Callable[[], None] | None = None,
        extra: Callable[[int], Iterable[Extra]] = lambda _at: (),
    ) -> Person:
        """Adds a person; a guest needs no password and cannot come back with one."""
        check_name(name)
        if password is not None:
            check_password(password)
        elif office is not Office.GUEST:
            raise Malformed(f"A {office} needs a password.")
        stored = self._passwords.hash(password) if password else None
        facts = {"name": name, "office": office.value, "password": digest_password(stored)}
        row = {
            **facts,
            "known_as": known_as(name),
            "password": stored,
            "failures": 0,
            "locked_until": 0,
            "generation": 0,
        }
        try:
            self.log.write(
                "person_added",
                by,
                facts,
                lambda at: [(people, [{**row, "since": at}]), *extra(at)],
                check,
            )
        except Conflict:
            raise Malformed(f"There is somebody called {name} already.") from None
        return Person(name, office)

    def guest(
        self,
        check: Callable[[], None] | None = None,
        extra: Callable[[str, int], Iterable[Extra]] = lambda _name, _at: (),
    ) -> Person:
        """Adds a guest."""
        name = f"guest-{secrets.token_hex(4)}"
        return self.add(
            "door", name, Office.GUEST, None, check=check, extra=lambda at: extra(name, at)
        )

    def hash_password(self, password: str) -> str:
        """The hash of a password that is fit to be one."""
        check_password(password)
        return self._passwords.hash(password)

    def change(
        self, by: str, name: str, office: Office | None = None, password: str | None = None
    ) -> Person:
        """Changes an office or password; sessions begun with the old one end."""
        self._existing(name)
        digest = None if password is None else self.hash_password(password)
        return self.change_to(by, name, office, digest)

    def change_to(
        self,
        by: str,
        name: str,
        office: Office | None,
        digest: str | None,
        deed: Deed | None = None,
    ) -> Person:
        """The same, with the hash of the password."""
        person = self._existing(name)
        if office is None and digest is None:
            raise Malformed("Say what changes: the office, the password, or both.")
        changes: dict[str, Any] = {}
        if office is not None:
            changes["office"] = office.value
            person = Person(person.name, office)
        facts: dict[str, Any] = {"new_password": digest is not None}
        if digest is not None:
            changes["password"] = digest
            facts["password"] = digest_password(digest)
        self._replace_credentials("person_changed", by, person, changes, deed, **facts)
        return person

    def close(self, by: str, name: str) -> None:
        """Closes an account: nobody can log in with it; its acts stay on record."""
        person = Person(self._existing(name).name, Office.GUEST)
        changes = {"office": Office.GUEST.value, "password": None}
        self._replace_credentials("person_closed", by, person, changes)

    def _existing(self, name: str) -> Person:
        identity = self.find(name)
        if identity is None:
            raise NotFound(f"There is nobody called {name}.")
        return identity.person

    def _replace_credentials(
        self,
        kind: str,
        by: str,
        person: Person,
        changes: dict[str, Any],
        deed: Deed | None = None,
        **facts: Any,
    ) -> None:
        """Changes the row of a person, and ends every session and token of before."""
        # Counted in the store itself: two changes at once end all sessions before either.
        changes = {**changes, "generation": people.c.generation + 1}
        name, office = person.name, person.office
        extra = (
            people.update().where(people.c.name == name).values(**changes),
            tokens.delete().where(tokens.c.person == name),
            forget_tries(known_as(name)),
        )
        self.log.write(
            kind,
            by,
            {"name": name, "office": office.value, **facts},
            extra,
            check=lambda: self._keep_an_administrator(name, office),
            deed=deed,
        )
        self._inform_watchers(name)

    def _keep_an_administrator(self, name: str, office: Office) -> None:
        """Refuses to remove the last administrator: nobody could add another."""
        if office is not Office.ADMINISTRATOR and self._administrators() == [name]:
            raise Malformed(f"{name} is the only administrator. Make somebody else one first.")

    def _inform_watchers(self, name: str) -> None:
        for watcher in self.watchers:
            watcher(name)

    # --- authentication

    def authenticate(
        self, name: str, password: str, origin: str = HERE, *, known: bool = False
    ) -> Identity:
        """The owner of a name and password. Wrong and unknown names get the same answer.

        `origin` is the address that the try comes from, or a device; `known` says that the person
        has logged in on this device before.
        """
        row = self._row(name)
        # A name that is not known, or is locked, takes as long as one that is known.
        has_password = row is not None and row.password is not None
        counted_as = known_as(row.name) if has_password else NOBODY
        with self._tries.gate(counted_as, origin):
            attempt = self._tries.begin(counted_as, origin, self.clock(), known=known)
            digest = row.password if has_password else self._passwords.decoy
            is_right = self._passwords.verify(digest, password) and has_password
            if is_right and attempt.may_go_on:
                self._tries.succeed(counted_as, origin, self.clock())
                return _identity(row)
        if has_password:
            self._record_failure(row.name, attempt)
        raise NotAuthenticated(WRONG, _explain_failure(row, attempt))

    def _record_failure(self, name: str, attempt: Try) -> None:
        if attempt.locks:
            self.log.write("name_locked", "door", {"name": name})
        if attempt.slows:
            self.log.write("name_slowed_down", "door", {"name": name})

    # --- tokens

    def new_token(self, person: Person, label: str, days: int = TOKEN_DAYS) -> str:
        """A token for a program of this person. It is shown once, and only its digest is kept."""
        if person.office is Office.GUEST:
            raise Forbidden("A guest has no tokens.")
        if not 1 <= days <= 3_650 or not label.isprintable() or not 1 <= len(label) <= 100:
            raise Malformed("A token lasts 1 to 3,650 days and has a short label.")
        if label == ENDED:
            raise Malformed("A token cannot be called that.")
        token, now = f"hw_{secrets.token_urlsafe(32)}", self.clock()
        facts = {"label": label, "digest": _digest(token), "expires": now + days * DAY}
        self.log.write("token_made", str(person), facts, _token_rows(person, label, facts))
        return token

    def by_token(self, token: str) -> Identity:
        query = sa.select(tokens).where(
            tokens.c.digest == _digest(token), tokens.c.expires > self.clock()
        )
        row = self.credentials.trusted_token(lambda: self._first(query))
        identity = None if row is None else self.find(row.person)
        if identity is None:
            raise NotAuthenticated("This token is not known, or no longer.")
        return identity

    def tokens_of(self, person: Person) -> list[KnownToken]:
        """The valid tokens of a person, the newest first."""
        query = sa.select(tokens).where(*_mine(person), tokens.c.expires > self.clock())
        with self.ledger.reading() as connection:
            rows = connection.execute(query.order_by(tokens.c.since.desc(), tokens.c.digest))
            return [
                KnownToken(row.digest[:MARK], row.label, row.since, row.expires) for row in rows
            ]

    def end_token(self, person: Person, mark: str) -> None:
        """Revokes one token; the others stay."""
        token = next((token for token in self.tokens_of(person) if token.mark == mark), None)
        if token is None:
            raise NotFound(f"No token of yours is marked {mark!r}.")
        delete = tokens.delete().where(*_mine(person), tokens.c.digest.startswith(mark))
        self.log.write("token_ended", str(person), {"mark": mark, "label": token.label}, [delete])
        self._inform_watchers(person.name)

    def end_tokens(self, person: Person) -> None:
        """Revokes all tokens; sessions that came in with one of them are checked at once."""
        delete = tokens.delete().where(*_mine(person))
        self.log.write("tokens_ended", str(person), {}, [delete])
        self._inform_watchers(person.name)


def _explain_failure(row: Any, attempt: Try) -> str:
    """Why a name and a password were refused, for the log."""
    if row is None:
        return "nobody has this name"
    if row.password is None:
        return "this account has no password"
    return "wrong password" if attempt.may_go_on else "too many wrong passwords before"


def _token_rows(person: Person, label: str, facts: dict[str, Any]) -> Callable[[int], Rows]:
    """The row of a token whose digest and end are on record; it begins when it is recorded."""
    row = {**facts, "person": person.name, "label": label}
    return lambda at: [(tokens, [{**row, "since": at}])]


def _mine(person: Person) -> tuple[sa.ColumnElement[bool], ...]:
    """The rows that are tokens of this person, and not sessions that were ended."""
    return tokens.c.person == person.name, tokens.c.label != ENDED


def _identity(row: Any) -> Identity:
    return Identity(Person(row.name, Office(row.office)), row.generation)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
