"""What it is worth to see a card that a player should not see: the form that all games share."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.lab.exact.results import show


@dataclass(frozen=True)
class Estimate:
    """A mean from a simulation, with its standard error."""

    mean: float
    error: float
    rounds: int
    seed: int

    @property
    def half_width(self) -> float:
        return 1.96 * self.error

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies, 95 times of 100."""
        return self.mean - self.half_width, self.mean + self.half_width


@dataclass(frozen=True)
class Exposure:
    """One thing seen, and the player's expectation with the best use of it, in antes."""

    name: str
    """Such as `one_dealer_card`."""
    says: str
    """What is seen, and when, in a sentence."""
    ev: Fraction | Estimate
    """Exact where it can be counted; otherwise an estimate."""
    base: Fraction
    """The expectation of the same player who sees nothing of it."""
    seconds: float

    @property
    def exact(self) -> bool:
        return isinstance(self.ev, Fraction)

    @property
    def edge(self) -> float:
        """The player's edge, for display."""
        return float(self.ev) if isinstance(self.ev, Fraction) else self.ev.mean

    @property
    def gain(self) -> float:
        """What seeing it adds, for display."""
        return self.edge - float(self.base)


def as_data(exposure: Exposure) -> Mapping[str, Any]:
    """An exposure as `houseway exposure --json` gives it."""
    data: dict[str, Any] = {"name": exposure.name, "says": exposure.says, "exact": exposure.exact}
    if isinstance(exposure.ev, Fraction):
        data["ev"] = show(exposure.ev)
    else:
        low, high = exposure.ev.interval
        data["estimate"] = {
            "mean": exposure.ev.mean,
            "error": exposure.ev.error,
            "low": low,
            "high": high,
            "rounds": exposure.ev.rounds,
            "seed": exposure.ev.seed,
        }
    return {**data, "base": show(exposure.base), "edge": exposure.edge, "gain": exposure.gain}
