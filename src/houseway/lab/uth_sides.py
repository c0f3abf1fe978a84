"""The side wagers of Ultimate Texas Hold 'Em: trips, Cover All, and a licensee's progressive."""

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card, FiveCard, Rank, Suit, rank_five
from houseway.chips import PayTable
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import COVER_ALL_MATRIX, cover_all_table, trips_table
from houseway.games.uth.progressive import PRICE_CENTS, Progressive
from houseway.lab import results
from houseway.lab.cover_all import Counts, best_of, sum_over_boards
from houseway.lab.kernels.uth_boards import Ranked
from houseway.lab.results import Side

# What holes reach depends on no option: counted once in the life of a program.
_REACHED: dict[FiveCard, Counts] = {}


def sides(
    options: UthOptions, seven: Mapping[str, int], ranked: Ranked, compared: NDArray[np.int64]
) -> dict[str, Side]:
    """Every side wager; `seven` counts a player's seven cards by category."""
    found = {f"trips_{letter}": pay(trips_table(letter), seven) for letter in "ABCD"}
    found["trips"] = pay(options.trips, seven)
    for hands in sorted(COVER_ALL_MATRIX):
        table = cover_all_table(hands, dict(options.cover_all_low_rows))
        paid = [FiveCard[row.key.upper()] for row in table.rows]
        for category in paid:
            if category not in _REACHED:
                _REACHED[category] = sum_over_boards(ranked, compared, category)
        best = best_of(hands, {category: _REACHED[category] for category in paid})
        found[f"cover_all_{hands}"] = pay(table, best)
    if options.progressive:
        found["progressive"] = pay_progressive(options.progressive, seven, options)
    return found


def pay(table: PayTable, counts: Mapping[str, int]) -> Side:
    """A wager that a table pays by category; what has no row loses."""
    nets: Counter[Fraction] = Counter()
    for key, count in counts.items():
        odds = table.odds(key)
        nets[odds.ratio if odds else Fraction(-1)] += count
    return results.side(nets)


def pay_progressive(wager: Progressive, seven: Mapping[str, int], options: UthOptions) -> Side:
    """One player's wager with the meter as it stands, in units of its price."""
    counts = five_card_counts() if wager.cards == "hole_and_flop" else seven
    nets: Counter[Fraction] = Counter()
    for key, count in counts.items():
        prize = wager.table.get(key)
        net = -PRICE_CENTS
        if prize:
            net = prize.amount(wager.meter_cents, options.payout_unit_cents)
            net -= 0 if wager.stake_returned else PRICE_CENTS
        nets[Fraction(net, PRICE_CENTS)] += count
    return results.side(nets)


def five_card_counts() -> Counter[str]:
    """The 2,598,960 hands of five cards by category: set by set of ranks, in one suit or not."""
    counts: Counter[str] = Counter()
    for ranks in combinations_with_replacement(Rank, 5):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        hands = math.prod(math.comb(4, often) for often in times.values())
        if len(times) == 5:
            flush = rank_five([Card(rank, Suit.CLUBS) for rank in ranks])
            counts[flush.category.key] += 4
            hands -= 4
        # Suits in turn: equal ranks get unequal suits, and no hand is of one suit.
        mixed = [Card(rank, list(Suit)[place % 4]) for place, rank in enumerate(ranks)]
        counts[rank_five(mixed).category.key] += hands
    return counts
