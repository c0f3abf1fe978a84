"""Table accounting: what a table and the house won, by its chips and by its results.

A table's win is counted twice, from the chips that moved and from what each wager came to;
the two must agree to the cent. Beside it stand what was counted by people, and what the
house should have won, with the band that luck explains.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

from houseway.chips import dollars
from houseway.games import GAMES
from houseway.games.options import as_config
from houseway.house.books import (
    DROP,
    Chips,
    Count,
    Span,
    balances_at,
    chips_of,
    in_play,
    read_book,
    span_of,
)
from houseway.house.tallies import (
    Coupons,
    Fund,
    Play,
    Tally,
    WagerLine,
    read_results,
    rounds_by_hour,
)
from houseway.house.theory import ASSUMED, expected_of
from houseway.ledger.recorded import Opening, read_opening
from houseway.ledger.store import Ledger
from houseway.table.setup import EQUIPMENT_OPTIONS

__all__ = ["HouseAccounts", "TableAccounts", "as_data", "house_accounts", "table_accounts"]


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
    """What its licensee chose, where that is not what is usual."""
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
    progressive: Fund | None
    in_play: int
    """What the container won meanwhile of a round that is not over."""
    win: int
    """By the chips on record."""
    win_by_results: int
    difference: int
    """Chips less results; anything but nothing is a fault of the record."""
    win_as_counted: int
    """With what was counted instead of what was expected."""
    hold: Fraction | None
    """The win as a share of the drop."""
    discrepancies: tuple[str, ...]
    by_hour: tuple[Hour, ...]
    by_wager: tuple[WagerLine, ...]
    assumed: tuple[str, ...] = ASSUMED


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
    tables: tuple[TableAccounts, ...] = field(default=())
    assumed: tuple[str, ...] = ASSUMED


def table_accounts(
    ledger: Ledger, table: str, since: int | None = None, until: int | None = None
) -> TableAccounts:
    """A table's accounts from one moment up to another; from its beginning and to its end."""
    opening = read_opening(ledger, table)
    span = span_of(ledger, table, since, until)
    book = read_book(ledger, span)
    chips = chips_of(ledger, span, book)
    tally = _tallied(ledger, span, opening)
    pending = _pending(ledger, span, "inventory")
    closer = next((one for one in reversed(book.counts) if one.what == "inventory"), None)
    fund = _fund(ledger, span, tally) if _offers(opening, "progressive") else None
    results = tally.play.win - tally.coupons.paid
    found = TableAccounts(
        table=table,
        game=opening.game,
        options=_chosen(opening),
        since=since,
        until=until,
        last=span.last,
        chips=chips,
        closer=closer,
        counts=tuple(book.counts),
        play=tally.play,
        coupons=tally.coupons,
        progressive=fund,
        in_play=pending,
        win=chips.win,
        win_by_results=results,
        difference=chips.win - results - pending,
        win_as_counted=chips.win + _found(closer, book.counts),
        hold=_hold(chips.win, chips.drop),
        discrepancies=(),
        by_hour=_hours(tally.hours, book.drops),
        by_wager=tally.by_wager,
    )
    return dataclasses.replace(found, discrepancies=tuple(_discrepancies(found)))


def _tallied(ledger: Ledger, span: Span, opening: Opening) -> Tally:
    tally = Tally(opening.game, expected_of(opening.game, opening.config))
    groups = read_results(ledger, span, covers=_offers(opening, "cover_all"))
    tally.add_all(groups, rounds_by_hour(ledger, span))
    return tally


def _pending(ledger: Ledger, span: Span, account: str) -> int:
    """A round that was in play at the beginning is counted whole where it ends."""
    begun = in_play(ledger, span.table, span.before, account) if span.before else 0
    return in_play(ledger, span.table, span.last, account) - begun


def _found(closer: Count | None, counts: Iterable[Count]) -> int:
    """What people found more, or less, than the record expects: in the container and the boxes."""
    boxes = sum(one.difference for one in counts if one.what == DROP)
    return boxes + (closer.difference if closer else 0)


def _offers(opening: Opening, option: str) -> bool:
    return bool(getattr(opening.setup().options, option, None))


def _fund(ledger: Ledger, span: Span, tally: Tally) -> Fund:
    """The progressive's own fund: what wagers brought and prizes took, and what is in it."""
    balance = balances_at(ledger, span.table, span.last).get("progressive", 0)
    begun = balances_at(ledger, span.table, span.before).get("progressive", 0)
    pending = _pending(ledger, span, "progressive")
    difference = balance - begun - tally.fund.won - pending
    return dataclasses.replace(tally.fund, balance=balance, difference=difference)


def _hold(win: int, drop: int) -> Fraction | None:
    return Fraction(win, drop) if drop else None


