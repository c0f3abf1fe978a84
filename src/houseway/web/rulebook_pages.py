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

from houseway.proof.tracing import Marker, Trace, traces
from houseway.rulebook import (
    GAMES,
    Clause,
    Text,
    clauses,
    interpretations,
    interpretations_of,
    text,
)
from houseway.web.pages import render

router = APIRouter(include_in_schema=False)

ABOUT = {
    "13:69E-1.13Y": "The table and its layout",
    "13:69F-39.1": "Words and their meanings",
    "13:69F-39.2": "Cards, decks and backs",
    "13:69F-39.3": "Wagers",
    "13:69F-39.4": "Ranks of cards and hands",
    "13:69F-39.5": "Opening the table",
    "13:69F-39.6": "Shuffle and cut",
    "13:69F-39.7": "Dealing from a manual shoe",
    "13:69F-39.8": "Dealing from the hand",
    "13:69F-39.9": "Dealing from an automated shoe",
    "13:69F-39.10": "Play and settlement",
    "13:69F-39.11": "Odds",
    "13:69F-38.12": "Irregularities",
    "Section 1": "Words and their meanings",
    "Section 2": "Cards, decks and backs",
    "Section 3": "Opening the table",
    "Section 4": "Shuffle and cut",
    "Section 5": "Ranks of cards and hands",
    "Section 6": "Wagers",
    "Section 7": "Dealing from a manual shoe",
    "Section 8": "Dealing from the hand",
    "Section 9": "Dealing from an automated shoe",
    "Section 10": "Play and settlement",
    "Section 11": "Odds and limits",
    "Section 12": "One position for each player",
    "Section 13": "Cover All",
    "Section 14": "Progressive",
    "Section 15": "Irregularities",
    "13:69E-1.13Z": "The table and its layout",
    "13:69E-1.19": "Shoes and devices",
    "13:69F-40.1": "Words and their meanings",
    "13:69F-40.2": "Cards, decks and backs",
    "13:69F-40.3": "Opening the table",
    "13:69F-40.4": "Shuffle and cut",
    "13:69F-40.5": "Points and ranks",
    "13:69F-40.6": "Wagers",
    "13:69F-40.7": "Dealing from a manual shoe",
    "13:69F-40.8": "Dealing from the hand",
    "13:69F-40.9": "Dealing from an automated shoe",
    "13:69F-40.10": "Play and settlement",
    "13:69F-40.11": "Odds and limits",
    "13:69F-40.12": "Irregularities",
}
"""What each section is about. The texts number their sections; the names are ours."""

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


def section_of(clause: Clause) -> str:
    """The section a clause is cited from: 13:69F-39.4, or Section 10."""
    found = re.match(r"Section \d+|[\d:A-Z]+-[\d.]*\d[A-Z]?", clause.cite)
    assert found is not None, f"{clause.id} is cited from no section"
    return found.group()


_READING = threading.Lock()


def traced() -> Mapping[str, Trace]:
    """Every clause with its code and tests, read from the source once.

    One thread at a time: Python 3.11 cannot build two syntax trees at once.
    """
    with _READING:
        return traces()


@cache
def reading_ids(clause_id: str) -> tuple[str, ...]:
    return tuple(entry.id for entry in interpretations_of(clause_id))


def sections(chosen: Iterable[Clause]) -> list[Section]:
    """Clauses by section, in the order the text prints them."""
    found: dict[str, list[Clause]] = {}
    for clause in chosen:
        found.setdefault(section_of(clause), []).append(clause)
    return [Section(name, ABOUT.get(name, ""), tuple(of)) for name, of in found.items()]


def words_of(clause: Clause) -> str:
    """All that a clause can be found by: what its entry in the page says, and its section's."""
    section = section_of(clause)
    parts = (clause.id, clause.cite, clause.kind, *reading_ids(clause.id), clause.summary)
    return " ".join((*parts, section, ABOUT.get(section, "")))


def has_all(words: str, wanted: str) -> bool:
    """Whether every wanted word occurs, as the page's own filter has it."""
    return all(word in words.casefold() for word in wanted.casefold().split())


def near(wanted: str) -> list[tuple[str, str]]:
    """What may have been meant, as address and name: what looks alike, then what begins so."""
    wanted, known = wanted.strip(), {**clauses(), **interpretations()}
    by_fold = {name.casefold(): name for name in known}
    found: list[str] = []
    stem = wanted.casefold()
    while "." in stem and not found:
        stem = stem.rpartition(".")[0]
        found = [name for fold, name in by_fold.items() if (fold + ".").startswith(stem + ".")]
    alike = difflib.get_close_matches(wanted.casefold(), list(by_fold), n=5, cutoff=0.5)
    chosen = dict.fromkeys([*(by_fold[one] for one in alike), *found])
    return [(address(name), name) for name in list(chosen)[:8]]


