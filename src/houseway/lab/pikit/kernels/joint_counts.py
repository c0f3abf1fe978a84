"""Dealers by five and by three cards at once, for a player who sees the dealer's whole hand.

As in `five_cards.py`, hands are swept by value and each class of subsets has a running number;
here the number is spread over a second value.
"""

import numpy as np
from numba import njit

from houseway.lab.exact.kernels.five_cards import SUBSETS, Order, Parts
from houseway.lab.exact.kernels.hands import Small, Values


@njit(cache=True)
def count_both(by_five: Order, threes: Small, parts: Parts) -> Values:
    """For each hand: dealers below it, or not above it, by the five and by the three at once.

    Columns: below by five and below by three; below by five, not above by three; not above
    by five, below by three; not above by either; then under the limit by five and below by
    three; under the limit and not above by three.

    The sweep goes by the five. The number of a class is spread over the levels of the best
    three as a binary indexed tree: node n holds the levels from n less its lowest bit up to
    n - 1, so that adding a hand and asking for all lower levels both touch some ten nodes.
    """
    fives, rows, limit, _ = by_five
    _, sets, subsets, steps, _ = parts
    # A node more than there are levels, and a class more than there are subsets: the empty
    # set, which every hand holds.
    trees = np.zeros((int(threes.max()) + 2, len(steps) + 1), np.int32)
    counts = np.empty((len(fives), 6), np.int32)
    start, done = 0, False
    while start < len(rows):
        level = fives[rows[start]]
        if level >= limit and not done:
            done = True
            for row in range(len(fives)):
                own = 1 if fives[row] < limit else 0
                counts[row, 4] = _ask(trees, threes[row], subsets[row])
                counts[row, 5] = _ask(trees, int(threes[row]) + 1, subsets[row]) - own
        end = start
        while end < len(rows) and fives[rows[end]] == level:
            row = rows[end]
            counts[row, 0] = _ask(trees, threes[row], subsets[row])
            counts[row, 1] = _ask(trees, int(threes[row]) + 1, subsets[row])
            end += 1
        for at in range(start, end):
            row = rows[at]
            _plant(trees, threes[row], sets[row], subsets[row], steps)
        for at in range(start, end):
            row = rows[at]
            counts[row, 2] = _ask(trees, threes[row], subsets[row])
            # One less: the player's own hand is among those swept.
            counts[row, 3] = _ask(trees, int(threes[row]) + 1, subsets[row]) - 1
        start = end
    assert done
    return counts


@njit(cache=True)
def _plant(trees: Values, level: int, sets: int, subsets: Small, steps: Values) -> None:
    node = int(level) + 1
    while node < len(trees):
        trees[node, len(steps)] += sets
        for n in range(SUBSETS):
            trees[node, subsets[n]] += sets * steps[subsets[n]]
        node += node & -node


@njit(cache=True)
def _ask(trees: Values, levels: int, subsets: Small) -> int:
    """Dealers in the lowest so many levels who hold none of the player's cards."""
    swept, total = 0, 0
    empty = trees.shape[1] - 1
    node = int(levels)
    while node > 0:
        swept += trees[node, empty]
        for n in range(SUBSETS):
            total += trees[node, subsets[n]]
        node -= node & -node
    return swept + total // 24
