"""Who is asking: a signed cookie, or a token. And how often an address may ask.

The cookie names a person and the generation of their password and office; a change of
either ends it. It is HttpOnly and SameSite=Strict, and a request that changes something
must come from this house's own pages.
"""

import secrets
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import Response
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.datastructures import Headers

from houseway.house.house import House
from houseway.house.offices import Forbidden, Office, Person
from houseway.house.people import Identity, NotLetIn
from houseway.rulebook import HousewayError

COOKIE = "houseway"
DAYS = 14
SAFE = {"GET", "HEAD", "OPTIONS"}


class TooMany(HousewayError):
    """Somebody asks more often than this house has time for."""


@dataclass(frozen=True)
class Door:
    """How this house lets people in."""

    secret: str
    secure: bool = False
    """Whether the cookie is for encrypted connections only."""

    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.secret, salt="session")

    def give_cookie(self, response: Response, found: Identity) -> None:
        session = secrets.token_urlsafe(16)
        text = self._signer().dumps([found.person.name, found.generation, session])
        age = DAYS * 24 * 3600
        response.set_cookie(
            COOKIE, text, max_age=age, httponly=True, samesite="strict", secure=self.secure
        )

    def take_cookie(self, response: Response) -> None:
        response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=self.secure)

    def identity(self, house: House, headers: Headers, cookies: dict[str, str]) -> Identity:
        """Who sent these headers; raises if nobody was let in."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and token:
            return house.people.by_token(token.strip())
        return house.people.by_session(*self._read(cookies))

    def end_session(self, house: House, cookies: dict[str, str]) -> None:
        """What a cookie says is over, for every copy of it; none is no fault."""
        with suppress(NotLetIn):
            session = self._read(cookies)
            found = house.people.by_session(*session)
            house.people.end_session(found.person, session[2])

    def _read(self, cookies: dict[str, str]) -> tuple[str, int, str]:
        text = cookies.get(COOKIE)
        if not text:
            raise NotLetIn("Log in first, or come in as a guest.")
        try:
            name, generation, session = self._signer().loads(text, max_age=DAYS * 24 * 3600)
        except (BadSignature, ValueError, TypeError):
            raise NotLetIn("This session is over. Log in again.") from None
        return name, generation, session


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from this house's own pages, or from a program."""
    origin = headers.get("origin")
    if origin is None:
        return True
    _, _, host = origin.partition("://")
    return host == headers.get("host")


class Patience:
    """How often an address may do something: a bucket that fills again with time."""

    def __init__(self, most: int, per_second: float) -> None:
        self.most, self.per_second = most, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        with self._lock:
            left, at = self._left.pop(who, (float(self.most), now))
            left = min(self.most, left + (now - at) * self.per_second)
            self._left[who] = (left - 1 if left >= 1 else left, now)
            while len(self._left) > 10_000:
                self._left.popitem(last=False)
        return left >= 1


def house_of(request: Request) -> House:
    found: House = request.app.state.house
    return found


def person_of(request: Request) -> Person:
    """The person who asks. A request that changes something must be from our own pages."""
    must_be_ours(request)
    door: Door = request.app.state.door
    found = door.identity(house_of(request), request.headers, dict(request.cookies))
    return found.person


def must_be_ours(request: Request) -> None:
    if request.method not in SAFE and not same_origin(request.headers):
        raise Forbidden("This request comes from another site.")


def anybody(request: Request) -> Person | None:
    """Who asks for a page, if somebody was let in."""
    try:
        return person_of(request)
    except NotLetIn:
        return None


def must_be(person: Person, *offices: Office) -> None:
    if person.office not in offices:
        allowed = ", ".join(sorted(offices))
        raise Forbidden(f"This is not for the {person.office}: it is for {allowed}.")


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def is_this_machine(request: Request) -> bool:
    """Whether a request comes from this machine itself, and not through a proxy that runs on it."""
    passed_on = any(name in request.headers for name in ("forwarded", "x-forwarded-for"))
    return not passed_on and request.client is not None and is_loopback(request.client.host)


def address(request: Any) -> str:
    """Where a request comes from. Who has an IPv6 address has a whole network of them."""
    host = request.client.host if request.client else "nowhere"
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv6Address) and not found.ipv4_mapped:
        return str(IPv6Address(int(found) >> 64 << 64))
    return host


TheHouse = Annotated[House, Depends(house_of)]
ThePerson = Annotated[Person, Depends(person_of)]
