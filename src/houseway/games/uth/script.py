"""The script of a round of Ultimate Texas Hold 'Em: three streets of decisions, from the left.

At the end, a way to play that one can remember: for robots and beginners.
"""

from collections import Counter
from collections.abc import Iterator

from houseway.cards import Card, FiveCard, Rank, rank_best_five
from houseway.games.forms import Offer
from houseway.games.procedure import Act, Step
from houseway.games.script import By, Script, Task
from houseway.games.usual import collect_fold
from houseway.games.uth.decisions import (
    BY_NAME,
    STREETS,
    Street,
    UthActions,
    UthHand,
    check_choice,
    placed_after_the_deal,
)
from houseway.games.uth.meter import METER, meter_after_bets, meter_after_round
from houseway.games.uth.options import UthOptions
from houseway.rulebook import Malformed, Refusal, cite, cites, see


@cites("uth.10.a", "uth.10.a.2", "uth.10.c", "uth.10.c.2", "uth.10.e")
def list_tasks(_options: UthOptions, hands: tuple[UthHand, ...]) -> tuple[Task, ...]:
    """Ask each player; burn and deal the flop; ask; burn and deal the rest; ask."""
    preflop, flop, river = STREETS
    return (
        *_ask(preflop, hands),
        Task("burn", cite("uth.10.b")),
        *[Task("deal_community", cite("uth.10.b"))] * 3,
        *_ask(flop, hands),
        Task("burn", cite("uth.10.d")),
        *[Task("deal_community", cite("uth.10.d"))] * 2,
        *_ask(river, hands),
    )


def _ask(street: Street, hands: tuple[UthHand, ...]) -> Iterator[Task]:
    for hand in sorted(hands, key=lambda hand: hand.seat):
        yield Task("decide", street.clauses, By.PLAYER, seat=hand.seat, stage=street.name)


def check_decision(
    _options: UthOptions, hand: UthHand, task: Task, choice: object
) -> Iterator[Refusal]:
    if not isinstance(choice, str):
        raise Malformed(f"A choice is a word, not {choice!r}.")
    yield from check_choice(BY_NAME[task.stage or ""], choice, f"Seat {hand.seat}")


def choose(hand: UthHand, task: Task, choice: str) -> UthActions:
    return hand.actions.with_choice(task.stage or "", choice)


def is_decided(hand: UthHand) -> bool:
    return hand.actions.multiple > 0 or hand.actions.folded


def list_steps_at_once(_options: UthOptions, hand: UthHand, _task: Task) -> tuple[Step, ...]:
    """A fold: ante and blind are collected, the cards kept under trips or racked (10(e)(2))."""
    if not hand.actions.folded:
        return ()
    lost = collect_fold(hand, ("ante", "blind"), see("uth.10.e.2"), see("uth.6.a"))
    if "trips" in hand.wagers:
        return (*lost, Step(Act.TUCK, hand.seat, see("uth.10.e.2.i")))
    return (*lost, Step(Act.RACK, hand.seat, see("uth.10.e.2.ii")))


def list_offers(_options: UthOptions, hand: UthHand, task: Task) -> tuple[Offer, ...]:
    """The street's bets with their amounts, then the check or the fold."""
    street, ante = BY_NAME[task.stage or ""], hand.wagers["ante"]
    return tuple(
        Offer(choice, "play", int(choice[0]) * ante) if choice.endswith("x") else Offer(choice)
        for choice in street.choices
    )


def choose_for_absent(_hand: UthHand, task: Task) -> str:
    """Checks, and at the last decision folds (U52)."""
    return "fold" if task.stage == "river" else "check"


SCRIPT = Script[UthOptions, UthActions](
    no_actions=UthActions(),
    play=list_tasks,
    check_choice=check_decision,
    choose=choose,
    decided=is_decided,
    at_once=list_steps_at_once,
    placed=placed_after_the_deal,
    timeout=choose_for_absent,
    # Only when short, and before the first burn, while the order of cards is intact (U30).
    dealer_completes=lambda count, before_burn: count < 2 and before_burn,
    stage_words={street.name: street.when for street in STREETS},
    stub_after_board=True,
    offers=list_offers,
    bets_closed=meter_after_bets,
    round_closed=meter_after_round,
    exposed_at=lambda stage: stage or "after_all_acted",
    face_up_at=lambda initial: "initial_deal" if initial else "after_initial_deal",
    carry=METER.cents,
    restore=METER.restore,
)


# The lowest second card with which each first card raises before the flop.
SUITED = {Rank.ACE: 2, Rank.KING: 2, Rank.QUEEN: 6, Rank.JACK: 8}
OFFSUIT = {Rank.ACE: 2, Rank.KING: 5, Rank.QUEEN: 8, Rank.JACK: 10}


def play_simply(
    _options: UthOptions, hand: UthHand, community: tuple[Card, ...], task: Task
) -> str:
    """Raise big with high cards, then with two pair or a pair of one's own; else hope, or fold."""
    if task.stage == "preflop":
        return "4x" if _raises(hand.cards) else "check"
    if task.stage == "flop":
        return "2x" if _is_made(hand.cards, community) or _draws(hand.cards, community) else "check"
    return "1x" if _is_made(hand.cards, community) or _high(hand.cards, community) else "fold"


def _raises(cards: tuple[Card, ...]) -> bool:
    high, low = sorted((card.rank for card in cards), reverse=True)
    if high == low:
        return high >= Rank.THREE
    lowest = SUITED if cards[0].suit == cards[1].suit else OFFSUIT
    return low >= lowest.get(high, Rank.ACE)


def _is_made(own: tuple[Card, ...], community: tuple[Card, ...]) -> bool:
    """Two pair or better that the board alone does not give, or a pair with a card of one's own."""
    rank = rank_best_five(own + community) if len(own + community) == 7 else None
    times = Counter(card.rank for card in own + community)
    paired = any(times[card.rank] >= 2 for card in own)
    if rank is None:
        return paired
    return paired or rank.category >= FiveCard.STRAIGHT


def _draws(own: tuple[Card, ...], community: tuple[Card, ...]) -> bool:
    """Four to a flush with a ten or better of one's own in it."""
    suits = Counter(card.suit for card in own + community)
    return any(suits[card.suit] >= 4 and card.rank >= Rank.TEN for card in own)


def _high(own: tuple[Card, ...], community: tuple[Card, ...]) -> bool:
    """Whether few cards that the dealer may hold would beat the hand: a high kicker."""
    unseen_higher = [rank for rank in Rank if rank > max(card.rank for card in own)]
    on_board = {card.rank for card in community}
    return len([rank for rank in unseen_higher if rank not in on_board]) <= 1
