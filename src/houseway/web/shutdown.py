"""Running the server until it is stopped, and stopping it in order.

First no connection is accepted and no command begun; commands in progress are finished and
answered; then every socket is closed with 1012, which asks its client to come back. Rounds need
no parking: each stands on record where its last event left it, and the next start goes on there.
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

from houseway.web.services import Services

FINISH_SECONDS = 5.0
SENDING_SECONDS = 0.1
GARBAGE_AFTER = 10_000
log = logging.getLogger("houseway")


class _Server(uvicorn.Server):
    """The server: reports when it is open, and lets commands end before it closes connections."""

    opened: Callable[[], None]
    services: Services

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.opened()

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        for server in self.servers:
            server.close()
        log.info("the house is stopping")
        left = await self.services.gateway.stop(FINISH_SECONDS)
        if left:
            log.warning("commands still in progress", extra={"fields": {"commands": left}})
        await asyncio.sleep(SENDING_SECONDS)
        await super().shutdown(sockets)


def _tune_garbage_collection() -> None:
    """Avoids long pauses in a process that answers many people."""
    # A full collection stopped everything for 200 ms. What is loaded now stays for good, so it
    # is left out; the rest is collected less often.
    gc.collect()
    gc.freeze()
    gc.enable()  # a start that hurries has disabled it
    gc.set_threshold(GARBAGE_AFTER, 10, 10)


def run_until_stopped(
    app: FastAPI, options: Mapping[str, Any], place: socket.socket, opened: Callable[[], None]
) -> None:
    """Serves until SIGTERM, SIGINT, or a failure of the store; the process then ends as usual."""
    config = uvicorn.Config(app, **options)
    server = _Server(config)
    server.opened, server.services = opened, app.state.services
    _tune_garbage_collection()

    def stop(*_: object) -> None:
        server.should_exit = True

    server.services.on_failure = stop
    # The server raises the signal once more after it has stopped; that must not kill the process.
    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        server.run(sockets=[place])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
