"""What the wagers of closed rounds came to, added up from the index of results.

Rows are read in groups of equal stakes, so that sums and squares are whole numbers of any
size and a long record is still read at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

import sqlalchemy as sa

from houseway.house.books import HOUR, Span
from houseway.house.theory import MAIN, Band, Expected, band, cover_all
from houseway.ledger.schema import results, rounds
from houseway.ledger.store import Ledger

VOID, COVER_ALL = "void", "cover_all"
KEPT = frozenset({"win", "consumed"})
"""Outcomes of a coupon that the house keeps."""
# Written out: a server takes two parameters of one value for two different hours.
HOUR_OF = (rounds.c.ended // sa.literal_column(str(HOUR), sa.BigInteger)).label("hour")
_SAME_ROUND = sa.and_(results.c.table_id == rounds.c.table_id, results.c.round == rounds.c.round)


@dataclass(frozen=True)
class Play:
    """What was wagered in some rounds and what the house won of it.

    A wager that was void is not counted, nor are coupons and the progressive.
    """

    rounds: int
    handle: int
    win: int
    theoretical: Fraction | None
    """The exact expectation; None where the mathematics is not installed."""
    variance: Fraction | None

    @classmethod
    def nothing(cls, *, known: bool = True) -> "Play":
        zero = Fraction() if known else None
        return cls(0, 0, 0, zero, zero)

    def plus(self, other: "Play") -> "Play":
        return Play(
            self.rounds + other.rounds,
            self.handle + other.handle,
            self.win + other.win,
            _sum(self.theoretical, other.theoretical),
            _sum(self.variance, other.variance),
        )

    @property
    def theoretical_cents(self) -> int | None:
        return None if self.theoretical is None else round(self.theoretical)

    @property
    def band(self) -> Band | None:
        """Where the win lies when only luck is at work."""
        if self.theoretical is None or self.variance is None:
            return None
        return band(self.theoretical, self.variance, self.win)


def _sum(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    return None if one is None or other is None else one + other


@dataclass(frozen=True)
class Coupons:
    """Match play coupons that were won or lost: their number and face, and what was paid."""

    number: int = 0
    face: int = 0
    paid: int = 0

    def plus(self, other: "Coupons") -> "Coupons":
        return Coupons(self.number + other.number, self.face + other.face, self.paid + other.paid)


@dataclass(frozen=True)
class Fund:
    """The progressive: its wagers, what they brought, and what lies in its fund."""

    wagers: int = 0
    handle: int = 0
    won: int = 0
    """Wagers less prizes, over the rounds that are counted."""
    balance: int = 0
    difference: int = 0


@dataclass(frozen=True)
class WagerLine:
    """The main game, or one side wager."""

    wager: str
    handle: int
    win: int
    edge: Fraction | None
    """The house's exact share of one unit: of the ante for the main game."""
    theoretical: Fraction | None


@dataclass(frozen=True, slots=True)
class Group:
    """Wagers of one kind, hour, stake and number of hands, that stood or were void."""

    hour: int
    wager: str
    stake: int
    outcome: str
    number: int
    net: int
    hands: int
    """The hands of the round with the dealer's, where they matter."""


def read_results(ledger: Ledger, span: Span, *, covers: bool = False) -> list[Group]:
    """The wagers of the rounds that closed in a span, grouped; with Cover All only if asked."""
    keys = (HOUR_OF, results.c.wager, results.c.stake, results.c.outcome)
    sums = (sa.func.count().label("number"), sa.func.sum(results.c.net).label("net"))
    joined = results.join(rounds, _SAME_ROUND)
    kept = (*_closed_in(span), results.c.wager != COVER_ALL)
    query = sa.select(*keys, *sums, sa.literal(0).label("hands")).select_from(joined)
    queries = [query.where(*kept).group_by(*keys)]
    if covers:
        dealt = _dealt(span.table)
        more = joined.join(dealt, dealt.c.round == results.c.round)
        kept = (*_closed_in(span), results.c.wager == COVER_ALL)
        query = sa.select(*keys, *sums, dealt.c.hands).select_from(more)
        queries.append(query.where(*kept).group_by(*keys, dealt.c.hands))
    with ledger.reading() as connection:
        return [_group(row) for query in queries for row in connection.execute(query)]


