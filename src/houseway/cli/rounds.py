"""What `houseway rounds` does: search, replay, evidence, verify, export, import, proofs."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.layout import write_whole
from houseway.cli.output import say
from houseway.cli.screen import bold, dim, plain, screen
from houseway.rulebook import Malformed

try:
    from houseway.ledger.checkpoints import check_signature, checkpoint, new_key, read_key
    from houseway.ledger.evidence import evidence, signed
    from houseway.ledger.exporting import export_lines, import_lines
    from houseway.ledger.proofs import round_proof
    from houseway.ledger.replaying import round_moments
    from houseway.ledger.search import Found, Query, search
    from houseway.ledger.sheets import to_html, to_pdf
    from houseway.ledger.store import Ledger
    from houseway.ledger.times import now, read_time, show_time
    from houseway.ledger.verify_log import Fault, Place, check_checkpoint, check_lines
except ImportError as error:
    missing = "The record needs the extra part ledger: pip install 'houseway[ledger]'."
    raise Malformed(missing) from error

if TYPE_CHECKING:
    from houseway.ledger.replaying import Moment


@contextmanager
def record(db: str, *, writes: bool = False) -> Iterator[Ledger]:
    """A record that exists; only what writes may begin one."""
    if not writes and "://" not in db and not Path(db).is_file():
        raise Malformed(
            f"There is no record {db}. Name one with --db, or make one: houseway play uth --db {db}"
        )
    with Ledger(db, read_only=not writes) as ledger:
        yield ledger


def _cents(text: str | None) -> int | None:
    """Dollars as people write them, 25 or 12.50."""
    if text is None:
        return None
    whole, _, part = text.removeprefix("$").replace(",", "").partition(".")
    if not whole.isdecimal() or (part and (not part.isdecimal() or len(part) > 2)):
        raise Malformed(f"{text!r} is no amount in dollars.")
    return int(whole) * 100 + int(part.ljust(2, "0") if part else 0)


def search_command(
    db: str,
    said: dict[str, Any],
    times: tuple[str | None, str | None],
    amounts: tuple[str | None, str | None],
    *,
    as_json: bool,
) -> None:
    since = read_time(times[0]) if times[0] else None
    until = read_time(times[1], end_of_day=True) if times[1] else None
    query = Query(
        **said,
        since=since,
        until=until,
        least_stake=_cents(amounts[0]),
        least_win=_cents(amounts[1]),
    )
    with record(db) as ledger:
        found = search(ledger, query)
    if as_json:
        say(json.dumps({"rounds": [_found_as_data(one) for one in found]}))
        return
    console = screen()
    console.print(_listed(found) if found else "No round on record answers that.")


def _found_as_data(found: Found) -> dict[str, Any]:
    return {
        "table": found.table,
        "round": found.round,
        "game": found.game,
        "began": show_time(found.began),
        "ended": show_time(found.ended),
        "void": found.void,
        "irregularities": list(found.irregularities),
        "net": found.nets,
    }


def _listed(found: list[Found]) -> Table:
    table = Table(pad_edge=False, box=None, header_style="bold")
    for name in ("Table", "Round", "Game", "Ended", "Players", "Irregularities"):
        table.add_column(name, justify="right" if name == "Round" else "left")
    for one in found:
        nets = ", ".join(f"{plain(player)} {signed(net)}" for player, net in one.nets.items())
        wrong = ", ".join(one.irregularities).replace("_", " ")
        table.add_row(plain(one.table), str(one.round), one.game, show_time(one.ended), nets, wrong)
    return table


def replay_command(
    db: str, table: str, number: int, *, step: int | None, at_once: bool, as_json: bool
) -> None:
    with record(db) as ledger:
        found = round_moments(ledger, table, number)
    if step is not None and step > len(found):
        raise Malformed(f"The round has {len(found)} steps.")
    chosen = list(enumerate(found, 1))
    if step is not None:
        chosen = [chosen[step - 1]]
    if as_json:
        say(json.dumps({"steps": [_step_as_data(n, moment) for n, moment in chosen]}))
        return
    _walk(chosen, len(found), waits=not at_once and step is None and sys.stdin.isatty())


def _step_as_data(n: int, moment: "Moment") -> dict[str, Any]:
    return {
        "step": n,
        "seq": moment.record.seq,
        "at": show_time(moment.record.at),
        "by": moment.event.by,
        "words": moment.words,
        "clauses": list(moment.event.clauses),
        "event": json.loads(moment.record.body),
    }


def _walk(chosen: "list[tuple[int, Moment]]", steps: int, *, waits: bool) -> None:
    console = screen()
    for n, moment in chosen:
        _show_step(console, n, steps, moment)
        if waits and n < steps and console.input(dim("")).strip().lower() in {"q", "quit"}:
            return


def _show_step(console: Console, n: int, steps: int, moment: "Moment") -> None:
    width = len(str(steps))
    console.print(Text(f"{n:>{width}}/{steps} ") + bold(plain(moment.words)))
    clauses = ", ".join(moment.event.clauses)
    told = f"{show_time(moment.record.at)}  {plain(moment.event.by)}  {clauses}"
    console.print(dim(" " * (2 * width + 2) + told))


def evidence_command(db: str, table: str, number: int, output: Path | None) -> None:
    kind = output.suffix.lower() if output else ".json"
    if kind not in {".html", ".pdf", ".json"}:
        raise Malformed("Name a file that ends in .html, .pdf or .json.")
    with record(db) as ledger:
        sheet = evidence(ledger, table, number)
    if output is None:
        say(json.dumps(sheet, indent=2))
        return
    made = {
        ".html": lambda: to_html(sheet).encode("utf-8"),
        ".pdf": lambda: to_pdf(sheet),
        ".json": lambda: json.dumps(sheet, indent=2).encode("utf-8"),
    }[kind]()
    write_whole(output, made)
    screen().print(f"The evidence of round {number} is in {plain(output)}.")


def verify_command(
    db: str,
    table: str | None,
    log: Path | None,
    carried: Path | None,
    key: str | None,
    *,
    as_json: bool,
) -> int:
    """Checks one table, all, or an exported log; the exit status is 1 if anything is wrong."""
    stated = json.loads(carried.read_text(encoding="utf-8")) if carried else None
    found: dict[str, list[str]] = {}
    if log is not None:
        with log.open(encoding="utf-8", newline="\n") as lines:
            found[str(log)] = _faults(lines, stated, key)
    else:
        with record(db) as ledger:
            for name in [table] if table else ledger.streams():
                found[name] = _faults(export_lines(ledger, name), stated, key)
    if as_json:
        say(json.dumps({"verified": not any(found.values()), "faults": found}))
    else:
        show_faults(found, "every record is in its place", "not what was written")
    return 1 if any(found.values()) else 0


def _faults(lines: Iterator[str], stated: Any, key: str | None) -> list[str]:
    place = Place()
    faults: list[Fault] = list(check_lines(lines, place))
    if place.table is None:
        return ["there are no records"]
    told = [str(fault) for fault in faults]
    if stated is not None:
        wrong = check_signature(stated, key)
        told += [f"checkpoint: {wrong}"] if wrong else []
        told += [str(fault) for fault in check_checkpoint(stated, place)]
    return told


def show_faults(found: dict[str, list[str]], well: str, wrong: str) -> None:
    console = screen()
    for name, faults in found.items():
        if not faults:
            console.print(Text(f"{plain(name)}: {well}.", style="green"))
            continue
        console.print(Text(f"{plain(name)}: {wrong}.", style="bold red"))
        for fault in faults[:50]:
            console.print(f"  {plain(fault)}")
        if len(faults) > 50:
            console.print(f"  and {len(faults) - 50} more.")


def export_command(db: str, table: str, output: Path | None) -> None:
    with record(db) as ledger:
        if table not in ledger.tables():
            raise Malformed(f"There is no table {table} on record.")
        if output is None:
            for line in export_lines(ledger, table):
                say(line)
            return
        text = "".join(f"{line}\n" for line in export_lines(ledger, table))
    write_whole(output, text.encode("utf-8"))
    screen().print(f"The record of {plain(table)} is in {plain(output)}.")


def import_command(db: str, source: str) -> None:
    if source == "-":
        lines = sys.stdin.read().splitlines()
    else:
        lines = Path(source).read_text(encoding="utf-8").splitlines()
    with record(db, writes=True) as ledger:
        name = import_lines(ledger, lines)
    screen().print(f"Table {plain(name)} is on record in {plain(db)}: {len(lines)} records.")


def proof_command(
    db: str, table: str, number: int, player: str | None, output: Path | None
) -> None:
    with record(db) as ledger:
        document = round_proof(ledger, table, number, player=player)
    _give(document, output, f"The proof of round {number}")


def checkpoint_command(db: str, table: str, key: Path, output: Path | None) -> None:
    with record(db, writes=True) as ledger:
        stated = checkpoint(ledger, table, read_key(key), now())
    _give(stated, output, f"The checkpoint of {plain(table)}")


def _give(document: dict[str, Any], output: Path | None, what: str) -> None:
    text = json.dumps(document, ensure_ascii=False)
    if output is None:
        say(text)
        return
    write_whole(output, f"{text}\n".encode())
    screen().print(f"{what} is in {plain(output)}.")


def key_command(output: Path) -> None:
    public = new_key(output)
    screen().print(f"The key is in {plain(output)}: keep it to yourself. Its public half:")
    say(public)
