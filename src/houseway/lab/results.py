"""What an analysis says: exact fractions, made from whole counts of deals.

A solver counts deals by what the player nets, in antes, under the best play. Everything
else follows from those counts here, so that no float ever enters a result; a float is
made only where a standard deviation or a skewness is shown.
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
    """One thing that can become of a wager of one unit: in how many cases, and what it nets."""

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
class ProgressiveCost:
    """A progressive wager as its meter moves, in units of its price.

    The meter is the one that prizes are paid from: the part of this round's wagers that
    goes to it is in it already.
    """

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
class Analysis:
    """The exact mathematics of one configuration."""

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
    progressive: ProgressiveCost | None = None

    @property
    def favours_players(self) -> bool:
        """Whether the house would lose in the long run on what every player must bet."""
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
    """A side wager from all that can become of it."""
    found = tuple(one for one in outcomes if one.count)
    nets: Counter[Fraction] = Counter()
    for one in found:
        nets[one.net] += one.count
    return side(nets, found)


def paid_by(table: PayTable, counts: Mapping[str, int]) -> Side:
    """A side wager that a table pays by the kind of hand; what has no row loses."""
    paid = [Outcome(row.key, counts.get(row.key, 0), row.odds.ratio) for row in table.rows]
    lost = sum(counts.values()) - sum(one.count for one in paid)
    return side_of([*paid, Outcome("nothing", lost, Fraction(-1))])


def side(nets: Mapping[Fraction, int], outcomes: tuple[Outcome, ...] = ()) -> Side:
    """A side wager from how many deals net each result for one unit; what nets more than 0 hits."""
    deals = sum(nets.values())
    ev = sum((net * count for net, count in nets.items()), Fraction()) / deals
    hit = Fraction(sum(count for net, count in nets.items() if net > 0), deals)
    return Side(ev, _moment(nets, deals, ev, 2), hit, outcomes)


def _moment(nets: Mapping[Fraction, int], deals: int, ev: Fraction, power: int) -> Fraction:
    return sum(((net - ev) ** power * n for net, n in nets.items()), Fraction()) / deals


def frequencies(nets: Mapping[Fraction, int]) -> dict[Fraction, Fraction]:
    deals = sum(nets.values())
    return {net: Fraction(count, deals) for net, count in sorted(nets.items()) if count}


def as_data(found: Analysis) -> dict[str, Any]:
    """An analysis as `houseway analyze --json` gives it: fractions as reduced `"p/q"`."""
    data: dict[str, Any] = {
        "game": found.game,
        "options": dict(found.options),
        "deals": found.deals,
        "main": _line_data(found.main),
        "compulsory": _line_data(found.compulsory),
        "side": {
            name: {
                "ev": show(wager.ev),
                "variance": show(wager.variance),
                "hit": show(wager.hit),
            }
            for name, wager in found.side.items()
        },
    }
    if found.starting_hands:
        data["starting_hands"] = [
            {
                "hand": one.hand,
                "combos": one.combos,
                "ev": {action: show(ev) for action, ev in one.ev.items()},
            }
            for one in found.starting_hands
        ]
    data["distribution"] = {show(net): show(often) for net, often in found.distribution.items()}
    data["favours_players"] = found.favours_players
    if found.progressive:
        data["progressive"] = progressive_data(found.progressive)
    return {**data, "notes": list(found.notes), "seconds": found.seconds}


def progressive_data(found: ProgressiveCost) -> dict[str, Any]:
    return {
        "price_cents": found.price_cents,
        "meter_cents": found.meter_cents,
        "reset_cents": found.reset_cents,
        "ev": show(found.ev),
        "ev_at_reset": show(found.ev_at_reset),
        "ev_per_cent": show(found.ev_per_cent),
        "break_even": None if found.break_even is None else show(found.break_even),
        "break_even_cents": found.break_even_cents,
    }


def _line_data(found: Line) -> dict[str, Any]:
    return {
        "ev": show(found.ev),
        "average_wager": show(found.average_wager),
        "element_of_risk": show(found.element_of_risk),
        "variance": show(found.variance),
        "sd": found.sd,
        "skewness": found.skewness,
        "actions": {action: show(often) for action, often in found.actions.items()},
    }


def show(value: Fraction) -> str:
    """A fraction as `p/q`, whole numbers too."""
    return f"{value.numerator}/{value.denominator}"
