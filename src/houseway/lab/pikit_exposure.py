"""What it is worth at Pik-it poker to see a card of the dealer's, a dead card, or other hands.

One card and the whole of the dealer's hand are counted over all deals. Two dealer cards and
other hands are too many to count: hands are sampled, each with cards that are seen, and of
every one the exact worth of the best choice is compared with the exact worth of what the
player would have chosen without. The mean of that gain is all that is estimated.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from houseway.games.pikit.options import MOST_SEATS, PikitOptions
from houseway.games.pikit.settlement import LOWEST_QUALIFYING
from houseway.lab.exposed import Estimate, Exposure
from houseway.lab.fivecards import DEALS, HANDS, encode, subsets
from houseway.lab.kernels import avoiding, holding, pikit_both, pikit_exposure
from houseway.lab.kernels.fivecard import DEALERS
from houseway.lab.kernels.hands import Cards, Counts, Small, Values
from houseway.lab.pikit import analyze_pikit, count_deals, rules_of
from houseway.lab.seeing import (
    Gains,
    check_rounds,
    choose_names,
    estimate,
    generator,
    hands_seen,
    names_of_hands,
    only_counted,
    work_out,
)

ROUNDS, SEED = 10_000, 1
SAYS = {
    "burn_card": "One card that is out of play, such as one found face up (pikit.39.12.a).",
    "one_dealer_card": "One of the dealer's five cards, each as likely.",
    "two_dealer_cards": "Two of the dealer's five cards, each pair as likely.",
    "all_dealer_cards": "All five cards of the dealer.",
    "other_hand": "One other player's five cards, turned up before (pikit.39.10.c.1).",
    **{
        f"other_hands_{hands}": f"The hands of {hands} other players (pikit.39.10.c.1)."
        for hands in range(2, MOST_SEATS)
    },
}
EXPOSURES = (*(name for name in SAYS if not hands_seen(name)), *names_of_hands(MOST_SEATS - 1))
COUNTED = ("burn_card", "one_dealer_card", "all_dealer_cards")
"""Those that need no sample."""

_WITH_ONE, _WITHOUT_ONE, _WITH_TWO = comb(46, 4), comb(46, 5), comb(45, 3)
"""Dealers who hold a card seen, who do not, who hold two cards seen."""
_AT_ONCE = 20_000
"""Hands, or rounds, that are worked on together: enough to be fast, few enough for memory."""
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

    With no rounds, only what can be counted is told.
    """
    check_rounds(rounds, seed)
    chosen = choose_names(EXPOSURES, names, options.seats)
    if not rounds:
        chosen = only_counted(chosen, COUNTED, by_name=names is not None)

    def find(name: str) -> Fraction | Estimate:
        if name == "two_dealer_cards":
            gains = two_card_gains(options, rounds, generator(seed, name))
            return estimate(counted(options, "one_dealer_card"), gains, seed)
        if hands_seen(name):
            dead = 5 * hands_seen(name)
            gains = dead_card_gains(options, dead, rounds, generator(seed, name))
            return estimate(base, gains, seed)
        return counted(options, name)

    base = analyze_pikit(options).main.ev
    return work_out(chosen, SAYS, base, find)


def counted(options: PikitOptions, name: str) -> Fraction:
    """The exact expectation with one card seen, or all of the dealer's."""
    rules = tuple(rules_of(options).tolist())
    if name == "one_dealer_card":
        return Fraction(_one_card_sums()[rules][0], 5 * DEALS)
    if name == "burn_card":
        return Fraction(_one_card_sums()[rules][1], 42 * DEALS)
    assert name == "all_dealer_cards"
    return Fraction(_best_of_cells(options), DEALS)


# --- one card, counted


@dataclass(frozen=True)
class Ranked:
    """All hands in two orders, by five cards and by the best three, as the sweeps need them."""

    fives: Small
    threes: Small
    limit: int
    """The order of the lowest five that qualifies."""
    by_five: Small
    """The order of each of the 2,598,960 hands, by their places."""
    by_three: Small

    @property
    def both(self) -> tuple[tuple[Small, Small], tuple[Small, Small]]:
        return (self.fives, self.by_five), (self.threes, self.by_three)


@cache
def ranked() -> Ranked:
    dealt = count_deals()
    levels, by_value = np.unique(dealt.hands.values, return_inverse=True)
    fives: Small = by_value.astype(np.uint16)
    threes: Small = np.unique(dealt.threes, return_inverse=True)[1].astype(np.uint16)
    limit = int(np.searchsorted(levels, encode(LOWEST_QUALIFYING)))
    cards = dealt.hands.cards
    by_five, by_three = (avoiding.enter_hands(cards, orders) for orders in (fives, threes))
    return Ranked(fives, threes, limit, by_five, by_three)


