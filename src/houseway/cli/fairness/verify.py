"""`houseway fairness verify` and `verifier`: check proofs, or write the program that does."""

from typing import Annotated

import typer

from houseway.cli.arguments import OutputOption
from houseway.cli.files import write_file
from houseway.cli.output import print_text
from houseway.cli.screen import plain, screen


def verify(
    source: Annotated[str, typer.Argument(metavar="FILE|-", help="Proofs of rounds.")],
) -> None:
    from houseway.fairness.verify_round import main  # noqa: PLC0415
    from houseway.ledger.recipes import deal_recipes  # noqa: PLC0415

    raise typer.Exit(main([source], deal_recipes()))


def verifier(output: OutputOption = None) -> None:
    from houseway.fairness.verifier import verifier_source  # noqa: PLC0415
    from houseway.ledger.recipes import deal_recipes  # noqa: PLC0415

    source = verifier_source(deal_recipes())
    if output is None:
        print_text(source, end="")
        return
    write_file(output, source.encode("utf-8"))
    screen().print(f"The verifier is in {plain(output)}: python {plain(output)} PROOF.json")
