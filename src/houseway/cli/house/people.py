"""`houseway house people`: the people known to the house, managed while no house runs."""

import os
import sys
from typing import Annotated

import typer

from houseway.cli.arguments import DB, DbOption
from houseway.cli.extras import extra
from houseway.cli.screen import plain, screen
from houseway.rulebook import Malformed

NEEDS = ("ledger", "A house needs", "ledger,serve")


def add(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    office: Annotated[
        str, typer.Option(help="player, dealer, floorperson, supervisor, auditor, administrator.")
    ],
    db: DbOption = DB,
) -> None:
    with extra(*NEEDS):
        from houseway.house.house import House  # noqa: PLC0415
        from houseway.house.offices import Office  # noqa: PLC0415
        from houseway.ledger.store import Ledger  # noqa: PLC0415
    from houseway.games.fields import read_choice  # noqa: PLC0415

    chosen = Office(read_choice(office, "The office", [known.value for known in Office]))
    if chosen is Office.GUEST:
        raise Malformed("A guest comes in from the street and needs no name here.")
    with Ledger(db) as ledger:
        person = House(ledger).people.add("setup", name, chosen, _read_password())
    screen().print(f"{plain(person.name)} is {person.office} of the house now.")


def _read_password() -> str:
    """Prompted for twice on a terminal; else from the environment, never the command line."""
    given = os.environ.get("HOUSEWAY_PASSWORD")
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise Malformed("There is no terminal to ask for a password. Set HOUSEWAY_PASSWORD.")
    password: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    return password


def list_people(db: DbOption = DB) -> None:
    with extra(*NEEDS):
        from houseway.house.house import House  # noqa: PLC0415
        from houseway.house.offices import Office  # noqa: PLC0415
        from houseway.ledger.store import Ledger  # noqa: PLC0415

    with Ledger(db, read_only=True) as ledger:
        everybody = House(ledger).people.everybody()
    people = [person for person in everybody if person.office is not Office.GUEST]
    console = screen()
    for person in people:
        console.print(f"{person.office:14} {plain(person.name)}")
    if not people:
        console.print("Nobody is known to this house yet.")
