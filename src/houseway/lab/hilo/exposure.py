"""What it is worth at 5 Card Hi-Lo to see a card of the dealer's, a dead card, or other hands.

Only points matter, so nearly all can be counted over all deals. For the hands of two or more
other players a sample is taken: of the cards that are gone, each time with every hand that
they leave the player and all dealers, both counted. The setting may depend on what is seen.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from operator import mul

import numpy as np
from numpy.random import Generator

from houseway.games.hilo.options import HiloOptions
from houseway.lab.exact import exposure_common as common
from houseway.lab.exact.exposure import Estimate, Exposure
from houseway.lab.exact.exposure_common import Gains
from houseway.lab.exact.five_cards import DEALS
from houseway.lab.exact.kernels.hands import Counts
from houseway.lab.hilo.kernels import exposure as kernel
from houseway.lab.hilo.kernels.settings import KINDS, TENS, Kinds, list_hands, set_dealers
from houseway.lab.hilo.solver import (
    NETS,
    TIE_NETS,
    Stakes,
    analyze_hilo,
    choose_settings,
    count_deals,
    stakes_of,
)
from houseway.lab.hilo.words import EXPOSURES
from houseway.rulebook import Malformed

ROUNDS, SEED = 10_000, 1

_DECK = tuple(16 if kind == TENS else 4 for kind in range(KINDS))
_MOST = 10**9
"""A net in whole units may be so high and no higher, for sums to fit into 64 bits."""
_AT_ONCE = 20_000
"""Deals that are worked on together: enough to be fast, few enough for memory."""


def hilo_exposures(
    options: HiloOptions,
    names: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
    tie: Fraction | int = 0,
) -> Iterator[Exposure]:
    """Ante, play and ante bonus with each thing seen, and a tie bet of `tie` antes with them.

    With no rounds, the hands of several players are counted too, which takes minutes.
    """
    common.check_rounds(rounds, seed)
    chosen = common.choose_names(tuple(EXPOSURES), names, options.seats)
    tie = Fraction(tie)
    stakes = _stakes(options, tie)
    base = analyze_hilo(options, tie).compulsory.ev

    def calculate(name: str) -> Fraction | Estimate:
        if common.hands_seen(name) > 1 and rounds:
            dead = 5 * common.hands_seen(name)
            gains = dead_card_gains(stakes, dead, rounds, common.generator(seed, name))
            return common.estimate(base, gains, seed)
        return counted(stakes, name)

    return common.calculate_each(chosen, EXPOSURES, base, calculate)


def _stakes(options: HiloOptions, tie: Fraction) -> Stakes:
    if tie < 0:
        raise Malformed("A tie bet is not negative.")
    stakes = stakes_of(options, tie)
    if 2 * stakes.ante + 20 * stakes.tie + max(stakes.bonuses) > _MOST:
        raise Malformed("The tie bet or the ante bonus is too large or too fine to be counted.")
    return stakes


def counted(stakes: Stakes, name: str) -> Fraction:
    """The exact expectation with a part of the dealer's hand seen, or dead cards."""
    cards = {"one_dealer_card": 1, "two_dealer_cards": 2}.get(name)
    if cards:
        sums = sums_with_dealer_cards(stakes, cards)
        return Fraction(_over_all_hands(sums), comb(5, cards) * DEALS * stakes.ante)
    if name == "all_dealer_cards":
        return Fraction(_over_all_hands(sums_with_whole_hand(stakes)), DEALS * stakes.ante)
    return _with_dead_cards(stakes, 5 * common.hands_seen(name) or 1)


@cache
def points() -> kernel.Points:
    hands, tree = list_hands()
    dealt = count_deals()
    totals, places = np.unique(dealt.totals.reshape(-1, 2), axis=0, return_inverse=True)
    settings = places.reshape(dealt.totals.shape[:2]).astype(np.int64)
    return kernel.Points(hands, tree, set_dealers(hands), totals, settings, np.array(dealt.many))


