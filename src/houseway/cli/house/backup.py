"""`houseway house backup` and `restore`: a whole store in one file, and back."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import DB, DbOption
from houseway.cli.rounds.record import needs_record
from houseway.cli.screen import screen


def backup(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A new file to write.")
    ],
    db: DbOption = DB,
) -> None:
    with needs_record():
        from houseway.ledger.backup import back_up  # noqa: PLC0415
        from houseway.ledger.store import Ledger  # noqa: PLC0415

    with Ledger(db, read_only=True) as ledger:
        summary = back_up(ledger, output)
    screen().print(f"{output}: {summary}. Every chain holds.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], db: DbOption = DB
) -> None:
    with needs_record():
        from houseway.ledger import backup as backups  # noqa: PLC0415

    summary = backups.restore(source, db)
    screen().print(f"Restored {summary}. Every chain holds.")
