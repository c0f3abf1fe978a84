"""Double entry: money only ever moves from one named account to another."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """An amount that leaves one account and arrives in another."""

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
