"""The application: the house, its routes and sockets, and the clock that ticks for all tables."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from threading import Thread

from fastapi import FastAPI, Request
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import Response
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from houseway import __version__
from houseway.house.house import House
from houseway.ledger.errors import StoreFailed
from houseway.web import assets, monitoring
from houseway.web.api.openapi import describe, name_operations
from houseway.web.api.problems import Problem, add_problems, make_problem, respond
from houseway.web.auth import routes as auth_routes
from houseway.web.auth.devices import DeviceCookies
from houseway.web.auth.doors import Doors
from houseway.web.auth.rate_limits import RateLimiter, client_address
from houseway.web.auth.sessions import SessionCookies
from houseway.web.floor import pages as floor_pages
from houseway.web.floor import routes as floor_routes
from houseway.web.headers import add_headers
from houseway.web.lab import pages as lab_pages
from houseway.web.lab import routes as lab_routes
from houseway.web.lab.benches import Laboratory
from houseway.web.lab.simulations import Simulations
from houseway.web.lobby import pages as lobby_pages
from houseway.web.monitoring import Metrics
from houseway.web.readiness import StoreCheck
from houseway.web.readings import COMPRESSION, LEAST_COMPRESSED, ReadingLimits, Readings
from houseway.web.records import pages as record_pages
from houseway.web.records.checks import ChainChecks
from houseway.web.records.finished_rounds import FinishedRounds
from houseway.web.rulebook import pages as rulebook_pages
from houseway.web.services import RateLimits, Services, services_of
from houseway.web.tables import page as table_page
from houseway.web.tables import page_socket, socket
from houseway.web.tables import routes as table_routes
from houseway.web.tables.advice_sessions import AdviceSessions
from houseway.web.tables.command_gateway import CommandGateway
from houseway.web.tables.history import Histories
from houseway.web.tables.mailboxes import Hub

TICK_SECONDS = 0.05
POLICY_VIOLATED = 1008
THREADS, THREADS_THAT_WAIT = 8, 48
"""On a file a few threads are faster: more would only compete, and they commit together anyway.
Where tables run in other processes too, a thread may have to wait for one of those."""
FIRST_ANSWERS_SECONDS = 0.3
"""After a start, whoever asks at once is answered before the tables are read that nobody uses."""
MOST_BODY = 100_000
ROUTERS = (
    auth_routes.router,
    table_routes.router,
    floor_routes.router,
    socket.router,
    page_socket.router,
    lab_routes.router,
    assets.router,
    lobby_pages.router,
    lab_pages.router,
    auth_routes.pages,
    table_page.router,
    floor_pages.router,
    rulebook_pages.router,
    record_pages.router,
    record_pages.api,
    monitoring.router,
)
log = logging.getLogger("houseway")


@dataclass(frozen=True)
class Settings:
    """Settings of the service; the rules of the house are set on the house."""

    secret: str = ""
    """The key that signs cookies; a new one at each start if none is given."""
    secure: bool = False
    requests_a_second: float = 50.0
    requests_at_once: int = 200
    logins_at_once: int = 20
    logins_a_second: float = 0.5
    tables_at_once: int = 200
    tables_a_second: float = 0.5
    reading: ReadingLimits = field(default_factory=ReadingLimits)
    in_flight_per_address: int = 2_000
    """Requests and sockets of one address, also of one behind a proxy."""
    is_local_only: bool = False
    """Whether this house was opened for the people of this machine, and for nobody else."""


class Application(FastAPI):
    """The application, with what holds for every request before any route is looked for."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return
        services: Services = self.state.services
        answer = add_headers(scope["path"], send, secure=services.cookies.secure)
        with services.doors.enter(HTTPConnection(scope)) as problem:
            if problem is None:
                await super().__call__(scope, receive, answer)
            elif scope["type"] == "http":
                await respond(problem)(scope, receive, answer)
            else:
                await send({"type": "websocket.close", "code": POLICY_VIOLATED})


def create_app(house: House, settings: Settings | None = None) -> Application:
    settings = settings or Settings()
    app = Application(
        title="Houseway",
        version=__version__,
        summary="Casino table games by the text of their regulation",
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=name_operations,
    )
    app.state.services = _make_services(house, settings)
    add_problems(app)
    _guard(app)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED, compresslevel=COMPRESSION)
    for router in ROUTERS:
        app.include_router(router)
    describe(app)
    return app


