"""`houseway serve`: the house, for browsers and programs."""

import gc
import os
import sys
import webbrowser
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from houseway.cli.extras import extra
from houseway.cli.screen import bold, plain, screen
from houseway.cli.status import STORE_FAILED

if TYPE_CHECKING:
    from houseway.house.set_aside import SetAside
    from houseway.web.settings import ServerSettings


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
    gc.disable()  # nothing that a start loads is garbage; the server enables it again
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
        console.print(_describe_reach(serving))
        if serving.is_practice:
            console.print("Open that in a browser, and press Play now.")
        console.print("Stop it with Ctrl-C: every round stays where it stands.")
        if browser and _has_screen():
            webbrowser.open(address)

    def warn(table: "SetAside") -> None:
        typer.echo(plain(table), err=True)

    failure = serve_house(serving, announce, warn)
    if failure:
        typer.echo(f"Stopped. {failure} Every act that was answered is on record.", err=True)
        raise typer.Exit(STORE_FAILED)


def _describe_reach(serving: "ServerSettings") -> str:
    """Who can come in, so that nobody opens a house to the world without knowing it."""
    if not serving.is_reached_from_elsewhere:
        return (
            "It is for this machine only: a request that came through a proxy is refused until "
            "HOUSEWAY_PROXY is set."
        )
    way = f"through the proxy {serving.proxy}" if serving.proxy else f"on {serving.host}"
    guests = "guests may play" if serving.is_practice else "guests may not play"
    return f"It can be reached from elsewhere, {way}: an administrator runs it, and {guests}."


def _has_screen() -> bool:
    """Whether a browser can show a page here; one in the terminal would be in the way."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
