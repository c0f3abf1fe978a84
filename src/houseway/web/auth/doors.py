"""The doors of a house: how much one address has in progress, and where it may come from.

A house that listens on this machine alone is open without an administrator, and anybody may
play there. If a proxy on this machine lets others in, that is no longer so: a request that came
through a proxy, or by another name than this machine's, is refused until the house is set up
for it.
"""

import logging
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection

from houseway.web.api.problems import Problem, make_problem
from houseway.web.auth.access import is_forwarded, is_loopback
from houseway.web.auth.rate_limits import client_address

SET_UP = (
    "This house is open to the people of this machine only, and this request came from elsewhere: "
    "through a proxy, or under another name. To let others in, set HOUSEWAY_PROXY to the address "
    "of the proxy and HOUSEWAY_ADMIN_PASSWORD once, and start the house again. Guests can then "
    "play only with HOUSEWAY_PRACTICE=yes."
)
log = logging.getLogger("houseway.doors")


class Doors:
    """What comes in, counted by address."""

    def __init__(self, most: int, *, is_local_only: bool = False) -> None:
        self._most, self._is_local_only = most, is_local_only
        self._inside: Counter[str] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def enter(self, connection: HTTPConnection) -> Iterator[Problem | None]:
        """Counts a request or a socket while it lasts; yields why it is refused, if it is."""
        address = client_address(connection)
        reason = self._is_local_only and _comes_from_elsewhere(connection)
        if reason:
            fields = {"address": address, "reason": reason, "path": connection.scope["path"]}
            log.warning("a request from elsewhere was refused", extra={"fields": fields})
            yield make_problem(403, "not-set-up", SET_UP)
            return
        with self._lock:
            is_full = self._inside[address] >= self._most
            self._inside[address] += not is_full
        if is_full:
            words = f"{address} has {self._most} requests and sockets open already. Close some."
            yield make_problem(429, "too-many", words)
            return
        try:
            yield None
        finally:
            with self._lock:
                self._inside[address] -= 1
                if not self._inside[address]:
                    del self._inside[address]


def _comes_from_elsewhere(connection: HTTPConnection) -> str:
    """By what a request shows that it comes from another machine; "" if by nothing."""
    if is_forwarded(connection):
        return "it has a header that a proxy adds"
    host = re.sub(r":[0-9]*$", "", connection.headers.get("host", "localhost")).strip("[]")
    if not is_loopback(host.lower()):
        return "it is addressed to another name than this machine's own"
    return ""
