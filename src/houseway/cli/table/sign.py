"""`houseway sign`: the notices and odds a table posts."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.arguments import GameArgument, JsonOption, SetOption
from houseway.cli.output import print_json
from houseway.cli.screen import bold, dim, screen
from houseway.cli.selection import choose_game, parse_settings
from houseway.felt import Sign, check_posting, compose, compose_sign, odds_as_data
from houseway.games.printed import PostedOdds
from houseway.rulebook import Malformed, Refused


def sign(
    name: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    odds: Annotated[bool, typer.Option(help="Whether the odds are posted on the sign.")] = True,
    hands: Annotated[
        int | None,
        typer.Option(help="Show odds that depend on the number of hands dealt, for this number."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    printed = game.printed(options)
    if hands is not None:
        _show_display(game.display(options, hands), as_json=as_json)
        return
    posted = compose_sign(printed, odds_on_sign=odds)
    refusals = tuple(check_posting(printed, compose(printed), posted))
    if refusals:
        raise Refused(refusals)
    for warning in game.warnings(options):
        typer.echo(f"Note: {warning}", err=True)
    if as_json:
        print_json({"id": game.id, **posted.as_data()})
    else:
        show_sign(screen(), posted)


def _show_display(posted: PostedOdds | None, *, as_json: bool) -> None:
    if posted is None:
        raise Malformed("No odds at this table depend on that number of hands.")
    if as_json:
        print_json(odds_as_data(posted))
    else:
        show_odds(screen(), posted)


def show_sign(console: Console, sign: Sign) -> None:
    console.print(bold(sign.licensee))
    console.print(bold(sign.game))
    console.print()
    for notice in sign.notices:
        console.print(Text(f"  {notice.words} ") + dim(f"({notice.clauses[0]})"))
    for posted in sign.odds:
        console.print()
        show_odds(console, posted)
    if sign.extra:
        console.print(f"\n  {sign.extra}")


def show_odds(console: Console, posted: PostedOdds) -> None:
    console.print(Text(posted.heading, style="italic"))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, odds in posted.lines():
        table.add_row(f"  {name}", odds)
    console.print(table)
