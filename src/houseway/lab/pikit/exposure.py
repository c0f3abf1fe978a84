"""What it is worth at Pik-it poker to see a card of the dealer's, a dead card, or other hands.

One card and the whole of the dealer's hand are counted over all deals. Two dealer cards and
other hands are too many to count: hands are sampled, each with cards that are seen, and of
every one the exact worth of the best choice is compared with the exact worth of what the
player would have chosen without. The mean of that gain is all that is estimated.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import LOWEST_QUALIFYING
from houseway.lab.exact import exposure_common as common
from houseway.lab.exact.exposure import Estimate, Exposure
from houseway.lab.exact.exposure_common import Gains
from houseway.lab.exact.five_cards import DEALS, HANDS, encode, list_parts, rank_hands
from houseway.lab.exact.kernels import disjoint_hands
from houseway.lab.exact.kernels.five_cards import DEALERS, Order
from houseway.lab.exact.kernels.hands import Cards, Counts, Values
from houseway.lab.pikit.kernels import settlement as kernel
from houseway.lab.pikit.kernels.joint_counts import count_both
from houseway.lab.pikit.solver import analyze_pikit, count_deals, rules_of
from houseway.lab.pikit.words import EXPOSURES

ROUNDS, SEED = 20_000, 1
COUNTED = ("burn_card", "one_dealer_card", "all_dealer_cards")
"""Those that need no sample."""
WITH_ONE, WITHOUT_ONE, WITH_TWO = comb(46, 4), comb(46, 5), comb(45, 3)
"""Dealers who hold one card seen, who do not hold it, and who hold two cards seen."""
_AT_ONCE = 20_000
"""Hands that are worked on together: enough to be fast, few enough for memory."""
_CLOSE, _MORE_OFTEN = 0.3, 5
"""A choice is close if the next best is worth so many antes less; dealt so much more often."""
_FEW = 15
"""So many other cards gone and no more are counted by inclusion and exclusion."""


def pikit_exposures(
    options: PikitOptions,
    names: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Iterator[Exposure]:
    """Ante and play with each thing seen; the bonuses do not depend on the choice.

    With no rounds, only the exposures that can be counted are calculated.
    """
    common.check_rounds(rounds, seed)
    chosen = common.choose_names(tuple(EXPOSURES), names, options.seats)
    if not rounds:
        chosen = common.keep_counted(chosen, COUNTED, by_name=names is not None)

    def calculate(name: str) -> Fraction | Estimate:
        if name == "two_dealer_cards":
            gains = two_card_gains(options, rounds, common.generator(seed, name))
            return common.estimate(counted(options, "one_dealer_card"), gains, seed)
        if common.hands_seen(name):
            dead = 5 * common.hands_seen(name)
            gains = dead_card_gains(options, dead, rounds, common.generator(seed, name))
            return common.estimate(base, gains, seed)
        return counted(options, name)

    base = analyze_pikit(options).main.ev
    return common.calculate_each(chosen, EXPOSURES, base, calculate)


# --- counted over all deals


def counted(options: PikitOptions, name: str) -> Fraction:
    """The exact expectation with one card seen, or all of the dealer's."""
    rules = tuple(rules_of(options).tolist())
    if name == "one_dealer_card":
        return Fraction(_one_card_sums()[rules][0], 5 * DEALS)
    if name == "burn_card":
        return Fraction(_one_card_sums()[rules][1], 42 * DEALS)
    assert name == "all_dealer_cards"
    cells = np.ndenumerate(deals_by_cell())
    total = sum(int(deals) * best_net(options, *map(int, cell)) for cell, deals in cells)
    return Fraction(total, DEALS)


@cache
def ranked() -> tuple[Order, Order]:
    """All hands in the order of their five cards, and in that of their best three."""
    dealt = count_deals()
    limit = int(np.searchsorted(np.unique(dealt.hands.values), encode(LOWEST_QUALIFYING)))
    return rank_hands(dealt.hands.values, limit), rank_hands(dealt.threes, limit)


def count_holding(first: int, last: int) -> tuple[Values, Values]:
    """Of some hands and each other card: dealers who hold it, by five and by three."""
    by_five, by_three = (
        disjoint_hands.count_holding(first, last, order, list_parts()) for order in ranked()
    )
    return by_five, by_three


@cache
def _one_card_sums() -> Mapping[tuple[int, ...], tuple[int, int]]:
    """For every table there can be: the best nets added up, with the card the dealer's and dead.

    Kept, since what is counted is the same for all tables.
    """
    dealt = count_deals()
    qualifiers = ((0, 0), (0, 1), (1, 0), (1, 1))
    rules = [(*times, *of) for of in qualifiers for times in product((1, 2), repeat=2)]
    sums = np.zeros((len(rules), 2), np.int64)
    for first in range(0, len(dealt.known), _AT_ONCE):
        last = min(first + _AT_ONCE, len(dealt.known))
        known, sets = dealt.known[first:last], dealt.hands.sets[first:last]
        by_five, by_three = count_holding(first, last)
        dealers = (WITH_ONE, WITHOUT_ONE)
        kernel.add_best(known, sets, by_five, by_three, dealers, np.array(rules, np.int64), sums)
    return {table: (held, dead) for table, (held, dead) in zip(rules, sums.tolist(), strict=True)}


@cache
def deals_by_cell() -> NDArray[np.int64]:
    """All deals by whether the dealer qualifies, and by how he compares, by five and by three.

    Each comparison is 0 for a dealer below, 1 beside, 2 above.
    """
    deals: NDArray[np.int64] = dealers_by_cell() @ count_deals().hands.sets.astype(np.int64)
    return deals


