"""Printing for people.

Text from a file or an option is printed as written and never read as markup; a
closed pipe ends the program quietly.
"""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.output import ReaderGone
from houseway.rulebook import HousewayError, Refused


class PeopleConsole(Console):
    """A console whose reader may close the pipe, as `head` does."""

    def on_broken_pipe(self) -> None:
        raise ReaderGone


def screen() -> PeopleConsole:
    return PeopleConsole(markup=False, highlight=False, emoji=False)


def plain(value: object) -> str:
    """A value as one line without control characters, so that it cannot steer the terminal."""
    return "".join(char if char.isprintable() else "�" for char in str(value))


def dim(text: str) -> Text:
    return Text(text, style="dim")


def bold(text: str) -> Text:
    return Text(text, style="bold")


def number_table(first: str, *numbers: str) -> Table:
    """A table without lines; the columns after the first hold numbers, which never wrap."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def show_refusal(console: Console, name: str, refused: HousewayError) -> None:
    """Prints each reason on a line of its own, because people correct them one at a time."""
    console.print(Text(f"{name}refused.", style="bold red"))
    reasons = refused.refusals if isinstance(refused, Refused) else (refused,)
    for reason in reasons:
        console.print(f"  - {plain(reason)}")
    console.print()
