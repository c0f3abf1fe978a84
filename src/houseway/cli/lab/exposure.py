"""`houseway exposure`: what it is worth to see cards that a player should not see."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console

from houseway.cli.arguments import GameArgument, JsonOption, SetOption
from houseway.cli.bets import BetOption, read_bets
from houseway.cli.extras import extra
from houseway.cli.lab.analyze import percent
from houseway.cli.output import print_json
from houseway.cli.screen import bold, dim, screen
from houseway.cli.selection import choose_game, parse_settings
from houseway.games.options import as_config
from houseway.lab.contract import Sample, check_bets, find_exposures
from houseway.lab.exact.exposure import Estimate, Exposure, as_data
from houseway.rulebook import Malformed


def exposure(
    name: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    only: Annotated[
        list[str],
        typer.Option("--only", metavar="NAME", help="Only this exposure, such as one_dealer_card."),
    ] = [],  # noqa: B006  # typer copies it
    rounds: Annotated[
        int | None,
        typer.Option(metavar="N", help="The size of a sample, where one is taken; 0 counts all."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="Repeats a sample: a whole number.")
    ] = None,
    bets: BetOption = [],  # noqa: B006  # typer copies it
    as_json: JsonOption = False,
) -> None:
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    exposures = find_exposures(game)
    for exposed in only:
        if exposed not in exposures.names:
            known = ", ".join(exposures.names)
            raise Malformed(f"There is no exposure {exposed!r} at {game.name}; known are {known}.")
    antes = read_bets(bets)
    check_bets(game, antes)
    with extra("lab", "Exposures need"):
        results = exposures.find(options, list(only) or None, Sample(rounds, seed), antes)
        if not as_json:
            show_exposures(screen(), game.name, results, exposures.note)
            return
        data = [as_data(entry) for entry in results]
    print_json({"game": game.id, "options": as_config(options), "exposures": data})


def show_exposures(console: Console, name: str, exposures: Iterator[Exposure], note: str) -> None:
    """Prints each as soon as it is calculated, because some take a while."""
    console.print(bold(f"{name}: the player's edge with the best use of what is seen"))
    console.print(bold(_row("Seen", "Edge", "Gain", "")))
    base_shown = False
    for entry in exposures:
        if not base_shown:
            console.print(_row("nothing", percent(entry.base), "", "exact"))
            base_shown = True
        console.print(
            _row(entry.name, f"{100 * entry.edge:.4f}%", f"{100 * entry.gain:.4f}%", _how(entry))
        )
        console.print(dim(f"  {entry.says}"))
    words = "In per cent of the ante. ± is half of a 95 % confidence interval."
    console.print(dim(f"{words} {note}".rstrip()))


def _row(name: str, edge: str, gain: str, how: str) -> str:
    return f"{name:<18}{edge:>12}{gain:>11}  {how}".rstrip()


def _how(entry: Exposure) -> str:
    """Exact, or how far off an estimate may be."""
    if not isinstance(entry.ev, Estimate):
        return "exact"
    low, high = entry.ev.interval
    return f"±{50 * (high - low):.4f}%, {entry.ev.rounds:,} rounds, seed {entry.ev.seed}"
