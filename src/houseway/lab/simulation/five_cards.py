"""What the simulations of five-card games share: a word for every hand of five cards."""

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from houseway.lab.exact.five_cards import five_cards
from houseway.lab.exact.kernels.hands import FIVE_SHIFT, Values
from houseway.lab.exact.kernels.ranks import RANKS
from houseway.lab.exact.kernels.seven_cards import PLACE_BITS
from houseway.lab.simulation.kernels import five_cards as kernel


@cache
def suit_exchanges() -> NDArray[np.uint8]:
    """The 24 ways to exchange suits: what each card becomes."""
    return np.array(
        [
            [RANKS * suits[card // RANKS] + card % RANKS for card in range(52)]
            for suits in permutations(range(4))
        ],
        np.uint8,
    )


def pack_fives(values: Values) -> NDArray[np.int64]:
    """Values of five cards as a category and a place in it, in sixteen bits."""
    known, places = np.unique(values, return_inverse=True)
    category = known >> FIVE_SHIFT
    first = np.searchsorted(category, category)
    packed: NDArray[np.int64] = (category << PLACE_BITS | np.arange(len(known)) - first)[places]
    return packed


def spread_words(words: NDArray[np.int64]) -> NDArray[np.uint32]:
    """The words of the classes as a table of all hands."""
    table = np.zeros(kernel.HANDS, np.uint32)
    kernel.spread(words.astype(np.uint32), five_cards().cards, suit_exchanges(), table)
    return table
