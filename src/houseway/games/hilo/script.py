"""The script of a round of 5 Card Hi-Lo: each player plays and sets, or folds, in any order.

At the end, a way to play that one can remember: for robots and beginners.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from houseway.cards import Card
from houseway.games.fields import Fields, read_choice
from houseway.games.forms import Group, Offer, Partition
from houseway.games.hilo.decisions import (
    DECISIONS,
    HiloActions,
    HiloHand,
    check_additional_fold,
    check_election,
    check_setting,
    check_view,
    placed_after_the_deal,
    read_setting,
)
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import Setting, set_dealer
from houseway.games.procedure import Act, Step
from houseway.games.script import By, Script, Task
from houseway.games.usual import collect_fold
from houseway.rulebook import Citation, Refusal, cite, cites, cites_part, see


@cites("hilo.40.6.g.2", "hilo.40.6.g.2.i", "hilo.40.6.g.2.ii")
def list_tasks(_options: HiloOptions, hands: tuple[HiloHand, ...]) -> tuple[Task, ...]:
    """A player's first hand is played and set, or folded; his others are bet unseen, then set."""
    in_order = sorted(hands, key=lambda hand: hand.seat)
    players = [hand.player for hand in in_order]
    first = [hand for n, hand in enumerate(in_order) if hand.player not in players[:n]]
    others = [hand.seat for hand in in_order if hand not in first]
    unseen = see("hilo.40.6.g.2", "hilo.40.6.g.2.ii")
    return (
        *(_ask("election", cite("hilo.40.10.a"), hand.seat) for hand in first),
        *(_ask("bet", unseen, seat) for seat in others),
        *(_ask("setting", see("hilo.40.10.a.2"), seat) for seat in others),
    )


GROUPS = (Group("high", "High", 3), Group("low", "Low", 2))


def _ask(stage: str, clauses: Citation, seat: int) -> Task:
    return Task("decide", clauses, By.PLAYER, seat=seat, stage=stage)


def _read(choice: Any, where: str) -> HiloActions:
    """`"fold"`, or an object with high and low."""
    if isinstance(choice, str):
        return HiloActions(read_choice(choice, f"{where}: the decision", DECISIONS))
    fields = Fields(choice, f"{where}: the choice")
    decision = read_choice(fields.take("decision", "play"), f"{where}: the decision", DECISIONS)
    setting = read_setting(fields, where)
    fields.finish()
    return HiloActions(decision, setting)


def check_decision(
    options: HiloOptions, hand: HiloHand, task: Task, choice: object
) -> Iterator[Refusal]:
    actions = _read(choice, f"Seat {hand.seat}")
    if task.stage == "bet":
        if actions.setting is not None:
            because = "the hand is bet before it is seen, and set after that"
            yield Refusal(see("hilo.40.6.g.2.ii"), f"Seat {hand.seat}: a setting", because)
        if not options.additional_hand_blind_fold:
            yield from check_additional_fold(hand.with_actions(actions))
        return
    if task.stage == "setting" and actions.folded:
        because = "the hand has a play bet; a fold comes before it"
        yield Refusal(see("hilo.40.1.fold"), f"Seat {hand.seat}: folding", because)
    yield from check_election(hand.with_actions(actions), complete=True)


def choose(hand: HiloHand, _task: Task, choice: Any) -> HiloActions:
    return _read(choice, f"Seat {hand.seat}")


def is_decided(hand: HiloHand) -> bool:
    """Folded, or bet and set."""
    return hand.actions.folded or hand.actions.setting is not None


def list_steps_at_once(_options: HiloOptions, hand: HiloHand, _task: Task) -> tuple[Step, ...]:
    """A fold: ante and tie are collected, the cards kept under a poker bonus or racked."""
    if not hand.actions.folded:
        return ()
    lost = collect_fold(hand, ("ante", "tie"), see("hilo.40.10.a.1"), see("hilo.40.6.a"))
    act = Act.TUCK if "poker_bonus" in hand.wagers else Act.RACK
    return (*lost, Step(act, hand.seat, see("hilo.40.10.b")))


