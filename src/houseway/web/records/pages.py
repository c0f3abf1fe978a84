"""Records: finding rounds, replaying one, its evidence, its proof, and how to check it oneself.

Players and guests find the rounds they played in, dealers those they dealt in; the floor,
auditors and administrators find all. What is shown of a round is what `replay` lets that
person see.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel

from houseway.fairness.verifier import verifier_source
from houseway.games import find_games
from houseway.games.irregularities import Kind
from houseway.games.results import Outcome
from houseway.house.offices import PLAYERS, Forbidden, Office, Person
from houseway.ledger.errors import RecordError
from houseway.ledger.evidence import evidence
from houseway.ledger.proofs import round_proof
from houseway.ledger.recipes import deal_recipes
from houseway.ledger.search import Query, search
from houseway.ledger.sheets import STYLE, to_html, to_pdf
from houseway.ledger.store import Ledger
from houseway.ledger.times import read_time, show_time
from houseway.rulebook import HousewayError, Malformed
from houseway.web.api.problems import PROBLEMS
from houseway.web.auth.access import ThePerson, TheVisitor, house_of, require_office
from houseway.web.readings import read_record
from houseway.web.records.checks import Check, check_cards
from houseway.web.records.finished_rounds import Look
from houseway.web.records.replay import (
    FINDS_ALL,
    Step,
    changes,
    check_may_open,
    draw_step,
    finds_all,
    steps_for,
)
from houseway.web.rendering import OUTCOMES, render, to_login
from houseway.web.services import Services, services_of
from houseway.web.tables.felt import felt_svg

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["records"], responses=PROBLEMS)

MOST_SHOWN = 50
PROVES = PLAYERS | {Office.AUDITOR}
"""The offices that get the proof of a round they may open: players, and whoever checks them all."""
LARGEST_NUMBER = 10**15
MARKS = {"ok": "✓ right", "wrong": "✗ wrong", "unknown": "– not checked"}
SHEET_POLICY = (
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"
)
"""The sheet is a page of its own with its own style, and nothing else may run or load."""


# --- finding


@router.get("/rounds")
async def find(request: Request, person: TheVisitor) -> Response:
    """The search, and what it finds."""
    if person is None:
        return to_login(request)
    return await read_record(request, person, lambda: _find(request, person))


def _find(request: Request, person: Person) -> Response:
    filters = {name: value.strip() for name, value in request.query_params.items() if value.strip()}
    problem, rows = "", []
    try:
        rows = search(house_of(request).ledger, _query(filters, person))
    except HousewayError as error:
        problem = str(error)
    names = {game.id: game.name for game in find_games().values()}
    return render(
        request,
        "records/search.html",
        filters=filters,
        whose=_describe_scope(person),
        by_player=finds_all(person) or person.office is Office.DEALER,
        choices=_list_choices(names),
        title=_describe_count(len(rows)),
        rows=rows[:MOST_SHOWN],
        names=names,
        show_time=show_time,
        problem=problem,
        nothing=_describe_nothing(filters, person),
    )


def _describe_scope(person: Person) -> str:
    """Which rounds this person finds."""
    if finds_all(person):
        return "Every round of this house, the newest first."
    if person.office is Office.DEALER:
        return f"The rounds you dealt, {person.name}, the newest first."
    words = f"The rounds you played in, {person.name}, the newest first."
    if person.office is Office.GUEST:
        words += " A guest's rounds are found only while the visit lasts: keep the proof you want."
    return words


def _list_choices(names: Mapping[str, str]) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """The fields of the search with fixed values: what no choice means, then each value."""
    return {
        "game": ("any", list(names.items())),
        "outcome": ("any", [(name.value, OUTCOMES.get(name, name.value)) for name in Outcome]),
        "irregularity": (
            "with or without",
            [("any", "any"), *((kind.value, kind.value.replace("_", " ")) for kind in Kind)],
        ),
        "void": ("either", [("yes", "void"), ("no", "not void")]),
    }


def _describe_count(rows: int) -> str:
    if rows > MOST_SHOWN:
        return f"The newest {MOST_SHOWN} rounds; narrow the search for others"
    return "One round" if rows == 1 else f"{rows} rounds"


def _describe_nothing(filters: Mapping[str, str], person: Person) -> str:
    if filters:
        return "No matching round."
    if finds_all(person):
        return "No round has been played yet."
    if person.office is Office.DEALER:
        return "You have dealt no round yet. Tables that a person deals are in the lobby."
    return "You have played no round yet. Find a table in the lobby."


def _query(filters: dict[str, str], person: Person) -> Query:
    """The search of these filters; most people find only what was their own."""
    is_dealer, own = person.office is Office.DEALER, person.name
    return Query(
        table=filters.get("table"),
        game=filters.get("game"),
        since=read_time(filters["from"]) if "from" in filters else None,
        until=read_time(filters["to"], end_of_day=True) if "to" in filters else None,
        player=filters.get("player") if finds_all(person) or is_dealer else own,
        dealer=own if is_dealer else None,
        outcome=filters.get("outcome"),
        clause=filters.get("clause"),
        least_stake=_cents(filters.get("stake")),
        least_win=_cents(filters.get("win")),
        irregularity=filters.get("irregularity"),
        void={"yes": True, "no": False}.get(filters.get("void", "")),
        limit=MOST_SHOWN + 1,
    )


def _cents(text: str | None) -> int | None:
    """Dollars as people write them, 25 or 12.50."""
    if text is None:
        return None
    amount = re.fullmatch(r"\$?([0-9]{1,12})(?:\.([0-9]{1,2}))?", text.replace(",", ""))
    if amount is None:
        raise Malformed(f"{text[:40]!r} is not an amount in dollars. Write 25 or 12.50.")
    return int(amount[1]) * 100 + int((amount[2] or "").ljust(2, "0"))


# --- one round


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,15}", text):
        raise RecordError(f"{text[:40]!r} is not the number of a round.")
    return int(text)


def _not_found(request: Request, error: HousewayError) -> HTMLResponse:
    """A page that says what is not there, and where to go on."""
    forbidden = isinstance(error, Forbidden)
    title = "This is not for you" if forbidden else "No such round"
    page = render(request, "records/missing.html", title=title, words=str(error))
    page.status_code = 403 if forbidden else 404
    return page


@router.get("/rounds/{table}/{number}")
async def replay(
    request: Request, person: TheVisitor, table: str, number: str, step: str = ""
) -> Response:
    """One round on its felt, at one of its steps."""
    if person is None:
        return to_login(request)
    return await read_record(request, person, lambda: _replay(request, person, table, number, step))


def _replay(request: Request, person: Person, table: str, number: str, step: str) -> Response:
    services = services_of(request)
    try:
        steps = _find_steps(services, person, table, _number(number))
    except RecordError as error:
        return _not_found(request, error)
    current = steps[_choose_step(step, len(steps)) - 1]
    checks = [
        services.chains.check(services.house.ledger, table, int(number)),
        _check_cards(services, person, table, int(number)),
    ]
    values = {
        "table": table,
        "number": int(number),
        "path": f"/rounds/{quote(table, safe='')}/{int(number)}",
        "game": current.setup.game,
        "step": current,
        "steps": steps,
        "last": steps[-1].view.last,
        "names": {wager.id: wager.name for wager in current.setup.game.wagering.wagers},
        "checks": checks,
        "marks": MARKS,
        "staff": person.office in FINDS_ALL,
        "provable": person.office in PROVES,
        "auditor": person.office is Office.AUDITOR,
    }
    return render(request, "records/replay.html", **values, **_draw(current, person))


def _find_steps(services: Services, person: Person, table: str, number: int) -> list[Step]:
    """The steps of a round as this person may see them, kept from one look to the next."""
    ledger = services.house.ledger
    check_may_open(ledger, person, table, number)
    return services.finished_rounds.find(
        "steps",
        Look(ledger, table, number, person),
        lambda: steps_for(ledger, person, table, number),
    )


def _check_cards(services: Services, person: Person, table: str, number: int) -> Check:
    ledger = services.house.ledger
    return services.finished_rounds.find(
        "cards",
        Look(ledger, table, number, person),
        lambda: check_cards(ledger, table, number, person),
    )


def _choose_step(step: str, steps: int) -> int:
    """The step of a link; one that is not there is the nearest that is."""
    return max(1, min(int(step), steps)) if re.fullmatch(r"[0-9]{1,9}", step) else 1


def _draw(step: Step, person: Person) -> dict[str, str]:
    """The felt with what lies on it at a step, and the cards beside it."""
    drawn, felt = draw_step(step, person), felt_svg(step.setup)
    for key, inside in drawn.items():
        felt = felt.replace(f'<g id="{key}"></g>', f'<g id="{key}">{inside}</g>')
    return {"felt": felt, "hands": drawn["replay-hands"]}


class StepModel(BaseModel):
    """A step of a round as this person may know it."""

    step: int
    at: str
    by: str
    words: str
    clauses: list[str]
    set: dict[str, str]
    """What of the felt and the cards is drawn anew."""


class RoundSteps(BaseModel):
    table: str
    round: int
    steps: list[StepModel]


@api.get(
    "/rounds/{table}/{number}/steps",
    response_model=None,
    responses={200: {"model": RoundSteps}},
)
async def steps_of_a_round(
    request: Request,
    table: str,
    number: Annotated[int, Path(ge=1, le=LARGEST_NUMBER)],
    person: ThePerson,
) -> Response:
    """Every step of a closed round, as far as this person may know it, and how it is drawn."""
    services = services_of(request)
    ledger = services.house.ledger

    def write() -> Response:
        check_may_open(ledger, person, table, number)
        text = services.finished_rounds.find(
            "drawn steps",
            Look(ledger, table, number, person),
            lambda: _write_steps(steps_for(ledger, person, table, number), person, table, number),
        )
        return Response(text, media_type="application/json")

    return await read_record(request, person, write)


def _write_steps(steps: list[Step], person: Person, table: str, number: int) -> str:
    models = [
        StepModel(**vars(step), step=step.number, set=changed)
        for step, changed in zip(steps, changes(steps, person), strict=True)
    ]
    return RoundSteps(table=table, round=number, steps=models).model_dump_json()


# --- to take along


@router.get("/rounds/{table}/{number}/evidence")
@router.get("/rounds/{table}/{number}/evidence.pdf")
async def evidence_sheet(request: Request, person: TheVisitor, table: str, number: str) -> Response:
    """All of a round on one sheet, for a dispute: a page, or a file for a printer."""
    if person is None:
        return to_login(request)
    return await read_record(
        request, person, lambda: _write_evidence(request, person, table, number)
    )


def _write_evidence(request: Request, person: Person, table: str, number: str) -> Response:
    is_pdf = request.url.path.endswith(".pdf")
    try:
        require_office(person, *FINDS_ALL)
        sheet = evidence(house_of(request).ledger, table, _number(number))
        content = to_pdf(sheet) if is_pdf else to_html(sheet).encode()
    except HousewayError as error:
        return _not_found(request, error)
    if is_pdf:
        return _file(content, "application/pdf", f"round-{int(number)}-evidence.pdf", "inline")
    headers = {"Content-Security-Policy": SHEET_POLICY, "Cache-Control": "no-store"}
    return Response(content, media_type="text/html; charset=utf-8", headers=headers)


@router.get("/rounds/{table}/{number}/proof.json")
async def proof(request: Request, person: TheVisitor, table: str, number: str) -> Response:
    """The proof of the cards this person could see; an auditor's is of all."""
    if person is None:
        return to_login(request)
    return await read_record(request, person, lambda: _write_proof(request, person, table, number))


