"""Access: the person behind a request, and the offices that may send it."""

from ipaddress import ip_address
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from houseway.house.house import House
from houseway.house.offices import Forbidden, Office, Person
from houseway.house.people import NotAuthenticated
from houseway.web.auth.sessions import same_origin
from houseway.web.services import services_of

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
FORWARDING = (
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
)
"""Headers that only a proxy adds."""


def house_of(request: Request) -> House:
    return services_of(request).house


def person_of(request: Request) -> Person:
    """The authenticated person. A request that changes something must be from our own pages."""
    refuse_foreign_origin(request)
    services = services_of(request)
    cookies = dict(request.cookies)
    return services.cookies.identity(services.house, request.headers, cookies).person


def refuse_foreign_origin(request: Request) -> None:
    secure = services_of(request).cookies.secure
    if request.method in SAFE_METHODS or same_origin(request, secure=secure):
        return
    words = "This request comes from another site."
    if secure and request.headers["origin"].startswith("http://"):
        words += " This house is for encrypted connections only: open it with https."
    raise Forbidden(words)


def visitor_of(request: Request) -> Person | None:
    """The person who opens a page, or None for a visitor who is not logged in."""
    try:
        return person_of(request)
    except NotAuthenticated:
        return None


def require_office(person: Person, *offices: Office) -> None:
    if person.office not in offices:
        allowed = ", ".join(sorted(offices))
        raise Forbidden(f"This is not for the {person.office}: it is for {allowed}.")


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def is_forwarded(connection: HTTPConnection) -> bool:
    """Whether a request came through a proxy."""
    return any(name in connection.headers for name in FORWARDING)


def is_this_machine(request: Request) -> bool:
    """Whether a request comes from this machine itself, and not through a proxy that runs on it."""
    return (
        not is_forwarded(request)
        and request.client is not None
        and is_loopback(request.client.host)
    )


TheHouse = Annotated[House, Depends(house_of)]
ThePerson = Annotated[Person, Depends(person_of)]
TheVisitor = Annotated[Person | None, Depends(visitor_of)]
