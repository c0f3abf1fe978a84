"""What a licensee may choose at 5 Card Hi-Lo."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.chips import Odds, PayTable
from houseway.games.hilo.paytables import ANTE_BONUS, ANTE_BONUS_ROWS, poker_bonus_table
from houseway.games.options import (
    Option,
    amounts,
    bettered,
    choice,
    flag,
    name_of_licensee,
    odds_rows,
    printed_text,
    whole,
)
from houseway.games.wagers import Posted
from houseway.rulebook import Refusal, Refused, cite, see

MOST_SEATS = 7


@dataclass(frozen=True)
class HiloOptions:
    """One configuration of the table."""

    seats: int = MOST_SEATS
    poker_bonus_table: int = 1
    ante_bonus_rows: Mapping[str, Odds] = field(default_factory=dict)
    limit_cents: int = 5_000_000
    max_hands_per_player: int = 0
    """How many positions one player may bet on; 0 means as many as there are seats."""
    additional_hand_blind_fold: bool = False
    exposed_dealer_card: str = "void"
    minimums: Mapping[str, int] = field(default_factory=dict)
    maximums: Mapping[str, int] = field(default_factory=dict)
    match_play: bool = False
    void_unwinds_settled: bool = True
    stub_count_interval: int = 5
    timeout: str = "fold"
    licensee: str = "Houseway"
    sign: str = ""
    poker_bonus: PayTable = field(init=False)
    ante_bonus: PayTable = field(init=False)
    """The ante bonus rows in force, better ones included."""
    posted: Posted = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "poker_bonus", poker_bonus_table(self.poker_bonus_table))
        bonus = bettered(ANTE_BONUS, self.ante_bonus_rows, cite("hilo.40.11.e"))
        object.__setattr__(self, "ante_bonus", bonus)
        posted = Posted(self.minimums, self.maximums)
        posted.check(cite("hilo.40.6.b"))
        object.__setattr__(self, "posted", posted)
        if self.max_hands_per_player > self.seats:
            raise Refused([_more_hands_than_seats(self)])

    @property
    def hands_allowed(self) -> int:
        return self.max_hands_per_player or self.seats


def _more_hands_than_seats(options: HiloOptions) -> Refusal:
    return Refusal(
        cite("hilo.40.6.g", "hilo.layout.b.1"),
        f"Option max_hands_per_player = {options.max_hands_per_player}",
        f"the table has {options.seats} player positions",
    )


OPTIONS = (
    Option(
        "seats",
        help="Player positions, at most seven.",
        clauses=cite("hilo.layout.b.1"),
        entries=("H34",),
        **whole(MOST_SEATS, 1, MOST_SEATS),
    ),
    Option(
        "poker_bonus_table",
        help="Which posted table the poker bonus bet is paid by.",
        clauses=cite("hilo.40.11.d"),
        entries=("H19", "H20"),
        **choice(1, 2),
    ),
    Option(
        "ante_bonus_rows",
        help="Rows of the ante bonus that this licensee pays better.",
        clauses=cite("hilo.40.11.e"),
        entries=("H21",),
        **odds_rows(ANTE_BONUS_ROWS),
    ),
    Option(
        "limit_cents",
        help="The fixed part of the aggregate payout limit of a hand.",
        clauses=cite("hilo.40.11.f"),
        entries=("H17", "H18"),
        **whole(5_000_000, 0),
    ),
    Option(
        "max_hands_per_player",
        help="How many hands one player may play; 0 means as many as there are seats.",
        clauses=cite("hilo.40.6.g"),
        entries=("H6",),
        **whole(0, 0, MOST_SEATS),
    ),
    Option(
        "additional_hand_blind_fold",
        help="Whether an additional hand may be folded unseen instead of bet unseen.",
        clauses=see("hilo.40.6.g.2"),
        entries=("H5",),
        **flag(default=False),
    ),
    Option(
        "exposed_dealer_card",
        help="What becomes of the round when a dealer's card is exposed early.",
        clauses=see("hilo.40.10.c"),
        entries=("H16",),
        **choice("void", "continue"),
    ),
    Option(
        "minimums",
        help="Posted minimum of each bet.",
        clauses=cite("hilo.40.11.f"),
        entries=("H40",),
        **amounts("ante", "tie", "poker_bonus"),
    ),
    Option(
        "maximums",
        help="Posted maximum of each bet.",
        clauses=cite("hilo.40.11.f"),
        entries=("H40",),
        **amounts("ante", "tie", "poker_bonus"),
    ),
    Option(
        "match_play",
        help="Whether a match play coupon is accepted beside the ante.",
        clauses=cite("hilo.40.6.a"),
        entries=("H35",),
        **flag(default=False),
    ),
    Option(
        "void_unwinds_settled",
        help="Whether a void round gives back what was already collected on a fold.",
        clauses=see("hilo.40.12.d"),
        entries=("H36",),
        **flag(default=True),
    ),
    Option(
        "stub_count_interval",
        help="The stub is counted at least once in this many rounds (kept for the table).",
        clauses=see("hilo.40.7.f"),
        entries=("H27",),
        **whole(5, 1, 5),
    ),
    Option(
        "timeout",
        help="What happens when a player does not act (kept for the table).",
        clauses=see("hilo.40.10.a"),
        entries=("H32",),
        **choice("fold", "supervisor"),
    ),
    Option(
        "licensee",
        help="The name on the layout.",
        clauses=cite("hilo.layout.b.5"),
        **name_of_licensee(),
    ),
    Option(
        "sign",
        help="Further text on the sign.",
        clauses=cite("hilo.40.11.a"),
        entries=("H23",),
        **printed_text(),
    ),
)
