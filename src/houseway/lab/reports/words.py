"""What a math report calls things: the form that each game fills in, and words that all share."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway import chips
from houseway.chips import Odds, dollars
from houseway.lab.contract import Bets
from houseway.lab.exact.results import Analysis, MeterCost, Outcome, Side
from houseway.rulebook import Citation

IN_FORCE, PRINTED = "in force", "printed, not in force"
NOT_OFFERED, PART, COMPARED = "not offered here", "part of the main game", "for comparison"


@dataclass(frozen=True)
class Named:
    """How a wager is headed."""

    title: str
    status: str
    unit: str
    """What its house edge is a part of."""
    space: str
    """What a combination is."""
    clauses: Citation
    played: bool = False
    """Whether its outcomes depend on how the main game is played."""


def row_words(_side: str, key: str) -> str:
    """An outcome as a pay table prints it."""
    return OUTCOMES.get(key) or chips.row_words(key)


def pays_words(_options: Any, _side: str, outcome: Outcome) -> str:
    """What an outcome pays, as the felt says it."""
    if outcome.net > 0:
        return str(Odds(outcome.net.numerator, outcome.net.denominator))
    return "loses" if outcome.net else "pays nothing"


@dataclass(frozen=True)
class Grid:
    """How the best first action of every starting hand is drawn and read."""

    title: str
    caption: str
    shades: Mapping[str, str]
    """By action: the colour of its cells."""
    passive: str
    """The action that a terminal shows as a dot."""


@dataclass(frozen=True)
class ReportWords:
    """What the math report of one game calls things."""

    strategy: str
    method: str
    name_line: Callable[[str, Bets], Named]
    """The main game, or with it whatever else is bet in every round."""
    name_side: Callable[[str, Any], Named]
    row_words: Callable[[str, str], str] = row_words
    """From a side wager and an outcome's key."""
    pays_words: Callable[[Any, str, Outcome], str] = pays_words
    shown_sides: Callable[[Any, Analysis], Mapping[str, Side]] = lambda _, analysis: analysis.side
    """The side wagers that a report shows."""
    grid: Grid | None = None


OUTCOMES = {"nothing": "All else", "lose": "Lost to the dealer", "fold": "Folded"}


def printed(*, in_force: bool) -> str:
    return IN_FORCE if in_force else PRINTED


def net_words(net: Fraction) -> str:
    """A net result of the main game."""
    if not net:
        return "Nobody wins"
    return f"{'Player wins' if net > 0 else 'Player loses'} {antes(abs(net))}"


def antes(value: Fraction) -> str:
    return f"{amount(value)} {'ante' if value == 1 else 'antes'}"


def signed(net: Fraction) -> str:
    return minus(f"{'+' if net > 0 else '-' if net < 0 else ''}{amount(abs(net))}")


def amount(value: Fraction) -> str:
    """A number of antes: 3, 3.5, or 1/3 where decimals do not end soon."""
    if value * 100 == int(value * 100):
        return f"{float(value):,.2f}".rstrip("0").rstrip(".")
    return str(value)


def meter_lines(cost: MeterCost) -> Iterator[tuple[str, str]]:
    """The cost of a wager with a meter, and its break-even meter, for people."""
    price = dollars(cost.price_cents)
    for label, meter, ev in (
        ("With the meter as it stands", cost.meter_cents, cost.ev),
        ("With the meter at its start", cost.reset_cents, cost.ev_at_reset),
    ):
        yield label, f"{percent(-ev)} of the {price} wager, at {dollars(meter)}"
    gain = 100_000 * cost.ev_per_cent
    yield "Each $1,000 more on the meter", f"lowers that by {percent(gain)}"
    if cost.break_even_cents is None:
        yield "Break-even meter", "none: no prize is a share of the meter"
    else:
        yield "Break-even meter", dollars(cost.break_even_cents)


def percent(value: Fraction) -> str:
    return minus(f"{100 * float(value):.4f}%")


def minus(text: str) -> str:
    """With the sign that is meant, which is as wide as a plus."""
    return text.replace("-", "−")
