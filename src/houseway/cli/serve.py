"""`houseway serve`: the house, for browsers and programs."""

import os
import sys
import webbrowser
from collections.abc import Mapping
from typing import Any

import typer
from rich.table import Table

from houseway.cli.screen import bold, screen
from houseway.rulebook import Malformed

STORE_FAILED = 74
"""The conventional exit status for a failure of input or output: start the house anew."""


def serve_command(file: str | None, given: Mapping[str, Any], *, show: bool) -> None:
    try:
        from houseway.web.serving import read_serving, serve  # noqa: PLC0415  # heavy
    except ImportError:
        raise Malformed(
            "The service needs the extra part serve: pip install 'houseway[ledger,serve]'."
        ) from None
    serving = read_serving(file, os.environ, given)
    console = screen()
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, value in serving.summary().items():
        table.add_row(name.replace("_", " "), str(value))
    console.print(table)

    def opened(address: str) -> None:
        console.print(bold(f"\nThe house is open: {address}"))
        if serving.is_practice:
            console.print("Open that in a browser, and press Play now.")
        console.print("Stop it with Ctrl-C: every round stays where it stands.")
        if show and _has_screen():
            webbrowser.open(address)

    failed = serve(serving, opened)
    if failed:
        typer.echo(f"Stopped. {failed} Every act that was answered is on record.", err=True)
        raise typer.Exit(STORE_FAILED)


def _has_screen() -> bool:
    """Whether a browser can show a page here; one in the terminal would be in the way."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
