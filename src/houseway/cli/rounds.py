"""`houseway rounds`: the record, to search, replay, prove, verify and carry elsewhere."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.arguments import (
    DB,
    DbOption,
    JsonOption,
    OptionalTableArgument,
    OutputOption,
    RoundArgument,
    SinceOption,
    TableArgument,
    UntilOption,
)
from houseway.cli.files import write_file
from houseway.cli.output import print_json, print_text
from houseway.cli.record import needs_record, open_record, print_document, report_faults
from houseway.cli.screen import bold, dim, plain, screen
from houseway.ledger.times import now, read_time, show_time
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.ledger.replay import Moment
    from houseway.ledger.search import RoundSummary

SHEETS = {".html", ".pdf", ".json"}
"""The forms of an evidence sheet."""


def search(
    db: DbOption = DB,
    table: Annotated[str | None, typer.Option(help="A table.")] = None,
    game: Annotated[str | None, typer.Option(help="A game's id.")] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    seat: Annotated[int | None, typer.Option(help="A seat.")] = None,
    player: Annotated[str | None, typer.Option(help="A player.")] = None,
    wager: Annotated[str | None, typer.Option(help="A wager, by its id.")] = None,
    outcome: Annotated[str | None, typer.Option(help="win, lose, push, void, forfeit.")] = None,
    clause: Annotated[str | None, typer.Option(help="A clause that decided a wager.")] = None,
    stake: Annotated[str | None, typer.Option(help="Smallest stake in dollars.")] = None,
    win: Annotated[str | None, typer.Option(help="Smallest win in dollars.")] = None,
    irregularity: Annotated[str | None, typer.Option(help="A kind, or any.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most this many rounds.")] = 50,
    as_json: JsonOption = False,
) -> None:
    with needs_record():
        from houseway.ledger import search as searching  # noqa: PLC0415

    query = searching.Query(
        table=table,
        game=game,
        since=read_time(since) if since else None,
        until=read_time(until, end_of_day=True) if until else None,
        seat=seat,
        player=player,
        wager=wager,
        outcome=outcome,
        clause=clause,
        least_stake=_read_cents(stake),
        least_win=_read_cents(win),
        irregularity=irregularity,
        limit=limit,
    )
    with open_record(db) as ledger:
        rounds = searching.search(ledger, query)
    if as_json:
        print_json({"rounds": [_summary_as_data(entry) for entry in rounds]})
    else:
        screen().print(_as_table(rounds) if rounds else "No matching round.")


def _read_cents(text: str | None) -> int | None:
    """Dollars as people write them, 25 or 12.50."""
    if text is None:
        return None
    whole, _, part = text.removeprefix("$").replace(",", "").partition(".")
    if not whole.isdecimal() or (part and (not part.isdecimal() or len(part) > 2)):
        raise Malformed(f"{text!r} is not an amount in dollars.")
    return int(whole) * 100 + int(part.ljust(2, "0") if part else 0)


def _summary_as_data(entry: "RoundSummary") -> dict[str, Any]:
    return {
        "table": entry.table,
        "round": entry.round,
        "game": entry.game,
        "began": show_time(entry.began),
        "ended": show_time(entry.ended),
        "void": entry.void,
        "irregularities": list(entry.irregularities),
        "net": entry.nets,
    }


def _as_table(rounds: "list[RoundSummary]") -> Table:
    from houseway.ledger.evidence import signed  # noqa: PLC0415

    table = Table(pad_edge=False, box=None, header_style="bold")
    for name in ("Table", "Round", "Game", "Ended", "Players", "Irregularities"):
        table.add_column(name, justify="right" if name == "Round" else "left")
    for entry in rounds:
        nets = ", ".join(f"{plain(player)} {signed(net)}" for player, net in entry.nets.items())
        kinds = ", ".join(entry.irregularities).replace("_", " ")
        ended = show_time(entry.ended)
        table.add_row(plain(entry.table), str(entry.round), entry.game, ended, nets, kinds)
    return table


def replay(
    table: TableArgument,
    number: RoundArgument,
    db: DbOption = DB,
    step: Annotated[int | None, typer.Option(min=1, help="Only this step.")] = None,
    at_once: Annotated[bool, typer.Option("--all", help="Do not wait for Enter.")] = False,
    as_json: JsonOption = False,
) -> None:
    with open_record(db) as ledger:
        from houseway.ledger.replay import round_moments  # noqa: PLC0415

        moments = round_moments(ledger, table, number)
    if step is not None and step > len(moments):
        raise Malformed(f"The round has {len(moments)} steps.")
    numbered = list(enumerate(moments, 1))
    if step is not None:
        numbered = [numbered[step - 1]]
    if as_json:
        print_json({"steps": [_step_as_data(n, moment) for n, moment in numbered]})
        return
    waits = not at_once and step is None and sys.stdin.isatty()
    console = screen()
    for n, moment in numbered:
        _show_step(console, n, len(moments), moment)
        if waits and n < len(moments) and console.input("").strip().lower() in {"q", "quit"}:
            return


def _step_as_data(n: int, moment: "Moment") -> dict[str, Any]:
    return {
        "step": n,
        "seq": moment.record.seq,
        "at": show_time(moment.record.at),
        "by": moment.event.by,
        "words": moment.words,
        "clauses": list(moment.event.clauses),
        "event": _event_as_data(moment),
    }


def _event_as_data(moment: "Moment") -> dict[str, Any]:
    """The event as it lies on record, without the order of a deck that is shuffled meanwhile.

    That deck is for a later round, which may be in play.
    """
    data: dict[str, Any] = json.loads(moment.record.body)
    return {key: value for key, value in data.items() if key != "order"}


def _show_step(console: Console, n: int, steps: int, moment: "Moment") -> None:
    width = len(str(steps))
    console.print(Text(f"{n:>{width}}/{steps} ") + bold(plain(moment.words)))
    clauses = ", ".join(moment.event.clauses)
    details = f"{show_time(moment.record.at)}  {plain(moment.event.by)}  {clauses}"
    console.print(dim(" " * (2 * width + 2) + details))


def evidence(
    table: TableArgument, number: RoundArgument, db: DbOption = DB, output: OutputOption = None
) -> None:
    suffix = output.suffix.lower() if output else ".json"
    if suffix not in SHEETS:
        raise Malformed("Name a file that ends in .html, .pdf or .json.")
    with open_record(db) as ledger:
        from houseway.ledger.evidence import evidence as collect_evidence  # noqa: PLC0415

        sheet = collect_evidence(ledger, table, number)
    if output is None:
        print_text(json.dumps(sheet, indent=2))
        return
    write_file(output, _render(sheet, suffix), private=True)
    screen().print(f"The evidence of round {number} is in {plain(output)}.")


def _render(sheet: dict[str, Any], suffix: str) -> bytes:
    from houseway.ledger.sheets import to_html, to_pdf  # noqa: PLC0415

    if suffix == ".pdf":
        return to_pdf(sheet)
    return (to_html(sheet) if suffix == ".html" else json.dumps(sheet, indent=2)).encode("utf-8")


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
    report_faults(faults, "every record is in its place", "not what was written", as_json=as_json)


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


def export(table: TableArgument, db: DbOption = DB, output: OutputOption = None) -> None:
    with open_record(db) as ledger:
        from houseway.ledger.export import export_lines, last_open_record  # noqa: PLC0415

        if table not in ledger.tables():
            raise Malformed(f"There is no table {table} on record.")
        last, head = last_open_record(ledger, table), ledger.head(table).seq
        if last < head:
            words = f"Records {last + 1} to {head} of {table} are left out: they name cards of a "
            typer.echo(f"{words}deck still in play. Export again when it is played.", err=True)
        if output is None:
            for line in export_lines(ledger, table, last):
                print_text(line)
            return
        text = "".join(f"{line}\n" for line in export_lines(ledger, table, last))
    write_file(output, text.encode("utf-8"), private=True)
    screen().print(f"The record of {plain(table)} is in {plain(output)}.")


def import_log(
    source: Annotated[str, typer.Argument(metavar="FILE|-", help="An exported log.")],
    db: DbOption = DB,
) -> None:
    text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
    lines = text.splitlines()
    with open_record(db, writes=True) as ledger:
        from houseway.ledger.export import import_lines  # noqa: PLC0415

        name = import_lines(ledger, lines)
    screen().print(f"Table {plain(name)} is on record in {plain(db)}: {len(lines)} records.")


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


def checkpoint(
    table: TableArgument,
    key: Annotated[Path, typer.Option(help="The file with the house's key.")],
    db: DbOption = DB,
    output: OutputOption = None,
) -> None:
    with open_record(db, writes=True) as ledger:
        from houseway.ledger import checkpoints  # noqa: PLC0415

        statement = checkpoints.checkpoint(ledger, table, checkpoints.read_key(key), now())
    print_document(statement, output, f"The checkpoint of {plain(table)}")


def key(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A new file for the key.")
    ],
) -> None:
    with needs_record():
        from houseway.ledger.checkpoints import new_key  # noqa: PLC0415

    public = new_key(output)
    screen().print(f"The key is in {plain(output)}: keep it to yourself. Its public half:")
    print_text(public)