def dealers_by_cell() -> NDArray[np.int64]:
    """The same for the dealers that each hand faces; the hand comes last."""
    dealt, (by_five, by_three) = count_deals(), ranked()
    counted = count_both(by_five, by_three.levels, list_parts()).astype(np.int64)
    below_5, beside_5, below_3, beside_3, low = dealt.known.astype(np.int64).T
    # Dealers up to a level by five and there, in rows, up to each of three levels by three.
    below = np.stack((counted[:, 0], counted[:, 1], below_5))
    up_to = np.stack((counted[:, 2], counted[:, 3], below_5 + beside_5))
    under = np.stack((counted[:, 4], counted[:, 5], low))
    every = np.stack((below_3, below_3 + beside_3, np.full_like(low, DEALERS)))
    # Those who do not qualify are the lowest, so they are the first to fall below.
    unqualified = _steps(np.minimum(below, under), np.minimum(up_to, under), under)
    return np.stack((unqualified, _steps(below, up_to, every) - unqualified))


def _steps(below: Counts, up_to: Counts, every: Counts) -> Counts:
    """From numbers of dealers up to each level, by five and by three, to those at each level."""
    by_five = np.stack((below, up_to - below, every - up_to))
    return np.diff(by_five, axis=1, prepend=0)


def best_net(options: PikitOptions, qualifies: int, five: int, three: int) -> int:
    """What the best choice nets against a dealer who is known to compare so."""
    by_three = (1 + options.play_3_multiple) * (1 - three)
    by_five = (1 + options.play_5_multiple) * (1 - five)
    if options.dealer_must_qualify and not qualifies:
        pushes = options.nonqualifying_ante == "push" and five == 2
        by_five = 0 if pushes else 1 - five
    return max(-1, by_three, by_five)


# --- random rounds, each exact: a hand with cards that are seen, and what it faces counted


def two_card_gains(options: PikitOptions, rounds: int, chance: Generator) -> Gains:
    """What a second dealer card adds to the first, in each of so many rounds."""
    gains = []
    rules = rules_of(options)
    for rows, cards in _deal(rounds, 2, chance, _sets()):
        known = count_deals().known[rows]
        first, second = (count_gone(rows, np.delete(cards, gone, axis=1)) for gone in (6, 5))
        held = known - first
        chosen = kernel.weigh_all(held, WITH_ONE, rules).argmax(axis=1)
        both = held - second + count_gone(rows, cards)
        gains.append(_gain(kernel.weigh_all(both, WITH_TWO, rules), chosen, WITH_TWO))
    return np.concatenate(gains)


def dead_card_gains(options: PikitOptions, dead: int, rounds: int, chance: Generator) -> Gains:
    """What it adds to see so many dead cards, in each of so many rounds.

    Other cards seldom change a choice that is not close. So hands with a close one are dealt
    more often than their share, and count for less: the mean stays as it is, with less error.
    """
    gains = []
    rules, dealers = rules_of(options), comb(47 - dead, 5)
    unseen = kernel.weigh_all(count_deals().known, DEALERS, rules)
    _, second, best = np.sort(unseen, axis=1).T
    times = np.where(best - second < _CLOSE * DEALERS, _MORE_OFTEN, 1)
    counts_for = float((times * _sets()).sum() / HANDS) / times
    for rows, cards in _deal(rounds, dead, chance, times * _sets()):
        worth = kernel.weigh_all(count_gone(rows, cards), dealers, rules)
        gained = _gain(worth, unseen[rows].argmax(axis=1), dealers)
        gains.append(gained * counts_for[rows])
    return np.concatenate(gains)


def _sets() -> Counts:
    return count_deals().hands.sets.astype(np.int64)


def _gain(worth: Counts, chosen: NDArray[np.intp], dealers: int) -> Gains:
    """By how much the best choice is better than what would have been chosen."""
    taken = worth[np.arange(len(worth)), chosen]
    gained: Gains = (worth.max(axis=1) - taken) / dealers
    return gained


def _deal(
    rounds: int, others: int, chance: Generator, shares: Counts
) -> Iterator[tuple[Counts, Cards]]:
    """Random hands by their shares, in the order of their rows, and other cards after them."""
    hands, ends = count_deals().hands, np.cumsum(shares)
    for done in range(0, rounds, _AT_ONCE):
        many = min(_AT_ONCE, rounds - done)
        rows = np.searchsorted(ends, np.sort(chance.integers(ends[-1], size=many)), side="right")
        keys = chance.random((many, 52))
        # The player's own cards come first, then the others in random order.
        np.put_along_axis(keys, hands.cards[rows].astype(np.int64), -1.0, axis=1)
        yield rows, np.argsort(keys, axis=1)[:, : 5 + others].astype(np.uint8)


def count_gone(rows: Counts, cards: Cards) -> Values:
    """What each hand faces when its own cards and others are gone; rows must ascend."""
    by_five, by_three = ranked()
    gone = np.sort(cards, axis=1)
    if gone.shape[1] > 5 + _FEW:
        held = np.zeros((len(gone), 52), bool)
        np.put_along_axis(held, gone.astype(np.int64), True, axis=1)  # noqa: FBT003
        left = np.nonzero(~held)[1].reshape(len(gone), -1).astype(np.uint8)
        mine = np.column_stack((by_five.levels[rows], by_three.levels[rows]))
        return disjoint_hands.count_among_all(left, mine, by_five, by_three)
    starts = np.searchsorted(rows, np.arange(len(by_five.levels) + 1))
    five, three = (
        disjoint_hands.count_avoiding(order, list_parts(), starts, gone) for order in ranked()
    )
    return np.column_stack((five[:, :2], three[:, :2], five[:, 2]))
