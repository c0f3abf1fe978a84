"""The rulebook: every clause with its words, how it was read, its code and its tests.

Open to everybody, and reached from every citation in the pages.
"""

import difflib
import re
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from fastapi import APIRouter, BackgroundTasks, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup, escape

from houseway.games import GAMES, all_clauses, all_readings, get_game, readings_of
from houseway.proof.tracing import Marker, Trace, traces
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


@dataclass(frozen=True)
class Section:
    """Clauses that stand together in the text."""

    name: str
    about: str
    clauses: tuple[Clause, ...]


_READING = threading.Lock()


def traced() -> Mapping[str, Trace]:
    """Every clause with its code and tests, read from the source once.

    One thread at a time: Python 3.11 cannot build two syntax trees at once.
    """
    with _READING:
        return traces()


@cache
def reading_ids(clause_id: str) -> tuple[str, ...]:
    return tuple(entry.id for entry in readings_of(clause_id))


def sections(chosen: Iterable[Clause]) -> list[Section]:
    """Clauses by section, in the order the text prints them."""
    by_section: dict[str, list[Clause]] = {}
    for clause in chosen:
        by_section.setdefault(clause.section, []).append(clause)
    return [Section(name, of[0].about, tuple(of)) for name, of in by_section.items()]


def words_of(clause: Clause) -> str:
    """All that a clause can be found by: what its entry in the page says, and its section's."""
    parts = (clause.id, clause.cite, clause.kind, *reading_ids(clause.id), clause.summary)
    return " ".join((*parts, clause.section, clause.about))


def has_all(words: str, wanted: str) -> bool:
    """Whether every wanted word occurs, as the page's own filter has it."""
    return all(word in words.casefold() for word in wanted.casefold().split())


def near(wanted: str) -> list[tuple[str, str]]:
    """What may have been meant, as address and name: what looks alike, then what begins so."""
    wanted, known = wanted.strip(), {**all_clauses(), **all_readings()}
    by_fold = {name.casefold(): name for name in known}
    beginning: list[str] = []
    stem = wanted.casefold()
    while "." in stem and not beginning:
        stem = stem.rpartition(".")[0]
        beginning = [name for fold, name in by_fold.items() if (fold + ".").startswith(stem + ".")]
    alike = difflib.get_close_matches(wanted.casefold(), list(by_fold), n=5, cutoff=0.5)
    chosen = dict.fromkeys([*(by_fold[fold] for fold in alike), *beginning])
    return [(address(name), name) for name in list(chosen)[:8]]


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
def index(request: Request, later: BackgroundTasks, q: str = "") -> HTMLResponse:
    """Every game with its clauses; what `q` does not find is there and hidden."""
    readings = list(all_readings().values())
    shown = {name for name, clause in all_clauses().items() if has_all(words_of(clause), q)}
    shown |= {reading.id for reading in readings if has_all(f"{reading.id} {reading.title}", q)}
    books = [_book(game.rulebook) for game in GAMES.values()]
    filters = {"q": q, "shown": shown, "total": len(all_clauses()), "reading_ids": reading_ids}
    page = render(request, "rulebook/index.html", books=books, readings=readings, **filters)
    later.add_task(traced)  # reading the source takes a second or two, once
    page.background = later
    return page


def _book(of: RuleText) -> dict[str, object]:
    kinds = Counter(clause.kind for clause in of.clauses).most_common()
    return {"text": of, "sections": sections(of.clauses), "kinds": kinds}


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
    trace: Trace = traced()[name]
    clause = trace.clause
    before, after = _beside([other.id for other in get_game(clause.game).rulebook.clauses], name)
    return render(
        request,
        "rulebook/clause.html",
        trace=trace,
        clause=clause,
        text=get_game(clause.game).rulebook,
        section=clause.section,
        about=clause.about,
        roles=ROLES,
        status=STATUS[trace.status],
        code=_by_file(trace.code),
        tests=_by_file(trace.tests),
        readings=readings_of(name),
        part_of=[all_clauses()[other] for other in _above(name)],
        parts=_below(name),
        before=before,
        after=after,
        linked=linked,
    )


def _by_file(markers: Sequence[Marker]) -> list[tuple[str, list[Marker]]]:
    by_file: dict[str, list[Marker]] = {}
    for marker in markers:
        by_file.setdefault(marker.file, []).append(marker)
    return list(by_file.items())


def _above(name: str) -> list[str]:
    """The clauses that this one is a part of, the widest first."""
    wider: list[str] = []
    stem = name
    while "." in stem:
        stem = stem.rpartition(".")[0]
        if stem in all_clauses():
            wider.insert(0, stem)
    return wider


def _below(name: str) -> list[Clause]:
    depth = name.count(".") + 1
    return [
        clause
        for clause in all_clauses().values()
        if clause.id.startswith(f"{name}.") and clause.id.count(".") == depth
    ]


def _beside(names: list[str], name: str) -> tuple[str | None, str | None]:
    place = names.index(name)
    before = names[place - 1] if place else None
    return before, names[place + 1] if place + 1 < len(names) else None


def _missing(request: Request, name: str, kind: str) -> HTMLResponse:
    shown = name[:80]
    page = render(request, "rulebook/missing.html", name=shown, kind=kind, near=near(shown))
    page.status_code = 404
    return page
