"""Cards as numbers, for the kernels: the places of a new deck."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from houseway.cards import NEW_DECK, Card
from houseway.lab.contract import Situation

PLACE = {card: n for n, card in enumerate(NEW_DECK)}


def places_of(cards: Iterable[Card]) -> NDArray[np.int64]:
    return np.array([PLACE[card] for card in cards], np.int64)


def list_remaining(situation: Situation) -> NDArray[np.int64]:
    """The cards that may still come."""
    gone = set(situation.gone())
    return places_of(card for card in NEW_DECK if card not in gone)
