"""One of several processes that share the tables of a house on PostgreSQL.

Each table is run by the process that holds its lock at the server. What people ask
elsewhere is passed on to that process and its answer passed back, both as notifications;
so is where each table stands. When a process ends, in whatever way, its locks are free and
another takes its tables, within a second or two, where their records say they stand.

Nothing here guards the record: a process that still writes when it should not loses the
race for the next place in the table's stream, and that is a conflict, never an overwrite.
"""

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from houseway.house.asking import (
    Ask,
    Reply,
    ask_data,
    error_data,
    read_ask,
    read_reply,
    read_request,
    read_settled,
    reply_data,
    request_data,
    settled_data,
)
from houseway.house.owning import Shared
from houseway.house.running import NotHere, Update
from houseway.house.session import EVERYBODY, Session, SessionLost, mailbox
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed

BEAT_SECONDS = 1.0
PATIENCE_SECONDS = 5.0
"""How long a process waits for the answer of another: enough for a take-over."""
MOST_ASKED = 4_000
"""The most bytes of something that is asked; wherever it is asked, so that it is the same."""
ERROR_ROOM = 6_000
MOST_SEEN = 10_000
THREADS = 16
log = logging.getLogger("houseway")


@dataclass(frozen=True)
class Waiting:
    """Something that was passed on and is not answered yet."""

    table: str
    text: str
    reply: "Future[dict[str, Any] | None]"
    """What came back; None when the table runs here by now."""


