"""Sessions: the signed cookie, the bearer token, and the check of a request's origin.

The cookie names a person and the generation of their password and office; a change of
either ends it. It is HttpOnly and SameSite=Strict, and a request that changes something
must come from this house's own pages.
"""

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass

from fastapi.responses import Response
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from houseway.house.house import House
from houseway.house.people import Identity, NotAuthenticated

COOKIE = "houseway"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""By this name a browser accepts the cookie only over an encrypted connection, from this host."""
DAYS = 14
ORIGIN = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[^/?#@\[\]:\s]+)(?::([0-9]{1,5}))?")
PORTS = {"http": "80", "https": "443"}


@dataclass(frozen=True)
class SessionCookies:
    """The signed cookie that carries a session."""

    secret: str
    secure: bool = False
    """Whether the cookie is for encrypted connections only."""

    @property
    def name(self) -> str:
        return SECURE_COOKIE if self.secure else COOKIE

    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.secret, salt="session")

    def give_cookie(self, response: Response, identity: Identity) -> None:
        session = secrets.token_urlsafe(16)
        text = self._signer().dumps([identity.person.name, identity.generation, session])
        age = DAYS * 24 * 3600
        response.set_cookie(
            self.name, text, max_age=age, httponly=True, samesite="strict", secure=self.secure
        )

    def take_cookie(self, response: Response) -> None:
        response.delete_cookie(self.name, httponly=True, samesite="strict", secure=self.secure)

    def identity(self, house: House, headers: Headers, cookies: dict[str, str]) -> Identity:
        """The sender of these headers; raises NotAuthenticated where nobody is logged in."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and token:
            return house.people.by_token(token.strip())
        return house.people.by_session(*self._read(cookies))

    def end_session(self, house: House, cookies: dict[str, str]) -> None:
        """Ends the session of a cookie, for every copy of it; without a session nothing happens."""
        with suppress(NotAuthenticated):
            session = self._read(cookies)
            identity = house.people.by_session(*session)
            house.people.end_session(identity.person, session[2])

    def _read(self, cookies: dict[str, str]) -> tuple[str, int, str]:
        text = cookies.get(self.name)
        if not text:
            raise NotAuthenticated("Log in first, or come in as a guest.")
        try:
            name, generation, session = self._signer().loads(text, max_age=DAYS * 24 * 3600)
        except (BadSignature, ValueError, TypeError):
            raise NotAuthenticated("This session is over. Log in again.") from None
        return name, generation, session


def same_origin(connection: HTTPConnection, *, secure: bool) -> bool:
    """Whether a request comes from this house's own pages, or from a program.

    Scheme, host and port must all be this house's. Where cookies are for encrypted connections
    only, so are the pages, whatever stands between the browser and this process.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    scheme = connection.scope["scheme"].replace("ws", "http")
    own = f"{'https' if secure else scheme}://{connection.headers.get('host', '')}"
    return _parse_origin(origin) is not None and _parse_origin(origin) == _parse_origin(own)


def _parse_origin(text: str) -> tuple[str, str, str] | None:
    """Scheme, host and port; None for what is no origin."""
    parts = ORIGIN.fullmatch(text.lower())
    return None if parts is None else (parts[1], parts[2], parts[3] or PORTS[parts[1]])
