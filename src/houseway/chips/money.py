"""Money in whole cents: how an amount is read and shown, moved, and cut to a limit.

A float never holds money here: amounts are integers from the first parse to the
last sum, and dollars appear only in what people read.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


class AmountError(ValueError):
    """What was entered cannot be read as an amount of money."""


MOST_CENTS = 10**12
"""Ten billion dollars: no wager is larger, and a number beyond it is a slip of the hand."""


def whole_cents(value: object, *, least: int = 1) -> int:
    """`value` as cents: a whole number not below `least`."""
    # bool is an int to Python; True cents is a mistake, not one cent.
    if not isinstance(value, int) or isinstance(value, bool):
        raise AmountError(f"{value!r} is not a whole number of cents")
    if value < least:
        raise AmountError(f"{value} cents is below {least}")
    if value > MOST_CENTS:
        raise AmountError(f"an amount above {dollars(MOST_CENTS)} cannot be meant")
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
