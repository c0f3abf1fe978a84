"""The shuffle: Fisher and Yates, over the stream, from a new deck.

Every one of the 52! orders comes from exactly one way of drawing, so all are
equally likely when the draws are.
"""

from houseway.cards import NEW_DECK, Card
from houseway.fairness.stream import Stream

PURPOSE = "shuffle"


def shuffle_indices(seed: bytes, table: str, shuffle: int) -> list[int]:
    """The shuffled deck as places in `NEW_DECK`; the first is the top of the deck."""
    below = Stream(seed, PURPOSE, table, shuffle).below
    deck = list(range(len(NEW_DECK)))
    for i in range(len(deck) - 1, 0, -1):
        j = below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def shuffle_deck(seed: bytes, table: str, shuffle: int) -> tuple[Card, ...]:
    """The shuffled deck, top first."""
    return tuple(NEW_DECK[place] for place in shuffle_indices(seed, table, shuffle))
