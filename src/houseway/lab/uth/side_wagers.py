"""The side wagers of Ultimate Texas Hold 'Em: trips, Cover All, and a licensee's progressive.

The progressive is one player's wager, counted over all hands that he can be dealt. Prizes are
fixed amounts or shares of the meter, so each cent on the meter is worth the same, but for the
rounding of payouts, which is in the player's favour (U9).
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card, FiveCard, Rank, Suit, rank_five
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import COVER_ALL_MATRIX, cover_all_table, trips_table
from houseway.games.uth.progressive import PRICE_CENTS, Progressive
from houseway.lab.exact.results import MeterCost, Outcome, Side, paid_by, side_of
from houseway.lab.uth.cover_all import Counts, best_of, sum_over_boards
from houseway.lab.uth.kernels.boards import Ranked

# What holes reach depends on no option: counted once in the life of a program.
_REACHED: dict[FiveCard, Counts] = {}


def sides(
    options: UthOptions, seven: Mapping[str, int], ranked: Ranked, compared: NDArray[np.int64]
) -> dict[str, Side]:
    """Every side wager; `seven` counts a player's seven cards by category."""
    wagers = {f"trips_{letter}": paid_by(trips_table(letter), seven) for letter in "ABCD"}
    wagers["trips"] = paid_by(options.trips, seven)
    for hands in sorted(COVER_ALL_MATRIX):
        table = cover_all_table(hands, dict(options.cover_all_low_rows))
        paid = [FiveCard[row.key.upper()] for row in table.rows]
        for category in paid:
            if category not in _REACHED:
                _REACHED[category] = sum_over_boards(ranked, compared, category)
        best = best_of(hands, {category: _REACHED[category] for category in paid})
        wagers[f"cover_all_{hands}"] = paid_by(table, best)
    if options.progressive:
        wagers["progressive"] = pay_progressive(options, options.progressive, seven)
    return wagers


def pay_progressive(options: UthOptions, wager: Progressive, seven: Mapping[str, int]) -> Side:
    """One player's wager with the meter as it stands, in units of its price."""
    return side_of(_outcomes(wager, _counts(wager, seven), options.payout_unit_cents))


def cost_of(options: UthOptions, seven: Mapping[str, int]) -> MeterCost | None:
    """What the wager costs with its meter here and at its start, and where it costs nothing."""
    wager = options.progressive
    if wager is None:
        return None

    def ev_at(meter: int) -> Fraction:
        return pay_progressive(options, replace(wager, meter_cents=meter), seven).ev

    slope = _ev_per_cent(wager, _counts(wager, seven))
    bare = ev_at(0)
    even = Fraction() if bare >= 0 else -bare / slope if slope else None
    return MeterCost(
        wager="progressive",
        price_cents=PRICE_CENTS,
        meter_cents=wager.meter_cents,
        reset_cents=wager.start_cents,
        ev=ev_at(wager.meter_cents),
        ev_at_reset=ev_at(wager.start_cents),
        ev_per_cent=slope,
        break_even=even,
        break_even_cents=None if even is None else _least_even(ev_at, even),
    )


def _least_even(ev_at: Callable[[int], Fraction], even: Fraction) -> int:
    """Rounding only ever adds to a prize, so the meter looked for is not above `even`."""
    return bisect_left(range(math.ceil(even)), Fraction(), key=ev_at)


def _counts(wager: Progressive, seven: Mapping[str, int]) -> Mapping[str, int]:
    """Hands by category, of the cards that count; `seven` are those of seven cards."""
    return five_card_counts() if wager.cards == "hole_and_flop" else seven


def _outcomes(wager: Progressive, counts: Mapping[str, int], unit: int) -> Iterator[Outcome]:
    """The prizes, the highest hand first, and all that wins none."""
    lost = 0
    for category in reversed(FiveCard):
        prize = wager.table.get(category.key)
        if prize is None:
            lost += counts[category.key]
            continue
        net = prize.amount(wager.meter_cents, unit) - (0 if wager.stake_returned else PRICE_CENTS)
        yield Outcome(category.key, counts[category.key], Fraction(net, PRICE_CENTS))
    yield Outcome("nothing", lost, Fraction(-1))


def _ev_per_cent(wager: Progressive, counts: Mapping[str, int]) -> Fraction:
    shares = sum(prize.meter_percent * counts[key] for key, prize in wager.table.items())
    return Fraction(shares, 100 * PRICE_CENTS * sum(counts.values()))


@cache
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
