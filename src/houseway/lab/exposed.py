"""What it is worth to see a card that one should not: the form all games answer in."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.lab.results import show


@dataclass(frozen=True)
class Estimate:
    """A mean from a simulation, with its standard error."""

    mean: float
    error: float
    rounds: int
    seed: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies, 95 times of 100."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error


@dataclass(frozen=True)
class Exposure:
    """One thing seen, and the player's expectation with the best use of it, in antes."""

    name: str
    """Such as `one_dealer_card`."""
    says: str
    """What is seen, and when, in a sentence."""
    ev: Fraction | Estimate
    """Exact where it can be counted; otherwise estimated, and that is said."""
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


def as_data(found: Exposure) -> Mapping[str, Any]:
    """An exposure as `houseway exposure --json` gives it."""
    data: dict[str, Any] = {"name": found.name, "says": found.says, "exact": found.exact}
    if isinstance(found.ev, Fraction):
        data["ev"] = show(found.ev)
    else:
        low, high = found.ev.interval
        data["estimate"] = {
            "mean": found.ev.mean,
            "error": found.ev.error,
            "low": low,
            "high": high,
            "rounds": found.ev.rounds,
            "seed": found.ev.seed,
        }
    return {**data, "base": show(found.base), "edge": found.edge, "gain": found.gain}
