"""The wagers of closed rounds, added up from the index of results.

Rows are read in groups of equal stakes, so that sums and squares are whole numbers of any
size and even a long record is read in one query.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import isqrt

import sqlalchemy as sa

from houseway.house.books import HOUR, INVENTORY, Span
from houseway.house.edges import AnyGame, Expectation, name_by_hands, unit_wager
from houseway.ledger.schema import results, rounds
from houseway.ledger.store import Ledger

VOID, COUPON = "void", "match_play"
TIMES = Fraction(196, 100)
"""Standard deviations on either side that hold 95 of 100 results."""
KEPT = frozenset({"win", "consumed"})
"""Outcomes of a coupon that the house keeps."""
# Written out: a server takes two parameters of one value for two different hours.
HOUR_OF = (rounds.c.ended // sa.literal_column(str(HOUR), sa.BigInteger)).label("hour")
_SAME_ROUND = sa.and_(results.c.table_id == rounds.c.table_id, results.c.round == rounds.c.round)


@dataclass(frozen=True, slots=True)
class Band:
    """The interval that holds 95 of 100 wins by luck alone, in cents."""

    low: int
    high: int
    verdict: str


def band(theoretical: Fraction, variance: Fraction, win: int) -> Band:
    """The band around the theoretical win, and where the win lies; rounded outward to cents."""
    half = _root_above(TIMES * TIMES * variance)
    low, high = round(theoretical) - half, round(theoretical) + half
    verdict = "below" if win < low else "above" if win > high else "within"
    return Band(low, high, verdict)


def _root_above(value: Fraction) -> int:
    """The least whole number whose square is at least a value, without a float."""
    whole = -(-value.numerator // value.denominator)
    root = isqrt(whole)
    return root if root * root == whole else root + 1


@dataclass(frozen=True)
class Play:
    """The wagers of some rounds, and the win of the house.

    A void wager is not counted, nor are coupons and wagers with a fund of their own.
    """

    rounds: int
    handle: int
    win: int
    theoretical: Fraction | None
    """The exact expectation; None where the lab is not installed."""
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


def _sum(left: Fraction | None, right: Fraction | None) -> Fraction | None:
    return None if left is None or right is None else left + right


@dataclass(frozen=True)
class Coupons:
    """Match play coupons that were won or lost: their number, their face and the payments."""

    number: int = 0
    face: int = 0
    paid: int = 0

    def plus(self, other: "Coupons") -> "Coupons":
        return Coupons(self.number + other.number, self.face + other.face, self.paid + other.paid)


@dataclass(frozen=True)
class Fund:
    """A wager with a fund of its own: its wagers, their amount, and the balance of the fund."""

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
    """The hands of the round with the dealer's, where the wager is paid by them."""


def _read_groups(ledger: Ledger, span: Span, by_hands: Collection[str]) -> list[Group]:
    """The wagers of the rounds that closed in a span, grouped; some also by number of hands."""
    keys = (HOUR_OF, results.c.wager, results.c.stake, results.c.outcome)
    sums = (sa.func.count().label("number"), sa.func.sum(results.c.net).label("net"))
    joined = results.join(rounds, _SAME_ROUND)
    others = (*_closed_in(span), results.c.wager.not_in(by_hands))
    query = sa.select(*keys, *sums, sa.literal(0).label("hands")).select_from(joined)
    queries = [query.where(*others).group_by(*keys)]
    if by_hands:
        dealt = _dealt(span.table)
        with_hands = joined.join(dealt, dealt.c.round == results.c.round)
        paid_by_hands = (*_closed_in(span), results.c.wager.in_(by_hands))
        query = sa.select(*keys, *sums, dealt.c.hands).select_from(with_hands)
        queries.append(query.where(*paid_by_hands).group_by(*keys, dealt.c.hands))
    with ledger.reading() as connection:
        rows = [row for query in queries for row in connection.execute(query)]
    return [
        Group(int(row.hour), row.wager, row.stake, row.outcome, row.number, int(row.net), row.hands)
        for row in rows
    ]


