"""`houseway deal`: described decks in, which card goes where out."""

from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.arguments import JsonOption
from houseway.cli.documents import answer_all
from houseway.cli.screen import bold
from houseway.games import GAMES
from houseway.games.documents import DealAnswer, deal_document


def deal(
    source: Annotated[
        str, typer.Argument(metavar="FILE|-", help="Described deals; - reads standard input.")
    ],
    as_json: JsonOption = False,
) -> None:
    answer = partial(deal_document, games=GAMES)
    raise typer.Exit(answer_all(source, DealAnswer, answer, show_deal, as_json=as_json))


def show_deal(console: Console, name: str, answer: DealAnswer) -> None:
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
