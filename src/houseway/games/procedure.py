"""The running order of a settlement: what the dealer does, step by step.

Settlement says what each wager comes to; the texts also say in which order the
dealer shows, announces, collects, pays and racks. Steps are made from a
settlement, so both always agree on the money.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from houseway.chips import dollars
from houseway.games.results import HandResult, Outcome, Settlement, WagerResult
from houseway.games.rounds import Round
from houseway.rulebook import Citation


class Act(StrEnum):
    """Something a dealer does in settling."""

    REVEAL = "reveal"
    ANNOUNCE = "announce"
    COLLECT = "collect"
    PAY = "pay"
    RETURN = "return"
    RACK = "rack"
    """Puts cards in the discard rack, in order, so that the hand can be rebuilt."""
    TUCK = "tuck"
    """Keeps a folded hand face down under the wager it is still needed for."""
    EXPOSE = "leave_exposed"
    """Leaves the best hand so far on the table, for all to see, until a better one is met."""


class Step(NamedTuple):
    """One act at a seat, or at the dealer's own place where `seat` is None."""

    act: Act
    seat: int | None
    clauses: Citation
    wager: str | None = None
    cents: int = 0
    words: str = ""

    def __str__(self) -> str:
        whose = "dealer" if self.seat is None else f"seat {self.seat}"
        money = f"{self.wager.replace('_', ' ')} {dollars(self.cents)}" if self.wager else ""
        what = " ".join(filter(None, [money, self.words]))
        return f"{self.act.value} {whose}: {what}" if what else f"{self.act.value} {whose}"


_ACTS = {
    Outcome.WIN: Act.PAY,
    Outcome.LOSE: Act.COLLECT,
    Outcome.FORFEIT: Act.COLLECT,
    Outcome.CONSUMED: Act.COLLECT,
    Outcome.PUSH: Act.RETURN,
    Outcome.VOID: Act.RETURN,
}


def money_step(seat: int, result: WagerResult) -> Step:
    """The step that carries out one result: a win is paid, a loss collected, the rest returned."""
    act = _ACTS[result.outcome]
    cents = result.net if act is Act.PAY else result.stake
    return Step(act, seat, result.clauses, result.wager, cents)


def money_steps(hand: HandResult, wagers: Iterable[str] | None = None) -> Iterator[Step]:
    """The steps for some of a hand's wagers, or for all, in settlement order."""
    chosen = None if wagers is None else set(wagers)
    for result in hand.results:
        if chosen is None or result.wager in chosen:
            yield money_step(hand.seat, result)


def return_everything(round_: Round[Any], settlement: Settlement, rack: Citation) -> Iterator[Step]:
    """The steps of a void round: each hand is returned its wagers and racked, the dealer's last."""
    for hand in round_.from_the_right():
        yield from money_steps(settlement.hand(hand.seat))
        yield Step(Act.RACK, hand.seat, rack)
    yield Step(Act.RACK, None, rack)