def _dealt(table: str) -> sa.Subquery:
    """How many hands were dealt in each round."""
    hands = (sa.func.count(sa.distinct(results.c.seat)) + 1).label("hands")
    query = sa.select(results.c.round, hands).where(results.c.table_id == table)
    return query.group_by(results.c.round).subquery()


def _count_rounds_by_hour(ledger: Ledger, span: Span) -> dict[int, int]:
    query = sa.select(HOUR_OF, sa.func.count().label("number")).where(*_closed_in(span))
    with ledger.reading() as connection:
        return {int(row.hour): row.number for row in connection.execute(query.group_by(HOUR_OF))}


def _closed_in(span: Span) -> tuple[sa.ColumnElement[bool], ...]:
    inside = rounds.c.last_seq > span.before, rounds.c.last_seq <= span.last
    return (rounds.c.table_id == span.table, *inside)


class Tally:
    """Adds groups of wagers up: in all, by hour, and by wager."""

    def __init__(self, game: AnyGame, expectations: Mapping[str, Expectation] | None) -> None:
        self._rules, self._unit, self._expectations = game.wagering, unit_wager(game), expectations
        self.coupons, self.fund = Coupons(), Fund()
        self._nothing = Play.nothing(known=expectations is not None)
        self.hours: dict[int, Play] = {}
        self._wagers: dict[str, Play] = {}

    def add_all(self, groups: Iterable[Group], numbers: Mapping[int, int]) -> None:
        for hour, number in numbers.items():
            self.hours[hour] = replace(self._nothing, rounds=number)
        for group in groups:
            wager, stakes = self._rules.wager(group.wager), group.stake * group.number
            if group.wager == COUPON:
                if group.outcome in KEPT:
                    self.coupons = self.coupons.plus(Coupons(group.number, stakes, group.net))
            elif group.outcome == VOID:
                assert group.net == 0, "a void wager comes back whole"
            elif wager is not None and wager.fund != INVENTORY:
                wagers, handle = self.fund.wagers + group.number, self.fund.handle + stakes
                self.fund = Fund(wagers, handle, self.fund.won - group.net)
            else:
                self._add(group, stakes)

    def _add(self, group: Group, stakes: int) -> None:
        wager = "main" if group.wager in self._rules.main else group.wager
        play = replace(self._expect(group), handle=stakes, win=-group.net)
        self._wagers[wager] = self._wagers.get(wager, self._nothing).plus(play)
        self.hours[group.hour] = self.hours[group.hour].plus(play)

    def _expect(self, group: Group) -> Play:
        """The theoretical win: of the main game by its unit wager, of the others by the stake."""
        is_part = group.wager in self._rules.main and group.wager != self._unit
        if self._expectations is None or is_part:
            return self._nothing
        name = name_by_hands(group.wager, group.hands) if group.hands else group.wager
        expectation = self._expectations.get(name)
        if expectation is None:
            return Play.nothing(known=False)  # the lab does not value this wager
        theoretical = -expectation.ev * group.stake * group.number
        variance = expectation.variance * group.stake * group.stake * group.number
        return replace(self._nothing, theoretical=theoretical, variance=variance)

    @property
    def play(self) -> Play:
        return reduce(Play.plus, self.hours.values(), self._nothing)

    @property
    def by_wager(self) -> tuple[WagerLine, ...]:
        """The main game first."""
        lines = []
        for wager in sorted(self._wagers, key=lambda wager: (wager != "main", wager)):
            play = self._wagers[wager]
            name = self._unit if wager == "main" else wager
            expectation = (self._expectations or {}).get(name)
            edge = None if expectation is None else -expectation.ev
            lines.append(WagerLine(wager, play.handle, play.win, edge, play.theoretical))
        return tuple(lines)


def read_tally(
    ledger: Ledger, span: Span, game: AnyGame, expectations: Mapping[str, Expectation] | None
) -> Tally:
    """The wagers of the rounds that closed in a span, added up."""
    by_hands = [wager.id for wager in game.wagering.wagers if wager.by_hands]
    tally = Tally(game, expectations)
    tally.add_all(_read_groups(ledger, span, by_hands), _count_rounds_by_hour(ledger, span))
    return tally
