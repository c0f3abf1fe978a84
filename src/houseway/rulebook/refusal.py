"""Refusals: what was tried, why it may not be done, and what may be done instead.

HousewayError
├── Malformed     cannot be understood: no clause is needed to say so
└── Refused       understood, and against the rules: carries every refusal found
"""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.rulebook.citation import Citation, join


@dataclass(frozen=True)
class Refusal:
    """One thing that the rules do not allow."""

    clauses: Citation
    tried: str
    because: str
    instead: str = ""

    def __str__(self) -> str:
        cited = f" ({', '.join(self.clauses)})" if self.clauses else ""
        words = f"{self.tried}: {self.because}{cited}."
        return f"{words} {self.instead}" if self.instead else words


class HousewayError(Exception):
    """Anything that a user may read; any other exception is a fault of the program."""

    clauses: Citation = ()


class Malformed(HousewayError):
    """The input cannot be understood: not JSON, not a card, not an amount, a missing part."""


class Refused(HousewayError):
    """The input is understood and is against the rules."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        assert refusals, "a refusal needs a reason"
        self.refusals = tuple(refusals)
        self.clauses = join(*(refusal.clauses for refusal in refusals))
        super().__init__(" ".join(str(refusal) for refusal in refusals))
