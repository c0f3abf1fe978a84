"""What a house in a process of its own needs of a test: a port of its own, and a clean start."""

import os
import socket
from functools import cache
from itertools import count

FIRST, LAST = 20_000, 32_000
"""Below what the system gives to connections that go out, so that none of those sits there."""


def free_port() -> int:
    """A port that no other test takes: each worker of the tests has its own part of the range."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for number in _numbers():
        port = FIRST + (worker * 1_500 + number) % (LAST - FIRST)
        if _is_free(port):
            return port
    raise AssertionError("there is always a next number")


@cache
def _numbers() -> "count[int]":
    # Two runs of the tests on one machine begin at different places.
    return count(os.getpid() % 1_000)


def _is_free(port: int) -> bool:
    with socket.socket() as found:
        try:
            found.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def environment(**more: str) -> dict[str, str]:
    """As the tests', but not measured by coverage, which slows a service down and writes files."""
    measured = {"COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"}
    return {**{key: text for key, text in os.environ.items() if key not in measured}, **more}
