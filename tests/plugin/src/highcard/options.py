"""What a licensee may choose at High Card Duel."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.games.options import TableOptions, amounts, choice, whole
from houseway.rulebook import cite


@dataclass(frozen=True)
class DuelOptions(TableOptions):
    """One configuration of the table."""

    seats: int = whole(6, 1, 7, help="Player positions, at most seven.", clauses=cite("duel.1.a"))
    ties: str = choice(
        "push",
        "dealer",
        help="Whether wagers on cards of equal rank are returned or go to the dealer.",
        clauses=cite("duel.4.d"),
        readings=("D1",),
        material=True,
    )
    minimums: Mapping[str, int] = amounts(
        "ante", "crown", help="Posted minimum of each wager.", clauses=cite("duel.2.a")
    )
    maximums: Mapping[str, int] = amounts(
        "ante", "crown", help="Posted maximum of each wager.", clauses=cite("duel.2.a")
    )
