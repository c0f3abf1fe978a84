"""Running the service until somebody stops it, and stopping it in order.

First nobody new is let in and no act is begun; what is under way is finished and answered;
then every socket is closed with 1012, which tells its client to come back. Rounds need no
parking: each stands on record where its last act left it, and the next start goes on there.
"""

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn
from fastapi import FastAPI

FINISH_SECONDS = 5.0
SENDING_SECONDS = 0.1
GARBAGE_AFTER = 10_000
log = logging.getLogger("houseway")


class _Server(uvicorn.Server):
    """The server, which tells when it is open and lets acts end before it closes connections."""

    opened: Callable[[], None]

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.opened()

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        for server in self.servers:
            server.close()
        log.info("the house is stopping")
        left = await self.config.app.state.acts.stop(FINISH_SECONDS)  # type: ignore[union-attr]
        if left:
            log.warning("acts did not end in time", extra={"fact": {"acts": left}})
        await asyncio.sleep(SENDING_SECONDS)
        await super().shutdown(sockets)


def _prepare_to_be_quick() -> None:
    """What a process that answers many people sets otherwise than a program that runs once."""
    # A search for garbage through all modules and tables stopped everything for 200 ms. What is
    # there now stays for good and is left out; the rest is searched less often.
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_AFTER, 10, 10)


def run_until_stopped(
    app: FastAPI, options: Mapping[str, Any], place: socket.socket, opened: Callable[[], None]
) -> None:
    """Serves until SIGTERM, SIGINT, or a failure of the store; the process then ends as usual."""
    config = uvicorn.Config(app, **options)
    server = _Server(config)
    server.opened = opened
    _prepare_to_be_quick()

    def stop(*_: object) -> None:
        server.should_exit = True

    app.state.on_failure = stop
    # The server raises the signal once more when it has stopped; that must not end the process
    # as if nothing had been put in order.
    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        server.run(sockets=[place])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
