"""Records: finding rounds, replaying one, its evidence, its proof, and how to check it oneself.

Players and guests find the rounds they played in, dealers those they dealt in; the floor,
auditors and administrators find all. What is shown of a round is what `replays` lets that
person see.
"""

import base64
import hashlib
import json
import re
from importlib.resources import files
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel

from houseway import fairness
from houseway.games import GAMES
from houseway.games.irregularities import Kind
from houseway.games.results import Outcome
from houseway.house.offices import PLAYERS, Forbidden, Office, Person
from houseway.ledger.errors import RecordError
from houseway.ledger.evidence import evidence
from houseway.ledger.proofs import round_proof
from houseway.ledger.search import Query, search
from houseway.ledger.sheets import STYLE, to_html, to_pdf
from houseway.ledger.times import read_time, show_time
from houseway.rulebook import HousewayError, Malformed
from houseway.web.letting_in import TheHouse, ThePerson, anybody, house_of, must_be
from houseway.web.live.felt import felt_svg
from houseway.web.pages import render, to_login
from houseway.web.problems import PROBLEMS
from houseway.web.replays import (
    FINDS_ALL,
    Step,
    changes,
    check_may_open,
    draw_step,
    finds_all,
    steps_for,
)
from houseway.web.round_checks import check_cards

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["records"], responses=PROBLEMS)

MOST_FOUND = 50
PROVES = PLAYERS | {Office.AUDITOR}
"""Who gets the proof of a round they may open: whose cards it is, and who checks them all."""
LARGEST_NUMBER = 10**15
SHEET_POLICY = (
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"
)
"""The sheet is a page of its own with its own style, and nothing else may run or load."""


# --- finding


@router.get("/rounds")
def find(request: Request) -> Response:
    """The search, and what it finds."""
    person = anybody(request)
    if person is None:
        return to_login(request)
    asked = {name: value.strip() for name, value in request.query_params.items() if value.strip()}
    told: dict[str, Any] = {
        "asked": asked,
        "all": finds_all(person),
        "dealer": person.office is Office.DEALER,
        "games": GAMES.values(),
        "names": {game.id: game.name for game in GAMES.values()},
        "outcomes": [one.value for one in Outcome],
        "kinds": [kind.value for kind in Kind],
        "most": MOST_FOUND,
    }
    try:
        found = search(house_of(request).ledger, _query(asked, person))
    except HousewayError as error:
        return render(request, "rounds.html", found=[], problem=str(error), **told)
    rows = [{"one": one, "ended": show_time(one.ended)} for one in found]
    return render(request, "rounds.html", found=rows, problem="", **told)


def _query(asked: dict[str, str], person: Person) -> Query:
    """The search that was asked for; who does not find all finds what was their own."""
    office, own = person.office, person.name
    void = {"yes": True, "no": False}.get(asked.get("void", ""))
    return Query(
        table=asked.get("table"),
        game=asked.get("game"),
        since=read_time(asked["from"]) if "from" in asked else None,
        until=read_time(asked["to"], end_of_day=True) if "to" in asked else None,
        player=asked.get("player") if finds_all(person) or office is Office.DEALER else own,
        dealer=own if office is Office.DEALER else None,
        outcome=asked.get("outcome"),
        clause=asked.get("clause"),
        least_stake=_cents(asked.get("stake")),
        least_win=_cents(asked.get("win")),
        irregularity=asked.get("irregularity"),
        void=void,
        limit=MOST_FOUND + 1,
    )


def _cents(text: str | None) -> int | None:
    """Dollars as people write them, 25 or 12.50."""
    if text is None:
        return None
    found = re.fullmatch(r"\$?([0-9]{1,12})(?:\.([0-9]{1,2}))?", text.replace(",", ""))
    if found is None:
        raise Malformed(f"{text[:40]!r} is no amount in dollars. Write 25 or 12.50.")
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


# --- one round


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,15}", text):
        raise RecordError(f"{text[:40]!r} is no number of a round.")
    return int(text)


def _sorry(request: Request, error: HousewayError) -> HTMLResponse:
    """A page that says what is not there, and where to go on."""
    forbidden = isinstance(error, Forbidden)
    title = "This is not for you" if forbidden else "No such round"
    found = render(request, "rounds_missing.html", title=title, words=str(error))
    found.status_code = 403 if forbidden else 404
    return found