def choose_for_absent(hand: HiloHand, task: Task) -> Any:
    """A fold; a hand that is bet already is set as the dealer would set it (H32)."""
    if task.stage != "setting":
        return "fold"
    setting = set_dealer(hand.cards)
    return as_choice(setting.high, setting.low)


@cites("hilo.40.10.a.2")
def list_offers(options: HiloOptions, hand: HiloHand, task: Task) -> tuple[Offer, ...]:
    """Play for exactly the ante, with a setting; or fold, where the hand may still be folded."""
    if task.stage == "setting":
        return (Offer("play", label="set", form=list_partitions(hand)),)
    ante = hand.wagers["ante"]
    play = Offer("play", "play", ante)
    if task.stage == "election":
        play = Offer("play", "play", ante, form=list_partitions(hand))
    folds = task.stage == "election" or options.additional_hand_blind_fold
    return (play, Offer("fold")) if folds else (play,)


@cites_part("hilo.40.10.a.2")
def list_partitions(hand: HiloHand) -> Partition:
    """Every way to set the hand that the text allows, as places."""
    places = range(1, len(hand.cards) + 1)
    splits = [
        (high, tuple(place for place in places if place not in high))
        for high in combinations(places, 3)
    ]
    return Partition(GROUPS, tuple(split for split in splits if _may_set(hand, split)))


def _may_set(hand: HiloHand, split: tuple[tuple[int, ...], ...]) -> bool:
    high, low = (tuple(hand.cards[place - 1] for place in group) for group in split)
    return next(check_setting(Setting(high, low), hand.cards), None) is None


def check_look(
    _options: HiloOptions, own: tuple[HiloHand, ...], hand: HiloHand
) -> Iterator[Refusal]:
    """The first hand at once; the others when the first is decided and they are all bet (H5)."""
    in_order = sorted(own, key=lambda hand: hand.seat)
    acted = {n: h.actions.decision is not None for n, h in enumerate(in_order, 1)}
    number = [h.seat for h in in_order].index(hand.seat) + 1
    if number > 1 and hand.actions.folded:
        because = "it was folded unseen"
        yield Refusal(see("hilo.40.6.g.2"), f"Viewing hand {number}", because)
    yield from check_view(number, acted)


def as_choice(high: tuple[Card, ...], low: tuple[Card, ...]) -> Mapping[str, Any]:
    """A setting as a player sends it."""
    return {"decision": "play", "high": [str(c) for c in high], "low": [str(c) for c in low]}


def arrange(hand: HiloHand) -> tuple[Card, ...]:
    """Where a hand is set, its high cards first."""
    setting = hand.actions.setting
    return (*setting.high, *setting.low) if setting else hand.cards


SCRIPT = Script[HiloOptions, HiloActions](
    no_actions=HiloActions(),
    play=list_tasks,
    check_choice=check_decision,
    choose=choose,
    decided=is_decided,
    at_once=list_steps_at_once,
    placed=placed_after_the_deal,
    timeout=choose_for_absent,
    exposed_at=lambda _stage: "before_dealer_reveal",
    face_up_at=lambda _initial: "initial_deal",
    dealer_completes=lambda count, _before_burn: count == 4,
    any_order=True,
    offers=list_offers,
    check_look=check_look,
    arrange=arrange,
)


GOOD_HIGH, GOOD_LOW = 26, 8


def play_simply(
    _options: HiloOptions, hand: HiloHand, _board: tuple[Card, ...], task: Task
) -> object:
    """Set as the dealer does; fold a hand that is good on neither side."""
    if task.stage == "bet":
        return "play"
    setting = set_dealer(hand.cards)
    high, low = setting.points
    if task.stage == "election" and high < GOOD_HIGH and low > GOOD_LOW:
        return "fold"
    return as_choice(setting.high, setting.low)
