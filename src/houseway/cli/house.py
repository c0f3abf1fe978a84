"""What `houseway house` does: accounts for a table-games manager."""

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.chips import dollars
from houseway.cli.output import say
from houseway.cli.rounds import record, show_faults
from houseway.cli.screen import bold, dim, plain, screen
from houseway.house.accounting import as_data, house_accounts, table_accounts
from houseway.ledger.times import read_time, show_time
from houseway.ledger.verify_books import all_faults

if TYPE_CHECKING:
    from houseway.house.accounting import Hour, HouseAccounts, TableAccounts
    from houseway.house.tallies import Play


def verify_command(db: str, *, as_json: bool) -> int:
    """The exit status is 1 if anything is wrong."""
    with record(db) as ledger:
        found = all_faults(ledger)
    if as_json:
        say(json.dumps({"verified": not any(found.values()), "faults": found}))
    else:
        show_faults(found, "as it should be", "not as it should be")
    return 1 if any(found.values()) else 0


def accounts_command(
    db: str, table: str | None, times: tuple[str | None, str | None], *, as_json: bool
) -> None:
    since = None if times[0] is None else read_time(times[0])
    until = None if times[1] is None else read_time(times[1], end_of_day=True)
    with record(db) as ledger:
        if table is not None:
            one = table_accounts(ledger, table, since, until)
            say(json.dumps(as_data(one))) if as_json else _show_table(screen(), one)
        else:
            all_of_them = house_accounts(ledger, since, until)
            say(json.dumps(as_data(all_of_them))) if as_json else _show_house(screen(), all_of_them)


def _show_table(console: Console, found: "TableAccounts") -> None:
    console.print(bold(f"Table {plain(found.table)}: {found.game}{_options(found.options)}"))
    chips = found.chips
    lines = [("In the container at first", chips.opening)] if chips.opening else []
    lines += [("Opener", chips.opener), ("Fills", chips.fills), ("Credits", chips.credits)]
    lines += [("Drop", chips.drop), ("In the container now, on record", chips.inventory)]
    if found.closer:
        lines.append((f"Counted, {show_time(found.closer.at)}", found.closer.counted))
    lines += [("Cashed out", chips.cash_outs), ("Tips", chips.tips)]
    if found.coupons.number:
        lines.append((f"Paid on {found.coupons.number} coupons", found.coupons.paid))
    _show_amounts(console, lines)
    console.print()
    _show_amounts(console, _win_lines(found))
    _show_hold(console, found.hold)
    _show_play(console, found.play)
    _show_wagers(console, found)
    _show_hours(console, found.by_hour)
    _show_end(console, found.discrepancies, found.assumed)


def _win_lines(found: "TableAccounts") -> list[tuple[str, int]]:
    lines = [("Win by the chips on record", found.win), ("Win by results", found.win_by_results)]
    if found.in_play:
        lines.append(("Won so far in the round in play", found.in_play))
    if found.win_as_counted != found.win:
        lines.append(("Win as counted", found.win_as_counted))
    if found.progressive:
        lines.append(("In the progressive's fund", found.progressive.balance))
    return lines


def _show_house(console: Console, found: "HouseAccounts") -> None:
    console.print(bold(f"The house: {len(found.tables)} tables"))
    lines = [("Drop", found.drop), ("Cashed out", found.cash_outs), ("Tips", found.tips)]
    lines += [("Win by the chips on record", found.win), ("Win by results", found.win_by_results)]
    if found.win_as_counted != found.win:
        lines.append(("Win as counted", found.win_as_counted))
    _show_amounts(console, lines)
    _show_hold(console, found.hold)
    _show_play(console, found.play)
    _show_plays(
        console,
        "Table",
        [(plain(one.table), one.play, one.chips.drop) for one in found.tables],
    )
    _show_plays(
        console,
        "Pay table",
        [(f"{one.game}{_options(one.options)}", one.play, one.drop) for one in found.by_pay_table],
    )
    _show_hours(console, found.by_hour)
    _show_end(console, found.discrepancies, found.assumed)


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
    handled = f"{play.rounds:,} rounds, {dollars(play.handle)} wagered, {dollars(play.win)} won"
    console.print(handled)
    if play.theoretical_cents is None or play.band is None:
        console.print("Theoretical win: unknown without the extra part lab.")
        return
    low, high = dollars(play.band.low), dollars(play.band.high)
    words = {"within": "luck explains it", "above": "more than luck explains"}
    verdict = words.get(play.band.verdict, "less than luck explains")
    console.print(f"Theoretical win {dollars(play.theoretical_cents)}; luck: {low} to {high}")
    style = "" if play.band.verdict == "within" else "bold red"
    console.print(Text(f"The win is {play.band.verdict} that band: {verdict}.", style=style))


def _show_wagers(console: Console, found: "TableAccounts") -> None:
    table = _columns(("Wager", "Wagered", "Won", "House edge", "Theoretical"))
    for one in found.by_wager:
        edge = "" if one.edge is None else f"{float(100 * one.edge):.2f}%"
        theory = "" if one.theoretical is None else dollars(round(one.theoretical))
        name = one.wager.replace("_", " ")
        table.add_row(name, dollars(one.handle), dollars(one.win), edge, theory)
    if found.by_wager:
        console.print()
        console.print(table)


def _show_hours(console: Console, hours: "Sequence[Hour]") -> None:
    rows = [(show_time(one.hour)[:16], one.play, one.drop) for one in hours]
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