def _make_services(house: House, settings: Settings) -> Services:
    hub, laboratory = Hub(), Laboratory()
    secret = settings.secret or secrets.token_urlsafe(32)
    metrics = Metrics(house, hub.count)
    return Services(
        house=house,
        cookies=SessionCookies(secret, settings.secure),
        devices=DeviceCookies(secret, settings.secure),
        limits=RateLimits(
            requests=RateLimiter(settings.requests_at_once, settings.requests_a_second),
            logins=RateLimiter(settings.logins_at_once, settings.logins_a_second),
            guests=RateLimiter(settings.logins_at_once, settings.logins_a_second),
            analyses=RateLimiter(settings.tables_at_once, settings.tables_a_second),
        ),
        hub=hub,
        metrics=metrics,
        gateway=CommandGateway(house, metrics),
        chains=ChainChecks(),
        laboratory=laboratory,
        simulations=Simulations(laboratory),
        advice_sessions=AdviceSessions(),
        readings=Readings(settings.reading),
        finished_rounds=FinishedRounds(),
        histories=Histories(),
        doors=Doors(settings.in_flight_per_address, is_local_only=settings.is_local_only),
        store_check=StoreCheck(),
    )


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """While the service runs: threads for work that waits for the disk, and the tables' clock."""
    services: Services = app.state.services
    house, hub = services.house, services.hub
    threads = THREADS if house.ledger.engine.dialect.name == "sqlite" else THREADS_THAT_WAIT
    services.pool = ThreadPoolExecutor(threads, thread_name_prefix="table")
    hub.start(asyncio.get_running_loop())
    watchers = (hub.changed, services.metrics.changed)
    house.watchers.extend(watchers)
    house.is_watched = hub.is_watched
    house.people.watchers.append(hub.person_changed)
    # Clocks start when people can connect: nobody loses the time that the start took.
    for table in list(house.tables.values()):
        await asyncio.to_thread(table.start)
    clock = asyncio.create_task(_run_clock(services))
    opening = Thread(target=_open_tables, args=(house,), name="opening", daemon=True)
    opening.start()
    checking = Thread(target=house.self_check.keep_running, name="self-check", daemon=True)
    checking.start()
    quick = services.laboratory.quick
    try:
        with house.edges.solved_by(lambda game, options: quick.wait_for("solve", game, options)):
            yield
    finally:
        for watcher in watchers:
            house.watchers.remove(watcher)
        house.people.watchers.remove(hub.person_changed)
        clock.cancel()
        house.floor.leave_waiting()
        house.self_check.stop()
        await asyncio.to_thread(opening.join)
        await asyncio.to_thread(checking.join)
        services.laboratory.close()
        services.readings.close()
        services.pool.shutdown(wait=True)
        services.ticked_at = None


def _open_tables(house: House) -> None:
    """Reads the tables that nobody has used since the start, so that their clocks run too."""
    time.sleep(FIRST_ANSWERS_SECONDS)
    for error in house.floor.open_waiting():
        log.error("a table could not be opened", extra={"fields": {"error": str(error)}})


async def _run_clock(services: Services) -> None:
    """Ticks for all tables, a few times a second, until the store fails."""
    loop, house = asyncio.get_running_loop(), services.house
    while not house.ledger.failed:
        services.ticked_at = time.monotonic()
        due = loop.time() + TICK_SECONDS
        await asyncio.sleep(TICK_SECONDS)
        services.metrics.late.observe(max(0.0, loop.time() - due))
        if services.gateway.stopping:
            continue  # nobody can act any more, so nobody's time runs out
        try:
            await loop.run_in_executor(services.pool, house.tick)
        except StoreFailed:
            pass  # handled below, whoever met it first
        except Exception:
            log.exception("a clock failed")
    # Nobody knows what is on the disk: only a new start, which reads it, can go on.
    services.failure = str(house.ledger.failed)
    log.critical("the store failed", extra={"fields": {"error": services.failure}})
    services.on_failure()


def _guard(app: FastAPI) -> None:
    """What holds for every request: its size and its rate."""

    @app.middleware("http")
    async def _every(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        problem = _refuse_body(request)
        if problem is not None:
            return respond(problem)
        if not services_of(request).limits.requests.allows(client_address(request)):
            return respond(make_problem(429, "too-many", "Too many requests. Wait a moment."))
        return await go_on(request)


def _refuse_body(request: Request) -> Problem | None:
    """A body must state its length, and not be too long; a chunked one could go on for ever."""
    if "transfer-encoding" in request.headers:
        return make_problem(411, "length-required", "Send the body in one piece, with its length.")
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal()) or int(length) > MOST_BODY:
        return make_problem(413, "too-large", "The body is too long.")
    return None
