"""Pik-it's three choices for every hand, from how many dealers it beats, ties and loses to."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.kernels.hands import Counts, Values

FOLD, PLAY_3, PLAY_5 = range(3)
BELOW_5, BESIDE_5, BELOW_3, BESIDE_3, UNQUALIFIED = range(5)
"""What is known of a hand: dealers below and beside its five and its best three; unqualified."""
TIMES_3, TIMES_5, QUALIFIER, PUSHES = range(4)
"""What is known of a table: the two multiples; a qualifier; a lost ante pushes without one."""
NO_NET = 3
"""Nets go from -3 to 3 antes, so a net of 0 stands in the middle of seven."""

Choices = NDArray[np.uint8]


@njit(cache=True)
def fill_nets(nets: Counts, known: Values, rules: Counts) -> None:
    """Of one hand: how many dealers bring each net, for each action."""
    nets[:] = 0
    nets[FOLD, NO_NET - 1] = DEALERS
    _even(nets[PLAY_3], 1 + rules[TIMES_3], known[BELOW_3], known[BESIDE_3], DEALERS)
    below, beside = known[BELOW_5], known[BESIDE_5]
    if not rules[QUALIFIER]:
        _even(nets[PLAY_5], 1 + rules[TIMES_5], below, beside, DEALERS)
        return
    # Dealers who do not qualify are the lowest ones. Against them play 5 is void.
    others = known[UNQUALIFIED]
    won = min(below, others)
    tied = beside if below < others else 0
    _even(nets[PLAY_5], 1, won, tied, others)
    if rules[PUSHES]:
        nets[PLAY_5, NO_NET] += nets[PLAY_5, NO_NET - 1]
        nets[PLAY_5, NO_NET - 1] = 0
    _even(nets[PLAY_5], 1 + rules[TIMES_5], below - won, beside - tied, DEALERS - others)


@njit(cache=True)
def _even(nets: Counts, stake: int, won: int, tied: int, dealers: int) -> None:
    nets[NO_NET + stake] += won
    nets[NO_NET] += tied
    nets[NO_NET - stake] += dealers - won - tied


@njit(cache=True)
def value_of(nets: Counts) -> int:
    """The sum of one action's nets over all dealers."""
    total = 0
    for n in range(len(nets)):
        total += (n - NO_NET) * nets[n]
    return total


@njit(cache=True)
def choose(nets: Counts, rules: Counts) -> int:
    """The best action; of equal values the smaller wager, and play 3 of equal wagers."""
    first, second = PLAY_3, PLAY_5
    if rules[TIMES_5] < rules[TIMES_3]:
        first, second = PLAY_5, PLAY_3
    best, value = FOLD, value_of(nets[FOLD])
    for action in (first, second):
        worth = value_of(nets[action])
        if worth > value:
            best, value = action, worth
    return best


@njit(cache=True)
def settle(known: Values, sets: Values, values: Values, rules: Counts) -> tuple[Counts, Choices]:
    """Deals by action, by the player's category and by net, all hands played best; the choices."""
    deals = np.zeros((3, 10, 7), np.int64)
    choices = np.empty(len(known), np.uint8)
    nets = np.empty((3, 7), np.int64)
    for row in range(len(known)):
        fill_nets(nets, known[row], rules)
        action = choose(nets, rules)
        choices[row] = action
        category = values[row] >> 20
        for n in range(7):
            deals[action, category, n] += sets[row] * nets[action, n]
    return deals, choices


@njit(cache=True)
def worths(known: Values, rules: Counts) -> Counts:
    """What each action is worth with each hand, against all dealers together."""
    table = np.empty((len(known), 3), np.int64)
    nets = np.empty((3, 7), np.int64)
    for row in range(len(known)):
        fill_nets(nets, known[row], rules)
        for action in range(3):
            table[row, action] = value_of(nets[action])
    return table


@njit(cache=True)
def follow(known: Values, sets: Values, rules: Counts, choices: Choices) -> Counts:
    """Deals by action and by net, each hand played as chosen."""
    deals = np.zeros((3, 7), np.int64)
    nets = np.empty((3, 7), np.int64)
    for row in range(len(known)):
        fill_nets(nets, known[row], rules)
        for n in range(7):
            deals[choices[row], n] += sets[row] * nets[choices[row], n]
    return deals
