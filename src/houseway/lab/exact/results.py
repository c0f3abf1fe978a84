"""The results of an analysis: exact fractions, computed from whole counts of deals.

A solver counts deals by what the player nets, in antes, under the best play. Everything
else follows from those counts here, so that no float ever enters a result; floats
appear only where a standard deviation or a skewness is shown.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.chips import PayTable


@dataclass(frozen=True)
class Line:
    """A game as a bet: what it costs on average, and how widely it swings, in antes."""

    ev: Fraction
    average_wager: Fraction
    variance: Fraction
    third_moment: Fraction
    """The third central moment."""
    actions: Mapping[str, Fraction]
    """How often each action is the player's last, with the best play."""
    nets: Mapping[Fraction, int] = field(default_factory=dict)
    """How many deals net each result."""

    @property
    def element_of_risk(self) -> Fraction:
        """The expected result for each unit that is wagered in all."""
        return self.ev / self.average_wager

    @property
    def sd(self) -> float:
        return math.sqrt(self.variance)

    @property
    def skewness(self) -> float:
        return float(self.third_moment) / math.pow(self.variance, 1.5)


@dataclass(frozen=True)
class Outcome:
    """One outcome of a wager of one unit: the number of cases, and what it nets."""

    key: str
    count: int
    net: Fraction


@dataclass(frozen=True)
class Side:
    """A side wager of one unit."""

    ev: Fraction
    variance: Fraction
    hit: Fraction
    """How often it pays."""
    outcomes: tuple[Outcome, ...] = ()
    """Every case once, the paid rows in the order they are printed."""


@dataclass(frozen=True)
class StartingHand:
    """One class of starting hands, such as AKs, with the value of each first action."""

    hand: str
    combos: int
    ev: Mapping[str, Fraction]


@dataclass(frozen=True)
class MeterCost:
    """A wager whose prizes come from a meter, as that moves, in units of its price.

    The meter is the one that prizes are paid from: the part of this round's wagers that
    goes to it is in it already.
    """

    wager: str
    price_cents: int
    meter_cents: int
    reset_cents: int
    """Where the meter starts again."""
    ev: Fraction
    ev_at_reset: Fraction
    ev_per_cent: Fraction
    """What each cent on the meter adds, before payouts are rounded."""
    break_even: Fraction | None
    """The meter in cents at which nobody wins in the long run, before payouts are rounded."""
    break_even_cents: int | None
    """The least whole meter at which the player loses nothing, as payouts are rounded."""


@dataclass(frozen=True)
class Estimated:
    """How figures came about that could not be counted: random rounds, and who played them."""

    rounds: int
    seed: int
    strategy: str

    def interval(self, ev: Fraction, variance: Fraction) -> tuple[float, float]:
        """Where the true mean lies, 95 times of 100."""
        half = 1.96 * math.sqrt(variance / self.rounds)
        return float(ev) - half, float(ev) + half


@dataclass(frozen=True)
class Analysis:
    """The mathematics of one configuration: exact, unless `estimated` says otherwise."""

    game: str
    options: Mapping[str, Any]
    deals: int
    main: Line
    compulsory: Line
    side: Mapping[str, Side]
    distribution: Mapping[Fraction, Fraction]
    """How often each net result in antes comes about, of all that must be bet."""
    starting_hands: tuple[StartingHand, ...] = ()
    seconds: float = 0.0
    notes: tuple[str, ...] = field(default=())
    parts: Mapping[str, Side] = field(default_factory=dict)
    """Pay tables inside the main game, as the best play meets them."""
    meter: MeterCost | None = None
    estimated: Estimated | None = None
    """Set where the figures are those of a sample; every fraction is then of that sample."""

    @property
    def favours_players(self) -> bool:
        """Whether the house would lose in the long run on what every player must bet.

        Of an estimate only if its whole interval says so.
        """
        if self.estimated:
            return self.estimated.interval(self.compulsory.ev, self.compulsory.variance)[0] > 0
        return self.compulsory.ev > 0


def line(nets: Mapping[Fraction, int], wagered: int | Fraction, actions: Mapping[str, int]) -> Line:
    """A line from how many deals net each result, all that was wagered in them, and the actions."""
    deals = sum(nets.values())
    assert sum(actions.values()) == deals, "every deal ends in one action"
    ev = sum((net * count for net, count in nets.items()), Fraction()) / deals
    variance = _moment(nets, deals, ev, 2)
    third = _moment(nets, deals, ev, 3)
    often = {name: Fraction(count, deals) for name, count in actions.items()}
    return Line(ev, Fraction(wagered) / deals, variance, third, often, dict(nets))


