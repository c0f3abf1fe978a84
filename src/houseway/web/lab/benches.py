"""The laboratory: processes that calculate, so that no table waits for mathematics.

A solver keeps the interpreter to itself while it counts. So it works in a process of its
own, one task after the other. Answers are kept, and two who need the same answer at the same
time wait for it together. A process starts when it is first needed.
"""

import asyncio
import json
import logging
import multiprocessing
from collections import OrderedDict
from concurrent.futures import CancelledError, ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from houseway.rulebook import HousewayError, Malformed
from houseway.web.lab.worker import work

MOST_WAITING = 12
MOST_KEPT = 150
log = logging.getLogger("houseway")


class LabBusy(HousewayError):
    """Too many people wait for the laboratory, or it was stopped."""


class Bench:
    """One process, one task at a time."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="lab")
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._waiting = 0

    async def ask(self, task: str, *arguments: Any) -> Any:
        """The answer of one of the worker's `TASKS`."""
        if self._waiting >= MOST_WAITING:
            raise LabBusy("The laboratory is busy. Try again in a moment.")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._call, task, arguments)
        finally:
            self._waiting -= 1

    def wait_for(self, task: str, *arguments: Any) -> Any:
        """The same, for a thread that can wait."""
        try:
            answer = self._pool.submit(self._call, task, arguments)
        except RuntimeError:  # it is closed
            raise LabBusy("The house is being stopped.") from None
        try:
            return answer.result()
        except CancelledError:
            raise LabBusy("The house is being stopped.") from None

    def _call(self, task: str, arguments: tuple[Any, ...]) -> Any:
        pipe = self._start()
        try:
            pipe.send((task, arguments))
            outcome, answer = pipe.recv()
        except (EOFError, OSError):
            self._process = None
            raise LabBusy("The laboratory stopped in the middle of this. Try again.") from None
        if outcome == "malformed":
            raise Malformed(answer)
        if outcome == "failed":
            log.error("the laboratory failed", extra={"fields": {"task": task, "trace": answer}})
            raise LabBusy("The laboratory failed at this. The log says more.")
        return answer

    def _start(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=work, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.terminate()
            self._process.join(5)
        if self._pipe is not None:
            self._pipe.close()


class Laboratory:
    """Three benches: for what is answered while people wait, for what takes long, for chance."""

    def __init__(self) -> None:
        self.quick, self.slow, self.chance = Bench(), Bench(), Bench()
        self._kept: OrderedDict[str, asyncio.Future[Any]] = OrderedDict()

    async def find(self, bench: Bench, task: str, *arguments: Any) -> Any:
        """An answer that stays the same: worked out once."""
        key = json.dumps([task, *arguments], sort_keys=True)
        kept = self._kept.get(key)
        if kept is None or kept.cancelled() or kept.get_loop() is not asyncio.get_running_loop():
            kept = asyncio.ensure_future(bench.ask(task, *arguments))
            self._kept[key] = kept
            kept.add_done_callback(lambda ended: self._drop_failed(key, ended))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return await asyncio.shield(kept)

    def _drop_failed(self, key: str, ended: "asyncio.Future[Any]") -> None:
        if (ended.cancelled() or ended.exception()) and self._kept.get(key) is ended:
            del self._kept[key]

    def close(self) -> None:
        for bench in (self.quick, self.slow, self.chance):
            bench.close()
