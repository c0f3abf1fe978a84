"""Rate limits: how often one address may do something."""

import threading
import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from typing import Any

from houseway.rulebook import HousewayError

MOST_CLIENTS = 10_000
LONGEST_WAIT = 3_600
"""Seconds; nobody is told to wait longer."""


class TooManyRequests(HousewayError):
    """A client exceeds its rate limit."""

    def __init__(self, words: str, retry_after: int = 1) -> None:
        super().__init__(words)
        self.retry_after = retry_after
        """Seconds after which it may be tried again."""


class RateLimiter:
    """A token bucket for each client: `burst` at once, refilled at `per_second`."""

    def __init__(self, burst: int, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allows(self, client: str) -> bool:
        """Takes one token of this client's bucket, if there is one."""
        now = time.monotonic()
        with self._lock:
            tokens, updated = self._buckets.pop(client, (float(self.burst), now))
            tokens = min(self.burst, tokens + (now - updated) * self.per_second)
            self._buckets[client] = (tokens - 1 if tokens >= 1 else tokens, now)
            while len(self._buckets) > MOST_CLIENTS:
                self._buckets.popitem(last=False)
        return tokens >= 1


class Budgets:
    """Seconds of work for each client: `burst` at once, refilled at `per_second`.

    What a piece of work costs is known only afterwards. So it is begun while anything is left,
    and charged when it is done; a debt is waited for.
    """

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait_for(self, client: str) -> int:
        """Whole seconds until this client has something left; 0 if it has."""
        with self._lock:
            left = self._refill(client)
        if left > 0:
            return 0
        if not self.per_second:
            return LONGEST_WAIT
        return min(LONGEST_WAIT, 1 + int(-left / self.per_second))

    def charge(self, client: str, seconds: float) -> None:
        with self._lock:
            left = self._refill(client) - seconds
            self._left[client] = (left, time.monotonic())

    def _refill(self, client: str) -> float:
        now = time.monotonic()
        left, updated = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - updated) * self.per_second)
        self._left[client] = (left, now)
        while len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return left


def client_address(request: Any) -> str:
    """The address to limit. An IPv6 client owns a whole /64 network, so that is what counts."""
    return network_of(request.client.host if request.client else "nowhere")


def network_of(host: str) -> str:
    """The network that counts as one client."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(IPv6Address(int(address) >> 64 << 64))
    return host
