"""`houseway rounds export` and `import`: the record of a table as a file, and back."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import DB, DbOption, OutputOption, TableArgument
from houseway.cli.files import write_file
from houseway.cli.output import print_text
from houseway.cli.rounds.record import open_record
from houseway.cli.screen import plain, screen
from houseway.rulebook import Malformed


def export(table: TableArgument, db: DbOption = DB, output: OutputOption = None) -> None:
    with open_record(db) as ledger:
        from houseway.ledger.export import export_lines  # noqa: PLC0415

        if table not in ledger.tables():
            raise Malformed(f"There is no table {table} on record.")
        if output is None:
            for line in export_lines(ledger, table):
                print_text(line)
            return
        text = "".join(f"{line}\n" for line in export_lines(ledger, table))
    write_file(output, text.encode("utf-8"))
    screen().print(f"The record of {plain(table)} is in {plain(output)}.")


def import_log(
    source: Annotated[str, typer.Argument(metavar="FILE|-", help="An exported log.")],
    db: DbOption = DB,
) -> None:
    if source == "-":
        lines = sys.stdin.read().splitlines()
    else:
        lines = Path(source).read_text(encoding="utf-8").splitlines()
    with open_record(db, writes=True) as ledger:
        from houseway.ledger.export import import_lines  # noqa: PLC0415

        name = import_lines(ledger, lines)
    screen().print(f"Table {plain(name)} is on record in {plain(db)}: {len(lines)} records.")
