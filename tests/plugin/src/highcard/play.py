"""How High Card Duel is played at a table: one decision, and a way to take it."""

from typing import Any

from highcard.options import DuelOptions
from highcard.rules import DuelActions, DuelHand, placed_after_the_deal
from houseway.cards import Card, Rank
from houseway.games.forms import Offer
from houseway.games.script import By, Script, Task
from houseway.games.usual import check_offered
from houseway.rulebook import cites, see


@cites("duel.4.a")
def ask_players(_options: DuelOptions, hands: tuple[DuelHand, ...]) -> tuple[Task, ...]:
    """One decision for each hand."""
    return tuple(
        Task("decide", see("duel.4.a"), By.PLAYER, seat=hand.seat, stage="decision")
        for hand in sorted(hands, key=lambda hand: hand.seat)
    )


@cites("duel.2.c")
def list_offers(_options: DuelOptions, hand: DuelHand, _task: Task) -> tuple[Offer, ...]:
    """Play for exactly the ante, or fold."""
    return (Offer("play", "play", hand.wagers["ante"]), Offer("fold"))


def play_as_beginner(
    _options: DuelOptions, hand: DuelHand, _board: tuple[Card, ...], _task: Task
) -> Any:
    """Stay in with a six or better."""
    return "play" if hand.cards[0].rank >= Rank.SIX else "fold"


SCRIPT = Script[DuelOptions, DuelActions](
    no_actions=DuelActions(),
    play=ask_players,
    offers=list_offers,
    check_choice=check_offered(list_offers),
    choose=lambda _hand, _task, choice: DuelActions(choice),
    decided=lambda hand: hand.actions.decision is not None,
    placed=placed_after_the_deal,
    timeout=lambda _hand, _task: "fold",
    any_order=True,
)
