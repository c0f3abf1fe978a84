"""Pik-it's three choices, from how many dealers a hand beats, ties and loses to."""

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
def weigh(known: Values | Counts, dealers: int, rules: Counts, worth: Counts) -> None:
    """What fold, play 3 and play 5 net, added over so many dealers."""
    below, beside, low = known[BELOW_5], known[BESIDE_5], known[UNQUALIFIED]
    worth[FOLD] = -dealers
    worth[PLAY_3] = (1 + rules[TIMES_3]) * (2 * known[BELOW_3] + known[BESIDE_3] - dealers)
    if not rules[QUALIFIER]:
        worth[PLAY_5] = (1 + rules[TIMES_5]) * (2 * below + beside - dealers)
        return
    # As in `fill_nets`: the lowest dealers do not qualify.
    won = min(below, low)
    tied = beside if below < low else 0
    lost = 0 if rules[PUSHES] else low - won - tied
    even = 2 * (below - won) + beside - tied - (dealers - low)
    worth[PLAY_5] = won - lost + (1 + rules[TIMES_5]) * even


@njit(cache=True)
def weigh_all(known: Values, dealers: int, rules: Counts) -> Counts:
    """`weigh` for a list of states: by state and action."""
    worth = np.empty((len(known), 3), np.int64)
    for n in range(len(known)):
        weigh(known[n], dealers, rules, worth[n])
    return worth


@njit(cache=True)
def choose(worth: Counts, rules: Counts) -> int:
    """The best action; of equal values the smaller wager, and play 3 of equal wagers."""
    first, second = PLAY_3, PLAY_5
    if rules[TIMES_5] < rules[TIMES_3]:
        first, second = PLAY_5, PLAY_3
    best = FOLD
    for action in (first, second):
        if worth[action] > worth[best]:
            best = action
    return best


@njit(cache=True)
def settle(known: Values, sets: Values, values: Values, rules: Counts) -> tuple[Counts, Choices]:
    """Deals by action, by the player's category and by net, all hands played best; the choices."""
    deals = np.zeros((3, 10, 7), np.int64)
    choices = np.empty(len(known), np.uint8)
    nets, worth = np.empty((3, 7), np.int64), np.empty(3, np.int64)
    for row in range(len(known)):
        weigh(known[row], DEALERS, rules, worth)
        fill_nets(nets, known[row], rules)
        action = choose(worth, rules)
        choices[row] = action
        category = values[row] >> 20
        for n in range(7):
            deals[action, category, n] += sets[row] * nets[action, n]
    return deals, choices


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
