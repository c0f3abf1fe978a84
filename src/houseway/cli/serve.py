"""`houseway serve`: the house, for browsers and programs."""

import os
import sys
import webbrowser
from typing import Annotated

import typer
from rich.table import Table

from houseway.cli.extras import extra
from houseway.cli.screen import bold, screen
from houseway.cli.status import STORE_FAILED


def serve(
    db: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="The record. Default: houseway.db."),
    ] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port.")] = None,
    config: Annotated[
        str | None, typer.Option(metavar="FILE", help="Settings in a TOML file.")
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help="Show the house in a browser.")] = False,
) -> None:
    with extra("serve", "The service needs", "ledger,serve"):
        from houseway.web.server import serve as serve_house  # noqa: PLC0415
        from houseway.web.settings import read_settings  # noqa: PLC0415

    serving = read_settings(config, os.environ, {"db": db, "host": host, "port": port})
    console = screen()
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, value in serving.summary().items():
        table.add_row(name.replace("_", " "), str(value))
    console.print(table)

    def announce(address: str) -> None:
        console.print(bold(f"\nThe house is open: {address}"))
        if serving.is_practice:
            console.print("Open that in a browser, and press Play now.")
        console.print("Stop it with Ctrl-C: every round stays where it stands.")
        if browser and _has_screen():
            webbrowser.open(address)

    failure = serve_house(serving, announce)
    if failure:
        typer.echo(f"Stopped. {failure} Every act that was answered is on record.", err=True)
        raise typer.Exit(STORE_FAILED)


def _has_screen() -> bool:
    """Whether a browser can show a page here; one in the terminal would be in the way."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
