"""A meter: a fund that grows with a wager and pays prizes, such as a progressive jackpot.

A game that has one describes it here, so that the house can show it, keep its books and
prove every change. The meter is what it was plus the changes listed; nothing else moves it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from houseway.games.rounds import Hand, Round

O = TypeVar("O")  # noqa: E741  # the options of a game
A = TypeVar("A")  # the actions of a hand


class Cause(StrEnum):
    """Why a meter changes. A prize or a void wager lowers it, and nothing else does."""

    CONTRIBUTION = "contribution"
    """A part of each wager, when the bets close."""
    VOID = "void"
    """The part of a wager that is void is taken back."""
    PRIZE = "prize"
    """A share of the meter is won."""
    RESET = "reset"
    """The meter is set to its start again, because a prize left less in it."""


LOWERS = frozenset({Cause.VOID, Cause.PRIZE})


@dataclass(frozen=True, slots=True)
class MeterChange:
    """One change of a meter, and the seat that caused it."""

    cause: Cause
    seat: int
    cents: int


@dataclass(frozen=True)
class PrizeLine:
    """One prize as players read it: the hand, and an amount or a share of the meter."""

    hand: str
    cents: int = 0
    meter_percent: int = 0


@dataclass(frozen=True)
class MeterTerms:
    """A meter as it stands, and its terms."""

    meter_cents: int
    start_cents: int
    contribution_cents: int
    reserve_cents: int
    stake_returned: bool
    prizes: tuple[PrizeLine, ...]
    """The highest hand first."""


@dataclass(frozen=True)
class Meter(Generic[O, A]):
    """How a game's meter is read and how it changes."""

    wager: str
    """The wager that feeds the meter and wins its prizes."""
    price_cents: int
    read: Callable[[O], MeterTerms | None]
    """The terms in force, or None where the table does not offer the wager."""
    with_meter: Callable[[O, int], O]
    """The options with the meter at another amount."""
    changes_with_bets: Callable[[O, Iterable[Hand[A]]], Iterator[MeterChange]]
    changes_with_round: Callable[[O, Round[A]], Iterator[MeterChange]]
    fixed_prizes: Callable[[O, Round[A]], int]
    """What a round pays in prizes that are not shares of the meter, in cents."""

    def cents(self, options: O) -> int | None:
        """Where the meter stands, or None where there is none."""
        terms = self.read(options)
        return None if terms is None else terms.meter_cents

    def restore(self, options: O, cents: int | None) -> O:
        """The options with the meter as it was carried over from an earlier round."""
        return options if cents is None else self.with_meter(options, cents)
