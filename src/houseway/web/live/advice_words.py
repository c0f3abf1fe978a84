"""What advice says: values in antes, choices in words, the cost of a mistake."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.web.live.cards import with_suits

Row = Mapping[str, Any]


def antes(value: str | Fraction, *, sign: bool = True) -> str:
    """A value in antes to a thousandth, with the sign that is meant."""
    number = float(Fraction(value))
    return (f"{number:+.3f}" if sign else f"{number:.3f}").replace("-", "−")


def worth(seat: int, rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """The value of each choice in antes, by its button; a setting by its cards, in order."""
    best = Fraction(rows[0]["ev"])
    for n, one in enumerate(rows):
        high = ",".join(sorted(one.get("high") or ()))
        name = f"high:{seat}:{high}" if high else f"choose-{seat}-{one['action']}"
        yield name, f"{antes(one['ev'])}, {'best' if not n else _costs(best - Fraction(one['ev']))}"


def _costs(cost: Fraction) -> str:
    if not cost:
        return "as good"
    return "costs less than 0.001" if cost < Fraction(1, 2000) else f"costs {float(cost):.3f}"


def told_choice(one: Row) -> str:
    """A choice in words, with its cards where it sets any."""
    words = str(one["action"]).replace("_", " ")
    if not one.get("high"):
        return words
    return with_suits(f"{words}, {' '.join(one['high'])} high, {' '.join(one['low'])} low")


def judged_words(cost: Fraction, best: Row) -> str:
    if not cost:
        return "That was the best choice."
    number = float(cost)
    told = f"{number:.3f}" if number >= 0.0005 else "less than 0.001"
    return f"That cost {told} of your ante: {told_choice(best)} was better."
