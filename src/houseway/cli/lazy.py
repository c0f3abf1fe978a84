"""Commands that are imported when they run, so that help answers at once.

A command is declared once: its module has a function that typer reads, and
`commands.py` lists the module with the sentence that help shows.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class LazyCommand(TyperCommand):
    """The name and the summary of a command; the command itself is imported on use."""

    def __init__(self, name: str, target: str, summary: str, cls: type[TyperCommand]) -> None:
        super().__init__(name, help=summary)
        self.target, self.cls = target, cls

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        """Hands over to the real command, which parses its arguments and then runs."""
        return self.load().make_context(*arguments, **more)

    def load(self) -> TyperCommand:
        module, _, function = self.target.partition(":")
        declared = typer.Typer(add_completion=False)
        run: Callable[..., None] = getattr(import_module(module), function)
        declared.command(self.name, cls=self.cls, help=self.help)(run)
        command = get_command(declared)
        assert isinstance(command, TyperCommand)
        return command


def command(
    name: str, target: str, summary: str, cls: type[TyperCommand] = TyperCommand
) -> LazyCommand:
    """A command; `target` is "folder.module:function" below this package."""
    return LazyCommand(name, f"{__package__}.{target}", summary, cls)


def group(name: str, summary: str, *members: TyperCommand | TyperGroup) -> TyperGroup:
    """Commands under a common name."""
    return TyperGroup(
        name=name,
        help=summary,
        commands={member.name or "": member for member in members},
        no_args_is_help=True,
        context_settings=HELP_OPTIONS,
    )
