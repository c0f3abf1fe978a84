"""`houseway house`: its commands, declared; what they do is loaded when they run."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.rounds_app import DB, DbOption, JsonOption

app = typer.Typer(help="Look after a house: accounts, people, backup.", no_args_is_help=True)
people = typer.Typer(help="Who is known to the house.", no_args_is_help=True)
app.add_typer(people, name="people")


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


@app.command()
def backup(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A new file to write.")
    ],
    db: DbOption = DB,
) -> None:
    """Write the whole store into one file, while the house runs, and check what was written."""
    from houseway.cli.house_backup import backup_command  # noqa: PLC0415

    backup_command(db, output)


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], db: DbOption = DB
) -> None:
    """Bring a backup into an empty store, of either kind, once every chain in it is checked."""
    from houseway.cli.house_backup import restore_command  # noqa: PLC0415

    restore_command(source, db)


@app.command()
def verify(db: DbOption = DB, as_json: JsonOption = False) -> None:
    """Check every record, and the books beside them: people, chips at the cage, coupons."""
    from houseway.cli.house import verify_command  # noqa: PLC0415

    raise typer.Exit(verify_command(db, as_json=as_json))


@people.command("add")
def add_person(
    name: Annotated[str, typer.Argument(help="What they are called.")],
    office: Annotated[
        str, typer.Option(help="player, dealer, floorperson, supervisor, auditor, administrator.")
    ],
    db: DbOption = DB,
) -> None:
    """Make somebody known; the password is asked for, or read from HOUSEWAY_PASSWORD."""
    from houseway.cli.house_people import add_command  # noqa: PLC0415

    add_command(db, name, office)


@people.command("list")
def list_people(db: DbOption = DB) -> None:
    """Who is known, guests left out."""
    from houseway.cli.house_people import list_command  # noqa: PLC0415

    list_command(db)
