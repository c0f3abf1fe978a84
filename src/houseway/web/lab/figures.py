"""Exact figures as people read them; a float only ever appears here."""

from collections.abc import Callable
from fractions import Fraction


def percent(value: str | Fraction, digits: int = 4) -> str:
    """A part of a unit as percent, with the sign that is meant."""
    return f"{100 * float(Fraction(value)):.{digits}f} %".replace("-", "−")


def cost(value: str | Fraction, digits: int = 4) -> str:
    """What the player is expected to lose, as percent: the house's edge."""
    return percent(-Fraction(value), digits)


def decimal(value: str | Fraction | float, digits: int = 6, sign: str = "") -> str:
    number = value if isinstance(value, float) else float(Fraction(value))
    return format(number, f"{sign}.{digits}f").replace("-", "−")


def one_in(value: str | Fraction) -> str:
    """A probability as people say it."""
    chance = Fraction(value)
    if not chance:
        return "never"
    cases = float(1 / chance)
    return f"1 in {cases:,.0f}" if cases >= 100 else f"1 in {cases:,.2f}"


def root(value: str | Fraction) -> str:
    return f"{float(Fraction(value)) ** 0.5:.4f}"


_FIGURES: tuple[Callable[..., str], ...] = (percent, cost, decimal, one_in, root)
FIGURES = {figure.__name__: figure for figure in _FIGURES}
"""What the templates of the lab may call."""
