"""`houseway settle`: JSON in, settlement out; for people, a table."""

import json

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cards import show_cards
from houseway.chips import dollars
from houseway.cli.documents import parse_documents, read_source
from houseway.cli.main import REFUSED
from houseway.games import GAMES
from houseway.games.documents import Answer, settle_document
from houseway.games.results import Outcome
from houseway.rulebook import HousewayError, Malformed, Refused

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
    documents = parse_documents(read_source(source))
    answers = [_answer(entry) for entry in documents.entries]
    if as_json:
        _print_json(documents.form, answers)
    else:
        console = Console(highlight=False)
        for answer in answers:
            show_answer(console, answer, steps=steps)
    return REFUSED if any(answer.refused for answer in answers) else 0


def _answer(entry: object) -> Answer:
    if isinstance(entry, Malformed):
        return Answer(None, refused=entry)
    return settle_document(entry, GAMES)


def _print_json(form: str, answers: list[Answer]) -> None:
    """One document for one object or one array; a line for each line."""
    data = [answer.as_data() for answer in answers]
    if form == "array":
        print(json.dumps(data))  # noqa: T201  # the command's output
        return
    for entry in data:
        print(json.dumps(entry))  # noqa: T201


def show_answer(console: Console, answer: Answer, *, steps: bool) -> None:
    """One settled or refused round, for people."""
    name = "" if answer.id is None else f"{answer.id}: "
    if answer.refused is not None:
        _show_refusal(console, name, answer.refused)
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


def _show_refusal(console: Console, name: str, refused: HousewayError) -> None:
    """Each reason on a line of its own: people mend them one by one."""
    console.print(Text(f"{name}refused.", style="bold red"))
    reasons = refused.refusals if isinstance(refused, Refused) else (refused,)
    for reason in reasons:
        console.print(Text(f"  - {reason}"))
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
