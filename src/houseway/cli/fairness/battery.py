"""`houseway fairness test`: a battery of tests on shuffled decks."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from houseway.cli.arguments import JsonOption
from houseway.cli.extras import extra
from houseway.cli.fairness.seeds import refuse_unusable
from houseway.cli.output import print_json
from houseway.cli.screen import bold, plain, screen
from houseway.cli.status import FAILED

if TYPE_CHECKING:
    from houseway.fairness.battery import Report

SMALLEST_P = 1e-99
"""Below this a p-value is shown as a bound: its digits carry no information."""


def run_test(
    decks: Annotated[int, typer.Option(min=1000, help="How many decks to test.")] = 100_000,
    source: Annotated[
        str,
        typer.Option(
            help="houseway, or a shuffle known to be bad: comparator, lcg, modulo, naive, none, "
            "overhand, riffle."
        ),
    ] = "houseway",
    as_json: JsonOption = False,
) -> None:
    with refuse_unusable():
        report = _run(source, decks)
    if as_json:
        print_json(_as_data(source, report))
    else:
        _show(source, report)
    raise typer.Exit(0 if report.passed else FAILED)


def _as_data(source: str, report: "Report") -> dict[str, Any]:
    return {
        "source": source,
        "decks": report.decks,
        "passed": report.passed,
        "family_wise": report.family_wise,
        "tests": [
            {
                "name": outcome.name,
                "statistic": outcome.statistic,
                "p": outcome.p,
                "adjusted_p": adjusted,
                "failed": outcome.name in report.failed,
            }
            for outcome, adjusted in zip(report.outcomes, report.adjusted, strict=True)
        ],
    }


def _run(source: str, decks: int) -> "Report":
    with extra("lab", "The battery needs"):  # numpy, which only the battery uses
        from houseway.fairness.battery import run_battery  # noqa: PLC0415
    from houseway.fairness.sources import decks_from  # noqa: PLC0415

    console = Console(stderr=True)
    columns = (TextColumn("decks"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = not console.is_terminal
    with Progress(*columns, console=console, disable=hidden, transient=True) as progress:
        bar = progress.add_task("decks", total=decks)
        return run_battery(decks_from(source), decks, lambda count: progress.advance(bar, count))


def _show(source: str, report: "Report") -> None:
    console = screen()
    console.print(bold(f"{report.decks:,} decks from {plain(source)}"))
    table = Table(pad_edge=False, box=None, header_style="bold")
    table.add_column("Test")
    for column in ("Found", "Fair", "p", "p of all"):
        table.add_column(column, justify="right", no_wrap=True)
    for outcome, adjusted in zip(report.outcomes, report.adjusted, strict=True):
        style = "bold red" if outcome.name in report.failed else ""
        statistic = f"{outcome.statistic:,.1f}"
        p_values = (_show_p(outcome.p), _show_p(adjusted))
        table.add_row(outcome.words, statistic, outcome.expected, *p_values, style=style)
    console.print(table)
    if report.passed:
        console.print(Text("Passed: nothing here that chance would not do.", style="bold green"))
        return
    failed = ", ".join(o.words.lower() for o in report.outcomes if o.name in report.failed)
    console.print(Text(f"Failed by: {failed}.", style="bold red"))
    console.print(f"A fair source fails in one of {round(1 / report.family_wise):,} runs.")


def _show_p(p: float) -> str:
    if p < SMALLEST_P:
        return "<1e-99"
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.0e}"
