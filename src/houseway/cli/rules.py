"""`houseway rules`: the clauses, and from each to its code and its tests."""

import difflib
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.arguments import JsonOption
from houseway.cli.output import print_json
from houseway.cli.screen import bold, dim, number_table, screen
from houseway.games import GAMES, all_readings, get_game, readings_of
from houseway.proof.tracing import Marker, Trace, traces
from houseway.rulebook import Malformed, Reading

_COLOURS = {
    "implemented": "green",
    "partial": "yellow",
    "untested": "yellow",
    "open": "red",
    "unchanged": "dim",
}
SETTLED = {"implemented", "unchanged"}


def rules(
    subject: Annotated[
        str | None,
        typer.Argument(metavar="[GAME|CLAUSE]", help="The id of a game, a clause or a reading."),
    ] = None,
    as_json: JsonOption = False,
    only_open: Annotated[
        bool, typer.Option("--open", help="Count and list the clauses not yet implemented.")
    ] = False,
) -> None:
    console = screen()
    if subject is not None and subject not in GAMES:
        _show_entry(console, subject, as_json=as_json)
        return
    chosen = [trace for trace in traces().values() if subject in (None, trace.clause.game)]
    if only_open:
        chosen = [trace for trace in chosen if trace.status not in SETTLED]
    if as_json:
        print_json(_index_as_data(chosen, subject))
    elif subject is None and not only_open:
        _show_summary(console, chosen)
    else:
        _show_list(console, chosen, only_open=only_open)


def _index_as_data(chosen: list[Trace], game: str | None) -> dict[str, Any]:
    clauses = [_as_data(trace) for trace in chosen]
    readings = [asdict(entry) for entry in all_readings().values() if game in (None, entry.game)]
    number_open = sum(trace.status not in SETTLED for trace in chosen)
    return {"clauses": clauses, "open": number_open, "interpretations": readings}


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
        "interpretations": [entry.id for entry in readings_of(clause.id)],
    }


def _marker_as_data(marker: Marker) -> dict[str, Any]:
    return {"file": marker.file, "line": marker.line, "name": marker.name}


def _show_entry(console: Console, subject: str, *, as_json: bool) -> None:
    if subject in all_readings():
        entry = all_readings()[subject]
        if as_json:
            print_json(asdict(entry))
        else:
            _show_reading(console, entry)
        return
    if subject not in traces():
        raise Malformed(_unknown(subject))
    if as_json:
        print_json(_as_data(traces()[subject]))
    else:
        _show_clause(console, traces()[subject])


def _unknown(subject: str) -> str:
    known = [*GAMES, *traces(), *all_readings()]
    near = difflib.get_close_matches(subject, known, n=3)
    hint = f" Near it: {', '.join(near)}." if near else ""
    return (
        f"There is no game, clause or reading {subject!r}.{hint} "
        "`houseway games` lists the games, `houseway rules GAME` the clauses of one."
    )


def _show_summary(console: Console, chosen: list[Trace]) -> None:
    for game in GAMES:
        of_game = [trace for trace in chosen if trace.clause.game == game]
        source = get_game(game).rulebook
        where = f" ({game}), {source.jurisdiction}: {source.text}"
        console.print(bold(source.name) + Text(where))
        table = number_table("Kind", "Clauses", "Implemented", "Open")
        for kind in dict.fromkeys(trace.clause.kind for trace in of_game):
            of_kind = [trace for trace in of_game if trace.clause.kind == kind]
            table.add_row(kind, *_counts(of_kind))
        table.add_row(bold("all"), *_counts(of_game))
        console.print(table)
        console.print()
    console.print("A game's clauses: houseway rules GAME. One clause: houseway rules CLAUSE.")


def _counts(chosen: list[Trace]) -> list[str]:
    done = sum(trace.status == "implemented" for trace in chosen)
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
    for entry in readings_of(clause.id):
        console.print()
        _show_reading(console, entry)


def _show_reading(console: Console, entry: Reading) -> None:
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
