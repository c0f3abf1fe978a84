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
from houseway.house.offices import Forbidden, NotThere
from houseway.house.people import NotLetIn
from houseway.house.running import NotHere
from houseway.ledger.errors import (
    Conflict,
    RecordError,
    StoreBusy,
    StoreFailed,
    StoreFull,
    Unreadable,
)
from houseway.rulebook import HousewayError, Refused
from houseway.web.laboratory import LabBusy
from houseway.web.letting_in import TooMany

MEDIA_TYPE = "application/problem+json"

STATUS: tuple[tuple[type[HousewayError], int, str], ...] = (
    (Refused, 409, "refused"),
    (NotLetIn, 401, "not-let-in"),
    (Forbidden, 403, "forbidden"),
    (TooMany, 429, "too-many"),
    (NoSuchTable, 404, "no-such-table"),
    (NotHere, 503, "try-again"),
    (Unreadable, 503, "try-again"),
    (NotThere, 404, "not-there"),
    (Busy, 503, "busy"),
    (Conflict, 409, "conflict"),
    (StoreFull, 507, "store-full"),
    (StoreBusy, 503, "store-busy"),
    (StoreFailed, 503, "store-failed"),
    (RecordError, 404, "record"),
    (LabBusy, 503, "lab-busy"),
    (HousewayError, 400, "malformed"),
)
"""Which status and kind each refusal has; the first that fits."""


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
    """What a program or a page is told of a refusal."""
    status, kind = next((code, name) for cls, code, name in STATUS if isinstance(error, cls))
    refusals = error.refusals if isinstance(error, Refused) else ()
    return Problem(
        type=f"houseway:{kind}",
        title=kind.replace("-", " ").capitalize(),
        status=status,
        detail=_told(error),
        clauses=list(error.clauses),
        refusals=[
            RefusalModel(
                clauses=list(one.clauses),
                tried=one.tried,
                because=one.because,
                instead=one.instead,
            )
            for one in refusals
        ],
    )


def _told(error: HousewayError) -> str:
    """The words of a refusal. Those of a store that is away name its address: they are logged."""
    if isinstance(error, Unreadable):
        return "The record cannot be read at the moment. Ask again, with the same id."
    if isinstance(error, StoreFailed):
        return "The store failed, and the house takes nothing more until it is started anew."
    return str(error)


HEADERS = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}}


def answer_with(problem: Problem) -> Response:
    # In plain ASCII: the words may repeat what was sent, and that may be no text at all.
    text = json.dumps(problem.model_dump())
    return Response(text, problem.status, HEADERS.get(problem.status), MEDIA_TYPE)


def simple(status: int, kind: str, detail: str) -> Problem:
    title = kind.replace("-", " ").capitalize()
    return Problem(type=f"houseway:{kind}", title=title, status=status, detail=detail)


def add_problems(app: FastAPI) -> None:
    """Every error of the house, of the form, and of the address is a problem document."""

    @app.exception_handler(HousewayError)
    async def _refused(_request: Request, error: HousewayError) -> Response:
        return answer_with(problem_of(error))

    @app.exception_handler(RequestValidationError)
    async def _malformed(_request: Request, error: RequestValidationError) -> Response:
        words = "; ".join(_words(one) for one in error.errors()[:5])
        return answer_with(simple(422, "malformed", words))

    @app.exception_handler(HTTPException)
    async def _http(_request: Request, error: HTTPException) -> Response:
        found = answer_with(simple(error.status_code, "http", str(error.detail)))
        found.headers.update(error.headers or {})
        return found

    @app.exception_handler(Exception)
    async def _fault(_request: Request, _error: Exception) -> Response:
        return answer_with(fault())


def fault() -> Problem:
    """What is told of a fault of the house itself; the rest stays in its log."""
    return simple(500, "fault", "Something went wrong in the house. It is in its log.")


def _words(error: Any) -> str:
    """Where the form is wrong, without repeating what was sent."""
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    return f"{where or 'The body'}: {error['msg']}"


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        400: "Not understood",
        401: "Nobody was let in",
        403: "Not for this office, or from another site",
        404: "Not there",
        409: "Refused by a clause, or somebody was faster",
        411: "Without a length",
        413: "Too large",
        422: "Not of this form",
        429: "Too many requests",
        500: "A fault of the house itself",
        503: "The house cannot do it at the moment",
        507: "The store is full",
    }.items()
}
"""What every operation may answer instead."""
