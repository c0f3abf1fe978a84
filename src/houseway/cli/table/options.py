"""`houseway options`: what a licensee may choose at a game."""

import json

from rich.text import Text

from houseway.cli.arguments import GameArgument, JsonOption
from houseway.cli.output import print_json
from houseway.cli.screen import bold, dim, screen
from houseway.cli.selection import choose_game
from houseway.games.options import as_config


def options(name: GameArgument, as_json: JsonOption = False) -> None:
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
                "interpretations": list(option.readings),
            }
            for option in game.options
        ]
        print_json({"game": game.id, "options": entries})
        return
    console = screen()
    console.print(bold(f"{game.name}: options"))
    for option in game.options:
        default = json.dumps(defaults[option.name])
        console.print()
        console.print(bold(option.name) + Text(f" = {default}"))
        by = ", ".join((*option.clauses, *option.readings))
        console.print(f"  {option.help} It may be {option.allowed}.", soft_wrap=False)
        console.print(dim(f"  {by}" if by else ""), end="\n" if by else "")
