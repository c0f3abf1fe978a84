"""Payout odds `a to b`, and the one place where a payout is rounded."""

import re
from dataclasses import dataclass
from fractions import Fraction

from houseway.chips.money import MOST_ODDS

_WRITTEN = re.compile(r" *([0-9]{1,9}) +(to|for) +([0-9]{1,9}) *", re.IGNORECASE)
_NUMBER = (
    r"(?:[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|"
    r"thirty|forty|fifty|hundred|thousand)"
)
_WITH_FOR = re.compile(rf"\b{_NUMBER}[\s-]+for[\s-]+{_NUMBER}\b", re.IGNORECASE)


class OddsError(ValueError):
    """What was given cannot be read as payout odds."""


class OddsWrittenWithFor(OddsError):
    """Odds stated with "for", which counts the stake as part of the payout."""


@dataclass(frozen=True, slots=True)
class Odds:
    """`win` to `stake`: what is won for a stake, the stake itself being returned besides."""

    win: int
    stake: int = 1

    def __post_init__(self) -> None:
        assert self.win >= 0, "odds never take more than the stake"
        assert self.stake >= 1, "odds are against a stake"

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.win, self.stake)

    def payout(self, stake: int, unit: int = 1) -> int:
        """The winnings on `stake` cents, in whole `unit`s of cents, rounded up.

        The only rounding in Houseway (U9): odds are owed in full, so a part of a
        unit is paid as a whole one.
        """
        assert stake >= 0
        assert unit >= 1
        return -(-stake * self.win // (self.stake * unit)) * unit


EVEN_MONEY = Odds(1)


def parse_odds(value: object) -> Odds:
    """Odds from `"3 to 2"`, or from a whole number `n` meaning n to 1; at most 10,000 to 1."""
    odds = _read_odds(value)
    if odds.win > MOST_ODDS * odds.stake:
        raise OddsError(f"{odds} is more than {MOST_ODDS:,} to 1, the largest odds there are")
    return odds


def _read_odds(value: object) -> Odds:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9:
        return Odds(value)
    if isinstance(value, Odds):
        return value
    written = _WRITTEN.fullmatch(value) if isinstance(value, str) else None
    if written is None or int(written[3]) == 0:
        raise OddsError(f"{value!r:.60} is not odds; write them as '3 to 2', or 8 for 8 to 1")
    if written[2].lower() == "for":
        raise OddsWrittenWithFor(
            f"{value!r:.60} states odds with 'for'; use 'to', as in '{written[1]} to {written[3]}'"
        )
    return Odds(int(written[1]), int(written[3]))


def states_odds_with_for(text: str) -> bool:
    """Whether a printed text states odds with "for", as "8 for 1" or "eight-for-one" do."""
    return _WITH_FOR.search(text) is not None
