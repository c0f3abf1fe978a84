"""The application: the house, its routes and sockets, and the clock that ticks for all tables."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastapi import FastAPI, Request
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from houseway import __version__
from houseway.house import edges
from houseway.house.house import House
from houseway.house.offices import Office
from houseway.ledger.errors import StoreFailed
from houseway.web import (
    accounting_routes,
    assets,
    floor_pages,
    lab_pages,
    lab_routes,
    lobby_page,
    pages,
    people_routes,
    record_pages,
    rulebook_pages,
    sockets,
    table_routes,
)
from houseway.web.acting import Acts
from houseway.web.describing import describe, name_operations
from houseway.web.lab_simulations import Simulations
from houseway.web.laboratory import Laboratory
from houseway.web.letting_in import Door, Patience, address, is_this_machine, must_be, person_of
from houseway.web.live import socket as live
from houseway.web.live.advising import Sessions
from houseway.web.metrics import Metrics
from houseway.web.models import Health, Readiness
from houseway.web.problems import PROBLEMS, Problem, add_problems, answer_with, simple
from houseway.web.round_checks import Chains

TICK_SECONDS = 0.05
THREADS, THREADS_THAT_WAIT = 8, 48
"""On a file few are quicker: they stand in each other's way, and commit together anyway. Where
tables run in other processes too, a thread may wait for one of those."""
MOST_BODY = 100_000
LEAST_COMPRESSED = 1_000
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
    logins_a_second: float = 0.5
    tables_at_once: int = 200
    tables_a_second: float = 0.5


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
        generate_unique_id_function=name_operations,
    )
    app.state.house, app.state.hub = house, sockets.Hub()
    app.state.door = Door(settings.secret or secrets.token_urlsafe(32), settings.secure)
    app.state.patience = Patience(settings.requests_at_once, settings.requests_a_second)
    app.state.at_the_door = Patience(settings.logins_at_once, settings.logins_a_second)
    app.state.solving = Patience(settings.tables_at_once, settings.tables_a_second)
    app.state.metrics = Metrics(house, app.state.hub.watching)
    app.state.acts = Acts(house, app.state.metrics)
    app.state.failed = ""
    app.state.on_failure = lambda: None
    app.state.chains = Chains()
    app.state.laboratory = Laboratory()
    app.state.simulations = Simulations(app.state.laboratory)
    app.state.sessions = Sessions()
    add_problems(app)
    _guard(app)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED, compresslevel=6)
    for part in (people_routes, table_routes, accounting_routes, sockets, live, lab_routes):
        app.include_router(part.router)
    for part in (assets, lobby_page, lab_pages, pages, floor_pages, rulebook_pages, record_pages):
        app.include_router(part.router)
    for router in (record_pages.api, lab_routes.files):
        app.include_router(router)
    _add_health(app)
    _add_metrics(app)
    describe(app)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """While the service runs: threads for what waits for the disk, and a clock for all tables."""
    house, hub = app.state.house, app.state.hub
    alone = house.ledger.engine.dialect.name == "sqlite"
    threads = THREADS if alone else THREADS_THAT_WAIT
    app.state.pool = ThreadPoolExecutor(threads, thread_name_prefix="table")
    hub.start(asyncio.get_running_loop())
    watchers = (hub.changed, app.state.metrics.changed)
    house.watchers.extend(watchers)
    house.watched = hub.watches
    house.people.watchers.append(hub.person_changed)
    # Clocks run from when people can come: whatever the start took is not theirs to lose.
    for table in list(house.tables.values()):
        await asyncio.to_thread(table.start)
    ticking = asyncio.create_task(_tick(app))
    quick = app.state.laboratory.quick
    try:
        with edges.solved_by(lambda game, options: quick.wait_for("solved", game, options)):
            yield
    finally:
        for watcher in watchers:
            house.watchers.remove(watcher)
        house.people.watchers.remove(hub.person_changed)
        ticking.cancel()
        app.state.laboratory.close()
        app.state.pool.shutdown(wait=True)


async def _tick(app: FastAPI) -> None:
    """The clocks of all tables, looked at a few times a second."""
    loop, house = asyncio.get_running_loop(), app.state.house
    while not house.ledger.failed:
        due = loop.time() + TICK_SECONDS
        await asyncio.sleep(TICK_SECONDS)
        app.state.metrics.late.observe(max(0.0, loop.time() - due))
        if app.state.acts.stopping:
            continue  # nobody can act any more, so nobody's time runs out
        try:
            await loop.run_in_executor(app.state.pool, house.tick)
        except StoreFailed:
            pass  # whoever met it, the end is below
        except Exception:
            log.exception("a clock failed")
    # Nobody knows what is on the disk: only a new start, which reads it, can go on.
    app.state.failed = str(house.ledger.failed)
    log.critical("the store failed", extra={"fact": {"error": app.state.failed}})
    app.state.on_failure()


def _guard(app: FastAPI) -> None:
    """What holds for every request: its size, its pace, and the headers of its answer."""

    @app.middleware("http")
    async def _every(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        refused = _too_long(request)
        if refused is not None:
            return answer_with(refused)
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


def _too_long(request: Request) -> Problem | None:
    """A body says its length, and is refused by it; one sent in pieces could go on for ever."""
    if "transfer-encoding" in request.headers:
        return simple(411, "length-required", "Say how long this is: send it in one piece.")
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal()) or int(length) > MOST_BODY:
        return simple(413, "too-large", "This is too long.")
    return None


def _add_health(app: FastAPI) -> None:
    @app.get("/health", tags=["running"], responses=PROBLEMS)
    def health() -> Health:
        """Whether the process answers."""
        return Health(status="well")

    @app.get("/ready", tags=["running"], response_model=Readiness, responses=PROBLEMS)
    def ready() -> Readiness | Response:
        """Whether the house can take an act: its store answers, and has not failed.

        Tells how many tables there are, and how many of them run in this process.
        """
        house: House = app.state.house
        try:
            house.ledger.tables()
        except Exception:  # whatever it is, the house is not ready
            log.exception("the store does not answer")
            return _not_ready("The store does not answer.")
        if app.state.failed or house.ledger.failed:
            return _not_ready("The store has failed.")
        return Readiness(status="ready", tables=len(house.lobby()), runs=len(house.tables))


def _not_ready(because: str) -> Response:
    """Anybody may ask this, so the store's own words stay in the log."""
    return answer_with(simple(503, "not-ready", because))


def _add_metrics(app: FastAPI) -> None:
    @app.get("/metrics", tags=["running"], response_class=PlainTextResponse, responses=PROBLEMS)
    def metrics(request: Request) -> Response:
        """Counts for Prometheus: for this machine itself, and for who looks after the house."""
        if not is_this_machine(request):
            person = person_of(request)
            must_be(person, Office.ADMINISTRATOR, Office.SUPERVISOR, Office.AUDITOR)
        return Response(app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)
