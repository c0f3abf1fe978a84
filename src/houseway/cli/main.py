"""`houseway`: the entry point of the program.

Refusals and wrong usage end in exit status 2 with the reason on standard error;
no error shows a traceback unless HOUSEWAY_DEBUG is set.
"""

import io
import os
import sys
import traceback
from pathlib import Path
from typing import Any

import typer

from houseway.cli.commands import app
from houseway.cli.output import ReaderGone
from houseway.cli.status import FAULT, INTERRUPTED, REFUSED
from houseway.rulebook.refusal import HousewayError

# What typer raises for a command line it cannot read; its parents differ between versions.
UsageError: Any = typer.BadParameter.__mro__[1]


def run() -> None:
    """Runs the command of the command line and exits with its status."""
    if not __debug__:
        # Assertions guard cards and money; without them nothing here can be trusted.
        typer.echo("Refused. Houseway does not run with assertions off (python -O).", err=True)
        sys.exit(REFUSED)
    try:
        sys.exit(_run_command())
    except HousewayError as error:
        typer.echo(f"Refused. {error}", err=True)
        sys.exit(REFUSED)
    except ReaderGone:
        # Python flushes standard output once more at the end; give it somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        typer.echo(f"Refused. {error.strerror or error}{where}.", err=True)
        sys.exit(REFUSED)
    except Exception as fault:
        if os.environ.get("HOUSEWAY_DEBUG"):
            raise
        typer.echo(
            f"A fault in {_locate(fault)} ({type(fault).__name__}: {fault}). Please report it; "
            "HOUSEWAY_DEBUG=1 shows where it happened.",
            err=True,
        )
        sys.exit(FAULT)


def _locate(fault: Exception) -> str:
    """The plug-in whose code failed last, with the file and the line; else Houseway itself."""
    from houseway.proof.tracing import plug_in_folders  # noqa: PLC0415  # only after a fault

    for frame in reversed(traceback.extract_tb(fault.__traceback__)):
        for game, folder in plug_in_folders().items():
            if Path(frame.filename).is_relative_to(folder):
                return f"the game {game}, {Path(frame.filename).name} line {frame.lineno}"
    return "Houseway"


def _run_command() -> int:
    """Runs the command without click's own handling of closed pipes; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a character gets a substitute, not an error.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = app(standalone_mode=False)
    except UsageError as error:
        error.show()
        return REFUSED
    except typer.Abort:
        return INTERRUPTED
    return int(status or 0)
