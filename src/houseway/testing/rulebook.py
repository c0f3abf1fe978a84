"""Whether a game's clauses and readings are complete, and every citation names one of them."""

import dataclasses
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from houseway.games import all_clauses, all_readings
from houseway.games.contract import Game
from houseway.games.handling import ByMethod, Handling
from houseway.proof.tracing import CODE_MARKERS, markers_in
from houseway.rulebook import Citation


def unknown(game: Game[Any, Any], clauses: Iterable[str]) -> list[str]:
    """Which of these ids no clause of the game has."""
    known = game.rulebook.ids
    return [clause for clause in clauses if clause not in known]


def check_citation(game: Game[Any, Any], place: str, clauses: Iterable[str]) -> list[str]:
    """A problem for each clause that is cited and does not exist."""
    strangers = unknown(game, clauses)
    return [f"{place} cites {clause}, and there is no such clause." for clause in strangers]


def check_rulebook(game: Game[Any, Any]) -> Iterator[str]:
    """Problems of the clauses, the readings, and the citations in code and data."""
    text = game.rulebook
    if not text.clauses:
        yield "clauses.toml has no clauses."
    for clause in text.clauses:
        for part in ("cite", "kind", "summary", "shows"):
            if not getattr(clause, part).strip():
                yield f"Clause {clause.id} has no {part}."
        if clause.area not in {"", "position", "dealer"}:
            yield f"Clause {clause.id} has the area {clause.area!r}: say position or dealer."
    if text.jurisdiction != game.jurisdiction:
        yield f"clauses.toml says {text.jurisdiction!r}, the game {game.jurisdiction!r}."
    yield from _check_readings(game)
    for place, citation in list_citations(game):
        yield from check_citation(game, place, citation)
    yield from _check_source(game)


def _check_readings(game: Game[Any, Any]) -> Iterator[str]:
    options = {option.name: option for option in game.options}
    for reading in game.rulebook.readings:
        for clause_id in set(unknown(game, reading.clauses)) - all_clauses().keys():
            yield f"Reading {reading.id} names {clause_id}, and there is no such clause."
        for name in reading.options:
            if name not in options:
                yield f"Reading {reading.id} names the option {name}, and there is no such option."
            elif reading.id not in options[name].readings:
                yield f"The option {name} does not name its reading {reading.id}."
    known = {reading.id for reading in game.rulebook.readings} | all_readings().keys()
    for option in game.options:
        for reading_id in option.readings:
            if reading_id not in known:
                yield f"The option {option.name} names the reading {reading_id}, which is missing."


def list_citations(game: Game[Any, Any]) -> Iterator[tuple[str, Citation]]:
    """Every citation in the game's data, with the place it stands in."""
    for wager in game.wagering.wagers:
        yield f"The wager {wager.id}", wager.clauses + wager.needs_clauses
    for name in ("posted_limits", "tender", "no_more_bets"):
        yield f"WageringRules.{name}", getattr(game.wagering, name)
    for option in game.options:
        yield f"The option {option.name}", option.clauses
    for term in game.glossary:
        yield f"The term {term.word}", term.clauses
    yield "Recipe.face_up", game.recipe.face_up
    yield from list_handling_citations(game.handling)
    printed = game.printed(game.read_options({}))
    for area in (*printed.position, *printed.dealer):
        yield f"The area {area.id}", area.clauses
    for posted in printed.odds:
        yield f"The odds of {posted.heading}", posted.clauses
    for notice in (*printed.notices, *printed.on_layout):
        yield f"The notice {notice.words!r}", notice.clauses


def list_handling_citations(
    handling: Handling | ByMethod, place: str = "Handling"
) -> Iterator[tuple[str, Citation]]:
    """Every citation of the handling of cards, by the name of its field."""
    for field in dataclasses.fields(handling):
        value = getattr(handling, field.name)
        if isinstance(value, ByMethod):
            yield from list_handling_citations(value, f"{place}.{field.name}")
        elif field.name == "breaches":
            for breach, clauses in value.items():
                yield f"{place}.breaches[{breach!r}]", clauses
        elif isinstance(value, tuple):
            yield f"{place}.{field.name}", value


def _may_be_empty(place: str) -> bool:
    """Whether a text may be silent on this: the field has a default, or says so."""
    name = place.rpartition(".")[2]
    fields = (*dataclasses.fields(Handling), *dataclasses.fields(ByMethod))
    return name == "boxes" or any(field.name == name and field.default == () for field in fields)


def check_handling(game: Game[Any, Any]) -> Iterator[str]:
    """Every act at the table rests on a clause."""
    for place, clauses in list_handling_citations(game.handling):
        if not clauses and not _may_be_empty(place):
            yield f"{place} cites no clause; name the one that the act rests on."
    if not game.recipe.face_up:
        yield "Recipe.face_up cites no clause; name the one about cards found face up."


def _check_source(game: Game[Any, Any]) -> Iterator[str]:
    """The citations in the source of the game's package."""
    prefix = f"{game.id}."
    spec = find_spec(game.package)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(place).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            for marker in markers_in(source, path.name, CODE_MARKERS):
                if marker.clause.startswith(prefix):
                    yield from check_citation(game, marker.place, [marker.clause])
