"""Pik-it's three choices against the dealers that are still possible, and the best ones added up.

What is known of a state is laid out as in the kernels of `pikit`: dealers below and beside
the five, below and beside the best three, and those who do not qualify.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.hands import Counts, Values
from houseway.lab.pikit.kernels.settlement import PUSHES, QUALIFIER, TIMES_3, TIMES_5


@njit(cache=True)
def weigh(known: Values | Counts, dealers: int, rules: Counts, worth: Counts) -> None:
    """What fold, play 3 and play 5 net, added over so many dealers."""
    below, beside, low = known[0], known[1], known[4]
    worth[0] = -dealers
    worth[1] = (1 + rules[TIMES_3]) * (2 * known[2] + known[3] - dealers)
    if not rules[QUALIFIER]:
        worth[2] = (1 + rules[TIMES_5]) * (2 * below + beside - dealers)
        return
    # Dealers who do not qualify are the lowest ones. Against them play 5 is void.
    won = min(below, low)
    tied = beside if below < low else 0
    lost = 0 if rules[PUSHES] else low - won - tied
    even = 2 * (below - won) + beside - tied - (dealers - low)
    worth[2] = won - lost + (1 + rules[TIMES_5]) * even


@njit(cache=True)
def weigh_all(known: Values, dealers: int, rules: Counts) -> Counts:
    """`weigh` for a list of states: by state and action."""
    worth = np.empty((len(known), 3), np.int64)
    for n in range(len(known)):
        weigh(known[n], dealers, rules, worth[n])
    return worth


@njit(cache=True)
def add_best(
    known: Values,
    sets: Values,
    by_five: Values,
    by_three: Values,
    dealers: tuple[int, int],
    rules: Counts,
    sums: Counts,
) -> None:
    """Adds up the best choices of hands, for every table in `rules`, one card being seen.

    `by_five` and `by_three` count the dealers who hold the card, as `count_holding` does;
    all the others do not. `sums[table, 0]` gets the sum where the dealer holds it,
    `sums[table, 1]` where it is dead; `dealers` says how many dealers there are of both.
    """
    holding, without = np.empty(5, np.int64), np.empty(5, np.int64)
    worth = np.empty(3, np.int64)
    for row in range(len(known)):
        for n in range(by_five.shape[1]):
            for column in range(2):
                holding[column] = by_five[row, n, column]
                holding[2 + column] = by_three[row, n, column]
            holding[4] = by_five[row, n, 2]
            for column in range(5):
                without[column] = known[row, column] - holding[column]
            for table in range(len(rules)):
                weigh(holding, dealers[0], rules[table], worth)
                sums[table, 0] += sets[row] * max(worth[0], worth[1], worth[2])
                weigh(without, dealers[1], rules[table], worth)
                sums[table, 1] += sets[row] * max(worth[0], worth[1], worth[2])
