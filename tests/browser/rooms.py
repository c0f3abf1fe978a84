"""Every page of the house, once: its address, its reader, and what shows that it is drawn.

A page that is not listed here fails a test, so none is forgotten.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI

NOBODY, GUEST, AUDITOR = "nobody", "guest", "auditor"


@dataclass(frozen=True)
class Room:
    """A page to look at."""

    name: str
    route: str
    path: str
    reader: str = GUEST
    drawn: str = "main h1"
    """Something that is there when the page is complete."""


ROOMS = (
    Room("lobby", "/", "/", NOBODY),
    Room("lobby-inside", "/", "/"),
    Room("login", "/login", "/login", NOBODY),
    *(
        Room(f"open-{game}", "/open/{game_id}", f"/open/{game}", drawn="#edge[data-known]")
        for game in ("uth", "pikit", "hilo")
    ),
    Room("table", "/tables/{name}", "/tables/first", drawn="#status:not(:empty)"),
    Room("floor", "/floor", "/floor", AUDITOR),
    Room("floor-table", "/floor/{name}", "/floor/first", AUDITOR),
    Room("records", "/rounds", "/rounds"),
    Room("records-all", "/rounds", "/rounds?table=first", AUDITOR),
    Room("records-none", "/rounds", "/rounds?table=nowhere"),
    Room("replay", "/rounds/{table}/{number}", "/rounds/first/1?step=30"),
    Room("replay-auditor", "/rounds/{table}/{number}", "/rounds/first/1?step=12", AUDITOR),
    Room("replay-missing", "/rounds/{table}/{number}", "/rounds/first/99"),
    Room(
        "evidence", "/rounds/{table}/{number}/evidence", "/rounds/first/1/evidence", AUDITOR, "h1"
    ),
    Room("verify", "/verify", "/verify", NOBODY),
    Room("lab", "/lab", "/lab", NOBODY),
    Room("analysis-uth", "/lab/{game_id}", "/lab/uth", drawn="#plots img"),
    Room("analysis-hilo", "/lab/{game_id}", "/lab/hilo", drawn="#plots img"),
    Room("designer", "/lab/{game_id}/designer", "/lab/pikit/designer", drawn="form.design"),
    Room("advice", "/lab/{game_id}/advice", "/lab/hilo/advice", drawn="[data-deck=As]"),
    Room("simulation", "/lab/{game_id}/simulation", "/lab/hilo/simulation"),
    Room("how-to-play", "/games/{game_id}", "/games/hilo", NOBODY),
    Room("rulebook", "/rulebook", "/rulebook", NOBODY),
    Room("rulebook-found", "/rulebook", "/rulebook?q=four+times", NOBODY),
    Room("clause", "/rulebook/{name}", "/rulebook/uth.10.h.2", NOBODY),
    Room("clause-missing", "/rulebook/{name}", "/rulebook/uth.99", NOBODY),
    Room("reading", "/rulebook/entries/{name}", "/rulebook/entries/U1", NOBODY),
)

NO_PAGES = (
    "/static/",
    "/layouts/",
    "/lab/{game_id}/parts/",
    "/lab/{game_id}/plots/",
    "/lab/{game_id}/report.",
    "/verify/verify_round.py",
    "/rounds/{table}/{number}/evidence.pdf",
    "/rounds/{table}/{number}/proof.json",
)
"""Paths that are no pages: parts of pages, and files."""


def page_routes(app: FastAPI) -> set[str]:
    """The address of every page, as the application has it."""
    paths = {route.path for route in _routes(app.routes) if not route.include_in_schema}
    others = ("/api/", *NO_PAGES)
    return {path for path in paths if not path.startswith(others)}


def _routes(routes: Any) -> Iterator[Any]:
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _routes(inner.routes)
        elif "GET" in (getattr(route, "methods", None) or ()):
            yield route
