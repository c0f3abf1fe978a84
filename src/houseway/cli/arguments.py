"""The arguments and options that many commands take."""

from pathlib import Path
from typing import Annotated

import typer

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="pikit, uth or hilo.")]
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
