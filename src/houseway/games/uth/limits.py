"""The aggregate payout limits of Ultimate Texas Hold 'Em (U11 to U13)."""

from collections.abc import Sequence

from houseway.chips import EVEN_MONEY
from houseway.games.results import WagerResult, cut_winnings, winnings
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND
from houseway.rulebook import cites

# The order of settlement, which is the order in which the limit is drawn on.
MAIN_WAGERS = ("ante", "blind", "play", "trips")
ALL_BETS = (*MAIN_WAGERS, "cover_all")
LARGEST_PLAY = 4


def minimum_wager_win(options: UthOptions) -> int:
    """The most one patron can win in a round with every main wager at its minimum (U12).

    One hand wins all of them together, so this is the best row over the whole
    table: with a royal flush 505 antes and 50 trips wagers.
    """
    ante, trips = options.minimums.get("ante", 0), options.minimums.get("trips", 0)
    unit = options.payout_unit_cents
    even = EVEN_MONEY.payout(ante, unit) + EVEN_MONEY.payout(ante * LARGEST_PLAY, unit)
    best = 0
    for row in options.trips.rows:
        blind = BLIND.odds(row.key)
        won = even + (blind.payout(ante, unit) if blind else 0) + row.odds.payout(trips, unit)
        best = max(best, won)
    return best


@cites("uth.11.e")
def main_limit(options: UthOptions) -> int:
    """The limit on ante, blind, play and trips: the fixed sum or the minimum-wager win."""
    return max(options.limits.main_cents, minimum_wager_win(options))


def minimum_bettor_may_be_cut(options: UthOptions) -> bool:
    return minimum_wager_win(options) > options.limits.all_bets_cents


@cites("uth.11.e", "uth.14.d")
def apply_limits(options: UthOptions, results: Sequence[WagerResult]) -> tuple[WagerResult, ...]:
    """The results with winnings cut to both limits; the progressive is outside them."""
    # Hardly any hand comes near a limit; adding up first spares the others the rest.
    if winnings(results) <= min(options.limits.main_cents, options.limits.all_bets_cents):
        return tuple(results)
    main = cut_winnings(results, MAIN_WAGERS, main_limit(options))
    return cut_winnings(main, ALL_BETS, options.limits.all_bets_cents)
