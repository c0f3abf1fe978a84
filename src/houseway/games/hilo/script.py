"""The script of a round of 5 Card Hi-Lo: each player plays and sets, or folds, in any order."""

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.cards import Card
from houseway.games.coupons import settle_coupon
from houseway.games.hilo.decisions import (
    DECISIONS,
    HiloActions,
    HiloHand,
    check_election,
    read_setting,
)
from houseway.games.hilo.options import HiloOptions
from houseway.games.procedure import Act, Step, money_step
from houseway.games.reading import Fields, read_choice
from houseway.games.results import Outcome, WagerResult
from houseway.games.script import By, Script, Task
from houseway.rulebook import Refusal, see


def play(_options: HiloOptions, hands: tuple[HiloHand, ...]) -> tuple[Task, ...]:
    """One election a hand."""
    return tuple(
        Task("decide", see("hilo.40.10.a"), By.PLAYER, seat=hand.seat, stage="election")
        for hand in sorted(hands, key=lambda hand: hand.seat)
    )


def _read(choice: Any, where: str) -> HiloActions:
    """`"fold"`, or an object with high and low."""
    if isinstance(choice, str):
        return HiloActions(read_choice(choice, f"{where}: the decision", DECISIONS))
    fields = Fields(choice, f"{where}: the choice")
    decision = read_choice(fields.take("decision", "play"), f"{where}: the decision", DECISIONS)
    setting = read_setting(fields, where)
    fields.finish()
    return HiloActions(decision, setting)


def check(_options: HiloOptions, hand: HiloHand, _task: Task, choice: object) -> Iterator[Refusal]:
    actions = _read(choice, f"Seat {hand.seat}")
    yield from check_election(hand.with_actions(actions), complete=True)


def choose(hand: HiloHand, _task: Task, choice: Any) -> HiloActions:
    return _read(choice, f"Seat {hand.seat}")


def decided(hand: HiloHand) -> bool:
    return hand.actions.decision is not None


def at_once(_options: HiloOptions, hand: HiloHand, _task: Task) -> tuple[Step, ...]:
    """A fold: ante and tie are collected, the cards kept under a poker bonus or racked."""
    if not hand.actions.folded:
        return ()
    clauses = see("hilo.40.10.a.1")
    lost = [
        WagerResult(wager, hand.wagers[wager], -hand.wagers[wager], Outcome.FORFEIT, clauses)
        for wager in ("ante", "tie")
        if wager in hand.wagers
    ]
    if "ante" in hand.coupons:
        lost.insert(1, settle_coupon(hand.coupons["ante"], Outcome.FORFEIT, see("hilo.40.6.a")))
    act = Act.TUCK if "poker_bonus" in hand.wagers else Act.RACK
    cards = Step(act, hand.seat, see("hilo.40.10.b"))
    return (*(money_step(hand.seat, result) for result in lost), cards)


def placed(_options: HiloOptions, hand: HiloHand) -> dict[str, int]:
    return {"play": hand.wagers["ante"]} if hand.actions.decision == "play" else {}


def timeout(_hand: HiloHand, _task: Task) -> str:
    return "fold"


def as_choice(high: tuple[Card, ...], low: tuple[Card, ...]) -> Mapping[str, Any]:
    """A setting as a player sends it."""
    return {"decision": "play", "high": [str(c) for c in high], "low": [str(c) for c in low]}


SCRIPT = Script[HiloOptions, HiloActions](
    no_actions=HiloActions(),
    play=play,
    check_choice=check,
    choose=choose,
    decided=decided,
    at_once=at_once,
    placed=placed,
    timeout=timeout,
    dealer_completes=lambda count, _before_burn: count == 4,
    any_order=True,
    owner_looks=True,
)
