"""The aggregate payout limit of 5 Card Hi-Lo (H17, H18)."""

from collections.abc import Sequence

from houseway.chips import Odds
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import TIE
from houseway.games.results import WagerResult, cut_winnings, winnings
from houseway.rulebook import cites

# The order of settlement, which is the order in which the limit is drawn on.
CUT_ORDER = ("ante", "play", "tie", "poker_bonus", "ante_bonus")


def minimum_wager_win(options: HiloOptions) -> int:
    """The most a single hand can win with every bet at its own minimum (H17).

    No hand wins every bet at its top odds, so the candidates are the hands that
    win most together: a royal flush; four aces and a two, which always wins
    against the dealer; four aces; and aces full. Beside each, either ante and
    play win, or the tie does: four aces can tie on the low side only.
    """
    ante = options.minimums.get("ante", 0)
    tie = options.minimums.get("tie", 0)
    poker = options.minimums.get("poker_bonus", 0)
    win = 2 * ante
    low_tie, both_tie = _payout(TIE.odds("low"), tie), _payout(TIE.odds("both"), tie)

    def bonus(key: str) -> int:
        return _payout(options.ante_bonus.odds(key), ante)

    def poker_bonus(key: str) -> int:
        return _payout(options.poker_bonus.odds(key), poker)

    return max(
        poker_bonus("royal_flush") + max(win, both_tie),
        bonus("four_aces_and_a_two") + poker_bonus("four_of_a_kind") + win,
        bonus("four_aces") + poker_bonus("four_of_a_kind") + max(win, low_tie),
        bonus("three_aces") + poker_bonus("full_house") + max(win, both_tie),
    )


def _payout(odds: Odds | None, stake: int) -> int:
    assert odds is not None
    return odds.payout(stake)


@cites("hilo.40.11.f")
def payout_limit(options: HiloOptions) -> int:
    """The fixed sum or the minimum-wager win, whichever is greater."""
    return max(options.limit_cents, minimum_wager_win(options))


@cites("hilo.40.11.f")
def apply_limit(options: HiloOptions, results: Sequence[WagerResult]) -> tuple[WagerResult, ...]:
    """The results with winnings cut to the limit, hand by hand (H18)."""
    if winnings(results) <= options.limit_cents:
        return tuple(results)
    return cut_winnings(results, CUT_ORDER, payout_limit(options))
