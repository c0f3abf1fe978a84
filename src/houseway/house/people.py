"""People: names, offices, passwords, tokens. Nothing secret is stored or logged in the clear.

A password is kept as its argon2 hash, a token as its SHA-256. After five wrong passwords a
name is locked for a while, whoever asks. A change of password or office ends every session
that was begun before, because its generation is over, and every token.
"""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.house.clocks import DEALER
from houseway.house.log import HouseLog
from houseway.house.offices import Forbidden, NotFound, Office, Person
from houseway.house.passwords import MOST_PASSWORD, Passwords
from houseway.ledger.errors import Conflict, StoreBusy
from houseway.ledger.schema import people, tokens
from houseway.rulebook import HousewayError, Malformed

SECOND = 1_000_000
DAY = 24 * 3600 * SECOND
TRIES_A_LOCK = 5
LOCKED_FOR = 15 * 60 * SECOND
WRONG = (
    "Name and password do not belong together. After five wrong passwords a name is locked "
    "for 15 minutes."
)
"""The same words for every name, known or not, locked or not."""
LEAST_PASSWORD, MOST_NAME = 10, 40
TOKEN_DAYS = 90
MARK = 16
"""How many letters of its digest mark a token."""
ENDED = "a session that was ended"


class NotAuthenticated(HousewayError):
    """A name and a password, or a token, that do not belong together."""


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


def known_as(name: str) -> str:
    """The form in which two names that look alike are the same."""
    folded = unicodedata.normalize("NFKC", name).strip().casefold()
    return unicodedata.normalize("NFKC", folded)


def check_name(name: str) -> None:
    plain = name.strip() == name and name.isprintable() and 1 <= len(name) <= MOST_NAME
    if not plain or name.startswith("@") or set(":/") & set(name) or not name.strip("."):
        words = f"A name has 1 to {MOST_NAME} letters, no colon and no slash"
        raise Malformed(f"{words}; {name[:60]!r} is none.")
    if known_as(name) == known_as(DEALER.name):
        # Records name the house's own dealer so, and rounds are assigned by these names.
        raise Malformed(f"{name} is what records call the house itself. Choose another name.")


def check_password(password: str) -> None:
    if len(password) > MOST_PASSWORD or len(password.strip()) < LEAST_PASSWORD:
        raise Malformed(
            f"A password has at least {LEAST_PASSWORD} letters, and at most {MOST_PASSWORD:,}; "
            "spaces before and after are not counted."
        )


