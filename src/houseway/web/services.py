"""The services of one running application, handed to every route, page and socket."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from houseway.house.house import House

if TYPE_CHECKING:
    from houseway.web.auth.devices import DeviceCookies
    from houseway.web.auth.doors import Doors
    from houseway.web.auth.rate_limits import RateLimiter
    from houseway.web.auth.sessions import SessionCookies
    from houseway.web.lab.benches import Laboratory
    from houseway.web.lab.simulations import Simulations
    from houseway.web.monitoring import Metrics
    from houseway.web.readiness import StoreCheck
    from houseway.web.readings import Readings
    from houseway.web.records.checks import ChainChecks
    from houseway.web.records.finished_rounds import FinishedRounds
    from houseway.web.tables.advice_sessions import AdviceSessions
    from houseway.web.tables.command_gateway import CommandGateway
    from houseway.web.tables.history import Histories
    from houseway.web.tables.mailboxes import Hub


@dataclass(frozen=True)
class RateLimits:
    """How often one address may do what costs the house something."""

    requests: "RateLimiter"
    logins: "RateLimiter"
    guests: "RateLimiter"
    """Of its own, so that guests from an address do not keep its people from logging in."""
    analyses: "RateLimiter"


@dataclass
class Services:
    """Everything that a request may need; created once, with the application."""

    house: House
    cookies: "SessionCookies"
    devices: "DeviceCookies"
    limits: RateLimits
    hub: "Hub"
    metrics: "Metrics"
    gateway: "CommandGateway"
    chains: "ChainChecks"
    laboratory: "Laboratory"
    simulations: "Simulations"
    advice_sessions: "AdviceSessions"
    readings: "Readings"
    finished_rounds: "FinishedRounds"
    histories: "Histories"
    doors: "Doors"
    store_check: "StoreCheck"
    pool: ThreadPoolExecutor = field(init=False)
    """Threads for work that waits for the disk; there while the server runs."""
    failure: str = ""
    """Why the store failed; empty while it works."""
    on_failure: Callable[[], None] = lambda: None
    ticked_at: float | None = None
    """When the clock of the tables last ticked, by the monotonic clock; None before it runs."""


def services_of(connection: HTTPConnection) -> Services:
    """The services behind a request or a socket."""
    services: Services = connection.app.state.services
    return services


TheServices = Annotated[Services, Depends(services_of)]
