"""`houseway sign`: the notices and odds a table posts."""

import json
from collections.abc import Sequence

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.choosing import choose_game, parse_settings
from houseway.cli.output import say
from houseway.cli.screen import bold, dim, screen
from houseway.felt import Sign, check_posting, compose, compose_sign, odds_as_data
from houseway.games.printed import PostedOdds
from houseway.rulebook import Malformed, Refused


def sign_command(
    name: str, settings: Sequence[str], *, odds: bool, hands: int | None, as_json: bool
) -> None:
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    printed = game.printed(options)
    if hands is not None:
        _show_display(game.display(options, hands), as_json=as_json)
        return
    sign = compose_sign(printed, odds_on_sign=odds)
    refusals = tuple(check_posting(printed, compose(printed), sign))
    if refusals:
        raise Refused(refusals)
    for warning in game.warnings(options):
        typer.echo(f"Note: {warning}", err=True)
    if as_json:
        say(json.dumps({"id": game.id, **sign.as_data()}))
    else:
        show_sign(screen(), sign)


def _show_display(posted: PostedOdds | None, *, as_json: bool) -> None:
    if posted is None:
        raise Malformed("No odds at this table depend on that number of hands.")
    if as_json:
        say(json.dumps(odds_as_data(posted)))
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
