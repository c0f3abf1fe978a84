"""A way to play Ultimate Texas Hold 'Em that one can remember: for robots and beginners."""

from collections import Counter

from houseway.cards import Card, FiveCard, Rank, rank_best_five
from houseway.games.script import Task
from houseway.games.uth.options import UthOptions
from houseway.games.uth.script import UthHand

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
