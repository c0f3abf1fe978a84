"""`houseway settle`: JSON in, settlement out; for people, a table."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cards import show_cards
from houseway.chips import dollars
from houseway.cli.documents import answer_all, show_refusal
from houseway.games import GAMES
from houseway.games.documents import Answer, settle_document
from houseway.games.results import Outcome
from houseway.rulebook import Malformed

_SHOWN_CLAUSES = 3
_COLOURS = {
    Outcome.WIN: "green",
    Outcome.LOSE: "red",
    Outcome.FORFEIT: "red",
    Outcome.CONSUMED: "red",
    Outcome.PUSH: "yellow",
    Outcome.VOID: "cyan",
}


def settle_command(source: str, *, as_json: bool, steps: bool) -> int:
    """Settles everything in `source` and returns the exit status."""

    def show(console: Console, answer: Answer) -> None:
        show_answer(console, answer, steps=steps)

    return answer_all(source, _answer, show, as_json=as_json)


def _answer(entry: object) -> Answer:
    if isinstance(entry, Malformed):
        return Answer(None, refused=entry)
    return settle_document(entry, GAMES)


def show_answer(console: Console, answer: Answer, *, steps: bool) -> None:
    """One settled or refused round, for people."""
    name = "" if answer.id is None else f"{answer.id}: "
    if answer.refused is not None:
        show_refusal(console, name, answer.refused)
        return
    assert answer.game is not None
    if answer.round is None or answer.settlement is None:
        console.print(f"{name}nothing in this attempt at {answer.game.name} is refused.\n")
        return
    board = f", board {show_cards(answer.round.community)}" if answer.round.community else ""
    console.print(
        f"[bold]{name}{answer.game.name}[/bold], dealer {show_cards(answer.round.dealer)}{board}"
    )
    console.print(_table(answer))
    if steps:
        order = answer.game.running_order(answer.options, answer.round, answer.settlement)
        for n, step in enumerate(order, 1):
            console.print(f"  {n:>2}. {step}  [dim]{', '.join(step.clauses[:2])}[/dim]")
    console.print()


def _table(answer: Answer) -> Table:
    assert answer.round is not None
    assert answer.settlement is not None
    table = Table(pad_edge=False, box=None, header_style="bold")
    for column, justify in (
        ("Seat", "right"),
        ("Cards", "left"),
        ("Wager", "left"),
        ("Stake", "right"),
        ("Outcome", "left"),
        ("Net", "right"),
        ("By", "left"),
    ):
        table.add_column(column, justify=justify)  # type: ignore[arg-type]  # rich's literals
    for hand, result in zip(answer.round.hands, answer.settlement.hands, strict=True):
        for n, entry in enumerate(result.results):
            more = len(entry.clauses) - _SHOWN_CLAUSES
            shown = [clause.partition(".")[2] for clause in entry.clauses[:_SHOWN_CLAUSES]]
            by = ", ".join(shown) + (f" +{more}" if more > 0 else "")
            table.add_row(
                str(result.seat) if n == 0 else "",
                show_cards(hand.cards) if n == 0 else "",
                entry.wager.replace("_", " "),
                dollars(entry.stake),
                Text(entry.outcome.value, style=_COLOURS[entry.outcome]),
                dollars(entry.net),
                Text(by, style="dim"),
            )
        table.add_row("", "", "[bold]total[/bold]", "", "", f"[bold]{dollars(result.total)}[/bold]")
    return table
