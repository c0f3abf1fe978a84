"""What one hand faces, among all hands that a dealer can hold."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Counts = NDArray[np.int64]


@njit(cache=True)
def compare_dealers(
    masks: NDArray[np.uint64],
    fives: NDArray[np.int64],
    threes: NDArray[np.int64],
    gone: np.uint64,
    mine: tuple[int, int, int],
) -> Counts:
    """All dealers; below and equal by five; by three; qualifiers, and by five among them.

    `mine` is the player's five, the player's best three, and the lowest five that qualifies.
    """
    counts = np.zeros(8, np.int64)
    five, three, lowest = mine
    for n in range(len(masks)):
        if masks[n] & gone:
            continue
        counts[0] += 1
        if fives[n] < five:
            counts[1] += 1
        elif fives[n] == five:
            counts[2] += 1
        if threes[n] < three:
            counts[3] += 1
        elif threes[n] == three:
            counts[4] += 1
        if fives[n] >= lowest:
            counts[5] += 1
            if fives[n] < five:
                counts[6] += 1
            elif fives[n] == five:
                counts[7] += 1
    return counts
