"""What a licensee may choose at 5 Card Hi-Lo."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from houseway.chips import MOST_LIMIT, Odds, PayTable
from houseway.games.hilo.paytables import ANTE_BONUS, ANTE_BONUS_ROWS, poker_bonus_table
from houseway.games.options import (
    Sources,
    TableOptions,
    amounts,
    choice,
    flag,
    improve,
    odds_rows,
    whole,
)
from houseway.rulebook import Refusal, Refused, cite, see

MOST_SEATS = 7


@dataclass(frozen=True)
class HiloOptions(TableOptions):
    """One configuration of the table."""

    sources: ClassVar[Mapping[str, Sources]] = {
        "seats": Sources(cite("hilo.layout.b.1"), ("H34",)),
        "minimums": Sources(cite("hilo.40.11.f"), ("H40",)),
        "maximums": Sources(cite("hilo.40.11.f"), ("H40",)),
        "match_play": Sources(cite("hilo.40.6.a"), ("H35",)),
        "void_unwinds_settled": Sources(see("hilo.40.12.d"), ("H36",)),
        "stub_count_interval": Sources(see("hilo.40.7.f"), ("H27",)),
        "timeout": Sources(see("hilo.40.10.a"), ("H32",)),
        "licensee": Sources(cite("hilo.layout.b.5")),
        "sign": Sources(cite("hilo.40.11.a"), ("H23",)),
    }
    seats: int = whole(
        MOST_SEATS, 1, MOST_SEATS, help="Player positions, at most seven.", material=True
    )
    poker_bonus_table: int = choice(
        1,
        2,
        help="Which posted table the poker bonus bet is paid by.",
        clauses=cite("hilo.40.11.d"),
        readings=("H19", "H20"),
        material=True,
    )
    ante_bonus_rows: Mapping[str, Odds] = odds_rows(
        ANTE_BONUS_ROWS,
        help="Rows of the ante bonus that this licensee pays better.",
        clauses=cite("hilo.40.11.e"),
        readings=("H21",),
        material=True,
    )
    limit_cents: int = whole(
        5_000_000,
        0,
        MOST_LIMIT,
        help="The fixed part of the aggregate payout limit of a hand.",
        clauses=cite("hilo.40.11.f"),
        readings=("H17", "H18"),
    )
    max_hands_per_player: int = whole(
        0,
        0,
        MOST_SEATS,
        help="How many hands one player may play; 0 means as many as there are seats.",
        clauses=cite("hilo.40.6.g"),
        readings=("H6",),
        trials=(0, 3),
    )
    additional_hand_blind_fold: bool = flag(
        default=False,
        help="Whether an additional hand may be folded unseen instead of bet unseen.",
        clauses=see("hilo.40.6.g.2"),
        readings=("H5",),
    )
    exposed_dealer_card: str = choice(
        "void",
        "continue",
        help="What becomes of the round when a dealer's card is exposed early.",
        clauses=see("hilo.40.10.c"),
        readings=("H16",),
    )
    minimums: Mapping[str, int] = amounts(
        "ante", "tie", "poker_bonus", help="Posted minimum of each bet."
    )
    maximums: Mapping[str, int] = amounts(
        "ante", "tie", "poker_bonus", help="Posted maximum of each bet."
    )
    poker_bonus: PayTable = field(init=False)
    ante_bonus: PayTable = field(init=False)
    """The ante bonus rows in force, better ones included."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "poker_bonus", poker_bonus_table(self.poker_bonus_table))
        bonus = improve(ANTE_BONUS, self.ante_bonus_rows, cite("hilo.40.11.e"))
        object.__setattr__(self, "ante_bonus", bonus)
        self.post_limits(cite("hilo.40.6.b"))
        if self.max_hands_per_player > self.seats:
            tried = f"Option max_hands_per_player = {self.max_hands_per_player}"
            because = f"the table has {self.seats} player positions"
            raise Refused([Refusal(cite("hilo.40.6.g", "hilo.layout.b.1"), tried, because)])

    @property
    def hands_allowed(self) -> int:
        return self.max_hands_per_player or self.seats
