"""Money in whole cents: how an amount is read and shown, moved, and cut to a limit.

A float never holds money here: amounts are integers from the first parse to the
last sum, and dollars appear only in what people read.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


class AmountError(ValueError):
    """What was entered cannot be read as an amount of money."""


# The limits of money, in one place. They are chosen so that whatever follows from amounts within
# them can be written and read: the codec reads numbers up to 10**15. A round pays at most
# 126 wagers (21 seats, 6 wagers) x MOST_BET x MOST_ODDS = 1.26 x 10**14, a step of MOST_UNIT on
# each, and 21 prizes of MOST_CENTS: less than 1.5 x 10**14. A table of which an account has passed
# MOST_ON_ACCOUNT takes no further bet or chips, so that no account passes 5.5 x 10**14 by a round,
# and none passes 9.5 x 10**14 when all of a player's chips are cashed out at once.
MOST_CENTS = 10**12
"""Ten billion dollars: no buy-in, fill, count or prize is larger; more is a slip of the hand."""
MOST_BET = 10**8
"""A million dollars: the largest wager, posted limit and coupon."""
MOST_UNIT = 10**5
"""A thousand dollars: the largest step that payouts are rounded to, or wagers are made in."""
MOST_ODDS = 10**4
"""The largest odds are 10,000 to 1."""
MOST_LIMIT = 10**15
"""The largest payout limit, which nothing reaches; it is the largest number the codec reads."""
MOST_ON_ACCOUNT = 4 * 10**14
"""What an account of a table, or somebody's chips at the cage, may come to."""


def whole_cents(value: object, *, least: int = 1, most: int = MOST_CENTS) -> int:
    """`value` as cents: a whole number not below `least` and not above `most`."""
    # bool is an int to Python; True cents is a mistake, not one cent.
    if not isinstance(value, int) or isinstance(value, bool):
        raise AmountError(f"{value!r:.60} is not a whole number of cents")
    if value < least:
        raise AmountError(f"{value} cents is below {least}")
    if value > most:
        raise AmountError(f"an amount above {dollars(most)} cannot be meant")
    return value


def dollars(cents: int) -> str:
    """An amount as people read it: $1,234.50, or $50 where there are no odd cents."""
    sign = "-" if cents < 0 else ""
    whole, odd = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{odd:02}" if odd else "")


@dataclass(frozen=True, slots=True)
class Move:
    """An amount that leaves one named account and arrives in another: double entry."""

    source: str
    target: str
    cents: int

    def __post_init__(self) -> None:
        assert self.cents > 0, "a move moves something"
        assert self.source != self.target, "a move goes somewhere"


def post(balances: Mapping[str, int], moves: Iterable[Move]) -> dict[str, int]:
    """The balances after the moves; an account at zero is left out."""
    after = dict(balances)
    for move in moves:
        after[move.source] = after.get(move.source, 0) - move.cents
        after[move.target] = after.get(move.target, 0) + move.cents
        for account in (move.source, move.target):
            if not after[account]:
                del after[account]
    return after


def cut_to_limit(winnings: Mapping[str, int], order: Sequence[str], limit: int) -> dict[str, int]:
    """The winnings that are paid when the wagers in `order` may win `limit` cents together.

    A limit counts winnings only (U13, H18): stakes are always returned, and losing wagers do
    not make room for more. The cut falls on the wagers settled last, so a limit is a purse
    that each wager in `order` draws from until it is empty. Wagers outside `order` are not
    subject to the limit and are left as they are.
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
