"""Table accounting: the win of a table and of the house, by chips and by results.

A table's win is counted twice, from the chips that moved and from the result of each wager;
the two must agree to the cent. Beside it stand the counts of people and the theoretical win,
with the band that luck explains.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

from houseway.chips import dollars
from houseway.games.options import as_config
from houseway.house.books import (
    DROP,
    HOUR,
    INVENTORY,
    Chips,
    Count,
    Span,
    balances_at,
    chips_of,
    in_play,
    read_book,
    span_of,
)
from houseway.house.edges import EdgeBook
from houseway.house.set_aside import BROKEN, STORE_TROUBLE
from houseway.house.tallies import Coupons, Fund, Play, WagerLine, read_tally
from houseway.ledger.recorded_table import read_opening
from houseway.ledger.store import Ledger
from houseway.table.setup import Setup

ASSUMPTIONS = (
    "The theoretical win is that of the best play; payout limits and rounding are left out.",
    "The band takes every hand and every wager as independent of the others. Hands of one "
    "round share the dealer's cards, so the true band is somewhat wider where many play.",
    "Coupons are left out on both sides; a wager with a fund of its own is counted there.",
)


@dataclass(frozen=True)
class Hour:
    """One hour of play; `hour` is when it began, in microseconds since 1970."""

    hour: int
    play: Play
    drop: int


@dataclass(frozen=True)
class TableAccounts:
    """One table over a span of its record."""

    table: str
    game: str
    options: Mapping[str, Any]
    """The licensee's choices that are not the default."""
    since: int | None
    until: int | None
    last: int
    """The last record that is counted."""
    chips: Chips
    closer: Count | None
    """The last count of the container."""
    counts: tuple[Count, ...]
    """Every count of the container and of a box that was emptied."""
    play: Play
    coupons: Coupons
    fund: Fund | None
    """The fund of a wager that is not paid from the container, such as a progressive."""
    in_play: int
    """The win so far of a round that is not over."""
    win: int
    """By the chips on record."""
    win_by_results: int
    difference: int
    """Chips less results; anything but zero is a fault of the record."""
    win_as_counted: int
    """With the amounts that were counted instead of those on record."""
    hold: Fraction | None
    """The win as a share of the drop."""
    discrepancies: tuple[str, ...]
    by_hour: tuple[Hour, ...]
    by_wager: tuple[WagerLine, ...]
    assumed: tuple[str, ...] = ASSUMPTIONS


@dataclass(frozen=True)
class PayTableLine:
    """All tables of one configuration together."""

    game: str
    options: Mapping[str, Any]
    tables: tuple[str, ...]
    play: Play
    drop: int
    win: int
    hold: Fraction | None


@dataclass(frozen=True)
class HouseAccounts:
    """All tables of a house over a time."""

    since: int | None
    until: int | None
    play: Play
    drop: int
    tips: int
    cash_outs: int
    coupons: Coupons
    win: int
    win_by_results: int
    win_as_counted: int
    hold: Fraction | None
    discrepancies: tuple[str, ...]
    by_hour: tuple[Hour, ...]
    by_pay_table: tuple[PayTableLine, ...]
    tables: tuple[TableAccounts, ...] = ()
    assumed: tuple[str, ...] = ASSUMPTIONS


def table_accounts(
    ledger: Ledger, edges: EdgeBook, table: str, since: int | None = None, until: int | None = None
) -> TableAccounts:
    """A table's accounts between two moments; by default from its beginning to its end."""
    opening = read_opening(ledger, table)
    setup = opening.setup()
    span = span_of(ledger, table, since, until)
    book = read_book(ledger, span)
    begin = balances_at(ledger, table, span.before)
    end = balances_at(ledger, table, span.last)
    chips = chips_of(book, begin, end)
    expectations = edges.expectations(opening.game, opening.config)
    tally = read_tally(ledger, span, setup.game, expectations)
    pending = _pending(ledger, span, INVENTORY)
    closer = next((count for count in reversed(book.counts) if count.what == INVENTORY), None)
    results = tally.play.win - tally.coupons.paid
    account = _fund_account(setup)
    fund = None
    if account is not None:
        gain = end.get(account, 0) - begin.get(account, 0) - _pending(ledger, span, account)
        difference = gain - tally.fund.won
        fund = replace(tally.fund, balance=end.get(account, 0), difference=difference)
    accounts = TableAccounts(
        table=table,
        game=opening.game,
        options=_chosen_options(setup),
        since=since,
        until=until,
        last=span.last,
        chips=chips,
        closer=closer,
        counts=tuple(book.counts),
        play=tally.play,
        coupons=tally.coupons,
        fund=fund,
        in_play=pending,
        win=chips.win,
        win_by_results=results,
        difference=chips.win - results - pending,
        win_as_counted=chips.win + _surplus(closer, book.counts),
        hold=_hold(chips.win, chips.drop),
        discrepancies=(),
        by_hour=_hours(tally.hours, book.drops),
        by_wager=tally.by_wager,
    )
    return replace(accounts, discrepancies=tuple(_discrepancies(accounts)))


def _pending(ledger: Ledger, span: Span, account: str) -> int:
    """A round that was in play at the beginning is counted whole where it ends."""
    begun = in_play(ledger, span.table, span.before, account) if span.before else 0
    return in_play(ledger, span.table, span.last, account) - begun


def _surplus(closer: Count | None, counts: Iterable[Count]) -> int:
    """The amount above the record in the container and the drop boxes; below it if negative."""
    boxes = sum(count.difference for count in counts if count.what == DROP)
    return boxes + (closer.difference if closer else 0)


