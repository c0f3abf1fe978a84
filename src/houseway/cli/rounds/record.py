"""Opening the record that a command reads or writes, and printing what it holds."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from houseway.cli.extras import extra
from houseway.cli.files import write_file
from houseway.cli.output import print_json, print_text
from houseway.cli.screen import plain, screen
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
    write_file(output, f"{text}\n".encode())
    screen().print(f"{title} is in {plain(output)}.")


def print_faults(
    faults: dict[str, list[str]], in_order: str, not_in_order: str, *, as_json: bool
) -> None:
    """Prints what is wrong with each record; the words say what an empty list means."""
    if as_json:
        print_json({"verified": not any(faults.values()), "faults": faults})
        return
    console = screen()
    for name, of_record in faults.items():
        if not of_record:
            console.print(Text(f"{plain(name)}: {in_order}.", style="green"))
            continue
        console.print(Text(f"{plain(name)}: {not_in_order}.", style="bold red"))
        for fault in of_record[:SHOWN_FAULTS]:
            console.print(f"  {plain(fault)}")
        if len(of_record) > SHOWN_FAULTS:
            console.print(f"  and {len(of_record) - SHOWN_FAULTS} more.")
