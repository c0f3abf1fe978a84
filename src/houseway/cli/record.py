"""Opening the record that a command reads or writes, and printing what it holds."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from houseway.cli.extras import extra
from houseway.cli.files import write_file
from houseway.cli.output import print_json, print_text
from houseway.cli.screen import plain, screen
from houseway.cli.status import FAILED
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.ledger.store import Ledger

SHOWN_FAULTS = 50


def needs_record() -> Any:
    """Refuses with advice where the parts that keep a record are not installed."""
    return extra("ledger", "The record needs")


@contextmanager
def open_record(db: str, *, writes: bool = False) -> "Iterator[Ledger]":
    """A record that exists; only a command that writes may create one."""
    with needs_record():
        from houseway.ledger.store import Ledger  # noqa: PLC0415  # heavy

    if not writes and "://" not in db and not Path(db).is_file():
        raise Malformed(
            f"There is no record {db}. Name one with --db, "
            f"or create one: houseway play GAME --db {db}"
        )
    with Ledger(db, read_only=not writes) as ledger:
        yield ledger


def print_document(document: dict[str, Any], output: Path | None, title: str) -> None:
    """Writes a JSON document to a file, or to standard output if none is named."""
    text = json.dumps(document, ensure_ascii=False)
    if output is None:
        print_text(text)
        return
    write_file(output, f"{text}\n".encode(), private=True)
    screen().print(f"{title} is in {plain(output)}.")


def report_faults(
    faults: dict[str, list[str]], in_order: str, not_in_order: str, *, as_json: bool
) -> None:
    """Prints what is wrong with each record, and exits; the words say what an empty list means."""
    if as_json:
        print_json({"verified": not any(faults.values()), "faults": faults})
    else:
        for name, of_record in faults.items():
            _show_faults(name, of_record, not_in_order if of_record else in_order)
    raise typer.Exit(FAILED if any(faults.values()) else 0)


def _show_faults(name: str, faults: list[str], verdict: str) -> None:
    console = screen()
    console.print(Text(f"{plain(name)}: {verdict}.", style="bold red" if faults else "green"))
    for fault in faults[:SHOWN_FAULTS]:
        console.print(f"  {plain(fault)}")
    if len(faults) > SHOWN_FAULTS:
        console.print(f"  and {len(faults) - SHOWN_FAULTS} more.")
