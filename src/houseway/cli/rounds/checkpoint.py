"""`houseway rounds checkpoint` and `key`: a signed statement of where a record ends."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import DB, DbOption, OutputOption, TableArgument
from houseway.cli.output import print_text
from houseway.cli.rounds.record import needs_record, open_record, print_document
from houseway.cli.screen import plain, screen


def checkpoint(
    table: TableArgument,
    key: Annotated[Path, typer.Option(help="The file with the house's key.")],
    db: DbOption = DB,
    output: OutputOption = None,
) -> None:
    with open_record(db, writes=True) as ledger:
        from houseway.ledger import checkpoints  # noqa: PLC0415
        from houseway.ledger.times import now  # noqa: PLC0415

        statement = checkpoints.checkpoint(ledger, table, checkpoints.read_key(key), now())
    print_document(statement, output, f"The checkpoint of {plain(table)}")


def key(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A new file for the key.")
    ],
) -> None:
    with needs_record():
        from houseway.ledger.checkpoints import new_key  # noqa: PLC0415

    public = new_key(output)
    screen().print(f"The key is in {plain(output)}: keep it to yourself. Its public half:")
    print_text(public)
