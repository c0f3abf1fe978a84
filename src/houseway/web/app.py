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

from houseway import __version__
from houseway.house.house import House
from houseway.ledger.errors import StoreFailed
from houseway.web import lab_pages, lab_routes, pages, people_routes, sockets, table_routes
from houseway.web.lab_simulations import Simulations
from houseway.web.laboratory import Laboratory
from houseway.web.letting_in import Door, Patience, address
from houseway.web.live import socket as live
from houseway.web.live.advising import Sessions
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
    app.state.failed = ""
    app.state.laboratory = Laboratory()
    app.state.simulations = Simulations(app.state.laboratory)
    app.state.sessions = Sessions()
    add_problems(app)
    _guard(app)
    for part in (people_routes, table_routes, sockets, live, lab_routes, lab_pages, pages):
        app.include_router(part.router)
    app.include_router(lab_routes.files)
    _add_health(app)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """While the service runs: threads for what waits for the disk, and a clock for all tables."""
    house, hub = app.state.house, app.state.hub
    app.state.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="table")
    hub.start(asyncio.get_running_loop())
    house.watchers.append(hub.changed)
    ticking = asyncio.create_task(_tick(app))
    try:
        yield
    finally:
        house.watchers.remove(hub.changed)
        ticking.cancel()
        app.state.laboratory.close()
        app.state.pool.shutdown(wait=True)


async def _tick(app: FastAPI) -> None:
    """The clocks of all tables, looked at a few times a second."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(TICK_SECONDS)
        try:
            await loop.run_in_executor(app.state.pool, app.state.house.tick)
        except StoreFailed as error:
            app.state.failed = str(error)
            log.critical("store failed", extra={"fact": {"error": str(error)}})
        except Exception:
            log.exception("a clock failed")


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
