"""One of several processes that share the tables of a house on PostgreSQL.

Each table is run by the process that holds its lock at the server. A request that arrives
elsewhere is forwarded to that process and its outcome sent back, both as notifications; so are
the changes of each table. When a process ends, in whatever way, its locks are free and another
takes its tables, within a second or two, where their records end.

Nothing here guards the record: a process that still writes when it should not loses the
race for the next place in the table's stream, and that is a conflict, never an overwrite.
"""

import logging
import secrets
import threading
import time
from collections.abc import Collection, Iterator
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count

from houseway.house import messages
from houseway.house.approvals import SeeCards
from houseway.house.house import House
from houseway.house.messages import Message, Outcome, TableRequest
from houseway.house.ownership import CarryOut, Ownership
from houseway.house.replica import TableReplica
from houseway.house.session import EVERYBODY, Session, SessionLost, mailbox
from houseway.house.table_service import NotHere, Update
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed

BEAT_SECONDS = 1.0
PATIENCE_SECONDS = 5.0
"""How long a process waits for the reply of another: enough for a take-over."""
MOST_REQUEST = 4_000
"""The most bytes of a request, whether it is forwarded or not."""
ERROR_ROOM = 6_000
MOST_NUMBERS = 10_000
"""How many numbers of forwarded requests are remembered."""
THREADS = 16
log = logging.getLogger("houseway")


@dataclass(frozen=True)
class Waiting:
    """A request that was forwarded and has no reply yet."""

    table: str
    text: str
    reply: "Future[messages.Reply | None]"
    """None when the table runs here by now."""


