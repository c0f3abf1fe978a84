"""Printing for people: what users write is shown as written, and a reader may leave.

Text from a file or an option is never taken as markup, and a closed pipe ends
the program quietly.
"""

from rich.console import Console
from rich.text import Text

from houseway.cli.output import ReaderGone
from houseway.rulebook import HousewayError, Refused


class PeopleConsole(Console):
    """A console whose reader may go away, as `head` does."""

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


def show_refusal(console: Console, name: str, refused: HousewayError) -> None:
    """Each reason on a line of its own: people mend them one by one."""
    console.print(Text(f"{name}refused.", style="bold red"))
    reasons = refused.refusals if isinstance(refused, Refused) else (refused,)
    for reason in reasons:
        console.print(f"  - {plain(reason)}")
    console.print()
