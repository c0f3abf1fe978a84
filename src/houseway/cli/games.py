"""`houseway games`: the installed games, and the plug-ins that cannot be used."""

from rich.table import Table
from rich.text import Text

from houseway.cli.arguments import JsonOption
from houseway.cli.output import print_json
from houseway.cli.screen import plain, screen
from houseway.games import broken_games, find_games


def games(as_json: JsonOption = False) -> None:
    installed, broken = find_games().values(), broken_games()
    if as_json:
        print_json(
            {
                "games": [
                    {"id": game.id, "name": game.name, "jurisdiction": game.jurisdiction}
                    for game in installed
                ],
                "broken": [{"name": plugin.name, "reason": plugin.reason} for plugin in broken],
            }
        )
        return
    console = screen()
    table = Table(pad_edge=False, box=None, header_style="bold")
    for heading in ("Id", "Name", "Jurisdiction"):
        table.add_column(heading)
    for game in installed:
        table.add_row(game.id, plain(game.name), plain(game.jurisdiction))
    console.print(table)
    for plugin in broken:
        words = f"{plain(plugin.name)} cannot be used: {plain(plugin.reason)}"
        console.print(Text(words, style="bold red"))
