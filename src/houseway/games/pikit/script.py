"""The script of a round of Pik-it: the blind pick, the reveal, then play 3, play 5 or fold.

Everything goes from the dealer's far right. The bonuses are settled on the way,
before the player decides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from houseway.cards import Card
from houseway.games.coupons import settle_coupon
from houseway.games.pikit.decisions import (
    PikitActions,
    PikitHand,
    check_election,
    check_pick,
    read_elections,
)
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import settle_bonus
from houseway.games.procedure import Act, Step, money_step
from houseway.games.reading import read_cards
from houseway.games.results import Outcome, WagerResult
from houseway.games.script import By, Script, Task
from houseway.rulebook import Refusal, see


def play(_options: PikitOptions, hands: tuple[PikitHand, ...]) -> tuple[Task, ...]:
    """Picks for the 3 card bonus, then each hand shown and decided, from the right."""
    from_the_right = sorted(hands, key=lambda hand: -hand.seat)
    picks = [
        Task("decide", see("pikit.39.10.b"), By.PLAYER, seat=hand.seat, stage="pick")
        for hand in from_the_right
        if "three_card_bonus" in hand.wagers
    ]
    shown = [task for hand in from_the_right for task in _show_and_ask(hand)]
    return (*picks, *shown)


def _show_and_ask(hand: PikitHand) -> tuple[Task, ...]:
    return (
        Task("reveal", see("pikit.39.10.c.1"), seat=hand.seat),
        Task("decide", see("pikit.39.10.c.3"), By.PLAYER, seat=hand.seat, stage="play"),
    )


def check(_options: PikitOptions, hand: PikitHand, task: Task, choice: object) -> Iterator[Refusal]:
    if task.stage == "pick":
        picked = read_cards(choice, f"Seat {hand.seat}: the pick")
        chosen = hand.with_actions(replace(hand.actions, select_3=picked))
        yield from check_pick(chosen, complete=True)
    else:
        elections = read_elections(choice, f"Seat {hand.seat}")
        yield from check_election(elections, f"Seat {hand.seat}", complete=True)


def choose(hand: PikitHand, task: Task, choice: Any) -> PikitActions:
    if task.stage == "pick":
        return replace(hand.actions, select_3=read_cards(choice, "The pick"))
    return replace(hand.actions, elections=read_elections(choice, "The decision"))


def decided(hand: PikitHand) -> bool:
    return hand.actions.decision is not None


def at_once(options: PikitOptions, hand: PikitHand, task: Task) -> tuple[Step, ...]:
    """A pick is turned up and its bonus settled; a reveal settles the 5 card bonus."""
    if task.act == "reveal":
        return (money_step(hand.seat, settle_bonus(options, hand, "five_card_bonus")),)
    if task.stage == "pick":
        return (money_step(hand.seat, settle_bonus(options, hand, "three_card_bonus")),)
    return _fold(hand) if hand.actions.folded else ()


def _fold(hand: PikitHand) -> tuple[Step, ...]:
    ante = hand.wagers["ante"]
    clauses = see("pikit.39.10.c.4", "pikit.39.3.b")
    lost = [WagerResult("ante", ante, -ante, Outcome.FORFEIT, clauses)]
    if "ante" in hand.coupons:
        lost.append(settle_coupon(hand.coupons["ante"], Outcome.FORFEIT, see("pikit.39.3.c")))
    racked = Step(Act.RACK, hand.seat, see("pikit.39.10.c.4"))
    return (*(money_step(hand.seat, result) for result in lost), racked)


def placed(options: PikitOptions, hand: PikitHand) -> dict[str, int]:
    play = hand.actions.decision
    if play in {"play_3", "play_5"}:
        return {play: hand.wagers["ante"] * options.multiple(play)}
    return {}


def timeout(hand: PikitHand, task: Task) -> Any:
    """The first three cards dealt are the pick; an undecided hand folds (P10, P33)."""
    return _names(hand.cards[:3]) if task.stage == "pick" else "fold"


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


SCRIPT = Script[PikitOptions, PikitActions](
    no_actions=PikitActions(),
    play=play,
    check_choice=check,
    choose=choose,
    decided=decided,
    at_once=at_once,
    placed=placed,
    timeout=timeout,
)
