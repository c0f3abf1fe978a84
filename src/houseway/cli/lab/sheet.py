"""`houseway sheet`: the math report of a game, as PDF, HTML or JSON."""

import json
from datetime import UTC, datetime

import typer

from houseway.cli.arguments import GameArgument, JsonOption, OutputOption, SetOption
from houseway.cli.bets import BetOption, read_bets
from houseway.cli.extras import extra
from houseway.cli.files import write_file
from houseway.cli.output import print_text
from houseway.cli.selection import choose_game, parse_settings
from houseway.lab.reports.report import Report, as_data, build_report
from houseway.rulebook import Malformed

FORMATS = (".pdf", ".html", ".json")


def sheet(
    name: GameArgument,
    output: OutputOption = None,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    bets: BetOption = [],  # noqa: B006  # typer copies it
    as_json: JsonOption = False,
) -> None:
    game = choose_game(name)
    if output is None and not as_json:
        raise Malformed("Name a file to write, as -o report.pdf, report.html or report.json.")
    if output is not None and output.suffix.lower() not in FORMATS:
        raise Malformed(
            f"{output.name} is neither .pdf nor .html nor .json; a math report is one of them."
        )
    options = game.read_options(parse_settings(settings))
    antes = read_bets(bets)
    today = datetime.now(UTC).date().isoformat()
    with extra("lab", "The exact mathematics needs"):
        report = build_report(game, options, date=today, bets=antes)
    for warning in report.warnings:
        typer.echo(f"Note: {warning}", err=True)
    if output is not None:
        write_file(output, _render(report, output.suffix.lower()))
        typer.echo(f"Wrote {output}, digest {report.digest}.", err=True)
    if as_json:
        print_text(_to_json(report))


def _render(report: Report, suffix: str) -> bytes:
    if suffix == ".json":
        return f"{_to_json(report)}\n".encode()
    from houseway.lab.reports.pages import to_html, to_pdf  # noqa: PLC0415  # heavy

    return to_pdf(report) if suffix == ".pdf" else to_html(report).encode()


def _to_json(report: Report) -> str:
    return json.dumps(as_data(report), indent=1, ensure_ascii=False)
