"""Passwords as argon2 hashes, few of which are made at once."""

import secrets
import threading
from functools import cached_property
from typing import Any

from houseway.rulebook import Malformed

HASHES_AT_ONCE = 4
"""Each hash takes 64 MiB on purpose; many logins at once must not take all memory."""
LEAST_PASSWORD, MOST_PASSWORD = 10, 1_000


def check_password(password: str) -> None:
    if len(password) > MOST_PASSWORD or len(password.strip()) < LEAST_PASSWORD:
        raise Malformed(
            f"A password has at least {LEAST_PASSWORD} letters, and at most {MOST_PASSWORD:,}; "
            "spaces before and after are not counted."
        )


def new_hasher() -> Any:
    from argon2 import PasswordHasher  # noqa: PLC0415  # only a house with people needs it

    return PasswordHasher()


class Passwords:
    """Makes and checks hashes for one house."""

    def __init__(self) -> None:
        self._turn = threading.BoundedSemaphore(HASHES_AT_ONCE)

    @cached_property
    def _hasher(self) -> Any:
        return new_hasher()

    @cached_property
    def decoy(self) -> str:
        """The hash of a password that nobody has, for names without one."""
        return self.hash(secrets.token_hex(16))

    def hash(self, password: str) -> str:
        with self._turn:
            digest: str = self._hasher.hash(password)
        return digest

    def verify(self, digest: str, password: str) -> bool:
        from argon2.exceptions import Argon2Error, InvalidHashError  # noqa: PLC0415

        try:
            with self._turn:
                return bool(self._hasher.verify(digest, password[:MOST_PASSWORD]))
        except (Argon2Error, InvalidHashError):
            return False
