"""Aggregate payout limits: how much of a hand's winnings is paid (U13, H18).

A limit counts winnings only: stakes are always returned, and losing wagers do
not make room for more. The cut falls on the wagers settled last, so a limit is
a purse that each wager in settlement order draws from until it is empty.
"""

from collections.abc import Mapping, Sequence


def cut_to_limit(winnings: Mapping[str, int], order: Sequence[str], limit: int) -> dict[str, int]:
    """The winnings that are paid when the wagers in `order` may win `limit` cents together.

    Wagers outside `order` are not subject to the limit and are left as they are.
    """
    assert limit >= 0
    assert all(won >= 0 for won in winnings.values()), "a limit counts winnings, not losses"
    paid = dict(winnings)
    purse = limit
    for wager in order:
        if wager in paid:
            paid[wager] = min(paid[wager], purse)
            purse -= paid[wager]
    assert purse >= 0
    return paid
