"""`houseway serve`: the house, for browsers and programs."""

import os
from collections.abc import Mapping
from typing import Any

import typer
from rich.table import Table

from houseway.cli.screen import bold, screen
from houseway.rulebook import Malformed

STORE_FAILED = 74
"""The conventional exit status for a failure of input or output: start the house anew."""


def serve_command(file: str | None, given: Mapping[str, Any]) -> None:
    try:
        from houseway.web.serving import read_serving, serve  # noqa: PLC0415  # heavy
    except ImportError:
        raise Malformed(
            "The service needs the extra part serve: pip install 'houseway[ledger,serve]'."
        ) from None
    serving = read_serving(file, os.environ, given)
    console = screen()
    console.print(bold(f"Houseway at http://{serving.host}:{serving.port}"))
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, value in serving.summary().items():
        table.add_row(name.replace("_", " "), str(value))
    console.print(table)
    console.print("Stop it with Ctrl-C: every round stays where it stands.")
    failed = serve(serving)
    if failed:
        typer.echo(f"Stopped. {failed} Every act that was answered is on record.", err=True)
        raise typer.Exit(STORE_FAILED)