def _group(row: Any) -> Group:
    hour, net = int(row.hour), int(row.net)
    return Group(hour, row.wager, row.stake, row.outcome, row.number, net, row.hands)


def _dealt(table: str) -> sa.Subquery:
    """How many hands were dealt in each round, which is what Cover All is paid by."""
    hands = (sa.func.count(sa.distinct(results.c.seat)) + 1).label("hands")
    query = sa.select(results.c.round, hands).where(results.c.table_id == table)
    return query.group_by(results.c.round).subquery()


def rounds_by_hour(ledger: Ledger, span: Span) -> dict[int, int]:
    query = sa.select(HOUR_OF, sa.func.count().label("number")).where(*_closed_in(span))
    with ledger.reading() as connection:
        return {int(row.hour): row.number for row in connection.execute(query.group_by(HOUR_OF))}


def _closed_in(span: Span) -> tuple[sa.ColumnElement[bool], ...]:
    inside = rounds.c.last_seq > span.before, rounds.c.last_seq <= span.last
    return (rounds.c.table_id == span.table, *inside)


class Tally:
    """Adds groups of wagers up: in all, by hour, and by wager."""

    def __init__(self, game: str, expected: Mapping[str, Expected] | None) -> None:
        self.main, self.expected = MAIN[game], expected
        self.coupons, self.fund = Coupons(), Fund()
        self._nothing = Play.nothing(known=expected is not None)
        self._hours: dict[int, Play] = {}
        self._wagers: dict[str, Play] = {}

    def add_all(self, groups: Iterable[Group], numbers: Mapping[int, int]) -> None:
        for hour, number in numbers.items():
            self._hours[hour] = replace(self._nothing, rounds=number)
        for group in groups:
            if group.wager == "match_play":
                self._add_coupon(group)
            elif group.outcome == VOID:
                assert group.net == 0, "a void wager comes back whole"
            elif group.wager == "progressive":
                self._add_progressive(group)
            else:
                self._add(group)

    def _add(self, group: Group) -> None:
        wager = "main" if group.wager in self.main else group.wager
        play = replace(self._of(group), handle=group.stake * group.number, win=-group.net)
        self._wagers[wager] = self._wagers.get(wager, self._nothing).plus(play)
        self._hours[group.hour] = self._hours[group.hour].plus(play)

    def _of(self, group: Group) -> Play:
        """What should have been won: of the main game by the ante, of the others by the stake."""
        if self.expected is None or (group.wager in self.main and group.wager != "ante"):
            return self._nothing
        name = cover_all(group.hands) if group.wager == COVER_ALL else group.wager
        found = self.expected[name]
        theoretical = -found.ev * group.stake * group.number
        variance = found.variance * group.stake * group.stake * group.number
        return replace(self._nothing, theoretical=theoretical, variance=variance)

    def _add_coupon(self, group: Group) -> None:
        if group.outcome in KEPT:
            face = group.stake * group.number
            self.coupons = self.coupons.plus(Coupons(group.number, face, group.net))

    def _add_progressive(self, group: Group) -> None:
        had, stakes = self.fund, group.stake * group.number
        self.fund = Fund(had.wagers + group.number, had.handle + stakes, had.won - group.net)

    @property
    def hours(self) -> dict[int, Play]:
        return dict(self._hours)

    @property
    def play(self) -> Play:
        return reduce(Play.plus, self._hours.values(), self._nothing)

    @property
    def by_wager(self) -> tuple[WagerLine, ...]:
        """The main game first."""
        order = sorted(self._wagers, key=lambda wager: (wager != "main", wager))
        return tuple(self._line(wager, self._wagers[wager]) for wager in order)

    def _line(self, wager: str, play: Play) -> WagerLine:
        found = (self.expected or {}).get("ante" if wager == "main" else wager)
        edge = None if found is None else -found.ev
        return WagerLine(wager, play.handle, play.win, edge, play.theoretical)