class ClusterMember(Ownership):
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._house: House
        self._session: Session | None = None
        self._held: set[str] = set()
        self._waiting: dict[str, Waiting] = {}
        self._name, self._numbers = secrets.token_hex(4), count(1)
        """Together they number a forwarded request as no other process does."""
        self._accepted: dict[str, None] = {}
        """The numbers of the latest requests that came from other processes."""
        self._lock = threading.Lock()
        """Around the session and its locks; never held while a table is waited for."""
        self._closing, self._tables_changed = threading.Event(), threading.Event()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="forwarded")
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for work, name in ((self._listen, "listening"), (self._synchronize, "tables"))
        ]

    def start(self, house: House) -> None:
        self._house = house
        house.approvals.number_from(secrets.randbelow(2**28) * 2**20)
        house.people.watchers.append(self._person_changed)
        self._begin_session()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Gives every table up and says so, so that the others need not wait for a beat."""
        self._closing.set()
        self._tables_changed.set()
        for thread in self._threads:
            if thread.ident is not None and thread is not threading.current_thread():
                thread.join()
        self._give_up_all(announce=True)
        self._pool.shutdown(wait=True)

    # --- the session, and its end

    def _begin_session(self) -> None:
        """Begins a session; messages of the meantime were not received."""
        session = Session(self._ledger.engine)
        with self._lock:
            self._session = session
        for replica in list(self._house.floor.replicas.values()):
            replica.mark_behind()
        self.broadcast(messages.Hello())
        for waiting in list(self._waiting.values()):
            self._send(EVERYBODY, waiting.text)

    def _lose_session(self, error: Exception) -> None:
        number = len(self._held)
        if self._give_up_all(announce=False):
            fields = {"error": str(error), "tables": number}
            log.warning("session lost, %s tables given up", number, extra={"fields": fields})

    def _give_up_all(self, *, announce: bool) -> bool:
        """Stops acting at once. The session goes last: until then no other process can act."""
        with self._lock:
            session, self._session = self._session, None
            held, self._held = self._held, set()
        if session is None:
            return False
        self._house.floor.give_up(held)
        if announce:
            with suppress(SessionLost):
                session.release_all()
                session.send(EVERYBODY, messages.encode(messages.HouseChanged()))
        session.close()
        return True

    # --- tables

    def take(self, names: Collection[str]) -> set[str]:
        with self._lock:
            session, held = self._session, self._held & set(names)
        free = set(names) - held
        if session is None or not free:
            return held if session else set()
        try:
            taken = session.take(free)
        except SessionLost as error:
            self._lose_session(error)
            return set()
        with self._lock:
            if self._session is not session:
                return set()
            self._held |= taken
        return held | taken

    def holds(self, name: str) -> bool:
        with self._lock:
            return name in self._held

    def release(self, name: str) -> None:
        with self._lock:
            session, is_held = self._session, name in self._held
            self._held.discard(name)
        if session is not None and is_held:
            try:
                session.release(name)
            except SessionLost as error:
                self._lose_session(error)

    # --- messages out

    def broadcast(self, message: Message) -> None:
        self._send(EVERYBODY, messages.encode(message))

    def announce(self, update: Update) -> None:
        self.broadcast(messages.TableMoved(update.table, update.clocks, update.ready))
        for waiting in list(self._waiting.values()):
            if waiting.table == update.table:
                _resolve(waiting, None)

    def _send(self, channel: str, text: str) -> None:
        """Sends a message if there is a session: without one nobody waits for this process."""
        session = self._session
        if session is not None:
            try:
                session.send(channel, text)
            except SessionLost as error:
                self._lose_session(error)

    # --- requests from here

    def check_size(self, request: TableRequest) -> None:
        self._encode(f"{self._name}-0", request)

    def _encode(self, number: str, request: TableRequest) -> str:
        text = messages.encode(messages.Forwarded(number, request))
        if len(text) > MOST_REQUEST:
            raise Malformed(f"A request to a table has at most {MOST_REQUEST} bytes.")
        return text

    def forward(self, request: TableRequest, carry_out: CarryOut) -> Outcome | None:
        """Has a request carried out where its table runs, with retries while there is time."""
        until = time.monotonic() + PATIENCE_SECONDS
        number = f"{self._name}-{next(self._numbers)}"
        text = self._encode(number, request)
        while time.monotonic() < until:
            if request.table in self._house.floor.tables:
                try:
                    return carry_out(request)
                except NotHere:
                    continue  # it was given up this moment
            reply = self._await_reply(Waiting(request.table, text, Future()), number, until)
            if reply is not None:
                if isinstance(reply.outcome, messages.Rejection):
                    raise messages.error_of(reply.outcome)
                return reply.outcome
        raise NotHere("The process that runs this table does not answer. Ask again, same id.")

    def _await_reply(self, waiting: Waiting, number: str, until: float) -> messages.Reply | None:
        """The reply of another process; None if the table came here, or none replied."""
        self._waiting[number] = waiting
        try:
            if waiting.table in self._house.floor.tables:
                return None
            self._send(EVERYBODY, waiting.text)
            return waiting.reply.result(max(0.0, until - time.monotonic()))
        except TimeoutError:
            return None
        finally:
            self._waiting.pop(number, None)

    # --- messages in

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen_for_a_beat()
            except SessionLost as error:
                self._lose_session(error)
                self._closing.wait(BEAT_SECONDS)
            except Exception:
                log.exception("a message could not be followed")
            self._tables_changed.set()

    def _listen_for_a_beat(self) -> None:
        if self._ledger.failed:
            # A process that cannot write runs no table. Another can; this one awaits its end.
            self._lose_session(self._ledger.failed)
            self._closing.wait(BEAT_SECONDS)
            return
        session = self._session
        if session is None:
            self._begin_session()
            return
        for sender, text in session.receive(BEAT_SECONDS):
            with _logging_failure("a message could not be followed"):
                self._follow(messages.decode(text), sender)
        session.beat()

    def _synchronize(self) -> None:
        """Takes the tables that no process runs, and learns which were opened elsewhere."""
        while not self._closing.is_set():
            self._tables_changed.wait()
            self._tables_changed.clear()
            if self._closing.is_set() or self._session is None:
                continue
            with _logging_failure("tables could not be taken or followed"):
                self._house.floor.synchronize()

    def _follow(self, message: Message, sender: int) -> None:
        approvals = self._house.approvals
        match message:
            case messages.Hello():
                self._repeat_news()
            case messages.HouseChanged():
                self._tables_changed.set()
            case messages.TableMoved():
                self._follow_table(message, sender)
            case messages.ApprovalOpened():
                approvals.learn(message.approval)
            case messages.ApprovalSettled():
                self._learn_outcome(message)
            case messages.ApprovalDropped():
                approvals.drop(message.number)
            case messages.PersonChanged():
                self._recheck_sessions(message.name)
            case messages.Forwarded():
                self._accept(message, sender)
            case messages.Reply():
                _resolve(self._waiting.get(message.number), message)

    def _learn_outcome(self, message: messages.ApprovalSettled) -> None:
        self._house.approvals.settle(message.settled)
        if isinstance(message.settled.approval.command, SeeCards):
            self._house.floor.plans.read_on()  # before its table is seen again

    def _repeat_news(self) -> None:
        """Sends again to a new process whatever is on no record."""
        tables = self._house.floor.tables
        for approval in self._house.approvals.pending():
            if approval.table in tables:
                self.broadcast(messages.ApprovalOpened(approval))
        for name in list(tables):
            for settled in self._house.approvals.recent(name):
                self.broadcast(messages.ApprovalSettled(settled))
        self._pool.submit(self._announce_all)

    def _announce_all(self) -> None:
        for service in list(self._house.floor.tables.values()):
            self.announce(service.current())

    def _follow_table(self, message: messages.TableMoved, sender: int) -> None:
        replica = self._house.floor.replicas.get(message.table)
        if replica is None:
            self._tables_changed.set()
            return
        if replica.note_move(sender, message.clocks, message.ready):
            # Another process runs it now, which has not received what waits.
            for waiting in list(self._waiting.values()):
                if waiting.table == replica.name:
                    self._send(EVERYBODY, waiting.text)
        if self._house.is_watched(replica.name):
            self._pool.submit(_follow_replica, replica)

    def _person_changed(self, name: str) -> None:
        self.broadcast(messages.PersonChanged(name))

    def _recheck_sessions(self, name: str) -> None:
        """Has the sessions of a person with a new office or password checked again."""
        for watcher in list(self._house.people.watchers):
            if watcher != self._person_changed:
                watcher(name)

    def _accept(self, message: messages.Forwarded, sender: int) -> None:
        """Accepts a request to a table that runs here; one that comes twice is under way."""
        is_here = self._house.floor.runs_here(message.request.table)
        if not is_here or message.number in self._accepted:
            return
        self._accepted[message.number] = None
        while len(self._accepted) > MOST_NUMBERS:
            del self._accepted[next(iter(self._accepted))]
        self._pool.submit(self._carry_out, sender, message)

    def _carry_out(self, sender: int, message: messages.Forwarded) -> None:
        outcome: messages.ReplyOutcome | None
        try:
            outcome = self._house.desk.handlers[type(message.request)](message.request)
        except NotHere:
            self._accepted.pop(message.number, None)
            return  # the process that runs it now will be asked again
        except HousewayError as error:
            outcome = messages.reject(error, ERROR_ROOM)
        except Exception as error:
            log.exception("a forwarded request failed")
            outcome = messages.Rejection(messages.Fault.__name__, type(error).__name__)
        self._send(mailbox(sender), messages.encode(messages.Reply(message.number, outcome)))


def _resolve(waiting: Waiting | None, reply: messages.Reply | None) -> None:
    """Ends the waiting, if it is not over; the first reply counts."""
    if waiting is not None:
        with suppress(InvalidStateError):
            waiting.reply.set_result(reply)


def _follow_replica(replica: TableReplica) -> None:
    with _logging_failure("a table could not be followed"):
        replica.follow()


@contextmanager
def _logging_failure(words: str) -> Iterator[None]:
    """Logs an error and goes on: the next message, or table, must still be followed."""
    try:
        yield
    except Exception:
        log.exception(words)