def address(name: str) -> str:
    """Where a clause or a reading is shown."""
    return f"/rulebook/entries/{name}" if name in interpretations() else f"/rulebook/{name}"


def linked(words: str) -> Markup:
    """Words of ours with what is code set as code, and each reading they name as a link."""
    found = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words)))
    return Markup(re.sub(r"\b[PUH][0-9]{1,3}\b", _link, found))  # noqa: S704


def _link(found: re.Match[str]) -> str:
    name = found[0]
    return f'<a href="{address(name)}">{name}</a>' if name in interpretations() else name


# --- the pages


@router.get("/rulebook")
def index(request: Request, later: BackgroundTasks, q: str = "") -> HTMLResponse:
    """The three games with their clauses; what `q` does not find is there and hidden."""
    readings = list(interpretations().values())
    shown = {name for name, clause in clauses().items() if has_all(words_of(clause), q)}
    shown |= {one.id for one in readings if has_all(f"{one.id} {one.title}", q)}
    books = [_book(text(game)) for game in GAMES]
    told = {"q": q, "shown": shown, "total": len(clauses()), "reading_ids": reading_ids}
    found = render(request, "rulebook.html", books=books, readings=readings, **told)
    later.add_task(traced)  # reading the source takes a second or two, once
    found.background = later
    return found


def _book(of: Text) -> dict[str, object]:
    kinds = Counter(clause.kind for clause in of.clauses).most_common()
    return {"text": of, "sections": sections(of.clauses), "kinds": kinds}


@router.get("/rulebook/entries/{name}")
def reading(request: Request, name: str) -> Response:
    """One place where a text is unclear, and the reading adopted."""
    found = interpretations()
    entry = found.get(name) or found.get(name.upper())
    if entry is None:
        return _missing(request, name, "reading")
    if entry.id != name:
        return RedirectResponse(address(entry.id))
    known = [clauses()[one] for one in entry.clauses if one in clauses()]
    before, after = _beside(list(found), entry.id)
    told = {"entry": entry, "clauses": known, "before": before, "after": after, "linked": linked}
    return render(request, "rulebook_entry.html", **told)


@router.get("/rulebook/{name}")
def clause_page(request: Request, name: str) -> Response:
    """One clause: its words, its readings, its code, its tests, its neighbours."""
    if name.casefold() in GAMES:
        return RedirectResponse(f"/rulebook#{name.casefold()}")
    if name.upper() in interpretations():
        return RedirectResponse(address(name.upper()))
    if name not in clauses():
        if name.casefold() in clauses():
            return RedirectResponse(address(name.casefold()))
        return _missing(request, name, "clause")
    found: Trace = traced()[name]
    clause = found.clause
    before, after = _beside([one.id for one in text(clause.game).clauses], name)
    return render(
        request,
        "rulebook_clause.html",
        trace=found,
        clause=clause,
        text=text(clause.game),
        section=section_of(clause),
        about=ABOUT.get(section_of(clause), ""),
        status=STATUS[found.status],
        code=_by_file(found.code),
        tests=_by_file(found.tests),
        readings=interpretations_of(name),
        part_of=[clauses()[one] for one in _above(name)],
        parts=_below(name),
        before=before,
        after=after,
        linked=linked,
    )


def _by_file(markers: Sequence[Marker]) -> list[tuple[str, list[Marker]]]:
    found: dict[str, list[Marker]] = {}
    for marker in markers:
        found.setdefault(marker.file, []).append(marker)
    return list(found.items())


def _above(name: str) -> list[str]:
    """The clauses that this one is a part of, the widest first."""
    found: list[str] = []
    stem = name
    while "." in stem:
        stem = stem.rpartition(".")[0]
        if stem in clauses():
            found.insert(0, stem)
    return found


def _below(name: str) -> list[Clause]:
    depth = name.count(".") + 1
    return [
        clause
        for clause in clauses().values()
        if clause.id.startswith(f"{name}.") and clause.id.count(".") == depth
    ]


def _beside(names: list[str], name: str) -> tuple[str | None, str | None]:
    place = names.index(name)
    before = names[place - 1] if place else None
    return before, names[place + 1] if place + 1 < len(names) else None


def _missing(request: Request, name: str, kind: str) -> HTMLResponse:
    shown = name[:80]
    found = render(request, "rulebook_missing.html", name=shown, kind=kind, near=near(shown))
    found.status_code = 404
    return found
