"""`houseway rounds replay`: a round on record, event by event."""

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from houseway.cli.arguments import DB, DbOption, JsonOption, RoundArgument, TableArgument
from houseway.cli.output import print_json
from houseway.cli.rounds.record import open_record
from houseway.cli.screen import bold, dim, plain, screen
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.ledger.replay import Moment


def replay(
    table: TableArgument,
    number: RoundArgument,
    db: DbOption = DB,
    step: Annotated[int | None, typer.Option(min=1, help="Only this step.")] = None,
    at_once: Annotated[bool, typer.Option("--all", help="Do not wait for Enter.")] = False,
    as_json: JsonOption = False,
) -> None:
    with open_record(db) as ledger:
        from houseway.ledger.replay import round_moments  # noqa: PLC0415

        moments = round_moments(ledger, table, number)
    if step is not None and step > len(moments):
        raise Malformed(f"The round has {len(moments)} steps.")
    numbered = list(enumerate(moments, 1))
    if step is not None:
        numbered = [numbered[step - 1]]
    if as_json:
        print_json({"steps": [_as_data(n, moment) for n, moment in numbered]})
        return
    _walk(numbered, len(moments), waits=not at_once and step is None and sys.stdin.isatty())


def _as_data(n: int, moment: "Moment") -> dict[str, Any]:
    from houseway.ledger.times import show_time  # noqa: PLC0415

    return {
        "step": n,
        "seq": moment.record.seq,
        "at": show_time(moment.record.at),
        "by": moment.event.by,
        "words": moment.words,
        "clauses": list(moment.event.clauses),
        "event": json.loads(moment.record.body),
    }


def _walk(numbered: "list[tuple[int, Moment]]", steps: int, *, waits: bool) -> None:
    console = screen()
    for n, moment in numbered:
        _show_step(console, n, steps, moment)
        if waits and n < steps and console.input(dim("")).strip().lower() in {"q", "quit"}:
            return


def _show_step(console: Console, n: int, steps: int, moment: "Moment") -> None:
    from houseway.ledger.times import show_time  # noqa: PLC0415

    width = len(str(steps))
    console.print(Text(f"{n:>{width}}/{steps} ") + bold(plain(moment.words)))
    clauses = ", ".join(moment.event.clauses)
    details = f"{show_time(moment.record.at)}  {plain(moment.event.by)}  {clauses}"
    console.print(dim(" " * (2 * width + 2) + details))
