"""Refusals as problem documents (RFC 9457): what was tried, why not, by which clause."""

import json
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from houseway.house.edges import Busy
from houseway.house.house import NoSuchTable
from houseway.house.offices import Forbidden, NotFound
from houseway.house.people import NotAuthenticated
from houseway.house.set_aside import OutOfService
from houseway.house.table_service import NotHere
from houseway.ledger.errors import (
    Conflict,
    RecordError,
    StoreBusy,
    StoreFailed,
    StoreFull,
    Unreadable,
    Unrecordable,
)
from houseway.rulebook import HousewayError, Refused
from houseway.web.auth.rate_limits import TooManyRequests
from houseway.web.lab.benches import LabBusy

MEDIA_TYPE = "application/problem+json"

STATUS: tuple[tuple[type[HousewayError], int, str], ...] = (
    (Refused, 409, "refused"),
    (NotAuthenticated, 401, "unauthenticated"),
    (Forbidden, 403, "forbidden"),
    (TooManyRequests, 429, "too-many"),
    (NoSuchTable, 404, "no-such-table"),
    (OutOfService, 503, "out-of-service"),
    (Unrecordable, 500, "fault"),
    (NotHere, 503, "try-again"),
    (Unreadable, 503, "try-again"),
    (NotFound, 404, "not-found"),
    (Busy, 503, "busy"),
    (Conflict, 409, "conflict"),
    (StoreFull, 507, "store-full"),
    (StoreBusy, 503, "store-busy"),
    (StoreFailed, 503, "store-failed"),
    (RecordError, 404, "record"),
    (LabBusy, 503, "lab-busy"),
    (HousewayError, 400, "malformed"),
)
"""The status and kind of each error; the first that matches."""


class RefusalModel(BaseModel):
    """One thing that the rules do not allow."""

    clauses: list[str]
    tried: str
    because: str
    instead: str


class Problem(BaseModel):
    """Why something was not done."""

    type: str
    title: str
    status: int
    detail: str
    clauses: list[str] = []
    refusals: list[RefusalModel] = []


def problem_of(error: HousewayError) -> Problem:
    """An error as a problem document."""
    status, kind = next((code, name) for cls, code, name in STATUS if isinstance(error, cls))
    refusals = error.refusals if isinstance(error, Refused) else ()
    return Problem(
        type=f"houseway:{kind}",
        title=kind.replace("-", " ").capitalize(),
        status=status,
        detail=_detail(error),
        clauses=list(error.clauses),
        refusals=[
            RefusalModel(
                clauses=list(refusal.clauses),
                tried=refusal.tried,
                because=refusal.because,
                instead=refusal.instead,
            )
            for refusal in refusals
        ],
    )


def _detail(error: HousewayError) -> str:
    """A refusal in words. A broken store names its address, so its words are only logged."""
    if isinstance(error, Unreadable):
        return "The record cannot be read at the moment. Send it again, with the same id."
    if isinstance(error, StoreFailed):
        return "The store failed. The house accepts nothing more until it is restarted."
    return str(error)


HEADERS = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}}


def respond(problem: Problem) -> Response:
    # In plain ASCII: the words may repeat input that is not valid text.
    text = json.dumps(problem.model_dump())
    return Response(text, problem.status, HEADERS.get(problem.status), MEDIA_TYPE)


def make_problem(status: int, kind: str, detail: str) -> Problem:
    title = kind.replace("-", " ").capitalize()
    return Problem(type=f"houseway:{kind}", title=title, status=status, detail=detail)


def add_problems(app: FastAPI) -> None:
    """Every error of the house, of the form, and of the address is a problem document."""

    @app.exception_handler(HousewayError)
    async def _handle(_request: Request, error: HousewayError) -> Response:
        response = respond(problem_of(error))
        if isinstance(error, TooManyRequests):
            response.headers["Retry-After"] = str(error.retry_after)
        return response

    @app.exception_handler(RequestValidationError)
    async def _handle_form(_request: Request, error: RequestValidationError) -> Response:
        words = "; ".join(_describe(entry) for entry in error.errors()[:5])
        return respond(make_problem(422, "malformed", words))

    @app.exception_handler(HTTPException)
    async def _handle_http(_request: Request, error: HTTPException) -> Response:
        response = respond(make_problem(error.status_code, "http", str(error.detail)))
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def _handle_fault(_request: Request, _error: Exception) -> Response:
        return respond(internal_error())


def internal_error() -> Problem:
    """For a fault of the house itself; the details stay in its log."""
    return make_problem(500, "fault", "Something went wrong in the house. Its log says more.")


def _describe(error: Any) -> str:
    """Where the form is wrong, without repeating what was sent."""
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    return f"{where or 'The body'}: {error['msg']}"


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        400: "Malformed",
        401: "Not authenticated",
        403: "Not for this office, or from another site",
        404: "Not found",
        409: "Refused by a clause, or in conflict with another command",
        411: "The length is missing",
        413: "Too large",
        422: "Not of the documented form",
        429: "Too many requests",
        500: "A fault of the house itself",
        503: "Not possible at the moment",
        507: "The store is full",
    }.items()
}
"""The problems that every operation may answer with."""