def _chosen(opening: Opening) -> dict[str, Any]:
    """The options that differ from the usual ones; equipment is no part of a pay table."""
    game, equipment = GAMES[opening.game], {option.name for option in EQUIPMENT_OPTIONS}
    said = {name: value for name, value in opening.config.items() if name not in equipment}
    usual, here = as_config(game.read_options({})), as_config(game.read_options(said))
    return {name: value for name, value in here.items() if usual[name] != value}


def _hours(plays: Mapping[int, Play], drops: Mapping[int, int]) -> tuple[Hour, ...]:
    nothing = Play.nothing(known=all(play.theoretical is not None for play in plays.values()))
    return tuple(
        Hour(hour * 3_600_000_000, plays.get(hour, nothing), drops.get(hour, 0))
        for hour in sorted({*plays, *drops})
    )


def _discrepancies(found: TableAccounts) -> Iterable[str]:
    """What does not agree, each in a sentence."""
    if found.difference:
        yield f"The chips on record and the results differ by {dollars(found.difference)}."
    if found.progressive and found.progressive.difference:
        yield f"The progressive's fund and its results differ by {_cents(found.progressive)}."
    for one in found.counts:
        if one.difference:
            what = "The container" if one.what == "inventory" else f"The {one.what} box"
            more = "more" if one.difference > 0 else "less"
            held = f"{dollars(one.counted)} counted, {dollars(one.expected)} expected"
            gap = dollars(abs(one.difference))
            yield f"{what}, record {one.seq}, by {one.by}: {held}: {gap} {more}."
    if found.chips.debts:
        yield f"Players owe {dollars(found.chips.debts)}, which the container lacks."


def _cents(fund: Fund) -> str:
    return dollars(fund.difference)


def house_accounts(
    ledger: Ledger, since: int | None = None, until: int | None = None
) -> HouseAccounts:
    """All tables on record, together, by hour and by pay table."""
    tables = tuple(table_accounts(ledger, name, since, until) for name in ledger.tables())
    drop, win = sum(one.chips.drop for one in tables), sum(one.win for one in tables)
    return HouseAccounts(
        since=since,
        until=until,
        play=_together(one.play for one in tables),
        drop=drop,
        tips=sum(one.chips.tips for one in tables),
        cash_outs=sum(one.chips.cash_outs for one in tables),
        coupons=reduce(Coupons.plus, (one.coupons for one in tables), Coupons()),
        win=win,
        win_by_results=sum(one.win_by_results for one in tables),
        win_as_counted=sum(one.win_as_counted for one in tables),
        hold=_hold(win, drop),
        discrepancies=tuple(f"{t.table}: {words}" for t in tables for words in t.discrepancies),
        by_hour=_hours_together(tables),
        by_pay_table=_by_pay_table(tables),
        tables=tables,
    )


def _together(plays: Iterable[Play]) -> Play:
    return reduce(Play.plus, plays, Play.nothing())


def _hours_together(tables: Iterable[TableAccounts]) -> tuple[Hour, ...]:
    found: dict[int, Hour] = {}
    for table in tables:
        for one in table.by_hour:
            before = found.get(one.hour, Hour(one.hour, Play.nothing(), 0))
            play, drop = before.play.plus(one.play), before.drop + one.drop
            found[one.hour] = Hour(one.hour, play, drop)
    return tuple(found[hour] for hour in sorted(found))


def _by_pay_table(tables: Iterable[TableAccounts]) -> tuple[PayTableLine, ...]:
    groups: dict[str, list[TableAccounts]] = {}
    for one in tables:
        groups.setdefault(f"{one.game} {sorted(one.options.items())!r}", []).append(one)
    lines = []
    for key in sorted(groups):
        group = groups[key]
        drop, win = sum(one.chips.drop for one in group), sum(one.win for one in group)
        names = tuple(one.table for one in group)
        play = _together(one.play for one in group)
        first = group[0]
        lines.append(
            PayTableLine(first.game, first.options, names, play, drop, win, _hold(win, drop))
        )
    return tuple(lines)


def as_data(report: Any) -> Any:
    """A report as JSON data: fractions as `p/q`, amounts in cents."""
    if dataclasses.is_dataclass(report) and not isinstance(report, type):
        fields = {one.name: as_data(getattr(report, one.name)) for one in _fields(report)}
        return {**fields, **_derived(report)}
    if isinstance(report, Fraction):
        return f"{report.numerator}/{report.denominator}"
    if isinstance(report, Mapping):
        return {key: as_data(value) for key, value in report.items()}
    if isinstance(report, tuple | list):
        return [as_data(one) for one in report]
    return report


def _fields(report: Any) -> tuple[Any, ...]:
    return dataclasses.fields(report)


def _derived(report: Any) -> dict[str, Any]:
    """What a reader would otherwise have to work out."""
    if isinstance(report, Count):
        return {"difference": report.difference}
    if isinstance(report, Play):
        return {"theoretical_cents": report.theoretical_cents, "band": as_data(report.band)}
    return {}
