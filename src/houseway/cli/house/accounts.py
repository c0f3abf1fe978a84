"""`houseway house accounts`: what a table or the house won, for a table-games manager."""

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

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
from houseway.cli.rounds.record import needs_record, open_record
from houseway.cli.screen import bold, dim, plain, screen

if TYPE_CHECKING:
    from houseway.house.accounting import Hour, HouseAccounts, TableAccounts
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
        from houseway.ledger.times import read_time  # noqa: PLC0415

    first = None if since is None else read_time(since)
    last = None if until is None else read_time(until, end_of_day=True)
    with open_record(db) as ledger:
        if table is not None:
            of_table = accounting.table_accounts(ledger, EdgeBook(), table, first, last)
            if as_json:
                print_json(accounting.as_data(of_table))
            else:
                _show_table(screen(), of_table)
            return
        of_house = accounting.house_accounts(ledger, EdgeBook(), first, last)
        if as_json:
            print_json(accounting.as_data(of_house))
        else:
            _show_house(screen(), of_house)


def _show_table(console: Console, accounts: "TableAccounts") -> None:
    from houseway.ledger.times import show_time  # noqa: PLC0415

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
    _show_amounts(console, _win_lines(accounts))
    _show_hold(console, accounts.hold)
    _show_play(console, accounts.play)
    _show_wagers(console, accounts)
    _show_hours(console, accounts.by_hour)
    _show_end(console, accounts.discrepancies, accounts.assumed)


def _win_lines(accounts: "TableAccounts") -> list[tuple[str, int]]:
    lines = [
        ("Win by the chips on record", accounts.win),
        ("Win by results", accounts.win_by_results),
    ]
    if accounts.in_play:
        lines.append(("Won so far in the round in play", accounts.in_play))
    if accounts.win_as_counted != accounts.win:
        lines.append(("Win as counted", accounts.win_as_counted))
    if accounts.fund:
        lines.append(("In the meter's fund", accounts.fund.balance))
    return lines


def _show_house(console: Console, accounts: "HouseAccounts") -> None:
    console.print(bold(f"The house: {len(accounts.tables)} tables"))
    lines = [("Drop", accounts.drop), ("Cashed out", accounts.cash_outs), ("Tips", accounts.tips)]
    lines += [
        ("Win by the chips on record", accounts.win),
        ("Win by results", accounts.win_by_results),
    ]
    if accounts.win_as_counted != accounts.win:
        lines.append(("Win as counted", accounts.win_as_counted))
    _show_amounts(console, lines)
    _show_hold(console, accounts.hold)
    _show_play(console, accounts.play)
    _show_plays(
        console,
        "Table",
        [(plain(each.table), each.play, each.chips.drop) for each in accounts.tables],
    )
    _show_plays(
        console,
        "Pay table",
        [
            (f"{each.game}{_options(each.options)}", each.play, each.drop)
            for each in accounts.by_pay_table
        ],
    )
    _show_hours(console, accounts.by_hour)
    _show_end(console, accounts.discrepancies, accounts.assumed)


def _options(options: object) -> str:
    return f" {plain(json.dumps(options))}" if options else ""


def _show_amounts(console: Console, lines: Iterable[tuple[str, int]]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    for name, cents in lines:
        table.add_row(name, dollars(cents))
    console.print(table)


def _show_hold(console: Console, hold: Fraction | None) -> None:
    if hold is not None:
        console.print(f"Hold {float(100 * hold):.2f}% of the drop")


def _show_play(console: Console, play: "Play") -> None:
    console.print()
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
    table = _columns(("Wager", "Wagered", "Won", "House edge", "Theoretical"))
    for line in accounts.by_wager:
        edge = "" if line.edge is None else f"{float(100 * line.edge):.2f}%"
        theory = "" if line.theoretical is None else dollars(round(line.theoretical))
        name = line.wager.replace("_", " ")
        table.add_row(name, dollars(line.handle), dollars(line.win), edge, theory)
    if accounts.by_wager:
        console.print()
        console.print(table)


def _show_hours(console: Console, hours: "Sequence[Hour]") -> None:
    from houseway.ledger.times import show_time  # noqa: PLC0415

    rows = [(show_time(hour.hour)[:16], hour.play, hour.drop) for hour in hours]
    _show_plays(console, "Hour (UTC)", rows)


def _show_plays(console: Console, first: str, rows: "Sequence[tuple[str, Play, int]]") -> None:
    table = _columns((first, "Rounds", "Drop", "Wagered", "Won", "Theoretical"))
    for name, play, drop in rows:
        theory = "" if play.theoretical_cents is None else dollars(play.theoretical_cents)
        amounts = (dollars(drop), dollars(play.handle), dollars(play.win), theory)
        table.add_row(name, f"{play.rounds:,}", *amounts)
    if rows:
        console.print()
        console.print(table)


def _columns(names: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, name in enumerate(names):
        table.add_column(name, justify="right" if number else "left", no_wrap=number > 0)
    return table


def _show_end(console: Console, wrong: Sequence[str], assumed: Iterable[str]) -> None:
    console.print()
    if wrong:
        console.print(Text("What does not agree", style="bold red"))
    for words in wrong:
        console.print(f"  - {plain(words)}")
    if not wrong:
        console.print("Chips, results and counts agree.")
    for words in assumed:
        console.print(dim(words))
