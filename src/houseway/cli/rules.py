"""`houseway rules`: the clauses, and from each to its code and its tests."""

import difflib
import json
from collections import Counter
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.output import say
from houseway.cli.screen import bold, dim, screen
from houseway.proof.tracing import Marker, Trace, traces
from houseway.rulebook import GAMES, Interpretation, Malformed, interpretations, text
from houseway.rulebook.clauses import interpretations_of

_COLOURS = {
    "implemented": "green",
    "partial": "yellow",
    "untested": "yellow",
    "open": "red",
    "unchanged": "dim",
}
SETTLED = {"implemented", "unchanged"}


def rules_command(subject: str | None, *, as_json: bool, only_open: bool) -> None:
    """Shows the whole index, a game's clauses, one clause, or one adopted reading."""
    console = screen()
    if subject is not None and subject not in GAMES:
        _show_one(console, subject, as_json=as_json)
        return
    chosen = [trace for trace in traces().values() if subject in (None, trace.clause.game)]
    if only_open:
        chosen = [trace for trace in chosen if trace.status not in SETTLED]
    if as_json:
        say(json.dumps(_index_as_data(chosen, subject)))
    elif subject is None and not only_open:
        _show_summary(console, chosen)
    else:
        _show_list(console, chosen, only_open=only_open)


def _index_as_data(chosen: list[Trace], game: str | None) -> dict[str, Any]:
    clauses = [_as_data(trace) for trace in chosen]
    readings = [
        _reading_as_data(entry)
        for entry in interpretations().values()
        if game in (None, entry.game)
    ]
    open_ones = sum(trace.status not in SETTLED for trace in chosen)
    return {"clauses": clauses, "open": open_ones, "interpretations": readings}


def _as_data(trace: Trace) -> dict[str, Any]:
    clause = trace.clause
    return {
        "id": clause.id,
        "game": clause.game,
        "cite": clause.cite,
        "kind": clause.kind,
        "summary": clause.summary,
        "shows": clause.shows,
        "status": trace.status,
        "code": [{**_marker_as_data(marker), "role": marker.role} for marker in trace.code],
        "tests": [_marker_as_data(marker) for marker in trace.tests],
        "interpretations": [entry.id for entry in interpretations_of(clause.id)],
    }


def _marker_as_data(marker: Marker) -> dict[str, Any]:
    return {"file": marker.file, "line": marker.line, "name": marker.name}


def _reading_as_data(entry: Interpretation) -> dict[str, Any]:
    return {
        "id": entry.id,
        "title": entry.title,
        "clauses": list(entry.clauses),
        "question": entry.question,
        "readings": entry.readings,
        "adopted": entry.adopted,
        "money": entry.money,
        "options": list(entry.options),
    }


def _show_one(console: Console, subject: str, *, as_json: bool) -> None:
    if subject in interpretations():
        entry = interpretations()[subject]
        if as_json:
            say(json.dumps(_reading_as_data(entry)))
        else:
            _show_reading(console, entry)
        return
    if subject not in traces():
        raise Malformed(_unknown(subject))
    if as_json:
        say(json.dumps(_as_data(traces()[subject])))
    else:
        _show_clause(console, traces()[subject])


def _unknown(subject: str) -> str:
    known = [*GAMES, *traces(), *interpretations()]
    near = difflib.get_close_matches(subject, known, n=3)
    hint = f" Near it: {', '.join(near)}." if near else ""
    return (
        f"There is no game, clause or reading {subject!r}.{hint} "
        "`houseway rules` lists the games, `houseway rules uth` their clauses."
    )


def _show_summary(console: Console, chosen: list[Trace]) -> None:
    for game in GAMES:
        of_game = [trace for trace in chosen if trace.clause.game == game]
        source = text(game)
        where = f" ({game}), {source.jurisdiction}: {source.text}"
        console.print(bold(source.name) + Text(where))
        table = Table(pad_edge=False, box=None)
        table.add_column("Kind")
        for heading in ("Clauses", "Implemented", "Open"):
            table.add_column(heading, justify="right")
        for kind in dict.fromkeys(trace.clause.kind for trace in of_game):
            of_kind = [trace for trace in of_game if trace.clause.kind == kind]
            table.add_row(kind, *_counts(of_kind))
        table.add_row(bold("all"), *_counts(of_game))
        console.print(table)
        console.print()
    console.print("A game's clauses: houseway rules uth. One clause: houseway rules uth.10.h.2.")


def _counts(chosen: list[Trace]) -> list[str]:
    status = Counter(trace.status for trace in chosen)
    done = status["implemented"]
    return [str(len(chosen)), str(done), str(len(chosen) - done)]


def _show_list(console: Console, chosen: list[Trace], *, only_open: bool) -> None:
    table = Table(pad_edge=False, box=None)
    for heading in ("Clause", "Kind", "Status", "What it says"):
        table.add_column(heading, overflow="fold")
    for trace in chosen:
        status = Text(trace.status, style=_COLOURS[trace.status])
        table.add_row(trace.clause.id, trace.clause.kind, status, trace.clause.summary)
    console.print(table)
    total = len(chosen)
    console.print(f"\n{total} clauses {'open' if only_open else 'in all'}.")


def _show_clause(console: Console, trace: Trace) -> None:
    clause = trace.clause
    console.print(bold(clause.id) + Text(f"  {clause.cite}  ") + dim(clause.kind))
    console.print(clause.summary)
    console.print(dim("A test shows: ") + Text(clause.shows))
    for name, rows in clause.odds.items():
        console.print(dim(f"{name}: ") + Text(", ".join(f"{k} {v}" for k, v in rows.items())))
    console.print(Text(trace.status, style=_COLOURS[trace.status]))
    for heading, markers in (("Code", trace.code), ("Tests", trace.tests)):
        console.print(bold(heading) + Text("" if markers else ": none"))
        for marker in markers:
            role = "" if marker.role == "whole" else f" ({marker.role})"
            console.print(Text(f"  {marker.file}:{marker.line} ") + dim(f"{marker.name}{role}"))
    for entry in interpretations_of(clause.id):
        console.print()
        _show_reading(console, entry)


def _show_reading(console: Console, entry: Interpretation) -> None:
    console.print(bold(entry.id) + Text(f" {entry.title}"))
    for heading, words in (
        ("Unclear", entry.question),
        ("Readings", entry.readings),
        ("Adopted", entry.adopted),
        ("Money", entry.money),
    ):
        console.print(Text.assemble((f"  {heading}: ", "dim"), words))
    if entry.options:
        console.print(dim("  Options: ") + Text(", ".join(entry.options)))
    console.print(dim("  Clauses: ") + Text(", ".join(entry.clauses)))
