"""The totals of every hand that a dealer can hold, hand by hand."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.all_hands import HANDS


@njit(cache=True)
def list_totals() -> NDArray[np.int16]:
    """The dealer's high and low total for every hand, in the order of `list_hands`.

    Of the five point values, aces counting eleven, the three highest are high. An ace that
    is left for the low hand, with four of them, counts one there.
    """
    totals = np.empty((HANDS, 2), np.int16)
    points = np.empty(5, np.int64)
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        points[0], points[1], points[2] = _points(a), _points(b), _points(c)
                        points[3], points[4] = _points(d), _points(e)
                        points.sort()
                        low = points[0] + points[1]
                        if points[1] == 11:
                            low -= 10
                        totals[n, 0] = points[2] + points[3] + points[4]
                        totals[n, 1] = low
                        n += 1
    return totals


@njit(cache=True)
def _points(card: int) -> int:
    """Face value to ten; ten for jack, queen and king; eleven for an ace."""
    rank = card % 13 + 2
    return 11 if rank == 14 else min(rank, 10)


@njit(cache=True)
def count_totals(
    masks: NDArray[np.uint64], totals: NDArray[np.int16], gone: np.uint64
) -> NDArray[np.int64]:
    """Dealers by high and low total, those without a card that is gone."""
    counts = np.zeros((34, 22), np.int64)
    for n in range(len(masks)):
        if not masks[n] & gone:
            counts[totals[n, 0], totals[n, 1]] += 1
    return counts