def _nets(stakes: Stakes) -> kernel.Nets:
    bonuses = np.array(stakes.bonuses)[count_deals().bonuses]
    pays = np.array(NETS) * stakes.ante + np.array(TIE_NETS) * stakes.tie
    return kernel.Nets(bonuses, pays, -(stakes.ante + stakes.tie))


def sums_with_dealer_cards(stakes: Stakes, cards: int) -> Counts:
    """By hand: the best nets, over all that so many of the dealer's cards can be."""
    shown = [
        [kinds.count(kind) for kind in range(KINDS)]
        for kinds in combinations_with_replacement(range(KINDS), cards)
    ]
    return kernel.add_with_dealer_cards(np.array(shown), points(), _nets(stakes))


def sums_with_whole_hand(stakes: Stakes) -> Counts:
    """By hand: the best nets against every dealer's hand."""
    return kernel.add_with_whole_hand(points(), _nets(stakes))


def _over_all_hands(sums: Counts) -> int:
    """Sums by hand, each times the hands of cards that it stands for."""
    return sum(map(mul, count_deals().sets.tolist(), sums.tolist()))


def with_dead_cards(stakes: Stakes, gone: Kinds) -> Counts:
    """For each set of cards gone: the sums over hands in it, with and without seeing the rest."""
    unseen = np.array(choose_settings(count_deals(), stakes))
    return kernel.add_with_dead_cards(gone.astype(np.int64), unseen, points(), _nets(stakes))


def _with_dead_cards(stakes: Stakes, dead: int) -> Fraction:
    """Over all sets of cards that the player's hand and the dead cards can be."""
    every = list_gone(5 + dead)
    total = 0
    for done in range(0, len(every), _AT_ONCE):
        gone = every[done : done + _AT_ONCE]
        sums = with_dead_cards(stakes, gone)[:, 0].tolist()
        total += sum(map(mul, count_sets(gone).tolist(), sums))
    return Fraction(total, _deals(dead) * comb(52, 5 + dead) * stakes.ante)


def count_sets(gone: Kinds) -> Counts:
    """How many sets of cards have these kinds."""
    ways = np.array([[comb(cards, n) for n in range(17)] for cards in _DECK])
    sets: Counts = ways[np.arange(KINDS), gone].prod(axis=1)
    return sets


def _deals(dead: int) -> int:
    """Hands of the player's from one set of cards gone, times dealers from the others."""
    return comb(5 + dead, 5) * comb(47 - dead, 5)


def list_gone(cards: int) -> Kinds:
    """All ways to take so many cards from the deck, that differ by kind."""
    sets = np.zeros((1, 0), np.int8)
    more = np.arange(5, dtype=np.int8)
    for _ in range(TENS):
        sets = np.column_stack((sets.repeat(5, axis=0), np.tile(more, len(sets))))
        sets = sets[sets.sum(axis=1) <= cards]
    tens = cards - sets.sum(axis=1)
    possible = tens <= _DECK[TENS]
    every: Kinds = np.column_stack((sets, tens.astype(np.int8)))[possible]
    return every


def dead_card_gains(stakes: Stakes, dead: int, rounds: int, chance: Generator) -> Gains:
    """What it adds to see so many dead cards, in each of so many deals of all that is gone."""
    kinds = np.repeat(np.arange(KINDS), _DECK)
    gains = []
    for done in range(0, rounds, _AT_ONCE):
        many = min(_AT_ONCE, rounds - done)
        drawn = kinds[np.argsort(chance.random((many, 52)), axis=1)[:, : 5 + dead]]
        gone = (drawn[:, :, None] == np.arange(KINDS)).sum(axis=1)
        sums = with_dead_cards(stakes, gone)
        gains.append((sums[:, 0] - sums[:, 1]) / (_deals(dead) * stakes.ante))
    return np.concatenate(gains)
