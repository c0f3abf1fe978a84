"""`houseway analyze`: the exact mathematics of a game, for people and for programs."""

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.choosing import choose_game, parse_settings
from houseway.cli.output import say
from houseway.cli.screen import bold, dim, screen
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.lab.results import Analysis, Line, ProgressiveCost, StartingHand

RANKS = "AKQJT98765432"


def analyze_command(name: str, settings: Sequence[str], *, as_json: bool) -> None:
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    found = find_solver(game.id)(options)
    if as_json:
        from houseway.lab.results import as_data  # noqa: PLC0415

        say(json.dumps(as_data(found)))
    else:
        show_analysis(screen(), game.name, found)


def find_solver(game: str) -> "Callable[[Any], Analysis]":
    """The solver of a game; it is loaded here because compiled code is heavy."""
    try:
        module = import_module(f"houseway.lab.{game}")
        solver: Callable[[Any], Analysis] = getattr(module, f"analyze_{game}")
    except ImportError:
        raise Malformed(
            "The exact mathematics needs the extra part lab: pip install 'houseway[lab]'."
        ) from None
    return solver


def show_analysis(console: Console, name: str, found: "Analysis") -> None:
    console.print(bold(f"{name}: all {found.deals:,} deals, with the best play"))
    _show_line(console, found.main)
    if found.compulsory != found.main:
        console.print()
        console.print(bold("With every wager a player must make"))
        _show_line(console, found.compulsory)
    if found.favours_players:
        share = 100 * float(found.compulsory.ev)
        words = f"This configuration favours the players, by {share:.2f}% of the ante."
        console.print(Text(words, style="bold red"))
    _show_actions(console, found.main.actions)
    _show_sides(console, found)
    if found.progressive:
        _show_progressive(console, found.progressive)
    if found.starting_hands:
        _show_starting_hands(console, found.starting_hands)
    console.print()
    for note in found.notes:
        console.print(dim(note))
    console.print(dim(f"Worked out in {found.seconds:.2f} seconds."))


def percent(value: Fraction) -> str:
    return f"{float(100 * value):.4f}%"


def _show_line(console: Console, line: "Line") -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    ev = f"{line.ev.numerator:,} / {line.ev.denominator:,}"
    table.add_row("House edge", percent(-line.ev), "of the ante")
    table.add_row("Element of risk", percent(-line.element_of_risk), "of all that is wagered")
    table.add_row("Expected result", f"{float(line.ev):+.6f}", f"antes: exactly {ev}")
    table.add_row("Average wager", f"{float(line.average_wager):.6f}", "antes in all")
    table.add_row("Standard deviation", f"{line.sd:.4f}", "antes a round")
    table.add_row("Skewness", f"{line.skewness:.2f}", "")
    console.print(table)


def _show_actions(console: Console, actions: Mapping[str, Fraction]) -> None:
    console.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Last action")
    table.add_column("How often", justify="right")
    for action, often in actions.items():
        table.add_row(action, percent(often))
    console.print(table)


def _show_sides(console: Console, found: "Analysis") -> None:
    console.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Side wager")
    for column in ("House edge", "Pays", "Standard deviation"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, wager in found.side.items():
        spread = f"{float(wager.variance) ** 0.5:.4f}"
        table.add_row(name, percent(-wager.ev), percent(wager.hit), spread)
    console.print(table)
    console.print(dim("Edges of side wagers are of the side wager itself."))


def _show_progressive(console: Console, cost: "ProgressiveCost") -> None:
    from houseway.lab.report_words import progressive_lines  # noqa: PLC0415

    console.print()
    console.print(bold("The cost of the progressive"))
    for label, told in progressive_lines(cost):
        console.print(f"{label:31}{told}")


def _show_starting_hands(console: Console, hands: "Sequence[StartingHand]") -> None:
    """The first action of all starting hands, suited ones above the diagonal."""
    chosen = {hand.hand: best_action(hand.ev) for hand in hands}
    console.print()
    console.print(bold("Before the flop (suited hands to the right of the pairs)"))
    for row, high in enumerate(RANKS):
        cells = []
        for column, low in enumerate(RANKS):
            name = high + low if row == column else high + low + "s"
            if row > column:
                name = low + high + "o"
            cells.append("·" if chosen[name] == "check" else chosen[name])
        console.print(f"  {high}  " + " ".join(cell.rjust(2) for cell in cells))
    console.print("     " + " ".join(rank.rjust(2) for rank in RANKS))
    best, worst = hands[0], hands[-1]
    ends = [f"{one.hand} {float(max(one.ev.values())):+.4f}" for one in (best, worst)]
    console.print(f"A dot is a check. From {ends[0]} down to {ends[1]} antes.")


def best_action(values: Mapping[str, Fraction]) -> str:
    """The action of the highest value; of equal ones the last named, which bets least."""
    return max(reversed(list(values)), key=lambda action: values[action])
