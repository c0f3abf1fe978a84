"""The arguments and options that many commands take."""

from pathlib import Path
from typing import Annotated

import typer

GAME_HELP = "A game's id; see `houseway games`."
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
SetOption = Annotated[
    list[str],
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="Choose an option; see `houseway options GAME`."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write.")
]
DbOption = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="FILE|URL",
        envvar="HOUSEWAY_DB",
        help="The record: a file, or postgresql://...",
    ),
]
DB = "houseway.db"
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]
OptionalTableArgument = Annotated[
    str | None, typer.Argument(metavar="[TABLE]", help="All tables if left out.")
]
RoundArgument = Annotated[int, typer.Argument(metavar="ROUND", min=1, help="The round's number.")]
SinceOption = Annotated[str | None, typer.Option(help="From this day or moment on.")]
UntilOption = Annotated[str | None, typer.Option(help="Up to this day or moment.")]
SeedOption = Annotated[
    str | None, typer.Option(metavar="HEX", help="64 hex digits; drawn at random if left out.")
]