class SharedOwner:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._house: Shared
        self._session: Session | None = None
        self._held: set[str] = set()
        self._waiting: dict[str, Waiting] = {}
        self._name, self._numbers = secrets.token_hex(4), count(1)
        """What is passed on has a number that no other process gives."""
        self._seen: dict[str, None] = {}
        self._lock = threading.Lock()
        """Around the session and what it holds; never held while a table is waited for."""
        self._closing, self._around = threading.Event(), threading.Event()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="passed-on")
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for work, name in ((self._listen, "listening"), (self._look_around, "looking"))
        ]

    def start(self, house: Shared) -> None:
        self._house = house
        house.requests.number_from(secrets.randbelow(2**28) * 2**20)
        house.people.watchers.append(self._person_changed)
        self._begin()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Gives every table up; the others are told, so that they need not wait for a beat."""
        self._closing.set()
        self._around.set()
        for thread in self._threads:
            if thread.ident is not None and thread is not threading.current_thread():
                thread.join()
        self._give_up_all(say=True)
        self._pool.shutdown(wait=True)

    # --- the session, and its end

    def _begin(self) -> None:
        """A new session; what others did meanwhile was not heard."""
        session = Session(self._ledger.engine)
        with self._lock:
            self._session = session
        for table in list(self._house.floor.followed.values()):
            table.mark_behind()
        self._say(EVERYBODY, {"kind": "hello"})
        for one in list(self._waiting.values()):
            self._send(EVERYBODY, one.text)

    def _lost(self, error: Exception) -> None:
        number = len(self._held)
        if self._give_up_all(say=False):
            fact = {"error": str(error), "tables": number}
            log.warning("session lost, %s tables given up", number, extra={"fact": fact})

    def _give_up_all(self, *, say: bool) -> bool:
        """Stops acting at once. The session goes last: until then nobody else can act."""
        with self._lock:
            session, self._session = self._session, None
            held, self._held = self._held, set()
        if session is None:
            return False
        self._house.floor.give_up(held)
        if say:
            with suppress(SessionLost):
                session.release_all()
                session.say(EVERYBODY, json.dumps({"kind": "house"}))
        session.close()
        return True

    # --- tables

    def take(self, names: Collection[str]) -> set[str]:
        with self._lock:
            session, mine = self._session, self._held & set(names)
        free = set(names) - mine
        if session is None or not free:
            return mine if session else set()
        try:
            taken = session.take(free)
        except SessionLost as error:
            self._lost(error)
            return set()
        with self._lock:
            if self._session is not session:
                return set()
            self._held |= taken
        return mine | taken

    def holds(self, name: str) -> bool:
        with self._lock:
            return name in self._held

    def release(self, name: str) -> None:
        with self._lock:
            session, held = self._session, name in self._held
            self._held.discard(name)
        if session is not None and held:
            try:
                session.release(name)
            except SessionLost as error:
                self._lost(error)

    # --- what is said

    def say(self, kind: str, told: dict[str, Any]) -> None:
        self._say(EVERYBODY, {"kind": kind, **told})

    def moved(self, update: Update) -> None:
        clocks = [[list(key), left] for key, left in update.clocks]
        self.say("moved", {"table": update.table, "clocks": clocks, "ready": list(update.ready)})
        for one in list(self._waiting.values()):
            if one.table == update.table:
                _settle(one, None)

    def _say(self, channel: str, told: dict[str, Any]) -> None:
        self._send(channel, json.dumps(told, separators=(",", ":")))

    def _send(self, channel: str, text: str) -> None:
        """Says it, if there is a session: without one nobody waits for this process."""
        session = self._session
        if session is not None:
            try:
                session.say(channel, text)
            except SessionLost as error:
                self._lost(error)

    # --- what is asked here

    def carry_out(self, ask: Ask, here: Callable[[Ask], Reply]) -> Reply:
        """Here, if the table runs here; else where it runs, in as many tries as there is time."""
        until = time.monotonic() + PATIENCE_SECONDS
        number = f"{self._name}-{next(self._numbers)}"
        text = json.dumps({"kind": "ask", "number": number, **ask_data(ask)})
        if len(text) > MOST_ASKED:
            raise Malformed(f"What is asked of a table has at most {MOST_ASKED} bytes.")
        while time.monotonic() < until:
            if ask.table in self._house.floor.tables:
                try:
                    return here(ask)
                except NotHere:
                    continue  # it was given up this moment
            found = self._pass_on(ask.table, number, text, until)
            if found is not None:
                return read_reply(found)
        raise NotHere("The process that runs this table does not answer. Ask again, same id.")

    def _pass_on(self, table: str, number: str, text: str, until: float) -> dict[str, Any] | None:
        """What another process answers; None if the table came here, or none did."""
        one = Waiting(table, text, Future())
        self._waiting[number] = one
        try:
            if table in self._house.floor.tables:
                return None
            self._send(EVERYBODY, text)
            return one.reply.result(max(0.0, until - time.monotonic()))
        except TimeoutError:
            return None
        finally:
            self._waiting.pop(number, None)

    # --- what is heard

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                self._hear_for_a_beat()
            except SessionLost as error:
                self._lost(error)
                self._closing.wait(BEAT_SECONDS)
            except Exception:
                log.exception("what was heard could not be followed")
            self._around.set()

    def _hear_for_a_beat(self) -> None:
        if self._ledger.failed:
            # Who cannot write runs no table. Another process can; this one waits for its end.
            self._lost(self._ledger.failed)
            self._closing.wait(BEAT_SECONDS)
            return
        session = self._session
        if session is None:
            self._begin()
            return
        for sender, text in session.hear(BEAT_SECONDS):
            told = json.loads(text)
            try:
                _HEARD[told["kind"]](self, sender, told)
            except Exception:  # what else was said must still be heard
                log.exception("what was heard could not be followed")
        session.beat()

    def _look_around(self) -> None:
        """Takes what nobody runs, and learns what was opened elsewhere."""
        while not self._closing.is_set():
            self._around.wait()
            self._around.clear()
            if self._closing.is_set() or self._session is None:
                continue
            try:
                self._house.floor.look_around()
            except Exception:
                log.exception("tables could not be taken or followed")

    def _heard_hello(self, _sender: int, _told: dict[str, Any]) -> None:
        """Somebody new: what is on no record is said again."""
        for request in self._house.requests.waiting():
            if request.table in self._house.floor.tables:
                self.say("asked", request_data(request))
        for name in list(self._house.floor.tables):
            for settled in self._house.requests.lately(name):
                self.say("settled", settled_data(settled))
        self._pool.submit(self._introduce)

    def _introduce(self) -> None:
        for table in list(self._house.floor.tables.values()):
            self.moved(table.stands())

    def _heard_house(self, _sender: int, _told: dict[str, Any]) -> None:
        self._around.set()

    def _heard_moved(self, sender: int, told: dict[str, Any]) -> None:
        table = self._house.floor.followed.get(told["table"])
        if table is None:
            self._around.set()
            return
        clocks = [(tuple(key), left) for key, left in told["clocks"]]
        if table.hear(sender, clocks, told["ready"]):
            # Another process runs it now: it has not heard what the one before was asked.
            for one in list(self._waiting.values()):
                if one.table == table.name:
                    self._send(EVERYBODY, one.text)
        if self._house.watched(table.name):
            self._pool.submit(_logged, table.follow)

    def _heard_asked(self, _sender: int, told: dict[str, Any]) -> None:
        self._house.requests.hear(read_request({k: v for k, v in told.items() if k != "kind"}))

    def _heard_settled(self, _sender: int, told: dict[str, Any]) -> None:
        if "request" in told:
            self._house.requests.settle(read_settled(told))
        else:
            self._house.requests.drop(told["number"])

    def _person_changed(self, name: str) -> None:
        self.say("person", {"name": name})

    def _heard_person(self, _sender: int, told: dict[str, Any]) -> None:
        """Somebody has another office or password: who was let in before is looked at again."""
        for watcher in list(self._house.people.watchers):
            if watcher != self._person_changed:
                watcher(told["name"])

    def _heard_ask(self, sender: int, told: dict[str, Any]) -> None:
        """Asked of a table that runs here. What comes a second time is under way already."""
        if told["table"] not in self._house.floor.tables or told["number"] in self._seen:
            return
        self._seen[told["number"]] = None
        while len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        self._pool.submit(self._answer, sender, told)

    def _answer(self, sender: int, told: dict[str, Any]) -> None:
        found: dict[str, Any]
        try:
            found = reply_data(self._house.desk.perform(read_ask(told)))
        except NotHere:
            self._seen.pop(told["number"], None)
            return  # whoever runs it now will be asked again
        except HousewayError as error:
            found = error_data(error, ERROR_ROOM)
        except Exception as error:
            log.exception("what was passed on failed")
            found = {"fault": type(error).__name__}
        self._say(mailbox(sender), {"kind": "answer", "number": told["number"], **found})

    def _heard_answer(self, _sender: int, told: dict[str, Any]) -> None:
        one = self._waiting.get(told["number"])
        if one is not None:
            _settle(one, told)


def _settle(one: Waiting, found: dict[str, Any] | None) -> None:
    """The first answer counts."""
    with suppress(InvalidStateError):
        one.reply.set_result(found)


def _logged(work: Callable[[], None]) -> None:
    try:
        work()
    except Exception:
        log.exception("a table could not be followed")


_HEARD = {
    "hello": SharedOwner._heard_hello,
    "house": SharedOwner._heard_house,
    "moved": SharedOwner._heard_moved,
    "asked": SharedOwner._heard_asked,
    "settled": SharedOwner._heard_settled,
    "person": SharedOwner._heard_person,
    "ask": SharedOwner._heard_ask,
    "answer": SharedOwner._heard_answer,
}
