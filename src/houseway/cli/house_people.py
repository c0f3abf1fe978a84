"""`houseway house people`: who is known to the house, without a house that runs."""

import os
import sys

import typer

from houseway.cli.screen import plain, screen
from houseway.games.reading import read_choice
from houseway.rulebook import Malformed

try:
    from houseway.house.house import House
    from houseway.house.offices import Office
    from houseway.ledger.store import Ledger
except ImportError as error:
    missing = "A house needs the extra part ledger: pip install 'houseway[ledger,serve]'."
    raise Malformed(missing) from error


def add_command(db: str, name: str, office: str) -> None:
    wanted = Office(read_choice(office, "The office", [one.value for one in Office]))
    if wanted is Office.GUEST:
        raise Malformed("A guest comes in from the street and needs no name here.")
    with Ledger(db) as ledger:
        person = House(ledger).people.add("setup", name, wanted, _password())
    screen().print(f"{plain(person.name)} is {person.office} of the house now.")


def _password() -> str:
    """Asked for twice on a terminal; else from the environment, never from the command line."""
    given = os.environ.get("HOUSEWAY_PASSWORD")
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise Malformed("There is no terminal to ask for a password. Set HOUSEWAY_PASSWORD.")
    found: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    return found


def list_command(db: str) -> None:
    with Ledger(db, read_only=True) as ledger:
        found = [one for one in House(ledger).people.everybody() if one.office is not Office.GUEST]
    console = screen()
    for person in found:
        console.print(f"{person.office:14} {plain(person.name)}")
    if not found:
        console.print("Nobody is known to this house yet.")
