"""The application: the house, its routes and sockets, and the clock that ticks for all tables."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from houseway import __version__
from houseway.house.house import House
from houseway.house.offices import Office
from houseway.ledger.errors import StoreFailed
from houseway.web import pages, people_routes, sockets, table_routes
from houseway.web.acting import Acts
from houseway.web.letting_in import Door, Patience, address, is_loopback, must_be, person_of
from houseway.web.live import socket as live
from houseway.web.metrics import Metrics
from houseway.web.problems import add_problems, answer_with, simple

TICK_SECONDS = 0.05
THREADS = 48
MOST_BODY = 100_000
POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
log = logging.getLogger("houseway")


@dataclass(frozen=True)
class Settings:
    """How the service behaves; the house's own rules are the house's."""

    secret: str = ""
    """What cookies are signed with; a new one each start where none is given."""
    secure: bool = False
    requests_a_second: float = 50.0
    requests_at_once: int = 200
    logins_at_once: int = 20


def create_app(house: House, settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    app = FastAPI(
        title="Houseway",
        version=__version__,
        summary="Casino table games by the text of their regulation",
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house, app.state.hub = house, sockets.Hub()
    app.state.door = Door(settings.secret or secrets.token_urlsafe(32), settings.secure)
    app.state.patience = Patience(settings.requests_at_once, settings.requests_a_second)
    app.state.at_the_door = Patience(settings.logins_at_once, 0.5)
    app.state.metrics = Metrics(house, app.state.hub.watching)
    app.state.acts = Acts(house, app.state.metrics)
    app.state.failed = ""
    app.state.on_failure = lambda: None
    add_problems(app)
    _guard(app)
    for part in (people_routes, table_routes, sockets, live, pages):
        app.include_router(part.router)
    _add_health(app)
    _add_metrics(app)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """While the service runs: threads for what waits for the disk, and a clock for all tables."""
    house, hub = app.state.house, app.state.hub
    app.state.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="table")
    hub.start(asyncio.get_running_loop())
    watchers = (hub.changed, app.state.metrics.changed)
    house.watchers.extend(watchers)
    ticking = asyncio.create_task(_tick(app))
    try:
        yield
    finally:
        for watcher in watchers:
            house.watchers.remove(watcher)
        ticking.cancel()
        app.state.pool.shutdown(wait=True)


async def _tick(app: FastAPI) -> None:
    """The clocks of all tables, looked at a few times a second."""
    loop, house = asyncio.get_running_loop(), app.state.house
    while not house.ledger.failed:
        due = loop.time() + TICK_SECONDS
        await asyncio.sleep(TICK_SECONDS)
        app.state.metrics.late.observe(max(0.0, loop.time() - due))
        try:
            await loop.run_in_executor(app.state.pool, house.tick)
        except StoreFailed:
            pass  # whoever met it, the end is below
        except Exception:
            log.exception("a clock failed")
    # Nobody knows what is on the disk: only a new start, which reads it, can go on.
    app.state.failed = house.ledger.failed
    log.critical("the store failed", extra={"fact": {"error": app.state.failed}})
    app.state.on_failure()


def _guard(app: FastAPI) -> None:
    """What holds for every request: its size, its pace, and the headers of its answer."""

    @app.middleware("http")
    async def _every(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        length = request.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BODY:
            return answer_with(simple(413, "too-large", "This is too long."))
        if not app.state.patience.allows(address(request)):
            return answer_with(simple(429, "too-many", "Too many requests. Wait a moment."))
        answer = await go_on(request)
        answer.headers.setdefault("X-Content-Type-Options", "nosniff")
        answer.headers.setdefault("Referrer-Policy", "no-referrer")
        answer.headers.setdefault("X-Frame-Options", "DENY")
        # A drawing carries its own styles; nothing else may.
        drawing = answer.headers.get("content-type", "").startswith("image/svg")
        policy = "default-src 'none'; style-src 'unsafe-inline'" if drawing else POLICY
        answer.headers.setdefault("Content-Security-Policy", policy)
        if request.url.path.startswith("/api/"):
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer


def _add_health(app: FastAPI) -> None:
    @app.get("/health", tags=["running"])
    def health() -> dict[str, str]:
        """Whether the process answers."""
        return {"status": "well"}

    @app.get("/ready", tags=["running"])
    def ready() -> JSONResponse:
        """Whether the house can take an act: its store answers, and has not failed."""
        try:
            app.state.house.ledger.tables()
        except Exception as error:  # whatever it is, the house is not ready
            return JSONResponse({"status": "not ready", "because": str(error)}, 503)
        if app.state.failed:
            return JSONResponse({"status": "not ready", "because": app.state.failed}, 503)
        return JSONResponse({"status": "ready", "tables": len(app.state.house.tables)})


def _add_metrics(app: FastAPI) -> None:
    @app.get("/metrics", tags=["running"], response_class=Response)
    def metrics(request: Request) -> Response:
        """Counts for Prometheus: for this machine itself, and for who looks after the house."""
        if not is_loopback(address(request)):
            person = person_of(request)
            must_be(person, Office.ADMINISTRATOR, Office.SUPERVISOR, Office.AUDITOR)
        return Response(app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)
