"""The device cookie: a browser on which a person has logged in before is known by it.

It lets nobody in. Wrong passwords from a known device are counted by themselves, so that guesses of
strangers, even from the same address, do not slow its owner down (see `house/login_tries.py`).
"""

import secrets
from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import Response
from itsdangerous import BadSignature, URLSafeTimedSerializer

from houseway.house.people import known_as
from houseway.web.auth.rate_limits import client_address

COOKIE = "houseway_device"
DAYS = 90


@dataclass(frozen=True)
class Origin:
    """Where a password comes from."""

    place: str
    """The device, or the address."""
    known: bool


@dataclass(frozen=True)
class DeviceCookies:
    secret: str
    secure: bool = False

    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.secret, salt="device")

    def origin_of(self, request: Request, name: str) -> Origin:
        """The device on which this person has logged in before, or else the address."""
        try:
            text = request.cookies.get(COOKIE, "")
            owner, device = self._signer().loads(text, max_age=DAYS * 24 * 3600)
        except (BadSignature, ValueError, TypeError):
            owner, device = "", ""
        if owner and owner == known_as(name):
            return Origin(f"device {device}", known=True)
        return Origin(client_address(request), known=False)

    def give_cookie(self, request: Request, response: Response, name: str) -> None:
        """Makes this browser known as one of the person's, if it is not."""
        if self.origin_of(request, name).known:
            return
        text = self._signer().dumps([known_as(name), secrets.token_urlsafe(12)])
        age, secure = DAYS * 24 * 3600, self.secure
        response.set_cookie(
            COOKIE, text, max_age=age, httponly=True, samesite="strict", secure=secure, path="/api"
        )
