"""The script of a round of Pik-it: the blind pick, the reveal, then play 3, play 5 or fold.

Everything goes from the dealer's far right. The bonuses are settled on the way,
before the player decides. At the end, a way to play that one can remember.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeGuard

from houseway.cards import Card, FiveCard, ThreeCard, best_three, rank_five
from houseway.games.fields import read_cards
from houseway.games.forms import Offer, PickPlaces
from houseway.games.pikit.decisions import (
    PikitActions,
    PikitHand,
    check_election,
    check_pick,
    placed_after_the_deal,
    read_elections,
)
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import settle_five_card_bonus, settle_three_card_bonus
from houseway.games.procedure import Act, Step, money_step
from houseway.games.script import By, Script, Task
from houseway.games.usual import collect_fold
from houseway.rulebook import Malformed, Refusal, cite, cites, see


def list_tasks(_options: PikitOptions, hands: tuple[PikitHand, ...]) -> tuple[Task, ...]:
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
        Task("reveal", cite("pikit.39.10.c", "pikit.39.10.c.1"), seat=hand.seat),
        Task("decide", see("pikit.39.10.c.3"), By.PLAYER, seat=hand.seat, stage="play"),
    )


def check_decision(
    options: PikitOptions, hand: PikitHand, task: Task, choice: object
) -> Iterator[Refusal]:
    if task.stage == "pick":
        yield from _check_pick(options, hand, choice)
    else:
        elections = read_elections(choice, f"Seat {hand.seat}")
        yield from check_election(elections, f"Seat {hand.seat}", complete=True)


@cites("pikit.39.10.a")
def _check_pick(options: PikitOptions, hand: PikitHand, choice: object) -> Iterator[Refusal]:
    """Three places of the five; cards by name only where the player has seen them (P10).

    A refusal says nothing of the cards: at a blind pick nobody may learn what they are.
    """
    where = f"Seat {hand.seat}: the pick"
    if _is_by_place(choice):
        there = [place for place in choice if 1 <= place <= len(hand.cards)]
        if len(choice) != 3 or len(set(there)) != 3:
            because = f"it is three different places from 1 to {len(hand.cards)}"
            yield Refusal(see("pikit.39.10.a", "pikit.39.10.b"), where, because)
        return
    if options.three_card_pick == "blind":
        raise Malformed(f"{where} is made by places, as [1, 3, 5]: the cards lie face down.")
    picked = read_cards(choice, where)
    yield from check_pick(hand.with_actions(replace(hand.actions, select_3=picked)), complete=True)


def _is_by_place(choice: object) -> TypeGuard[list[int]]:
    return isinstance(choice, list | tuple) and all(type(place) is int for place in choice)


def _read_pick(hand: PikitHand, choice: Any) -> tuple[Card, ...]:
    if _is_by_place(choice):
        return tuple(hand.cards[place - 1] for place in choice)
    return read_cards(choice, "The pick")


def choose(hand: PikitHand, task: Task, choice: Any) -> PikitActions:
    if task.stage == "pick":
        return replace(hand.actions, select_3=_read_pick(hand, choice))
    return replace(hand.actions, elections=read_elections(choice, "The decision"))


def is_decided(hand: PikitHand) -> bool:
    return hand.actions.decision is not None


def list_steps_at_once(options: PikitOptions, hand: PikitHand, task: Task) -> tuple[Step, ...]:
    """A pick is turned up and its bonus settled; a reveal settles the 5 card bonus.

    A fold loses the ante, and the cards are racked.
    """
    if task.act == "reveal":
        return (money_step(hand.seat, settle_five_card_bonus(options, hand)),)
    if task.stage == "pick":
        return (money_step(hand.seat, settle_three_card_bonus(options, hand)),)
    if not hand.actions.folded:
        return ()
    clauses, tender = see("pikit.39.10.c.4", "pikit.39.3.b"), see("pikit.39.3.c")
    racked = Step(Act.RACK, hand.seat, see("pikit.39.10.c.4"))
    return (*collect_fold(hand, ("ante",), clauses, tender), racked)


def choose_for_absent(_hand: PikitHand, task: Task) -> Any:
    """The first three cards dealt are the pick; an undecided hand folds (P10, P33)."""
    return [1, 2, 3] if task.stage == "pick" else "fold"


@cites("pikit.39.10.c.3")
def list_offers(options: PikitOptions, hand: PikitHand, task: Task) -> tuple[Offer, ...]:
    """Play 3 or play 5 at the multiple the licensee fixed, or fold."""
    if task.stage == "pick":
        return (Offer("pick", label="pick three cards", form=PickPlaces(3, len(hand.cards))),)
    ante = hand.wagers["ante"]
    plays = [Offer(play, play, ante * options.multiple(play)) for play in ("play_3", "play_5")]
    return (*plays, Offer("fold"))


def check_look(
    options: PikitOptions, _own: tuple[PikitHand, ...], hand: PikitHand
) -> Iterator[Refusal]:
    """The dealer turns the cards up; before that nobody sees them, their owner included (P10)."""
    if options.three_card_pick == "blind":
        because = "the cards lie face down until the dealer turns them up"
        tried = f"Looking at the cards of seat {hand.seat}"
        yield Refusal(see("pikit.39.10.b", "pikit.39.10.c.1"), tried, because)


@cites("pikit.39.9.c.1", "pikit.39.9.c.2")
def dealer_waits(options: PikitOptions) -> bool:
    """The dealer's own stack may stay in the shoe until every player has decided."""
    return options.dealer_stack == "deferred"


SCRIPT = Script[PikitOptions, PikitActions](
    no_actions=PikitActions(),
    play=list_tasks,
    check_choice=check_decision,
    choose=choose,
    decided=is_decided,
    at_once=list_steps_at_once,
    placed=placed_after_the_deal,
    timeout=choose_for_absent,
    exposed_at=lambda _stage: "before_dealer_reveal",
    face_up_at=lambda _initial: "initial_deal",
    offers=list_offers,
    check_look=check_look,
    shown=lambda hand: replace(hand.actions, shown=True),
    open_cards=lambda hand: hand.actions.select_3 or (),
    dealer_waits=dealer_waits,
)


def play_simply(
    _options: PikitOptions, hand: PikitHand, _board: tuple[Card, ...], task: Task
) -> object:
    """Play five with a pair or better, three with a flush or straight in three; else fold."""
    if task.stage == "pick":
        return [1, 2, 3]
    if rank_five(hand.cards).category >= FiveCard.PAIR:
        return "play_5"
    three, _ = best_three(hand.cards)
    return "play_3" if three.category >= ThreeCard.FLUSH else "fold"
