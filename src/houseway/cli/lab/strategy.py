"""`houseway strategy`: strategies to remember, their exact cost, and charts of how to play."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from houseway.cli.arguments import GameArgument, JsonOption, SetOption
from houseway.cli.bets import BetOption, read_bets
from houseway.cli.extras import extra
from houseway.cli.files import write_file
from houseway.cli.lab.analyze import percent, show_exactly
from houseway.cli.output import print_json
from houseway.cli.screen import bold, dim, number_table, screen
from houseway.cli.selection import choose_game, parse_settings
from houseway.lab.contract import find_playbook
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.lab.exact.strategies import Chart, Compact, Playbook


def strategy(
    name: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    bets: BetOption = [],  # noqa: B006  # typer copies it
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.svg", help="Draw the charts.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    game = choose_game(name)
    if output is not None and output.suffix.lower() != ".svg":
        raise Malformed(f"{output.name} is not .svg; charts are drawn as SVG.")
    options = game.read_options(parse_settings(settings))
    with extra("lab", "Strategies need"):
        book = find_playbook(game, options, read_bets(bets))
    if output is not None:
        from houseway.cli.lab.charts import draw  # noqa: PLC0415

        write_file(output, draw(book.charts, f"{game.name}: how to play").encode())
        typer.echo(f"Wrote {output}.", err=True)
    if as_json:
        from houseway.lab.exact.strategies import as_data  # noqa: PLC0415

        print_json(as_data(book))
    else:
        show_playbook(screen(), game.name, book)


def show_playbook(console: Console, name: str, book: "Playbook") -> None:
    console.print(bold(f"{name}: strategies to remember"))
    console.print(_compared(book))
    console.print(dim("House edge and cost are of the ante, the risk of all that is wagered."))
    for strategy in book.strategies:
        console.print()
        _show_strategy(console, strategy)
    for chart in book.charts:
        console.print()
        _show_chart(console, chart)
    console.print()
    for note in book.notes:
        console.print(dim(note))


def _compared(book: "Playbook") -> Table:
    table = number_table("Strategy", "House edge", "Cost", "Average wager", "Element of risk")
    for strategy in book.strategies:
        line = strategy.line
        table.add_row(
            strategy.name,
            percent(-line.ev),
            percent(strategy.cost),
            f"{float(line.average_wager):.4f}",
            percent(-line.element_of_risk),
        )
    table.add_row("best play", percent(-book.optimum), "", "", "")
    return table


def _show_strategy(console: Console, strategy: "Compact") -> None:
    console.print(bold(strategy.name.capitalize()))
    for number, rule in enumerate(strategy.rules, 1):
        console.print(Padding(f"{number}. {rule}", (0, 0, 0, 2)))
    ev, cost = show_exactly(strategy.line.ev), show_exactly(strategy.cost)
    console.print(dim(f"  Exactly {ev} antes; it costs {cost}."))


def _show_chart(console: Console, chart: "Chart") -> None:
    console.print(bold(chart.title))
    console.print(dim(f"Down: {chart.down}. Across: {chart.across}."))
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=True)
    table.add_column("")
    for column in chart.columns:
        table.add_column(column, no_wrap=True)
    for row, marks in zip(chart.rows, chart.cells, strict=True):
        table.add_row(row, *(mark or "·" for mark in marks))
    console.print(table)
    legend = "; ".join(f"{letter} {meaning}" for letter, meaning in chart.used().items())
    console.print(dim(f"{legend}."))
