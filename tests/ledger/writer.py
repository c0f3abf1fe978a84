"""A small program that writes to a ledger and reports what it did, for tests that stop it.

    python -m tests.ledger.writer URL ACTS     writes so many acts; 0 for no end
    python -m tests.ledger.writer              does so for every line it is sent

It reports an act before the act goes to the store, `try ID RECORDS`, and again once it is
safe, `ack ID LAST`. The second form starts a process for each line, which stops itself before
it writes, so that something can take hold of it; it costs no start of Python each time.
"""

import ctypes
import json
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import alembic.command
import sqlalchemy.dialects.sqlite

from houseway.ledger.errors import RecordError, StoreFull
from houseway.ledger.store import Head, Ledger
from tests.ledger.helpers import go_on, open_or_create, robots

ANYBODY, SET_TRACER = -1, 0x59616D61
FAILED = 3
PRELOADED = (alembic.command, sqlalchemy.dialects.sqlite)
"""What opening a new store would otherwise load in every process."""


class ReportingLedger(Ledger):
    """A ledger that reports what it is about to do and what it has done."""

    acts = 0

    def append(self, head: Head, bodies: Sequence[str], **more: Any) -> Head:
        print(f"try {more['command']} {len(bodies)}", flush=True)
        new_head = super().append(head, bodies, **more)
        print(f"ack {more['command']} {new_head.seq}", flush=True)
        self.acts += 1
        return new_head


def write(url: str, acts: int, seed: int = 0) -> int:
    """Writes acts at one table; a full store is tried again, anything else is the end."""
    try:
        ledger = ReportingLedger(url)
        with ledger:
            print("open", flush=True)
            table = open_or_create(ledger, "t")
            trial = robots(table, seed)
            full = 0
            while not acts or ledger.acts < acts:
                try:
                    go_on(trial)
                except StoreFull:
                    full += 1
                    if full > 5:
                        raise
    except RecordError as error:
        print(f"error {type(error).__name__} {error}", flush=True)
        return FAILED
    print("done", flush=True)
    return 0


def serve() -> None:
    """A process for every line; prints its number first, then how it ended."""
    for line in sys.stdin:
        job = json.loads(line)
        child = os.fork()
        if child == 0:
            os.dup2(os.open(job["out"], os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
            os.environ["HOUSEWAY_KEY"] = job["key"]
            ctypes.CDLL(None).prctl(SET_TRACER, ANYBODY, 0, 0, 0)
            os.kill(os.getpid(), signal.SIGSTOP)
            code = 70
            try:
                code = write(job["url"], job["acts"], job["seed"])
            except OSError:  # nobody hears it any more
                code = FAILED
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        serve()
    else:
        sys.exit(write(sys.argv[1], int(sys.argv[2]), os.getpid()))
