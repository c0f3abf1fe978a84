"""`houseway settle`: JSON in, settlement out; for people, a table."""

from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cards import show_cards
from houseway.chips import dollars
from houseway.cli.arguments import JsonOption
from houseway.cli.documents import answer_all
from houseway.cli.screen import bold, dim
from houseway.games.documents import Answer
from houseway.games.results import Outcome
from houseway.rulebook import Citation
from houseway.table.attempts import answer_document

_SHOWN_CLAUSES = 3
_NARROW = 70
_COLOURS = {
    Outcome.WIN: "green",
    Outcome.LOSE: "red",
    Outcome.FORFEIT: "red",
    Outcome.CONSUMED: "red",
    Outcome.PUSH: "yellow",
    Outcome.VOID: "cyan",
}


def settle(
    source: Annotated[
        str, typer.Argument(metavar="FILE|-", help="Described rounds; - reads standard input.")
    ],
    as_json: JsonOption = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Show the dealer's steps in their order as well.")
    ] = False,
) -> None:
    show = partial(show_answer, steps=steps)
    raise typer.Exit(answer_all(source, Answer, answer_document, show, as_json=as_json))


def show_answer(console: Console, name: str, answer: Answer, *, steps: bool) -> None:
    """Prints one settled round, or an attempt that nothing forbids."""
    assert answer.game is not None
    if answer.round is None or answer.settlement is None:
        console.print(f"{name}nothing in this attempt at {answer.game.name} is refused.\n")
        return
    board = f", board {show_cards(answer.round.community)}" if answer.round.community else ""
    dealer = f", dealer {show_cards(answer.round.dealer)}{board}"
    console.print(bold(f"{name}{answer.game.name}") + Text(dealer))
    console.print(_table(answer, console.width))
    if steps:
        order = answer.game.running_order(answer.options, answer.round, answer.settlement)
        for n, step in enumerate(order, 1):
            console.print(Text(f"  {n:>2}. {step}  ") + dim(", ".join(step.clauses[:2])))
    console.print()


def _table(answer: Answer, width: int) -> Table:
    """One line for each wager. A narrow screen shows neither cards nor clauses."""
    assert answer.round is not None
    assert answer.settlement is not None
    table = Table(pad_edge=False, box=None, header_style="bold")
    narrow = width < _NARROW
    table.add_column("Seat", justify="right", no_wrap=True)
    if not narrow:
        table.add_column("Cards", no_wrap=True)
    table.add_column("Wager", no_wrap=True)
    table.add_column("Stake", justify="right", no_wrap=True)
    table.add_column("Outcome", no_wrap=True)
    table.add_column("Net", justify="right", no_wrap=True)
    if not narrow:
        table.add_column("By", overflow="fold")
    for hand, result in zip(answer.round.hands, answer.settlement.hands, strict=True):
        for n, entry in enumerate(result.results):
            seat, cards = (str(result.seat), show_cards(hand.cards)) if n == 0 else ("", "")
            outcome = Text(entry.outcome.value, style=_COLOURS[entry.outcome])
            wager = entry.wager.replace("_", " ")
            stake, net = dollars(entry.stake), dollars(entry.net)
            by = dim(_by(entry.clauses))
            row = (seat, cards, wager, stake, outcome, net, by)
            table.add_row(*_narrowed(row) if narrow else row)
        total = ("", "", bold("total"), "", "", bold(dollars(result.total)), "")
        table.add_row(*_narrowed(total) if narrow else total)
    return table


def _narrowed(row: tuple[str | Text, ...]) -> tuple[str | Text, ...]:
    """A row without its cards and its clauses."""
    seat, _, *money, _ = row
    return (seat, *money)


def _by(clauses: Citation) -> str:
    """The first few clauses, without the game's id, which is in the heading."""
    shown = [clause.partition(".")[2] for clause in clauses[:_SHOWN_CLAUSES]]
    more = len(clauses) - len(shown)
    return ", ".join(shown) + (f" +{more}" if more else "")
