"""A way to play 5 Card Hi-Lo that one can remember: for robots and beginners."""

from houseway.cards import Card
from houseway.games.hilo.decisions import HiloHand
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import high_total, low_total, set_dealer
from houseway.games.hilo.script import as_choice
from houseway.games.script import Task

GOOD_HIGH, GOOD_LOW = 26, 8


def play_simply(
    _options: HiloOptions, hand: HiloHand, _board: tuple[Card, ...], task: Task
) -> object:
    """Set as the dealer does; fold a hand that is good on neither side."""
    if task.stage == "bet":
        return "play"
    setting = set_dealer(hand.cards)
    good = high_total(setting.high) >= GOOD_HIGH or low_total(setting.low) <= GOOD_LOW
    if task.stage == "election" and not good:
        return "fold"
    return as_choice(setting.high, setting.low)
