"""`houseway sign`: the notices and odds a table posts."""

import json
from collections.abc import Sequence

import typer
from rich.console import Console
from rich.table import Table

from houseway.cli.choosing import choose_game, parse_settings
from houseway.felt import Sign, check_posting, compose, compose_sign, odds_as_data
from houseway.games.printed import PostedOdds
from houseway.games.uth.definition import cover_all_display
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import COVER_ALL_MATRIX
from houseway.rulebook import Malformed, Refused


def sign_command(
    name: str, settings: Sequence[str], *, odds: bool, hands: int | None, as_json: bool
) -> None:
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    printed = game.printed(options)
    if hands is not None:
        _show_column(_column(options, hands), as_json=as_json)
        return
    sign = compose_sign(printed, odds_on_sign=odds)
    refusals = tuple(check_posting(printed, compose(printed), sign))
    if refusals:
        raise Refused(refusals)
    for warning in game.warnings(options):
        typer.echo(f"Note: {warning}", err=True)
    if as_json:
        typer.echo(json.dumps({"id": game.id, **sign.as_data()}))
    else:
        show_sign(Console(highlight=False), sign)


def _column(options: object, hands: int) -> PostedOdds:
    if not isinstance(options, UthOptions) or not options.cover_all:
        raise Malformed("Only a table that offers Cover All shows odds by the number of hands.")
    if hands not in COVER_ALL_MATRIX:
        raise Malformed(f"Cover All has no column for {hands} hands; it has 2 to 7.")
    return cover_all_display(options, hands)


def _show_column(posted: PostedOdds, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(odds_as_data(posted)))
    else:
        show_odds(Console(highlight=False), posted)


def show_sign(console: Console, sign: Sign) -> None:
    console.print(f"[bold]{sign.licensee}[/bold]\n[bold]{sign.game}[/bold]\n")
    for notice in sign.notices:
        console.print(f"  {notice.words} [dim]({notice.clauses[0]})[/dim]")
    for posted in sign.odds:
        console.print()
        show_odds(console, posted)
    if sign.extra:
        console.print(f"\n  {sign.extra}")


def show_odds(console: Console, posted: PostedOdds) -> None:
    console.print(f"[italic]{posted.heading}[/italic]")
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, odds in posted.lines():
        table.add_row(f"  {name}", odds)
    console.print(table)