class People:
    """The people whom the house knows."""

    def __init__(self, log: HouseLog) -> None:
        self.ledger, self.log, self.clock = log.ledger, log, log.clock
        self._passwords = Passwords()
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
        with self.ledger.reading() as connection:
            row = connection.execute(query.where(people.c.name == name)).first()
        if row is None or row.generation != generation or row.ended is not None:
            raise NotAuthenticated("This session is over. Log in again.")
        return _identity(row)

    def end_session(self, person: Person, session: str) -> None:
        """Ends a session for good, also for anybody who kept a copy of the cookie."""
        # It has expired already, so that it is no valid token.
        row = _token_row(person, session, ENDED, since=self.clock(), expires=0)
        with suppress(Conflict):  # it was ended before
            self.log.write("logged_out", str(person), {}, [(tokens, [row])])
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
            return connection.scalars(query).all()

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
        with self.ledger.reading() as connection:
            return connection.execute(query).first()

    # --- adding and changing people

    def add(self, by: str, name: str, office: Office, password: str | None) -> Person:
        """Adds a person; a guest needs no password and cannot come back with one."""
        check_name(name)
        if password is not None:
            check_password(password)
        elif office is not Office.GUEST:
            raise Malformed(f"A {office} needs a password.")
        facts = {"name": name, "office": office.value}
        row = {
            **facts,
            "known_as": known_as(name),
            "since": self.clock(),
            "password": self._passwords.hash(password) if password else None,
            "failures": 0,
            "locked_until": 0,
            "generation": 0,
        }
        try:
            self.log.write("person_added", by, facts, [(people, [row])])
        except Conflict:
            raise Malformed(f"There is somebody called {name} already.") from None
        return Person(name, office)

    def guest(self) -> Person:
        """Adds a guest."""
        return self.add("door", f"guest-{secrets.token_hex(4)}", Office.GUEST, None)

    def change(
        self, by: str, name: str, office: Office | None = None, password: str | None = None
    ) -> Person:
        """Changes an office or password; sessions begun with the old one end."""
        person = self._existing(name)
        if office is None and password is None:
            raise Malformed("Say what changes: the office, the password, or both.")
        changes: dict[str, Any] = {"failures": 0, "locked_until": 0}
        if office is not None:
            changes["office"] = office.value
            person = Person(person.name, office)
        if password is not None:
            check_password(password)
            changes["password"] = self._passwords.hash(password)
        has_new = password is not None
        self._replace_credentials("person_changed", by, person, changes, new_password=has_new)
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
        self, kind: str, by: str, person: Person, changes: dict[str, Any], **facts: bool
    ) -> None:
        """Changes the row of a person, and ends every session and token of before."""
        # Counted in the store itself: two changes at once end all sessions before either.
        changes = {**changes, "generation": people.c.generation + 1}
        name, office = person.name, person.office
        extra = (
            people.update().where(people.c.name == name).values(**changes),
            tokens.delete().where(tokens.c.person == name),
        )
        self.log.write(
            kind,
            by,
            {"name": name, "office": office.value, **facts},
            extra,
            check=lambda: self._keep_an_administrator(name, office),
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

    def authenticate(self, name: str, password: str) -> Identity:
        """The owner of a name and password. Wrong and unknown names get the same answer."""
        row, now = self._row(name), self.clock()
        # A name that is not known, or is locked, takes as long as one that is known.
        has_password = row is not None and row.password is not None
        digest = row.password if has_password else self._passwords.decoy
        is_right = self._passwords.verify(digest, password) and has_password
        is_locked = row is not None and row.locked_until > now
        if not is_right or is_locked:
            if row is not None and not is_locked:
                self._count_failure(row.name, now)
            raise NotAuthenticated(WRONG)
        if row.failures:
            with self._writing() as connection:
                update = people.update().where(people.c.name == row.name)
                connection.execute(update.values(failures=0))
        return _identity(row)

    def _count_failure(self, name: str, now: int) -> None:
        """Counts in the store itself, so that many at once are counted too."""
        update = people.update().where(people.c.name == name)
        with self._writing() as connection:
            connection.execute(update.values(failures=people.c.failures + 1))
            query = sa.select(people.c.failures).where(people.c.name == name)
            count = connection.scalar(query) or 0
        if count >= TRIES_A_LOCK:
            change = update.values(failures=0, locked_until=now + LOCKED_FOR)
            self.log.write("name_locked", "door", {"name": name}, [change])

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        try:
            with self.ledger.engine.execution_options(writes=True).begin() as connection:
                yield connection
        except sa.exc.DBAPIError as error:
            raise StoreBusy("The store cannot be written to now. Try again.") from error

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
        row = _token_row(person, token, label, since=now, expires=now + days * DAY)
        self.log.write("token_made", str(person), {"label": label}, [(tokens, [row])])
        return token

    def by_token(self, token: str) -> Identity:
        query = sa.select(tokens.c.person).where(
            tokens.c.digest == _digest(token), tokens.c.expires > self.clock()
        )
        with self.ledger.reading() as connection:
            name = connection.scalar(query)
        identity = None if name is None else self.find(name)
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


def _token_row(person: Person, token: str, label: str, **times: int) -> dict[str, Any]:
    return {"digest": _digest(token), "person": person.name, "label": label, **times}


def _mine(person: Person) -> tuple[sa.ColumnElement[bool], ...]:
    """The rows that are tokens of this person, and not sessions that were ended."""
    return tokens.c.person == person.name, tokens.c.label != ENDED


def _identity(row: Any) -> Identity:
    return Identity(Person(row.name, Office(row.office)), row.generation)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
