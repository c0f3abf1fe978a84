"""What a settlement says: each wager's outcome, its money, and the clauses that decided it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from houseway.chips import Odds, cut_to_limit
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


def pay_or_lose(
    wager: str, stake: int, odds: Odds | None, clauses: Citation, unit: int = 1
) -> WagerResult:
    """A wager against a pay table: paid at the odds of its row, lost where there is no row."""
    if odds is None:
        return WagerResult(wager, stake, -stake, Outcome.LOSE, clauses)
    return WagerResult(wager, stake, odds.payout(stake, unit), Outcome.WIN, clauses)


def forfeit(
    placed: Mapping[str, int], wagers: Sequence[str], clauses: Citation
) -> list[WagerResult]:
    """The results of a fold: those of `wagers` that were placed are collected."""
    return [
        WagerResult(wager, placed[wager], -placed[wager], Outcome.FORFEIT, clauses)
        for wager in wagers
        if wager in placed
    ]


def return_stakes(
    stakes: Mapping[str, int], clauses: Citation, final: Iterable[WagerResult] = ()
) -> list[WagerResult]:
    """The results of a void hand: every stake is returned, but what is final stands."""
    standing = {result.wager: result for result in final}
    return [
        standing.get(wager) or WagerResult(wager, stake, 0, Outcome.VOID, clauses)
        for wager, stake in stakes.items()
    ]


def winnings(results: Sequence[WagerResult]) -> int:
    """All that a hand wins, losses not set off."""
    return sum(result.net for result in results if result.outcome is Outcome.WIN)


def cut_winnings(
    results: Sequence[WagerResult], order: Sequence[str], limit: int
) -> tuple[WagerResult, ...]:
    """Results whose winnings in `order` are cut to a limit; a win cut to nothing is still a win."""
    won = {r.wager: r.net for r in results if r.outcome is Outcome.WIN and r.wager in order}
    paid = cut_to_limit(won, order, limit)
    return tuple(
        WagerResult(r.wager, r.stake, paid.get(r.wager, r.net), r.outcome, r.clauses)
        for r in results
    )


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