def _fund_account(setup: Setup) -> str | None:
    """The account of a wager that is paid from a fund of its own, where the table offers one."""
    wagers = (wager for wager in setup.game.wagering.wagers if wager.fund != INVENTORY)
    return next((wager.fund for wager in wagers if wager.is_offered(setup.options)), None)


def _hold(win: int, drop: int) -> Fraction | None:
    return Fraction(win, drop) if drop else None


def _chosen_options(setup: Setup) -> dict[str, Any]:
    """The options that are not the default; equipment is no part of a pay table."""
    default, chosen = as_config(setup.game.read_options({})), as_config(setup.options)
    return {name: value for name, value in chosen.items() if default[name] != value}


def _hours(plays: Mapping[int, Play], drops: Mapping[int, int]) -> tuple[Hour, ...]:
    nothing = Play.nothing(known=all(play.theoretical is not None for play in plays.values()))
    return tuple(
        Hour(hour * HOUR, plays.get(hour, nothing), drops.get(hour, 0))
        for hour in sorted({*plays, *drops})
    )


def _discrepancies(accounts: TableAccounts) -> Iterable[str]:
    """Whatever does not agree, each in a sentence."""
    if accounts.difference:
        yield f"The chips on record and the results differ by {dollars(accounts.difference)}."
    if accounts.fund and accounts.fund.difference:
        gap = dollars(accounts.fund.difference)
        yield f"The balance of the fund and its results differ by {gap}."
    for count in accounts.counts:
        if count.difference:
            what = "The container" if count.what == INVENTORY else f"The {count.what} box"
            more = "more" if count.difference > 0 else "less"
            amounts = f"{dollars(count.counted)} counted, {dollars(count.expected)} expected"
            gap = dollars(abs(count.difference))
            yield f"{what}, record {count.seq}, by {count.by}: {amounts}: {gap} {more}."
    if accounts.chips.debts:
        yield f"Players owe {dollars(accounts.chips.debts)}, which the container lacks."


def house_accounts(
    ledger: Ledger, edges: EdgeBook, since: int | None = None, until: int | None = None
) -> HouseAccounts:
    """All tables on record, together, by hour and by pay table."""
    tables, unread = _read_tables(ledger, edges, since, until)
    drop, win = sum(table.chips.drop for table in tables), sum(table.win for table in tables)
    return HouseAccounts(
        since=since,
        until=until,
        play=_sum_plays(table.play for table in tables),
        drop=drop,
        tips=sum(table.chips.tips for table in tables),
        cash_outs=sum(table.chips.cash_outs for table in tables),
        coupons=reduce(Coupons.plus, (table.coupons for table in tables), Coupons()),
        win=win,
        win_by_results=sum(table.win_by_results for table in tables),
        win_as_counted=sum(table.win_as_counted for table in tables),
        hold=_hold(win, drop),
        discrepancies=(
            *(f"{t.table}: {words}" for t in tables for words in t.discrepancies),
            *unread,
        ),
        by_hour=_sum_hours(tables),
        by_pay_table=_by_pay_table(tables),
        tables=tables,
    )


def _read_tables(
    ledger: Ledger, edges: EdgeBook, since: int | None, until: int | None
) -> tuple[tuple[TableAccounts, ...], list[str]]:
    """The accounts of every table that can be read, and a sentence for each that cannot."""
    tables, unread = [], []
    for name in ledger.tables():
        try:
            tables.append(table_accounts(ledger, edges, name, since, until))
        except STORE_TROUBLE:
            raise
        except BROKEN as error:
            unread.append(f"{name}: it is not counted, because its record cannot be read. {error}")
    return tuple(tables), unread


def _sum_plays(plays: Iterable[Play]) -> Play:
    return reduce(Play.plus, plays, Play.nothing())


def _sum_hours(tables: Iterable[TableAccounts]) -> tuple[Hour, ...]:
    sums: dict[int, Hour] = {}
    for table in tables:
        for hour in table.by_hour:
            before = sums.get(hour.hour, Hour(hour.hour, Play.nothing(), 0))
            play, drop = before.play.plus(hour.play), before.drop + hour.drop
            sums[hour.hour] = Hour(hour.hour, play, drop)
    return tuple(sums[hour] for hour in sorted(sums))


def _by_pay_table(tables: Iterable[TableAccounts]) -> tuple[PayTableLine, ...]:
    groups: dict[str, list[TableAccounts]] = {}
    for table in tables:
        groups.setdefault(f"{table.game} {sorted(table.options.items())!r}", []).append(table)
    return tuple(_pay_table_line(groups[key]) for key in sorted(groups))


def _pay_table_line(tables: list[TableAccounts]) -> PayTableLine:
    drop, win = sum(table.chips.drop for table in tables), sum(table.win for table in tables)
    return PayTableLine(
        game=tables[0].game,
        options=tables[0].options,
        tables=tuple(table.table for table in tables),
        play=_sum_plays(table.play for table in tables),
        drop=drop,
        win=win,
        hold=_hold(win, drop),
    )


def as_data(report: Any) -> Any:
    """A report as JSON data: fractions as `p/q`, amounts in cents."""
    if is_dataclass(report) and not isinstance(report, type):
        data = {field.name: as_data(getattr(report, field.name)) for field in fields(report)}
        return {**data, **_derived(report)}
    if isinstance(report, Fraction):
        return f"{report.numerator}/{report.denominator}"
    if isinstance(report, Mapping):
        return {key: as_data(value) for key, value in report.items()}
    if isinstance(report, tuple | list):
        return [as_data(entry) for entry in report]
    return report


def _derived(report: Any) -> dict[str, Any]:
    """Figures that a reader would otherwise have to work out."""
    if isinstance(report, Count):
        return {"difference": report.difference}
    if isinstance(report, Play):
        return {"theoretical_cents": report.theoretical_cents, "band": as_data(report.band)}
    return {}
