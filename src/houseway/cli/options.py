"""`houseway options`: what a licensee may choose at a game."""

import json

from rich.console import Console
from rich.table import Table

from houseway.cli.choosing import choose_game
from houseway.games.options import as_config


def options_command(name: str, *, as_json: bool) -> None:
    game = choose_game(name)
    defaults = as_config(game.read_options({}))
    if as_json:
        entries = [
            {
                "name": option.name,
                "default": defaults[option.name],
                "allowed": option.allowed,
                "help": option.help,
                "clauses": list(option.clauses),
                "interpretations": list(option.entries),
            }
            for option in game.options
        ]
        print(json.dumps({"game": game.id, "options": entries}))  # noqa: T201  # the output
        return
    table = Table(title=f"{game.name}: options", pad_edge=False, box=None, title_justify="left")
    for heading in ("Option", "Default", "May be", "What it chooses", "By"):
        table.add_column(heading)
    for option in game.options:
        by = ", ".join((*option.clauses[:2], *option.entries))
        default = json.dumps(defaults[option.name])
        table.add_row(option.name, default, option.allowed, option.help, f"[dim]{by}[/dim]")
    Console(highlight=False).print(table)