def count_holding(first: int, last: int) -> tuple[Values, Values]:
    """Of some hands and each other card: dealers who hold it, by five and by three."""
    hands, parts = count_deals().hands, subsets()
    by_five, by_three = (
        holding.count_holding(
            first,
            last,
            np.argsort(orders, kind="stable"),
            orders,
            ranked().limit,
            hands.cards,
            hands.sets,
            parts.of_hands,
            parts.steps,
            parts.table,
            of_all,
        )
        for orders, of_all in ranked().both
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
        dealers = (_WITH_ONE, _WITHOUT_ONE)
        pikit_exposure.add_best(
            known, sets, by_five, by_three, dealers, np.array(rules, np.int64), sums
        )
    return {table: (held, dead) for table, (held, dead) in zip(rules, sums.tolist(), strict=True)}


# --- the dealer's whole hand, counted


@cache
def deals_by_cell() -> NDArray[np.int64]:
    """All deals by whether the dealer qualifies, and by how he compares, by five and by three.

    Each comparison is 0 for a dealer below, 1 beside, 2 above.
    """
    dealt, order, parts = count_deals(), ranked(), subsets()
    found = pikit_both.count_both(
        np.argsort(order.fives, kind="stable"),
        order.fives,
        order.threes,
        order.limit,
        dealt.hands.sets,
        parts.of_hands,
        parts.steps,
    ).astype(np.int64)
    below_5, beside_5, below_3, beside_3, low = dealt.known.astype(np.int64).T
    all_three = np.stack((below_3, below_3 + beside_3, np.full_like(low, DEALERS)))
    # Dealers up to a level by five, and there up to each of three levels by three.
    below = np.stack((found[:, 0], found[:, 1], below_5))
    up_to = np.stack((found[:, 2], found[:, 3], below_5 + beside_5))
    under = np.stack((found[:, 4], found[:, 5], low))
    every = np.stack((below, up_to - below, all_three - up_to))
    # Those who do not qualify are the lowest: they fill up one comparison after another.
    unqualified = np.stack(
        (
            np.minimum(below, under),
            np.minimum(up_to, under) - np.minimum(below, under),
            under - np.minimum(up_to, under),
        )
    )
    cells = np.stack((unqualified, every - unqualified))
    cells[:, :, 2] -= cells[:, :, 1]
    cells[:, :, 1] -= cells[:, :, 0]
    deals: NDArray[np.int64] = cells @ dealt.hands.sets.astype(np.int64)
    return deals


def _best_of_cells(options: PikitOptions) -> int:
    """The best net of every deal, the dealer's hand being known."""
    total = 0
    for (qualifies, five, three), deals in np.ndenumerate(deals_by_cell()):
        by_three = (1 + options.play_3_multiple) * (1 - three)
        by_five = (1 + options.play_5_multiple) * (1 - five)
        if options.dealer_must_qualify and not qualifies:
            pushes = options.nonqualifying_ante == "push" and five == 2
            by_five = 0 if pushes else 1 - five
        total += int(deals) * max(-1, by_three, by_five)
    return total


# --- sampled


def two_card_gains(options: PikitOptions, rounds: int, chance: Generator) -> Gains:
    """What a second dealer card adds to the first, in each of so many rounds."""
    gains = []
    rules = rules_of(options)
    for rows, cards in _deal(rounds, 2, chance, _sets()):
        known = count_deals().known[rows]
        first, second = (count_gone(rows, np.delete(cards, gone, axis=1)) for gone in (6, 5))
        held = known - first
        chosen = pikit_exposure.weigh_all(held, _WITH_ONE, rules).argmax(axis=1)
        both = held - second + count_gone(rows, cards)
        gains.append(_gain(pikit_exposure.weigh_all(both, _WITH_TWO, rules), chosen, _WITH_TWO))
    return np.concatenate(gains)


def dead_card_gains(options: PikitOptions, dead: int, rounds: int, chance: Generator) -> Gains:
    """What it adds to see so many dead cards, in each of so many rounds.

    Other cards seldom change a choice that is not close. So hands with a close one are dealt
    more often than their share, and count for less: the mean stays as it is, with less error.
    """
    gains = []
    rules, dealers = rules_of(options), comb(47 - dead, 5)
    unseen = pikit_exposure.weigh_all(count_deals().known, DEALERS, rules)
    _, second, best = np.sort(unseen, axis=1).T
    times = np.where(best - second < _CLOSE * DEALERS, _MORE_OFTEN, 1)
    counts_for = float((times * _sets()).sum() / HANDS) / times
    for rows, cards in _deal(rounds, dead, chance, times * _sets()):
        worth = pikit_exposure.weigh_all(count_gone(rows, cards), dealers, rules)
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
    order, hands, parts = ranked(), count_deals().hands, subsets()
    gone = np.sort(cards, axis=1)
    if gone.shape[1] > 5 + _FEW:
        held = np.zeros((len(gone), 52), bool)
        np.put_along_axis(held, gone.astype(np.int64), True, axis=1)  # noqa: FBT003
        left = np.nonzero(~held)[1].reshape(len(gone), -1).astype(np.uint8)
        mine = np.column_stack((order.fives[rows], order.threes[rows]))
        return avoiding.count_among_all(left, mine, order.limit, order.by_five, order.by_three)
    starts = np.searchsorted(rows, np.arange(len(order.fives) + 1))
    five, three = (
        avoiding.count_avoiding(
            np.argsort(orders, kind="stable"),
            orders,
            order.limit,
            hands.sets,
            parts.of_hands,
            parts.steps,
            starts,
            gone,
            parts.table,
            of_all,
        )
        for orders, of_all in order.both
    )
    return np.column_stack((five[:, :2], three[:, :2], five[:, 2]))