def _write_proof(request: Request, person: Person, table: str, number: str) -> Response:
    ledger, auditor = house_of(request).ledger, person.office is Office.AUDITOR
    try:
        check_may_open(ledger, person, table, _number(number))
        if person.office not in PROVES:
            raise Forbidden("A proof is for those who played in the round, and for auditors.")
        text = services_of(request).finished_rounds.find(
            "proof",
            Look(ledger, table, int(number), person),
            lambda: _prove(ledger, table, int(number), None if auditor else person.name),
        )
    except HousewayError as error:
        return _not_found(request, error)
    return _file(f"{text}\n".encode(), "application/json", f"round-{int(number)}-proof.json")


def _prove(ledger: Ledger, table: str, number: int, player: str | None) -> str:
    return json.dumps(round_proof(ledger, table, number, player=player), ensure_ascii=False)


def _file(content: bytes, media_type: str, name: str, how: str = "attachment") -> Response:
    headers = {"Content-Disposition": f'{how}; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


# --- verify it yourself


@cache
def _verifier() -> bytes:
    return verifier_source(deal_recipes()).encode()


@router.get("/verify")
def verify_page(request: Request) -> HTMLResponse:
    """How to check a round without trusting this house."""
    digest = hashlib.sha256(_verifier()).hexdigest()
    return render(request, "records/verify.html", digest=digest, lines=_verifier().count(b"\n"))


@router.get("/verify/verify_round.py")
def verifier() -> Response:
    """The verifier: one file that needs nothing but Python."""
    return _file(_verifier(), "text/x-python; charset=utf-8", "verify_round.py")
