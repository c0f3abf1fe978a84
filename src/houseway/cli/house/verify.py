"""`houseway house verify`: every record, and the books beside them."""

import typer

from houseway.cli.arguments import DB, DbOption, JsonOption
from houseway.cli.rounds.record import open_record, print_faults
from houseway.cli.status import FAILED


def verify(db: DbOption = DB, as_json: JsonOption = False) -> None:
    with open_record(db) as ledger:
        from houseway.ledger.verify_books import all_faults  # noqa: PLC0415

        faults = all_faults(ledger)
    print_faults(faults, "as it should be", "not as it should be", as_json=as_json)
    raise typer.Exit(FAILED if any(faults.values()) else 0)
