"""What the house should win of each wager, and how far luck explains another result.

The edges and variances are exact, over all deals with the best play. A player who plays
worse makes the house win more than this on average.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from houseway.house.edges import Edge, analysis_of, known_analysis

MAIN = {
    "uth": frozenset({"ante", "blind", "play"}),
    "pikit": frozenset({"ante", "play_3", "play_5"}),
    "hilo": frozenset({"ante", "play", "ante_bonus"}),
}
"""The wagers of the main game; what they come to together is counted in antes."""

TIMES = Fraction(196, 100)
"""Standard deviations on either side that hold 95 of 100 results."""

ASSUMED = (
    "The theoretical win is that of the best play; payout limits and rounding are left out.",
    "The band takes every hand and every wager as independent of the others. Hands of one "
    "round share the dealer's cards, so the true band is somewhat wider where many play.",
    "Coupons are left out on both sides; the progressive has a fund of its own.",
)


@dataclass(frozen=True, slots=True)
class Expected:
    """The player's expectation and variance of one unit of a wager."""

    ev: Fraction
    variance: Fraction


def expected_of(game: str, config: dict[str, Any]) -> Mapping[str, Expected] | None:
    """Each wager's expectation, the main game's under `ante`; None without the mathematics."""
    found = analysis_of(game, config)
    return None if found is None else _wagers(game, found)


def _wagers(game: str, found: Any) -> Mapping[str, Expected]:
    named = _NAMES[game](found.options)
    wagers = {"ante": Expected(found.main.ev, found.main.variance)}
    for wager, side in named.items():
        if side in found.side:
            wagers[wager] = Expected(found.side[side].ev, found.side[side].variance)
    return wagers


def edge_of(game: str, config: dict[str, Any]) -> Edge | None:
    """The exact edge of all that can be bet; None where the mathematics is not installed."""
    return _edge(game, analysis_of(game, config))


def known_edge(game: str, config: Mapping[str, Any]) -> Edge | None:
    """The same, where it is worked out already."""
    return _edge(game, known_analysis(game, config))


def _edge(game: str, found: Any | None) -> Edge | None:
    if found is None:
        return None
    wagers = _wagers(game, found)
    left = {"ante", "five_card_bonus"}  # they are part of what must be bet
    if not found.options.get("cover_all"):
        left |= {cover_all(hands) for hands in range(2, 8)}
    side = {name: one.ev for name, one in wagers.items() if name not in left}
    progressive = getattr(found, "progressive", None)
    if progressive is not None:
        side["progressive"] = progressive.ev  # with the meter as the table is opened
    return Edge(found.main.ev, found.compulsory.ev, side)


def cover_all(hands: int) -> str:
    """Cover All pays by the number of hands, the dealer's included."""
    return f"cover_all_{hands}"


def _uth(_options: Mapping[str, Any]) -> dict[str, str]:
    return {"trips": "trips", **{cover_all(n): cover_all(n) for n in range(2, 8)}}


def _pikit(options: Mapping[str, Any]) -> dict[str, str]:
    three = f"three_card_bonus_{options['three_card_table']}"
    seen = "_seen" if options["three_card_pick"] == "seen" else ""
    five = f"five_card_bonus_{options['five_card_table']}"
    return {"five_card_bonus": five, "three_card_bonus": three + seen}


def _hilo(options: Mapping[str, Any]) -> dict[str, str]:
    return {"tie": "tie", "poker_bonus": f"poker_bonus_{options['poker_bonus_table']}"}


_NAMES = {"uth": _uth, "pikit": _pikit, "hilo": _hilo}
"""What the analysis calls each side wager as this configuration pays it."""


@dataclass(frozen=True, slots=True)
class Band:
    """Between which wins luck alone leaves the house 95 times of 100, in cents."""

    low: int
    high: int
    verdict: str


def band(theoretical: Fraction, variance: Fraction, win: int) -> Band:
    """The band around the theoretical win, and where the win lies; whole cents, outward."""
    half = _root_above(TIMES * TIMES * variance)
    low, high = round(theoretical) - half, round(theoretical) + half
    verdict = "below" if win < low else "above" if win > high else "within"
    return Band(low, high, verdict)


def _root_above(value: Fraction) -> int:
    """The least whole number whose square is not below a value: no float, however large it is."""
    whole = -(-value.numerator // value.denominator)
    root = isqrt(whole)
    return root if root * root == whole else root + 1
