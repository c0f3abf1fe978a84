"""`houseway house`: what tables and the house won, for a manager; backups; and verification."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.chips import dollars
from houseway.cli.arguments import (
    DB,
    DbOption,
    JsonOption,
    OptionalTableArgument,
    SinceOption,
    UntilOption,
)
from houseway.cli.output import print_json
from houseway.cli.record import needs_record, open_record, report_faults
from houseway.cli.screen import bold, dim, number_table, plain, screen
from houseway.ledger.times import read_time, show_time

if TYPE_CHECKING:
    from houseway.house.accounting import HouseAccounts, TableAccounts
    from houseway.house.tallies import Play


def accounts(
    table: OptionalTableArgument = None,
    db: DbOption = DB,
    since: SinceOption = None,
    until: UntilOption = None,
    as_json: JsonOption = False,
) -> None:
    with needs_record():
        from houseway.house import accounting  # noqa: PLC0415
        from houseway.house.edges import EdgeBook  # noqa: PLC0415

    first = None if since is None else read_time(since)
    last = None if until is None else read_time(until, end_of_day=True)
    report: TableAccounts | HouseAccounts
    with open_record(db) as ledger:
        if table is None:
            report = accounting.house_accounts(ledger, EdgeBook(), first, last)
        else:
            report = accounting.table_accounts(ledger, EdgeBook(), table, first, last)
    if as_json:
        print_json(accounting.as_data(report))
        return
    console = screen()
    if isinstance(report, accounting.TableAccounts):
        _show_table(console, report)
    else:
        _show_house(console, report)
    hours = [(show_time(hour.hour)[:16], hour.play, hour.drop) for hour in report.by_hour]
    _show_plays(console, "Hour (UTC)", hours)
    _show_end(console, report.discrepancies, report.assumed)


def _show_table(console: Console, accounts: "TableAccounts") -> None:
    console.print(
        bold(f"Table {plain(accounts.table)}: {accounts.game}{_options(accounts.options)}")
    )
    chips = accounts.chips
    lines = [("In the container at first", chips.opening)] if chips.opening else []
    lines += [("Opener", chips.opener), ("Fills", chips.fills), ("Credits", chips.credits)]
    lines += [("Drop", chips.drop), ("In the container now, on record", chips.inventory)]
    if accounts.closer:
        lines.append((f"Counted, {show_time(accounts.closer.at)}", accounts.closer.counted))
    lines += [("Cashed out", chips.cash_outs), ("Tips", chips.tips)]
    if accounts.coupons.number:
        lines.append((f"Paid on {accounts.coupons.number} coupons", accounts.coupons.paid))
    _show_amounts(console, lines)
    console.print()
    wins = _win_lines(accounts)
    if accounts.in_play:
        wins.insert(2, ("Won so far in the round in play", accounts.in_play))
    if accounts.fund:
        wins.append(("In the meter's fund", accounts.fund.balance))
    _show_amounts(console, wins)
    _show_result(console, accounts)
    _show_wagers(console, accounts)


def _show_house(console: Console, accounts: "HouseAccounts") -> None:
    console.print(bold(f"The house: {len(accounts.tables)} tables"))
    lines = [("Drop", accounts.drop), ("Cashed out", accounts.cash_outs), ("Tips", accounts.tips)]
    _show_amounts(console, [*lines, *_win_lines(accounts)])
    _show_result(console, accounts)
    tables = [(plain(each.table), each.play, each.chips.drop) for each in accounts.tables]
    _show_plays(console, "Table", tables)
    pay_tables = [
        (f"{each.game}{_options(each.options)}", each.play, each.drop)
        for each in accounts.by_pay_table
    ]
    _show_plays(console, "Pay table", pay_tables)


def _options(options: object) -> str:
    return f" {plain(json.dumps(options))}" if options else ""


def _win_lines(accounts: "TableAccounts | HouseAccounts") -> list[tuple[str, int]]:
    lines = [
        ("Win by the chips on record", accounts.win),
        ("Win by results", accounts.win_by_results),
    ]
    if accounts.win_as_counted != accounts.win:
        lines.append(("Win as counted", accounts.win_as_counted))
    return lines


def _show_amounts(console: Console, lines: Iterable[tuple[str, int]]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    for name, cents in lines:
        table.add_row(name, dollars(cents))
    console.print(table)


def _show_result(console: Console, accounts: "TableAccounts | HouseAccounts") -> None:
    """Prints the hold, and the win beside the theoretical win and the band of luck."""
    if accounts.hold is not None:
        console.print(f"Hold {float(100 * accounts.hold):.2f}% of the drop")
    console.print()
    play = accounts.play
    summary = f"{play.rounds:,} rounds, {dollars(play.handle)} wagered, {dollars(play.win)} won"
    console.print(summary)
    if play.theoretical_cents is None or play.band is None:
        console.print("Theoretical win: unknown without the extra part lab.")
        return
    low, high = dollars(play.band.low), dollars(play.band.high)
    words = {"within": "luck explains it", "above": "more than luck explains"}
    verdict = words.get(play.band.verdict, "less than luck explains")
    console.print(f"Theoretical win {dollars(play.theoretical_cents)}; luck: {low} to {high}")
    style = "" if play.band.verdict == "within" else "bold red"
    console.print(Text(f"The win is {play.band.verdict} that band: {verdict}.", style=style))


def _show_wagers(console: Console, accounts: "TableAccounts") -> None:
    table = number_table("Wager", "Wagered", "Won", "House edge", "Theoretical")
    for line in accounts.by_wager:
        edge = "" if line.edge is None else f"{float(100 * line.edge):.2f}%"
        theory = "" if line.theoretical is None else dollars(round(line.theoretical))
        name = line.wager.replace("_", " ")
        table.add_row(name, dollars(line.handle), dollars(line.win), edge, theory)
    _show_rows(console, table)


def _show_plays(console: Console, first: str, rows: "Sequence[tuple[str, Play, int]]") -> None:
    table = number_table(first, "Rounds", "Drop", "Wagered", "Won", "Theoretical")
    for name, play, drop in rows:
        theory = "" if play.theoretical_cents is None else dollars(play.theoretical_cents)
        amounts = (dollars(drop), dollars(play.handle), dollars(play.win), theory)
        table.add_row(name, f"{play.rounds:,}", *amounts)
    _show_rows(console, table)


def _show_rows(console: Console, table: Table) -> None:
    if table.row_count:
        console.print()
        console.print(table)


def _show_end(console: Console, faults: Sequence[str], assumed: Iterable[str]) -> None:
    console.print()
    if faults:
        console.print(Text("What does not agree", style="bold red"))
    else:
        console.print("Chips, results and counts agree.")
    for words in faults:
        console.print(f"  - {plain(words)}")
    for words in assumed:
        console.print(dim(words))


def backup(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A new file to write.")
    ],
    db: DbOption = DB,
) -> None:
    with needs_record():
        from houseway.ledger.backup import back_up  # noqa: PLC0415
        from houseway.ledger.seals import VARIABLE, key_file  # noqa: PLC0415
        from houseway.ledger.store import Ledger  # noqa: PLC0415

    with Ledger(db, read_only=True) as ledger:
        summary = back_up(ledger, output)
        key = ledger.seals.key
    screen().print(f"{output}: {summary}. Every chain holds.")
    if key is not None:
        beside = key_file(str(output))
        kept = beside if beside.exists() else VARIABLE
        screen().print(f"To be restored it needs the key of the store: keep {plain(kept)} too.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], db: DbOption = DB
) -> None:
    with needs_record():
        from houseway.ledger import backup as backups  # noqa: PLC0415

    summary = backups.restore(source, db)
    screen().print(f"Restored {summary}. Every chain holds.")


def verify(db: DbOption = DB, as_json: JsonOption = False) -> None:
    with open_record(db) as ledger:
        from houseway.ledger.verify_books import all_faults  # noqa: PLC0415

        faults = all_faults(ledger)
    report_faults(faults, "as it should be", "not as it should be", as_json=as_json)
