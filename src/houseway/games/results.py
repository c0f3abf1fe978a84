"""What a settlement says: each wager's outcome, its money, and the clauses that decided it."""

from dataclasses import dataclass
from enum import StrEnum

from houseway.rulebook import Citation


class Outcome(StrEnum):
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    """Returned, because the wager, the hand or the round does not stand."""
    FORFEIT = "forfeit"
    """Collected on a fold."""
    CONSUMED = "consumed"
    """A match play coupon taken without payment."""


@dataclass(frozen=True, slots=True)
class WagerResult:
    """One settled wager. `net` is the change to the player's money: winnings without the stake."""

    wager: str
    stake: int
    net: int
    outcome: Outcome
    clauses: Citation


@dataclass(frozen=True, slots=True)
class HandResult:
    """Everything settled for one hand, in settlement order."""

    seat: int
    results: tuple[WagerResult, ...]

    @property
    def total(self) -> int:
        return sum(result.net for result in self.results)

    def of(self, wager: str) -> WagerResult:
        return next(result for result in self.results if result.wager == wager)


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round: its hands in the order they were described."""

    hands: tuple[HandResult, ...]

    def hand(self, seat: int) -> HandResult:
        return next(hand for hand in self.hands if hand.seat == seat)
