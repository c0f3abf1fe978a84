"""`houseway house people`: the people known to the house, managed while no house runs."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import DB, DbOption
from houseway.cli.extras import extra
from houseway.cli.screen import plain, screen
from houseway.games.fields import read_choice
from houseway.house.offices import Office
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.house.people import People


@contextmanager
def open_people(db: str, *, read_only: bool = False) -> "Iterator[People]":
    """The people of the house that keeps this record."""
    with extra("ledger", "A house needs", "ledger,serve"):
        from houseway.house.house import House  # noqa: PLC0415
        from houseway.ledger.store import Ledger  # noqa: PLC0415

    with Ledger(db, read_only=read_only) as ledger:
        yield House(ledger).people


def add(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    office: Annotated[
        str, typer.Option(help="player, dealer, floorperson, supervisor, auditor, administrator.")
    ],
    db: DbOption = DB,
) -> None:
    chosen = Office(read_choice(office, "The office", [known.value for known in Office]))
    if chosen is Office.GUEST:
        raise Malformed("A guest comes in from the street and needs no name here.")
    with open_people(db) as people:
        person = people.add("setup", name, chosen, _read_password())
    screen().print(f"{plain(person.name)} is {person.office} of the house now.")


def _read_password() -> str:
    """Prompted for twice on a terminal; else from the environment, never the command line."""
    password = os.environ.get("HOUSEWAY_PASSWORD")
    if password is not None:
        return password
    if not sys.stdin.isatty():
        raise Malformed("There is no terminal to ask for a password. Set HOUSEWAY_PASSWORD.")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))


def list_people(db: DbOption = DB) -> None:
    with open_people(db, read_only=True) as known:
        people = [person for person in known.everybody() if person.office is not Office.GUEST]
    console = screen()
    for person in people:
        console.print(f"{person.office:14} {plain(person.name)}")
    if not people:
        console.print("Nobody is known to this house yet.")
