"""`houseway sheet`: the math report of a game, as PDF, HTML or JSON."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from houseway.cli.advise import read_antes
from houseway.cli.choosing import choose_game, parse_settings
from houseway.cli.layout import write_whole
from houseway.cli.output import say
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.lab.report import Report

FORMATS = (".pdf", ".html", ".json")


def sheet_command(
    name: str, settings: Sequence[str], output: Path | None, tie: str, *, as_json: bool
) -> None:
    game = choose_game(name)
    if output is None and not as_json:
        raise Malformed("Name a file to write, as -o report.pdf, report.html or report.json.")
    if output is not None and output.suffix.lower() not in FORMATS:
        raise Malformed(
            f"{output.name} is neither .pdf nor .html nor .json; a math report is one of them."
        )
    options = game.read_options(parse_settings(settings))
    antes = read_antes(tie)
    try:
        from houseway.lab.report import build_report  # noqa: PLC0415  # heavy
    except ImportError:
        raise Malformed(
            "The exact mathematics needs the extra part lab: pip install 'houseway[lab]'."
        ) from None
    made = datetime.now(UTC).date().isoformat()
    report = build_report(game, options, made=made, tie=antes)
    for warning in report.warnings:
        typer.echo(f"Note: {warning}", err=True)
    if output is not None:
        write_whole(output, _in_form(report, output.suffix.lower()))
        typer.echo(f"Wrote {output}, digest {report.digest}.", err=True)
    if as_json:
        say(_json(report))


def _in_form(report: "Report", form: str) -> bytes:
    if form == ".json":
        return f"{_json(report)}\n".encode()
    from houseway.lab.report_pages import to_html, to_pdf  # noqa: PLC0415  # heavy

    return to_pdf(report) if form == ".pdf" else to_html(report).encode()


def _json(report: "Report") -> str:
    from houseway.lab.report import as_data  # noqa: PLC0415

    return json.dumps(as_data(report), indent=1, ensure_ascii=False)
