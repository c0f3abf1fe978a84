"""All five-card hands, listed once and kept: what advice on five cards is counted over."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from houseway.lab.exact.kernels import all_hands


@cache
def list_all_hands() -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """Of each hand its cards as bits, the value of the five, the value of the best three."""
    return all_hands.list_hands()
