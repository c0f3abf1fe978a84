"""The services of one running application, handed to every route, page and socket."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from houseway.house.house import House

if TYPE_CHECKING:
    from houseway.web.auth.rate_limits import RateLimiter
    from houseway.web.auth.sessions import SessionCookies
    from houseway.web.lab.benches import Laboratory
    from houseway.web.lab.simulations import Simulations
    from houseway.web.monitoring import Metrics
    from houseway.web.records.checks import ChainChecks
    from houseway.web.tables.advice_sessions import AdviceSessions
    from houseway.web.tables.command_gateway import CommandGateway
    from houseway.web.tables.mailboxes import Hub


@dataclass(frozen=True)
class RateLimits:
    """How often one address may do what costs the house something."""

    requests: "RateLimiter"
    logins: "RateLimiter"
    analyses: "RateLimiter"


@dataclass
class Services:
    """Everything that a request may need; created once, with the application."""

    house: House
    cookies: "SessionCookies"
    limits: RateLimits
    hub: "Hub"
    metrics: "Metrics"
    gateway: "CommandGateway"
    chains: "ChainChecks"
    laboratory: "Laboratory"
    simulations: "Simulations"
    advice_sessions: "AdviceSessions"
    pool: ThreadPoolExecutor = field(init=False)
    """Threads for work that waits for the disk; there while the server runs."""
    failure: str = ""
    """Why the store failed; empty while it works."""
    on_failure: Callable[[], None] = lambda: None


def services_of(connection: HTTPConnection) -> Services:
    """The services behind a request or a socket."""
    services: Services = connection.app.state.services
    return services


TheServices = Annotated[Services, Depends(services_of)]
