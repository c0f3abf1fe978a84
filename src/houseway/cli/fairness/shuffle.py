"""`houseway fairness shuffle`: one deck, its seed and its commitment, for study."""

from typing import Annotated

import typer
from rich.text import Text

from houseway.cards import show_cards
from houseway.cli.arguments import JsonOption, SeedOption
from houseway.cli.fairness.seeds import read_seed, refuse_unusable
from houseway.cli.output import print_json
from houseway.cli.screen import bold, dim, plain, screen
from houseway.fairness import commit


def shuffle(
    table: Annotated[str, typer.Option(help="The name of the table.")],
    number: Annotated[int, typer.Option(help="The number of the shuffle, from 1.")],
    seed: SeedOption = None,
    as_json: JsonOption = False,
) -> None:
    with refuse_unusable():
        sealed = commit(table, number, read_seed(seed))
    if as_json:
        print_json(
            {
                "table": table,
                "shuffle": number,
                "seed": sealed.seed.hex(),
                "order": [str(card) for card in sealed.order],
                "commitment": sealed.commitment.root,
            }
        )
        return
    console = screen()
    console.print(bold(f"Table {plain(table)}, shuffle {number}"))
    for start in range(0, len(sealed.order), 13):
        console.print(f"  {show_cards(sealed.order[start : start + 13])}")
    console.print(Text("commitment ") + bold(sealed.commitment.root), soft_wrap=True)
    console.print(dim(f"seed       {sealed.seed.hex()}"), soft_wrap=True)
