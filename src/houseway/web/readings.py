"""Reading the record for people, in a few threads of their own, so that no table waits for it.

A replay, a search, a proof or the history of a table takes a thousand times as long as an act.
Each person and each address has only a few of them in progress, and a budget of seconds, from
which each is charged what it really took.
"""

import asyncio
import gzip
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from starlette.requests import HTTPConnection
from starlette.responses import Response

from houseway.house.offices import Person
from houseway.web.auth.rate_limits import Budgets, TooManyRequests, client_address

if TYPE_CHECKING:
    from houseway.web.services import Services

T = TypeVar("T")
LEAST_COMPRESSED, COMPRESSION = 1_000, 6


@dataclass(frozen=True)
class ReadingLimits:
    """How much of the record may be read at once, and by whom."""

    threads: int = 2
    per_person: int = 2
    per_address: int = 4
    """In progress, or waiting for a thread."""
    in_all: int = 40
    seconds_at_once: float = 2.0
    seconds_a_second: float = 0.2
    """Of one person; an address has twice as much."""


class Readings:
    """The threads that read the record, and what each person and address has used of them."""

    def __init__(self, limits: ReadingLimits) -> None:
        self._limits = limits
        at_once, a_second = limits.seconds_at_once, limits.seconds_a_second
        self._people, self._addresses = (
            Budgets(at_once, a_second),
            Budgets(2 * at_once, 2 * a_second),
        )
        self._in_progress: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._threads: ThreadPoolExecutor | None = None

    async def run(self, person: Person, address: str, work: Callable[[], T]) -> T:
        """Does the work in a thread; refuses a person or an address that has had too much."""
        keys = f"person {person.name}", f"address {address}"
        self._check_budgets(*keys)
        self._begin(*keys)
        try:
            future = self._pool().submit(self._measure, keys, work)
        except BaseException:
            self._end(*keys)
            raise
        # Not before the thread is done: a client that goes away does not make room for another.
        future.add_done_callback(lambda _future: self._end(*keys))
        return await asyncio.wrap_future(future)

    def _check_budgets(self, person: str, address: str) -> None:
        seconds = max(self._people.wait_for(person), self._addresses.wait_for(address))
        if seconds:
            words = f"You have read much of the record lately. Try again in {seconds} s."
            raise TooManyRequests(words, seconds)

    def _begin(self, person: str, address: str) -> None:
        limits = self._limits
        with self._lock:
            for key, most in (
                (person, limits.per_person),
                (address, limits.per_address),
                ("all", limits.in_all),
            ):
                if self._in_progress[key] >= most:
                    words = "Several readings of the record are in progress already."
                    raise TooManyRequests(f"{words} Wait until they are done.")
            self._in_progress.update((person, address, "all"))

    def _end(self, person: str, address: str) -> None:
        with self._lock:
            self._in_progress.subtract((person, address, "all"))
            self._in_progress = +self._in_progress  # without those that have none

    def _measure(self, keys: tuple[str, str], work: Callable[[], T]) -> T:
        start = time.thread_time()
        try:
            return work()
        finally:
            seconds = time.thread_time() - start
            self._people.charge(keys[0], seconds)
            self._addresses.charge(keys[1], seconds)

    def _pool(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self._limits.threads, "reader")
            return self._threads

    async def run_unmetered(self, work: Callable[[], T]) -> T:
        """For what the house itself reads, such as the last rounds for the page of a table."""
        return await asyncio.wrap_future(self._pool().submit(work))

    def close(self) -> None:
        with self._lock:
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=True, cancel_futures=True)


async def read_record(
    connection: HTTPConnection, person: Person, work: Callable[[], Response]
) -> Response:
    """Does work that reads much of the record for a person, and compresses what it answers.

    All of it in the thread: what is left to the server would hold up everybody else's messages.
    """
    services: Services = connection.app.state.services
    accepts_gzip = "gzip" in connection.headers.get("accept-encoding", "")

    def write() -> Response:
        response = work()
        if accepts_gzip and len(response.body) >= LEAST_COMPRESSED:
            _compress(response)
        return response

    return await services.readings.run(person, client_address(connection), write)


def _compress(response: Response) -> None:
    response.body = gzip.compress(response.body, COMPRESSION)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(response.body))
    response.headers.add_vary_header("Accept-Encoding")
