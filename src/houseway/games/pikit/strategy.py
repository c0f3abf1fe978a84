"""A way to play Pik-it that one can remember: for robots and beginners."""

from houseway.cards import Card, FiveCard, ThreeCard, best_three, rank_five
from houseway.games.pikit.decisions import PikitHand
from houseway.games.pikit.options import PikitOptions
from houseway.games.script import Task


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
