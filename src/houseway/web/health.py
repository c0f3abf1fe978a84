"""Health, readiness and metrics, for whatever watches over the process."""

import logging

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from houseway.house.offices import Office
from houseway.web.api.models import Health, Readiness
from houseway.web.api.problems import PROBLEMS, make_problem, respond
from houseway.web.auth.access import is_this_machine, person_of, require_office
from houseway.web.services import TheServices

log = logging.getLogger("houseway")
router = APIRouter(tags=["running"], responses=PROBLEMS)


@router.get("/health")
def health() -> Health:
    """Whether the process answers."""
    return Health(status="ok")


@router.get("/ready", response_model=Readiness)
def ready(services: TheServices) -> Readiness | Response:
    """Whether the house can carry out a command: its store answers, and has not failed.

    States how many tables there are, and how many of them run in this process.
    """
    house = services.house
    try:
        house.ledger.tables()
    except Exception:  # whatever it is, the house is not ready
        log.exception("the store does not answer")
        return _not_ready("The store does not answer.")
    if services.failure or house.ledger.failed:
        return _not_ready("The store has failed.")
    return Readiness(status="ready", tables=len(house.lobby()), runs=len(house.tables))


def _not_ready(reason: str) -> Response:
    """Anybody may ask this, so the store's own words stay in the log."""
    return respond(make_problem(503, "not-ready", reason))


@router.get("/metrics", response_class=PlainTextResponse)
def metrics(request: Request, services: TheServices) -> Response:
    """Counts for Prometheus: for this machine itself, and for those who run the house."""
    if not is_this_machine(request):
        person = person_of(request)
        require_office(person, Office.ADMINISTRATOR, Office.SUPERVISOR, Office.AUDITOR)
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_LATEST)
