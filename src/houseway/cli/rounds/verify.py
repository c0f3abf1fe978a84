"""`houseway rounds verify`: whether a record is what was written."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.cli.arguments import DB, DbOption, JsonOption, OptionalTableArgument
from houseway.cli.rounds.record import needs_record, open_record, print_faults
from houseway.cli.status import FAILED


def verify(
    table: OptionalTableArgument = None,
    db: DbOption = DB,
    log: Annotated[Path | None, typer.Option(help="An exported log instead of a record.")] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="A checkpoint to compare with.")] = None,
    key: Annotated[str | None, typer.Option(help="The public key that must have signed.")] = None,
    as_json: JsonOption = False,
) -> None:
    with needs_record():
        from houseway.ledger.export import export_lines  # noqa: PLC0415

    signed = json.loads(checkpoint.read_text(encoding="utf-8")) if checkpoint else None
    faults: dict[str, list[str]] = {}
    if log is not None:
        with log.open(encoding="utf-8", newline="\n") as lines:
            faults[str(log)] = _list_faults(lines, signed, key)
    else:
        with open_record(db) as ledger:
            for name in [table] if table else ledger.streams():
                faults[name] = _list_faults(export_lines(ledger, name), signed, key)
    print_faults(faults, "every record is in its place", "not what was written", as_json=as_json)
    raise typer.Exit(FAILED if any(faults.values()) else 0)


def _list_faults(lines: Iterator[str], checkpoint: Any, key: str | None) -> list[str]:
    from houseway.ledger.checkpoints import check_signature  # noqa: PLC0415
    from houseway.ledger.verify_log import Place, check_checkpoint, check_lines  # noqa: PLC0415

    place = Place()
    faults = [str(fault) for fault in check_lines(lines, place)]
    if place.table is None:
        return ["there are no records"]
    if checkpoint is not None:
        wrong = check_signature(checkpoint, key)
        faults += [f"checkpoint: {wrong}"] if wrong else []
        faults += [str(fault) for fault in check_checkpoint(checkpoint, place)]
    return faults
