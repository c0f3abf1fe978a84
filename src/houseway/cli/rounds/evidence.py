"""`houseway rounds evidence`: the evidence sheet of a round, as a page, a print or data."""

import json
from typing import Any

from houseway.cli.arguments import DB, DbOption, OutputOption, RoundArgument, TableArgument
from houseway.cli.files import write_file
from houseway.cli.output import print_text
from houseway.cli.rounds.record import open_record
from houseway.cli.screen import plain, screen
from houseway.rulebook import Malformed

FORMATS = {".html", ".pdf", ".json"}


def evidence(
    table: TableArgument, number: RoundArgument, db: DbOption = DB, output: OutputOption = None
) -> None:
    suffix = output.suffix.lower() if output else ".json"
    if suffix not in FORMATS:
        raise Malformed("Name a file that ends in .html, .pdf or .json.")
    with open_record(db) as ledger:
        from houseway.ledger.evidence import evidence as collect_evidence  # noqa: PLC0415

        sheet = collect_evidence(ledger, table, number)
    if output is None:
        print_text(json.dumps(sheet, indent=2))
        return
    write_file(output, _render(sheet, suffix))
    screen().print(f"The evidence of round {number} is in {plain(output)}.")


def _render(sheet: dict[str, Any], suffix: str) -> bytes:
    from houseway.ledger.sheets import to_html, to_pdf  # noqa: PLC0415

    if suffix == ".pdf":
        return to_pdf(sheet)
    return (to_html(sheet) if suffix == ".html" else json.dumps(sheet, indent=2)).encode("utf-8")
