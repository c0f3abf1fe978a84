"""`houseway deal`: described decks in, which card goes where out."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.arguments import JsonOption
from houseway.cli.documents import answer_all
from houseway.cli.screen import bold, plain, show_refusal
from houseway.games import GAMES
from houseway.games.deals import DealAnswer, deal_document
from houseway.rulebook import Malformed


def deal(
    source: Annotated[
        str, typer.Argument(metavar="FILE|-", help="Described deals; - reads standard input.")
    ],
    as_json: JsonOption = False,
) -> None:
    raise typer.Exit(answer_all(source, _answer, show_deal, as_json=as_json))


def _answer(entry: object) -> DealAnswer:
    if isinstance(entry, Malformed):
        return DealAnswer(None, refused=entry)
    return deal_document(entry, GAMES)


def show_deal(console: Console, answer: DealAnswer) -> None:
    """Prints one deal."""
    name = "" if answer.id is None else f"{plain(answer.id)}: "
    if answer.refused is not None:
        show_refusal(console, name, answer.refused)
        return
    data = answer.as_data()
    if "void" in data:
        words = f"the deal is void ({', '.join(data['clauses'])})."
    else:
        words = f"dealt, {data['stub_size']} cards in the stub."
    console.print(bold(name) + Text(words))
    table = Table(box=None, pad_edge=False, show_header=False)
    for seat, cards in data.get("hands", {}).items():
        table.add_row(f"  {seat if seat == 'dealer' else f'seat {seat}'}", " ".join(cards))
    for place in ("community", "burned", "set_aside"):
        if data.get(place):
            table.add_row(f"  {place.replace('_', ' ')}", " ".join(data[place]))
    console.print(table)
    console.print()
