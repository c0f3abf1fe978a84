"""The theoretical win of each wager, and how far luck explains another result.

Edges and variances are exact, over all deals with the best play. A player who plays worse makes
the house win more than this on average.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from houseway.games.contract import Game
from houseway.games.wagers import Wager
from houseway.lab.contract import lab_of

AnyGame = Game[Any, Any]

TIMES = Fraction(196, 100)
"""Standard deviations on either side that hold 95 of 100 results."""

ASSUMPTIONS = (
    "The theoretical win is that of the best play; payout limits and rounding are left out.",
    "The band takes every hand and every wager as independent of the others. Hands of one "
    "round share the dealer's cards, so the true band is somewhat wider where many play.",
    "Coupons are left out on both sides; a wager with a fund of its own is counted there.",
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The player's expectation and variance of one unit of a wager."""

    ev: Fraction
    variance: Fraction


def unit_wager(game: AnyGame) -> str:
    """The wager in whose units the main game is counted: the first one of it."""
    return next(wager.id for wager in game.wagering.wagers if wager.main)


def name_by_hands(wager: str, hands: int) -> str:
    """The name of a wager that is paid by the number of hands, the dealer's included."""
    return f"{wager}_{hands}"


def expectations_of(game: AnyGame, analysis: Any) -> Mapping[str, Expectation]:
    """The expectation of each wager; that of the main game stands under its unit wager."""
    main = analysis.main
    expectations = {unit_wager(game): Expectation(main.ev, main.variance)}
    names = lab_of(game).side_names(game.read_options(analysis.options))
    for wager, name in names.items():
        if name in analysis.side:
            side = analysis.side[name]
            expectations[wager] = Expectation(side.ev, side.variance)
    return expectations


def side_edges(game: AnyGame, analysis: Any) -> dict[str, Fraction]:
    """The expectation of each optional wager that a table with these options takes."""
    options = game.read_options(analysis.options)
    edges = {}
    for name, expectation in expectations_of(game, analysis).items():
        wager = _wager_called(game, name)
        if not (wager.main or wager.required) and wager.is_offered(options):
            edges[name] = expectation.ev
    meter = getattr(analysis, "meter", None)
    if meter is not None:
        edges[meter.wager] = meter.ev  # with the meter as the table is opened
    return edges


def _wager_called(game: AnyGame, name: str) -> Wager:
    """The wager of this name, also where it is named by the number of hands."""
    base = name.rpartition("_")[0]
    wager = game.wagering.wager(name) or game.wagering.wager(base)
    assert wager is not None, f"the lab of {game.name} names a wager {name}"
    return wager


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