def side_of(outcomes: Iterable[Outcome]) -> Side:
    """A side wager from all its outcomes."""
    possible = tuple(outcome for outcome in outcomes if outcome.count)
    nets: Counter[Fraction] = Counter()
    for outcome in possible:
        nets[outcome.net] += outcome.count
    return side(nets, possible)


def paid_by(table: PayTable, counts: Mapping[str, int]) -> Side:
    """A side wager that a table pays by the kind of hand; what has no row loses."""
    paid = [Outcome(row.key, counts.get(row.key, 0), row.odds.ratio) for row in table.rows]
    lost = sum(counts.values()) - sum(outcome.count for outcome in paid)
    return side_of([*paid, Outcome("nothing", lost, Fraction(-1))])


def side(nets: Mapping[Fraction, int], outcomes: tuple[Outcome, ...] = ()) -> Side:
    """A side wager from how many deals net each result for one unit; a net above 0 is a hit."""
    deals = sum(nets.values())
    ev = sum((net * count for net, count in nets.items()), Fraction()) / deals
    hit = Fraction(sum(count for net, count in nets.items() if net > 0), deals)
    return Side(ev, _moment(nets, deals, ev, 2), hit, outcomes)


def _moment(nets: Mapping[Fraction, int], deals: int, ev: Fraction, power: int) -> Fraction:
    return sum(((net - ev) ** power * n for net, n in nets.items()), Fraction()) / deals


def frequencies(nets: Mapping[Fraction, int]) -> dict[Fraction, Fraction]:
    deals = sum(nets.values())
    return {net: Fraction(count, deals) for net, count in sorted(nets.items()) if count}


def as_data(analysis: Analysis) -> dict[str, Any]:
    """An analysis as `houseway analyze --json` gives it: fractions as reduced `"p/q"`."""
    data: dict[str, Any] = {
        "game": analysis.game,
        "options": dict(analysis.options),
        "deals": analysis.deals,
        "main": _line_data(analysis.main),
        "compulsory": _line_data(analysis.compulsory),
        "side": {
            name: {
                "ev": show(wager.ev),
                "variance": show(wager.variance),
                "hit": show(wager.hit),
            }
            for name, wager in analysis.side.items()
        },
    }
    if analysis.starting_hands:
        data["starting_hands"] = [
            {
                "hand": hand.hand,
                "combos": hand.combos,
                "ev": {action: show(ev) for action, ev in hand.ev.items()},
            }
            for hand in analysis.starting_hands
        ]
    data["distribution"] = {show(net): show(often) for net, often in analysis.distribution.items()}
    data["favours_players"] = analysis.favours_players
    if analysis.meter:
        data[analysis.meter.wager] = meter_data(analysis.meter)
    if analysis.estimated:
        data["exact"], data["estimate"] = False, estimate_data(analysis, analysis.estimated)
    return {**data, "notes": list(analysis.notes), "seconds": analysis.seconds}


def estimate_data(analysis: Analysis, estimated: Estimated) -> dict[str, Any]:
    """What a sample says: how it was drawn, and the 95 % interval of every expectation."""

    def interval(part: Line | Side) -> dict[str, float]:
        low, high = estimated.interval(part.ev, part.variance)
        return {"low": low, "high": high}

    return {
        "rounds": estimated.rounds,
        "seed": estimated.seed,
        "strategy": estimated.strategy,
        "main": interval(analysis.main),
        "compulsory": interval(analysis.compulsory),
        "side": {name: interval(side) for name, side in analysis.side.items()},
    }


def meter_data(cost: MeterCost) -> dict[str, Any]:
    return {
        "price_cents": cost.price_cents,
        "meter_cents": cost.meter_cents,
        "reset_cents": cost.reset_cents,
        "ev": show(cost.ev),
        "ev_at_reset": show(cost.ev_at_reset),
        "ev_per_cent": show(cost.ev_per_cent),
        "break_even": None if cost.break_even is None else show(cost.break_even),
        "break_even_cents": cost.break_even_cents,
    }


def _line_data(line: Line) -> dict[str, Any]:
    return {
        "ev": show(line.ev),
        "average_wager": show(line.average_wager),
        "element_of_risk": show(line.element_of_risk),
        "variance": show(line.variance),
        "sd": line.sd,
        "skewness": line.skewness,
        "actions": {action: show(often) for action, often in line.actions.items()},
    }


def show(value: Fraction) -> str:
    """A fraction as `p/q`, whole numbers too."""
    return f"{value.numerator}/{value.denominator}"
