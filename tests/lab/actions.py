"""What hands did, from the last action of each, and rounds settled with it by the games."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from houseway.cards import Card, rank_three
from houseway.games import GAMES
from houseway.games.hilo.decisions import HiloActions
from houseway.games.hilo.points import Setting
from houseway.games.pikit.decisions import PikitActions
from houseway.games.pikit.options import PikitOptions
from houseway.games.rounds import Hand
from houseway.games.uth.decisions import UthActions
from houseway.lab.contract import lab_of
from houseway.lab.simulation.model import paid
from houseway.lab.simulation.plans import Plan, prepare
from houseway.lab.simulation.settled import Dealt, settle_hands, wagers_of


def uth_actions(last: str) -> UthActions:
    """What a player did whose last action is this."""
    if last in {"4x", "3x"}:
        return UthActions(preflop=last)
    if last == "2x":
        return UthActions(preflop="check", flop=last)
    return UthActions(preflop="check", flop="check", river=last)


def pikit_actions(options: PikitOptions, cards: tuple[Card, ...], decision: str) -> PikitActions:
    """The decision, with three cards for the bonus: the first, or where one may look the best."""
    pick = cards[:3]
    if options.three_card_pick == "seen":
        pick = max(
            combinations(cards, 3),
            key=lambda three: paid(options.three_card, rank_three(three).category.key),
        )
    return PikitActions(pick, (decision,))


def hilo_actions(cards: tuple[Card, ...], high: tuple[Card, ...] | None) -> HiloActions:
    """A setting by its high hand, or a fold."""
    if high is None:
        return HiloActions("fold")
    return HiloActions("play", Setting(high, tuple(card for card in cards if card not in high)))


def settle_plan(
    plan: Plan, dealt: Dealt, actions: Sequence[Any]
) -> list[dict[str, tuple[int, int]]]:
    """A round of a plan as its game settles it: stake and net of each wager, in parts."""
    game, ready = GAMES[plan.game], prepare(plan)
    wagers = wagers_of(game, ready.model, ready.lines.unit)
    hands = [
        Hand(seat, f"player {seat}", wagers, cards, done)
        for seat, (cards, done) in enumerate(zip(dealt.hands, actions, strict=True), 1)
    ]
    return settle_hands(game, lab_of(game).unlimited(plan.options), dealt, hands)
