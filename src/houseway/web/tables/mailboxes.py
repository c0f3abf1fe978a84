"""Mailboxes: the newest update of a table for each person who watches it.

A mailbox has room for one update, so a slow client gets the newest and never delays a table.
News in between are kept while they are few; the view is always complete.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from houseway.house.offices import Person
from houseway.house.people import Identity, NotAuthenticated
from houseway.house.table_service import Update
from houseway.web.auth.rate_limits import TooManyRequests

MOST_NEWS = 200
MOST_SOCKETS = 20
"""Of one person, at all tables together."""
RECHECK_SECONDS = 60.0
"""How long an expired session may go unnoticed. The house reports its own changes at once."""

News = list[dict[str, Any]]
Draw = Callable[[Update, Person, News], dict[str, Any]]
"""Makes the message for one socket from an update and the news since the last."""


def draw_view(update: Update, person: Person, news: News) -> dict[str, Any]:
    """For programs: the whole view."""
    return {"type": "view", "seq": update.seq, "view": update.view(person), "news": news}


async def run_in_thread(pool: ThreadPoolExecutor, work: Callable[[], Any]) -> Any:
    return await asyncio.get_running_loop().run_in_executor(pool, work)


class LiveSession:
    """The identity behind a socket, checked again now and then: it may have ended."""

    def __init__(self, identify: Callable[[], Identity], identity: Identity) -> None:
        self.person, self._identify, self._identity = identity.person, identify, identity
        self._checked_at = time.monotonic()

    async def check(self, pool: ThreadPoolExecutor) -> None:
        """Raises if this person would not be authenticated now as they were before."""
        if time.monotonic() - self._checked_at < RECHECK_SECONDS:
            return
        if await run_in_thread(pool, self._identify) != self._identity:
            raise NotAuthenticated("This session is over. Log in again.")
        self._checked_at = time.monotonic()

    def expire(self) -> None:
        """Something about this person has changed: check before anything else is sent."""
        self._checked_at = -1e9


class Mailbox:
    """Room for the newest update of a table, and for the news since the last one was read."""

    def __init__(self, session: LiveSession, draw: Draw = draw_view) -> None:
        self.session, self.person, self._draw = session, session.person, draw
        self._newest: Update | None = None
        self._news: News = []
        self._ready = asyncio.Event()

    def put(self, update: Update) -> None:
        if self._newest is not None and update.seq < self._newest.seq:
            return
        self._newest = update
        if len(self._news) < MOST_NEWS:
            self._news += update.news(self.person)
        self._ready.set()

    def resend(self, known_seq: int) -> None:
        """Sends the newest update again to a client that does not have it."""
        if self._newest is not None and known_seq != self._newest.seq:
            self._ready.set()

    def recheck(self) -> None:
        self.session.expire()
        self._ready.set()

    async def take(self) -> dict[str, Any]:
        await self._ready.wait()
        self._ready.clear()
        assert self._newest is not None
        news, self._news = self._news, []
        return self._draw(self._newest, self.person, news)


class Hub:
    """The mailboxes of every table. Updates come from the threads of the house."""

    def __init__(self) -> None:
        self.boxes: dict[str, set[Mailbox]] = defaultdict(set)
        self.sockets: Counter[str] = Counter()
        """How many sockets each person has."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def changed(self, update: Update) -> None:
        """Called by the house, in whatever thread it is."""
        if self._loop is not None and not self._loop.is_closed() and self.boxes.get(update.table):
            self._loop.call_soon_threadsafe(self._deliver, update)

    def _deliver(self, update: Update) -> None:
        for box in self.boxes.get(update.table, ()):
            box.put(update)

    def is_watched(self, table: str) -> bool:
        return bool(self.boxes.get(table))

    def person_changed(self, name: str) -> None:
        """Called by the house when an office or a password has changed."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._recheck, name)

    def _recheck(self, name: str) -> None:
        for boxes in self.boxes.values():
            for box in boxes:
                if box.person.name == name:
                    box.recheck()

    def add(self, table: str, box: Mailbox) -> None:
        if self.sockets[box.person.name] >= MOST_SOCKETS:
            raise TooManyRequests(f"{box.person.name} has {MOST_SOCKETS} tables open already.")
        self.sockets[box.person.name] += 1
        self.boxes[table].add(box)

    def remove(self, table: str, box: Mailbox) -> None:
        if box not in self.boxes.get(table, ()):
            return
        self.boxes[table].discard(box)
        self.sockets[box.person.name] -= 1
        if not self.boxes[table]:
            del self.boxes[table]
        if not self.sockets[box.person.name]:
            del self.sockets[box.person.name]

    def count(self) -> int:
        return sum(len(boxes) for boxes in list(self.boxes.values()))
