"""`houseway selftest`: random tables, with faults and wrong commands, checked throughout.

The first fault ends the run; the seed that is printed with it repeats the table.
"""

import random
import secrets
from typing import Annotated, Any

import typer
from rich.progress import Progress

from houseway.cli.arguments import JsonOption
from houseway.cli.output import print_json
from houseway.cli.screen import screen
from houseway.games import GAMES, get_game
from houseway.games.contract import Game
from houseway.table.trials import run_trial

ROUNDS_A_TABLE = 10


def selftest(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game; all of them if left out.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Repeats a run; drawn at random if left out.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of each game.")] = 1000,
    as_json: JsonOption = False,
) -> None:
    first = secrets.randbelow(2**32) if seed is None else seed
    games = list(GAMES.values()) if game is None else [get_game(game)]
    events = 0
    console = screen()
    with Progress(console=console, disable=as_json, transient=True) as progress:
        for tested in games:
            bar = progress.add_task(tested.name, total=rounds)
            for start in range(0, rounds, ROUNDS_A_TABLE):
                number = min(ROUNDS_A_TABLE, rounds - start)
                events += _run(tested, first + start, number)
                progress.advance(bar, number)
    total = rounds * len(games)
    if as_json:
        print_json({"seed": first, "rounds": total, "events": events, "faults": 0})
    else:
        console.print(f"{total} rounds and {events:,} events without a fault; seed {first}.")


def _run(game: Game[Any, Any], seed: int, rounds: int) -> int:
    try:
        # Chance in a self-test must be repeatable, which is what this generator is for.
        return len(run_trial(game, random.Random(seed), rounds).log)  # noqa: S311
    except Exception as fault:
        repeat = f"houseway selftest {game.id} --seed {seed} --rounds {rounds}"
        typer.echo(f"Fault at {game.id}: {type(fault).__name__}: {fault}\nRepeat: {repeat}")
        raise typer.Exit(1) from None
