"""`houseway selftest`: random tables, with faults and wrong commands, checked throughout.

Every table is repeated by its seed, which is printed when something is wrong.
"""

import json
import random
import secrets

import typer
from rich.progress import Progress

from houseway.cli.output import say
from houseway.cli.screen import screen
from houseway.games import GAMES
from houseway.table.trial import run_trial

ROUNDS_A_TABLE = 10


def selftest_command(seed: int | None, rounds: int, *, as_json: bool) -> None:
    """So many rounds of each game; the first fault ends the run and tells its seed."""
    first = secrets.randbelow(2**32) if seed is None else seed
    events = 0
    console = screen()
    with Progress(console=console, disable=as_json, transient=True) as progress:
        for game in GAMES:
            bar = progress.add_task(GAMES[game].name, total=rounds)
            for start in range(0, rounds, ROUNDS_A_TABLE):
                number = min(ROUNDS_A_TABLE, rounds - start)
                events += _run(game, first + start, number)
                progress.advance(bar, number)
    found = {"seed": first, "rounds": rounds * len(GAMES), "events": events, "faults": 0}
    if as_json:
        say(json.dumps(found))
    else:
        words = f"{found['rounds']} rounds and {events:,} events without a fault; seed {first}."
        console.print(words)


def _run(game: str, seed: int, rounds: int) -> int:
    try:
        # Chance in a self-test must be repeatable, which is what this generator is for.
        return len(run_trial(game, random.Random(seed), rounds).log)  # noqa: S311
    except Exception as fault:
        message = f"{game}: {type(fault).__name__}: {fault}"
        typer.echo(f"Fault at {message}\nRepeat: houseway selftest --seed {seed} --rounds {rounds}")
        raise typer.Exit(1) from None