@router.get("/rounds/{table}/{number}")
def replay(request: Request, table: str, number: str, step: str = "") -> Response:
    """One round on its felt, at one of its steps."""
    person = anybody(request)
    if person is None:
        return to_login(request)
    ledger = house_of(request).ledger
    try:
        steps = steps_for(ledger, person, table, _number(number))
    except RecordError as error:
        return _sorry(request, error)
    here = steps[_chosen(step, len(steps)) - 1]
    checks = [
        request.app.state.chains.check(ledger, table, int(number)),
        check_cards(ledger, table, int(number), person),
    ]
    told = {
        "table": table,
        "number": int(number),
        "path": f"/rounds/{quote(table, safe='')}/{int(number)}",
        "game": here.setup.game,
        "wagers": {wager.id: wager.name for wager in here.setup.game.wagering.wagers},
        "step": here,
        "steps": steps,
        "last": steps[-1].view.get("last"),
        "checks": checks,
        "staff": person.office in FINDS_ALL,
        "provable": person.office in PROVES,
        "auditor": person.office is Office.AUDITOR,
    }
    return render(request, "replay.html", **told, **_drawn(here, person))


def _chosen(step: str, steps: int) -> int:
    """The step of a link; one that is not there is the nearest that is."""
    return max(1, min(int(step), steps)) if re.fullmatch(r"[0-9]{1,9}", step) else 1


def _drawn(step: Step, person: Person) -> dict[str, str]:
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


@api.get("/rounds/{table}/{number}/steps")
def steps_of_a_round(
    table: str,
    number: Annotated[int, Path(ge=1, le=LARGEST_NUMBER)],
    person: ThePerson,
    house: TheHouse,
) -> RoundSteps:
    """Every step of a closed round, as far as this person may know it, and how it is drawn."""
    steps = steps_for(house.ledger, person, table, number)
    told = [
        StepModel(
            step=one.number,
            at=one.at,
            by=one.by,
            words=one.words,
            clauses=list(one.clauses),
            set=changed,
        )
        for one, changed in zip(steps, changes(steps, person), strict=True)
    ]
    return RoundSteps(table=table, round=number, steps=told)


# --- to take along


@router.get("/rounds/{table}/{number}/evidence")
def evidence_page(request: Request, table: str, number: str) -> Response:
    """All of a round on one sheet, for a dispute."""
    return _evidence(request, table, number, "html")


@router.get("/rounds/{table}/{number}/evidence.pdf")
def evidence_pdf(request: Request, table: str, number: str) -> Response:
    """The same sheet for a printer."""
    return _evidence(request, table, number, "pdf")


def _evidence(request: Request, table: str, number: str, form: Literal["html", "pdf"]) -> Response:
    person = anybody(request)
    if person is None:
        return to_login(request)
    try:
        must_be(person, *FINDS_ALL)
        sheet = evidence(house_of(request).ledger, table, _number(number))
        made = to_html(sheet).encode() if form == "html" else to_pdf(sheet)
    except HousewayError as error:
        return _sorry(request, error)
    if form == "html":
        headers = {"Content-Security-Policy": SHEET_POLICY, "Cache-Control": "no-store"}
        return Response(made, media_type="text/html; charset=utf-8", headers=headers)
    return _file(made, "application/pdf", f"round-{int(number)}-evidence.pdf", "inline")


@router.get("/rounds/{table}/{number}/proof.json")
def proof(request: Request, table: str, number: str) -> Response:
    """The proof of the cards this person could see; an auditor's is of all."""
    person = anybody(request)
    if person is None:
        return to_login(request)
    ledger, auditor = house_of(request).ledger, person.office is Office.AUDITOR
    try:
        check_may_open(ledger, person, table, _number(number))
        if person.office not in PROVES:
            raise Forbidden("A proof is for who played in the round, and for auditors.")
        player = None if auditor else person.name
        document = round_proof(ledger, table, _number(number), player=player)
    except HousewayError as error:
        return _sorry(request, error)
    text = json.dumps(document, ensure_ascii=False)
    return _file(f"{text}\n".encode(), "application/json", f"round-{int(number)}-proof.json")


def _file(made: bytes, media_type: str, name: str, how: str = "attachment") -> Response:
    headers = {"Content-Disposition": f'{how}; filename="{name}"', "Cache-Control": "no-store"}
    return Response(made, media_type=media_type, headers=headers)


# --- verify it yourself


def _verifier() -> bytes:
    return (files(fairness) / "verify_round.py").read_bytes()


@router.get("/verify")
def verify_page(request: Request) -> HTMLResponse:
    """How to check a round without trusting this house."""
    digest = hashlib.sha256(_verifier()).hexdigest()
    return render(request, "rounds_verify.html", digest=digest, lines=_verifier().count(b"\n"))


@router.get("/verify/verify_round.py")
def verifier() -> Response:
    """The verifier: one file that needs nothing but Python."""
    return _file(_verifier(), "text/x-python; charset=utf-8", "verify_round.py")
