"""What one hole faces, counted card by card with whatever cards are known to be gone.

Nothing is shared with the solver: this is the plain way, fast enough for one hand, and the
solver is compared with it.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.masks import CATEGORY, PAIR, value_of

Cards = NDArray[np.int64]
Counts = NDArray[np.int64]


@njit(cache=True)
def against_all_dealers(own: Cards, board: Cards, left: Cards) -> Counts:
    """Ultimate Texas Hold 'Em on a full board: dealers by how they end.

    Gives wins and losses against a dealer who opens, wins and losses against one who does
    not, ties, and the category of the player's hand.
    """
    suits = np.zeros(4, np.int64)
    for card in board:
        suits[card // 13] |= 1 << card % 13
    mine = suits.copy()
    for card in own:
        mine[card // 13] |= 1 << card % 13
    value = value_of(mine[0], mine[1], mine[2], mine[3])
    counts = np.zeros(6, np.int64)
    counts[5] = value >> CATEGORY
    for first in range(len(left)):
        a = left[first]
        suits[a // 13] |= 1 << a % 13
        for second in range(first):
            b = left[second]
            suits[b // 13] |= 1 << b % 13
            dealer = value_of(suits[0], suits[1], suits[2], suits[3])
            suits[b // 13] ^= 1 << b % 13
            closed = 0 if dealer >> CATEGORY >= PAIR else 2
            if dealer < value:
                counts[closed] += 1
            elif dealer > value:
                counts[closed + 1] += 1
            else:
                counts[4] += 1
        suits[a // 13] ^= 1 << a % 13
    return counts


@njit(cache=True)
def on_every_board(own: Cards, board: Cards, left: Cards, blind: Counts, unit: int) -> Counts:
    """The worth of betting and of checking after the flop, over all boards still possible.

    Sums over the last two cards: play (wins less losses), the rest of a bet (ante and
    blind), and the better of a bet of one ante and a fold; all in units of the ante.
    """
    sums = np.zeros(3, np.int64)
    full = np.empty(5, np.int64)
    full[:3] = board
    rest = np.empty(len(left) - 2, np.int64)
    for fourth in range(len(left)):
        for fifth in range(fourth):
            full[3], full[4] = left[fourth], left[fifth]
            n = 0
            for card in left:
                if card != full[3] and card != full[4]:
                    rest[n] = card
                    n += 1
            counts = against_all_dealers(own, full, rest)
            play, others = worth_of(counts, blind, unit)
            sums[0] += play
            sums[1] += others
            sums[2] += max(play + others, -2 * unit * (n * (n - 1) // 2))
    return sums


@njit(cache=True)
def worth_of(counts: Counts, blind: Counts, unit: int) -> tuple[int, int]:
    """What one ante of play is worth against all dealers, and what ante and blind are."""
    wins, losses = counts[0] + counts[2], counts[1] + counts[3]
    ante = unit * (counts[0] - counts[1])
    return unit * (wins - losses), ante + blind[counts[5]] * wins - unit * losses
