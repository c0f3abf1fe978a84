"""What the house's own record says of people and tokens: offices, passwords, what is valid.

The house reads rows of people and tokens because they are quick to find. What they may say is on
the chained record: every change of a person and every token that was issued or revoked. A digest
stands there for each secret. Facts of older programs had no digests; what was not on record then
is adopted, once for each row, by a fact of its own.
"""

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

Fact = dict[str, Any]
ADOPTED = "books_adopted"
EXACT = 2
"""From this version of a fact on, the rows written with it bear the time of its record."""
UNKNOWN = "?"
"""Stands for the digest of a password that an older program did not put on record."""
ENDED = "a session that was ended"
"""The label of a row that marks no token but a session that is over."""


def known_as(name: str) -> str:
    """The form in which two names that look alike are the same."""
    folded = unicodedata.normalize("NFKC", name).strip().casefold()
    return unicodedata.normalize("NFKC", folded)


def digest_password(stored: str | None) -> str | None:
    """The digest of a password's argon2 hash, for the record; it tells nothing of the password."""
    return None if stored is None else hashlib.sha256(stored.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Standing:
    """A person by the record."""

    office: str
    password: str | None
    """The digest of the password's hash; None without a password."""
    generation: int
    since: int | None
    """None where an older program noted another time in the row than in the record."""


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A token by the record, or a session that was ended."""

    person: str
    label: str
    since: int
    expires: int


@dataclass
class Register:
    """The people and the tokens of a house, fact by fact."""

    keeps_guests: bool = True
    """Whether it keeps guests too: they have no password and no power, and there may be many."""
    people: dict[str, Standing] = field(default_factory=dict)
    tokens: dict[str, IssuedToken] = field(default_factory=dict)
    """By digest: those that were not revoked, and the sessions that were ended."""
    unnamed: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many tokens with each owner and label an older program issued without a digest."""

    def note(self, fact: Fact, at: int) -> None:
        """Takes one fact of the house's own record into account."""
        match fact["type"]:
            case "person_added":
                self._add_person(fact, at)
            case "person_changed" | "person_closed":
                self._change_person(fact)
            case "token_made" | "logged_out":
                self._add_token(fact, at)
            case "token_ended":
                self._end_token(fact)
            case "tokens_ended":
                self._end_tokens(_actor(fact), but_sessions=True)
            case "books_adopted":
                self._adopt(fact)

    def _add_person(self, fact: Fact, at: int) -> None:
        if fact["office"] == "guest" and not self.keeps_guests:
            return
        password = fact.get("password", UNKNOWN)
        since = at if fact["v"] >= EXACT else None
        self.people[fact["name"]] = Standing(fact["office"], password, 0, since)

    def _change_person(self, fact: Fact) -> None:
        name = fact["name"]
        # A guest who was not kept gets a standing with the first change.
        before = self.people.get(name, Standing("guest", None, 0, None))
        password = before.password
        if fact["type"] == "person_closed":
            password = None
        elif fact.get("new_password"):
            password = fact.get("password", UNKNOWN)
        standing = replace(before, office=fact["office"], password=password)
        self.people[name] = replace(standing, generation=before.generation + 1)
        self._end_tokens(name)

    def _add_token(self, fact: Fact, at: int) -> None:
        person = _actor(fact)
        label = ENDED if fact["type"] == "logged_out" else fact["label"]
        if "digest" in fact:
            self.tokens[fact["digest"]] = IssuedToken(person, label, at, fact["expires"])
        else:
            self.unnamed[person, label] += 1

    def _end_token(self, fact: Fact) -> None:
        person, mark = _actor(fact), fact["mark"]
        mine = {digest for digest, token in self.tokens.items() if token.person == person}
        ended = {digest for digest in mine if digest.startswith(mark)}
        for digest in ended:
            del self.tokens[digest]
        if not ended:
            self.unnamed[person, fact["label"]] -= 1

    def _end_tokens(self, person: str, *, but_sessions: bool = False) -> None:
        for digest, token in list(self.tokens.items()):
            if token.person == person and not (but_sessions and token.label == ENDED):
                del self.tokens[digest]
        for owner, label in list(self.unnamed):
            if owner == person and not (but_sessions and label == ENDED):
                del self.unnamed[owner, label]

    def _adopt(self, fact: Fact) -> None:
        """Takes over rows of an older program, and none that the record knew already."""
        for name, password in fact["people"].items():
            before = self.people.get(name)
            if before is not None and before.password == UNKNOWN:
                self.people[name] = replace(before, password=password)
        for digest, person, label, since, expires in fact["tokens"]:
            if self.unnamed[person, label] > 0:
                self.unnamed[person, label] -= 1
                self.tokens[digest] = IssuedToken(person, label, since, expires)

    # --- rows beside the record

    def person_faults(self, row: Any) -> Iterable[str]:
        """What is wrong with the row of a person, by the record."""
        standing = self.people.get(row.name)
        if standing is None:
            yield f"{row.name} is in the books as {row.office}, and nobody added them"
            return
        if row.office != standing.office:
            yield f"{row.name} is in the books as {row.office}, and was made {standing.office}"
        if standing.password not in {UNKNOWN, digest_password(row.password)}:
            yield f"{row.name} has a password that was not set by the house"
        if row.generation != standing.generation:
            generations = f"{row.generation}, and by the record {standing.generation}"
            yield f"{row.name}'s credentials were changed {generations} times"
        if row.known_as != known_as(row.name):
            yield f"{row.name} is to be found as {row.known_as}, which is another name"
        if standing.since not in {None, row.since}:
            yield f"{row.name} is in the books with another day of arrival than on record"

    def token_faults(self, row: Any) -> Iterable[str]:
        """What is wrong with the row of a token, by the record."""
        issued, mark = self.tokens.get(row.digest), f"token {row.digest[:16]} of {row.person}"
        if issued is None:
            if self.unnamed[row.person, row.label] <= 0:
                yield f"{mark} is in the books, and was never issued, or was revoked"
        elif issued != IssuedToken(row.person, row.label, row.since, row.expires):
            yield f"{mark} has another owner, label or time in the books than on record"


def _actor(fact: Fact) -> str:
    """The name of the person who acted: `office:name` is how a fact puts it."""
    return str(fact["by"]).partition(":")[2]
