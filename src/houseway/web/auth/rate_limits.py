"""Rate limits: how often one address may do something."""

import threading
import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from typing import Any

from houseway.rulebook import HousewayError

MOST_CLIENTS = 10_000


class TooManyRequests(HousewayError):
    """A client exceeds its rate limit."""


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


def client_address(request: Any) -> str:
    """The address to limit. An IPv6 client owns a whole /64 network, so that is what counts."""
    host = request.client.host if request.client else "nowhere"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(IPv6Address(int(address) >> 64 << 64))
    return host
