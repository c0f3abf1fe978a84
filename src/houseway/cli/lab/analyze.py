"""`houseway analyze`: the exact mathematics of a game, for people and for programs."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.arguments import GameArgument, JsonOption, SetOption
from houseway.cli.extras import extra
from houseway.cli.output import print_json
from houseway.cli.screen import bold, dim, number_table, screen
from houseway.cli.selection import choose_game, parse_settings
from houseway.games import get_game
from houseway.lab.contract import analyze as analyze_game
from houseway.lab.contract import lab_of
from houseway.lab.reports.words import Grid, meter_lines

if TYPE_CHECKING:
    from houseway.lab.exact.results import Analysis, Estimated, Line, MeterCost, StartingHand

RANKS = "AKQJT98765432"


def analyze(
    name: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    as_json: JsonOption = False,
) -> None:
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    with extra("lab", "The exact mathematics needs"):
        analysis = analyze_game(game, options)
    if as_json:
        from houseway.lab.exact.results import as_data  # noqa: PLC0415

        print_json(as_data(analysis))
    else:
        show_analysis(screen(), game.name, analysis)


def show_analysis(console: Console, name: str, analysis: "Analysis") -> None:
    console.print(bold(f"{name}: {_describe(analysis)}"))
    _show_line(console, analysis.main, analysis.estimated)
    if analysis.compulsory != analysis.main:
        console.print()
        console.print(bold("With every wager a player must make"))
        _show_line(console, analysis.compulsory, analysis.estimated)
    if analysis.favours_players:
        share = 100 * float(analysis.compulsory.ev)
        words = f"This configuration favours the players, by {share:.2f}% of the ante."
        console.print(Text(words, style="bold red"))
    _show_actions(console, analysis.main.actions)
    _show_sides(console, analysis)
    if analysis.meter:
        _show_meter(console, analysis.meter)
    names = lab_of(get_game(analysis.game)).names
    if analysis.starting_hands and names and names.grid:
        _show_starting_hands(console, analysis.starting_hands, names.grid)
    console.print()
    for note in analysis.notes:
        console.print(dim(note))
    console.print(dim(f"Worked out in {analysis.seconds:.2f} seconds."))


def _describe(analysis: "Analysis") -> str:
    if analysis.estimated is None:
        return f"all {analysis.deals:,} deals, with the best play"
    rounds, strategy = analysis.estimated.rounds, analysis.estimated.strategy
    return f"ESTIMATED from {rounds:,} random rounds, strategy {strategy}"


def percent(value: Fraction) -> str:
    return f"{float(100 * value):.4f}%"


def show_exactly(value: Fraction) -> str:
    return f"{value.numerator:,} / {value.denominator:,}"


def _show_line(console: Console, line: "Line", estimated: "Estimated | None") -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    ev = f"antes: exactly {show_exactly(line.ev)}"
    if estimated:
        low, high = estimated.interval(line.ev, line.variance)
        ev = f"antes: estimated, {low:+.4f} to {high:+.4f} with 95% confidence"
    table.add_row("House edge", percent(-line.ev), "of the ante")
    table.add_row("Element of risk", percent(-line.element_of_risk), "of all that is wagered")
    table.add_row("Expected result", f"{float(line.ev):+.6f}", ev)
    table.add_row("Average wager", f"{float(line.average_wager):.6f}", "antes in all")
    table.add_row("Standard deviation", f"{line.sd:.4f}", "antes a round")
    table.add_row("Skewness", f"{line.skewness:.2f}", "")
    console.print(table)


def _show_actions(console: Console, actions: Mapping[str, Fraction]) -> None:
    console.print()
    table = number_table("Last action", "How often")
    for action, often in actions.items():
        table.add_row(action, percent(often))
    console.print(table)


def _show_sides(console: Console, analysis: "Analysis") -> None:
    console.print()
    table = number_table("Side wager", "House edge", "Pays", "Standard deviation")
    for name, wager in analysis.side.items():
        spread = f"{float(wager.variance) ** 0.5:.4f}"
        table.add_row(name, percent(-wager.ev), percent(wager.hit), spread)
    console.print(table)
    console.print(dim("Edges of side wagers are of the side wager itself."))


def _show_meter(console: Console, cost: "MeterCost") -> None:
    console.print()
    console.print(bold(f"The cost of the {cost.wager.replace('_', ' ')}"))
    for label, words in meter_lines(cost):
        console.print(f"{label:31}{words}")


def _show_starting_hands(console: Console, hands: "Sequence[StartingHand]", grid: Grid) -> None:
    """The first action of all starting hands, suited ones above the diagonal."""
    chosen = {hand.hand: best_action(hand.ev) for hand in hands}
    console.print()
    console.print(bold(f"{grid.title} (suited hands to the right of the pairs)"))
    for row, high in enumerate(RANKS):
        cells = []
        for column, low in enumerate(RANKS):
            name = high + low if row == column else high + low + "s"
            if row > column:
                name = low + high + "o"
            cells.append("·" if chosen[name] == grid.passive else chosen[name])
        console.print(f"  {high}  " + " ".join(cell.rjust(2) for cell in cells))
    console.print("     " + " ".join(rank.rjust(2) for rank in RANKS))
    best, worst = hands[0], hands[-1]
    ends = [f"{hand.hand} {float(max(hand.ev.values())):+.4f}" for hand in (best, worst)]
    console.print(f"A dot is a {grid.passive}. From {ends[0]} down to {ends[1]} antes.")


def best_action(values: Mapping[str, Fraction]) -> str:
    """The action of the highest value; of equal ones the last named, which bets least."""
    return max(reversed(list(values)), key=lambda action: values[action])
