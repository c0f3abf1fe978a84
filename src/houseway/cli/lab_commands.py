"""The commands of the lab: exact mathematics, advice, strategies, simulation, reports.

Each loads what it needs when it runs, because compiled code is heavy.
"""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import GameArgument, JsonOption, OutputOption, SetOption
from houseway.rulebook.refusal import Malformed


def analyze(
    game: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    as_json: JsonOption = False,
) -> None:
    """Work out the exact mathematics of every wager, over all deals and with the best play."""
    from houseway.cli.analyze import analyze_command  # noqa: PLC0415

    analyze_command(game, settings, as_json=as_json)


def sheet(
    game: GameArgument,
    output: OutputOption = None,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    tie: Annotated[str, typer.Option(help="Hi-Lo: a tie bet of so many antes.")] = "0",
    as_json: JsonOption = False,
) -> None:
    """Write the math report of a game, as PDF, HTML or JSON: every wager, odds and edge."""
    from houseway.cli.sheet import sheet_command  # noqa: PLC0415

    sheet_command(game, settings, output, tie, as_json=as_json)


def exposure(
    game: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    only: Annotated[
        list[str],
        typer.Option("--only", metavar="NAME", help="One thing seen, such as one_dealer_card."),
    ] = [],  # noqa: B006  # typer copies it
    rounds: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="How large a sample is, where one is taken; 0 takes none and counts."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="Repeats a sample: a whole number.")
    ] = None,
    tie: Annotated[str | None, typer.Option(help="Hi-Lo: a tie bet of so many antes.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell what it is worth to see a dealer's card, a dead card, or other players' hands."""
    from houseway.cli.exposure import exposure_command  # noqa: PLC0415

    given = {"rounds": rounds, "seed": seed, "tie": tie}
    exposure_command(game, settings, only, given, as_json=as_json)


def simulate(
    game: GameArgument,
    rounds: Annotated[
        int | None, typer.Option(help="How many; a million, or with --precision until it holds.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Players at the table; one if left out.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Repeats a run; drawn anew if left out.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes on this machine.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, instead of --workers.")
    ] = None,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    strategy: Annotated[
        str,
        typer.Option(
            help="optimal, one that `houseway strategy` names, or FILE.py:function of your own."
        ),
    ] = "optimal",
    precision: Annotated[
        float | None,
        typer.Option(metavar="ANTES", help="Stop once the 95% interval is no wider either side."),
    ] = None,
    bets: Annotated[
        list[str],
        typer.Option("--bet", metavar="WAGER[=ANTES]", help="An optional wager at every seat."),
    ] = [],  # noqa: B006
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A row a block, as .csv or .parquet.")
    ] = None,
    hours: Annotated[float | None, typer.Option(help="Simulate sessions of so many hours.")] = None,
    per_hour: Annotated[int, typer.Option("--per-hour", help="Rounds an hour.")] = 40,
    sessions: Annotated[int, typer.Option(help="How many sessions.")] = 2000,
    ante: Annotated[
        int | None, typer.Option(metavar="CENTS", help="Show sessions in dollars.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="ANTES", help="Follow a player's money in sessions.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate rounds of all seats and wagers, beside what is exact; the seed repeats them."""
    from houseway.cli.simulate import Asked, simulate_command  # noqa: PLC0415

    played = (rounds, seats, seed, workers, cluster, strategy, precision)
    asked = Asked(*played, bets, out, sessions, per_hour, hours, ante, bankroll)
    raise typer.Exit(simulate_command(game, settings, asked, as_json=as_json))


def advise(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="pikit, uth or hilo.")
    ] = None,
    cards: Annotated[list[str] | None, typer.Argument(metavar="[CARDS]...")] = None,
    flop: Annotated[str | None, typer.Option(help="The first three board cards.")] = None,
    board: Annotated[str | None, typer.Option(help="All five board cards.")] = None,
    seen: Annotated[str | None, typer.Option(help="Other cards that are known, as As,Kd.")] = None,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    tie: Annotated[str, typer.Option(help="Hi-Lo: a tie bet of so many antes.")] = "0",
    batch: Annotated[
        str | None, typer.Option(metavar="FILE|-", help="Many situations, one JSON object a line.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell the exact worth of every choice, with the cards a player sees: the best first."""
    from houseway.cli.advise import advise_command, batch_command  # noqa: PLC0415

    if batch is not None:
        raise typer.Exit(batch_command(batch))
    if game is None or not cards:
        raise Malformed("Name a game and its cards, as: houseway advise uth As Kd")
    known = {"flop": flop, "board": board, "seen": seen}
    advise_command(game, cards, known, settings, tie, as_json=as_json)


def strategy(
    game: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    tie: Annotated[str, typer.Option(help="Hi-Lo: a tie bet of so many antes.")] = "0",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.svg", help="Draw the charts.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show strategies that one can remember, with their exact cost, and charts of how to play."""
    from houseway.cli.strategy import strategy_command  # noqa: PLC0415

    strategy_command(game, settings, tie, output, as_json=as_json)


COMMANDS = (analyze, advise, strategy, exposure, simulate, sheet)
