"""Ultimate Texas Hold 'Em with seen cards, slowly: every board and every dealer's hand.

Cards are 4 * rank + suit. Hands are ranked by the masks of `houseway.lab.exact.kernels.masks`,
with which the solver has nothing in common.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.masks import CATEGORY, PAIR, value_of


def without(gone: Iterable[int]) -> list[int]:
    taken = set(gone)
    return [card for card in range(52) if card not in taken]


def sum_boards(
    hole: Sequence[int],
    board: Sequence[int],
    dealer: Sequence[int],
    gone: Sequence[int],
    rules: tuple[int, NDArray[np.int64]],
) -> tuple[int, int, int]:
    """Edge, rest and river over all boards that begin so and all hands with the dealer's cards."""
    left = without((*hole, *board, *dealer, *gone))
    boards = np.array([(*board, *rest) for rest in combinations(left, 5 - len(board))])
    held, known = np.array(hole, np.int64), np.array(dealer, np.int64)
    edge, rest, river = _sum(boards, held, known, np.array(left, np.int64), rules)
    return int(edge), int(rest), int(river)


@njit(cache=True)
def _value(cards, more):  # type: ignore[no-untyped-def]
    suits = np.zeros(4, np.int64)
    for card in cards:
        suits[card % 4] |= 1 << card // 4
    for card in more:
        suits[card % 4] |= 1 << card // 4
    return value_of(suits[0], suits[1], suits[2], suits[3])


@njit(cache=True)
def _sum(boards, hole, dealer, left, rules):  # type: ignore[no-untyped-def]
    unit, blind = rules
    edges = rests = rivers = 0
    held = np.zeros(2, np.int64)
    held[: len(dealer)] = dealer
    for board in boards:
        mine = _value(board, hole)
        edge = rest = hands = 0
        for second in range(len(left)):
            for first in range(second + 1):
                # With one card known only `second` runs, with both neither does.
                single = len(dealer) == 1 and first == second
                none = len(dealer) == 2 and second == 0
                pair = len(dealer) == 0 and first < second
                if not (single or none or pair):
                    continue
                if single:
                    held[1] = left[second]
                elif pair:
                    held[0], held[1] = left[first], left[second]
                if len(dealer) < 2 and (held[1] in board or held[0] in board):
                    continue
                theirs = _value(board, held)
                sign = np.sign(mine - theirs)
                hands += 1
                edge += unit * sign
                rest += unit * sign * (theirs >> CATEGORY >= PAIR)
                rest += blind[mine >> CATEGORY] if sign > 0 else unit * min(sign, 0)
        edges += edge
        rests += rest
        rivers += max(edge + rest, -2 * unit * hands)
    return edges, rests, rivers
