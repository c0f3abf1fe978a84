"""The rulebook: every clause with its words, how it was read, its code and its tests.

Open to everybody, and reached from every citation in the pages.
"""

import difflib
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import accumulate
from operator import attrgetter
from typing import Any, TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup, escape
from starlette.background import BackgroundTask

from houseway.games import GAMES, all_clauses, all_readings, get_game, readings_of
from houseway.proof.tracing import Trace, traces
from houseway.rulebook import Clause, RuleText
from houseway.web.rendering import render

router = APIRouter(include_in_schema=False)

ROLES = {"part": ", a part of it", "reference": ", refers to it"}
"""What a marker that does not prove a clause does with it."""
STATUS = {
    "implemented": "Carried out by the code below and proved by the tests below.",
    "partial": "Only a part of it is carried out yet.",
    "untested": "Carried out, but no test proves it yet.",
    "open": "No code carries it out yet.",
    "unchanged": "The text names this paragraph without printing it, so nothing is claimed of it.",
}


_READING = threading.Lock()
Thing = TypeVar("Thing")


def traced() -> Mapping[str, Trace]:
    """Every clause with its code and tests, read from the source once.

    One thread at a time: Python 3.11 cannot build two syntax trees at once.
    """
    with _READING:
        return traces()


@cache
def reading_ids(clause_id: str) -> tuple[str, ...]:
    return tuple(entry.id for entry in readings_of(clause_id))


def group(things: Iterable[Thing], key: Callable[[Thing], str]) -> dict[str, list[Thing]]:
    """Things by what they have in common, in the order in which each comes first."""
    groups: dict[str, list[Thing]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def words_of(clause: Clause) -> str:
    """All that a clause can be found by: what its entry in the page says, and its section's."""
    parts = (clause.id, clause.cite, clause.kind, *reading_ids(clause.id), clause.summary)
    return " ".join((*parts, clause.section, clause.about))


def has_all(words: str, query: str) -> bool:
    """Whether every word of a query occurs, as the page's own filter has it."""
    return all(word in words.casefold() for word in query.casefold().split())


def stems(name: str) -> list[str]:
    """What a name begins with, part by part: of `uth.11.c` these are `uth` and `uth.11`."""
    return list(accumulate(name.split("."), lambda stem, part: f"{stem}.{part}"))[:-1]


def near(name: str) -> list[tuple[str, str]]:
    """What may have been meant, as address and name: what looks alike, then what begins so."""
    folded = name.strip().casefold()
    by_fold = {known.casefold(): known for known in (*all_clauses(), *all_readings())}
    beginnings = (
        [known for fold, known in by_fold.items() if f"{fold}.".startswith(f"{stem}.")]
        for stem in reversed(stems(folded))
    )
    alike = difflib.get_close_matches(folded, list(by_fold), n=5, cutoff=0.5)
    narrowest = next(filter(None, beginnings), [])
    chosen = dict.fromkeys([*(by_fold[fold] for fold in alike), *narrowest])
    return [(address(known), known) for known in list(chosen)[:8]]


def address(name: str) -> str:
    """Where a clause or a reading is shown."""
    return f"/rulebook/entries/{name}" if name in all_readings() else f"/rulebook/{name}"


def linked(words: str) -> Markup:
    """Words of ours with what is code set as code, and each reading they name as a link."""
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words)))
    return Markup(re.sub(r"\b[A-Z]{1,3}[0-9]{1,3}\b", _link, text))  # noqa: S704


def _link(match: re.Match[str]) -> str:
    name = match[0]
    return f'<a href="{address(name)}">{name}</a>' if name in all_readings() else name


# --- the pages


@router.get("/rulebook")
def index(request: Request, q: str = "") -> HTMLResponse:
    """Every game with its clauses; what `q` does not find is there and hidden."""
    readings = list(all_readings().values())
    shown = {name for name, clause in all_clauses().items() if has_all(words_of(clause), q)}
    shown |= {reading.id for reading in readings if has_all(f"{reading.id} {reading.title}", q)}
    books = [_book(game.rulebook) for game in GAMES.values()]
    filters = {"q": q, "shown": shown, "total": len(all_clauses()), "reading_ids": reading_ids}
    page = render(request, "rulebook/index.html", books=books, readings=readings, **filters)
    page.background = BackgroundTask(traced)  # reading the source takes a second or two, once
    return page


def _book(text: RuleText) -> dict[str, Any]:
    kinds = Counter(clause.kind for clause in text.clauses).most_common()
    sections: dict[str, list[Clause]] = group(text.clauses, attrgetter("section"))
    return {"text": text, "sections": sections, "kinds": kinds}


@router.get("/rulebook/entries/{name}")
def reading(request: Request, name: str) -> Response:
    """One place where a text is unclear, and the reading adopted."""
    readings = all_readings()
    entry = readings.get(name) or readings.get(name.upper())
    if entry is None:
        return _missing(request, name, "reading")
    if entry.id != name:
        return RedirectResponse(address(entry.id))
    known = [all_clauses()[name] for name in entry.clauses if name in all_clauses()]
    before, after = _beside(list(readings), entry.id)
    values = {"entry": entry, "clauses": known, "before": before, "after": after, "linked": linked}
    return render(request, "rulebook/entry.html", **values)


@router.get("/rulebook/{name}")
def clause_page(request: Request, name: str) -> Response:
    """One clause: its words, its readings, its code, its tests, its neighbours."""
    if name.casefold() in GAMES:
        return RedirectResponse(f"/rulebook#{name.casefold()}")
    if name.upper() in all_readings():
        return RedirectResponse(address(name.upper()))
    if name not in all_clauses():
        if name.casefold() in all_clauses():
            return RedirectResponse(address(name.casefold()))
        return _missing(request, name, "clause")
    trace = traced()[name]
    text = get_game(trace.clause.game).rulebook
    before, after = _beside([clause.id for clause in text.clauses], name)
    return render(
        request,
        "rulebook/clause.html",
        trace=trace,
        clause=trace.clause,
        text=text,
        roles=ROLES,
        status=STATUS[trace.status],
        code=group(trace.code, attrgetter("file")),
        tests=group(trace.tests, attrgetter("file")),
        readings=readings_of(name),
        part_of=[stem for stem in stems(name) if stem in all_clauses()],
        parts=_below(name),
        before=before,
        after=after,
        linked=linked,
    )


def _below(name: str) -> list[Clause]:
    """The clauses that are directly a part of this one."""
    return [clause for clause in all_clauses().values() if clause.id.rpartition(".")[0] == name]


def _beside(names: list[str], name: str) -> tuple[str | None, str | None]:
    place = names.index(name)
    before = names[place - 1] if place else None
    return before, names[place + 1] if place + 1 < len(names) else None


def _missing(request: Request, name: str, kind: str) -> HTMLResponse:
    shown = name[:80]
    page = render(request, "rulebook/missing.html", name=shown, kind=kind, near=near(shown))
    page.status_code = 404
    return page
