"""`houseway house`: its commands, declared; what they do is loaded when they run."""

from typing import Annotated

import typer

from houseway.cli.rounds_app import DB, DbOption, JsonOption

app = typer.Typer(help="The house: what its tables won.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """So that one command is still a group."""


@app.command()
def accounts(
    table: Annotated[str | None, typer.Argument(metavar="[TABLE]", help="All if left out.")] = None,
    db: DbOption = DB,
    since: Annotated[str | None, typer.Option(help="From this day or moment on.")] = None,
    until: Annotated[str | None, typer.Option(help="Up to this day or moment.")] = None,
    as_json: JsonOption = False,
) -> None:
    """What a table or the house won, should have won, and whether its counts agree."""
    from houseway.cli.house import accounts_command  # noqa: PLC0415

    accounts_command(db, table, (since, until), as_json=as_json)
