"""`houseway rounds proof`: the proof of a round's cards."""

from typing import Annotated

import typer

from houseway.cli.arguments import DB, DbOption, OutputOption, RoundArgument, TableArgument
from houseway.cli.rounds.record import open_record, print_document


def proof(
    table: TableArgument,
    number: RoundArgument,
    db: DbOption = DB,
    player: Annotated[
        str | None, typer.Option(help="For this player; for an auditor if left out.")
    ] = None,
    output: OutputOption = None,
) -> None:
    with open_record(db) as ledger:
        from houseway.ledger.proofs import round_proof  # noqa: PLC0415

        document = round_proof(ledger, table, number, player=player)
    print_document(document, output, f"The proof of round {number}")
