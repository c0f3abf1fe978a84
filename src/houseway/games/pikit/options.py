"""What a licensee may choose at Pik-it poker."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.chips import Odds, PayTable
from houseway.games.options import (
    Asked,
    NotAllowed,
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
from houseway.games.pikit.paytables import (
    FIVE_CARD_ROWS,
    THREE_CARD_ROWS,
    five_card_table,
    three_card_table,
)
from houseway.games.wagers import Posted
from houseway.rulebook import cite, see

MOST_SEATS = 9


@dataclass(frozen=True)
class PikitOptions:
    """One configuration of the table."""

    seats: int = 6
    play_3_multiple: int = 1
    play_5_multiple: int = 1
    dealer_must_qualify: bool = False
    nonqualifying_ante: str = "lose"
    three_card_pick: str = "blind"
    five_card_table: int = 1
    five_card_rows: Mapping[str, Odds] = field(default_factory=dict)
    three_card_table: int = 1
    three_card_rows: Mapping[str, Odds] = field(default_factory=dict)
    multi_position: int = 1
    """How many adjoining positions one player may bet on."""
    settlement_procedure: int = 1
    dealer_stack: str = "immediate"
    minimums: Mapping[str, int] = field(default_factory=dict)
    maximums: Mapping[str, int] = field(default_factory=dict)
    match_play: bool = False
    void_unwinds_settled: bool = True
    stub_count_interval: int = 5
    timeout: str = "fold"
    licensee: str = "Houseway"
    sign: str = ""
    five_card: PayTable = field(init=False)
    """The 5 card bonus table in force, better rows included."""
    three_card: PayTable = field(init=False)
    posted: Posted = field(init=False)

    def __post_init__(self) -> None:
        five = bettered(
            five_card_table(self.five_card_table), self.five_card_rows, cite("pikit.39.11.b")
        )
        three = bettered(
            three_card_table(self.three_card_table), self.three_card_rows, cite("pikit.39.11.c")
        )
        object.__setattr__(self, "five_card", five)
        object.__setattr__(self, "three_card", three)
        posted = Posted(self.minimums, self.maximums)
        posted.check(cite("pikit.39.3.a"))
        object.__setattr__(self, "posted", posted)

    def multiple(self, decision: str) -> int:
        return {"play_3": self.play_3_multiple, "play_5": self.play_5_multiple}[decision]


def _read_positions(value: Any) -> int:
    """Off, on (three), or the number of adjoining positions."""
    named = {"off": 1, "on": 3}
    if isinstance(value, bool):
        return 3 if value else 1
    if isinstance(value, str) and value in named:
        return named[value]
    if value in (1, 2, 3):
        return int(value)
    raise NotAllowed


OPTIONS = (
    Option(
        "seats",
        help="Player positions. Five cards to each and to the dealer allow nine.",
        clauses=see("pikit.layout.b.1", "pikit.39.7.c", "pikit.39.2.a"),
        entries=("P16",),
        **whole(6, 1, MOST_SEATS),
    ),
    Option(
        "play_3_multiple",
        help="The play 3 wager as a multiple of the ante.",
        clauses=cite("pikit.39.1.play_3_wager", "pikit.39.3.b", "pikit.layout.d.1"),
        entries=("P3",),
        **choice(1, 2),
    ),
    Option(
        "play_5_multiple",
        help="The play 5 wager as a multiple of the ante.",
        clauses=cite("pikit.39.3.b", "pikit.39.1.play_5_wager", "pikit.layout.d.1"),
        entries=("P3",),
        **choice(1, 2),
    ),
    Option(
        "dealer_must_qualify",
        help="Whether the version is offered in which the dealer needs A-K-4-3-2 or better.",
        clauses=cite("pikit.39.1.qualifying_hand"),
        entries=("P8",),
        **flag(default=False),
    ),
    Option(
        "nonqualifying_ante",
        help="What an ante that does not beat a non-qualifying dealer does with a play 5 wager.",
        clauses=cite("pikit.39.10.f"),
        entries=("P5",),
        **choice("lose", "push"),
    ),
    Option(
        "three_card_pick",
        help="Whether the three cards of the 3 card bonus are picked blind or after looking.",
        clauses=cite("pikit.39.10.b"),
        entries=("P10",),
        **choice("blind", "seen"),
    ),
    Option(
        "five_card_table",
        help="Which posted table the 5 card bonus is paid by.",
        clauses=cite("pikit.39.11.b"),
        entries=("P15",),
        **choice(1, 2),
    ),
    Option(
        "five_card_rows",
        help="Rows of the 5 card bonus table that this licensee pays better.",
        clauses=cite("pikit.39.11.b"),
        entries=("P15",),
        **odds_rows(FIVE_CARD_ROWS),
    ),
    Option(
        "three_card_table",
        help="Which posted table the 3 card bonus is paid by.",
        clauses=cite("pikit.39.11.c"),
        entries=("P15",),
        **choice(1, 2, 3),
    ),
    Option(
        "three_card_rows",
        help="Rows of the 3 card bonus table that this licensee pays better.",
        clauses=cite("pikit.39.11.c"),
        entries=("P15",),
        **odds_rows(THREE_CARD_ROWS),
    ),
    Option(
        "multi_position",
        default=1,
        allowed="off, or 2 or 3 adjoining positions (on means 3)",
        help="Whether one player may bet on two or three adjoining positions.",
        read=_read_positions,
        asked=Asked("choice", values=(1, 2, 3), also=(True, False, "on", "off")),
        clauses=cite("pikit.39.3.e"),
        entries=("P17",),
    ),
    Option(
        "settlement_procedure",
        help="Which of the two settlement procedures the dealer follows.",
        clauses=cite("pikit.39.10.e"),
        entries=("P32",),
        **choice(1, 2),
    ),
    Option(
        "dealer_stack",
        help="When an automated shoe's dealer stack is delivered.",
        clauses=see("pikit.39.9.c"),
        entries=("P22",),
        **choice("immediate", "deferred"),
    ),
    Option(
        "minimums",
        help="Posted minimums; the 5 card bonus shares the ante's.",
        clauses=cite("pikit.39.3.a"),
        entries=("P30",),
        **amounts("ante", "three_card_bonus"),
    ),
    Option(
        "maximums",
        help="Posted maximums; the 5 card bonus shares the ante's.",
        clauses=cite("pikit.39.3.a"),
        entries=("P30",),
        **amounts("ante", "three_card_bonus"),
    ),
    Option(
        "match_play",
        help="Whether a match play coupon is accepted beside the ante.",
        clauses=cite("pikit.39.3.c"),
        entries=("P29",),
        **flag(default=False),
    ),
    Option(
        "void_unwinds_settled",
        help="Whether a void round reverses bonuses already settled and antes forfeited.",
        clauses=see("pikit.39.12.c"),
        entries=("P24",),
        **flag(default=True),
    ),
    Option(
        "stub_count_interval",
        help="The stub is counted at least once in this many rounds (kept for the table).",
        clauses=see("pikit.39.7.e"),
        entries=("P21",),
        **whole(5, 1, 5),
    ),
    Option(
        "timeout",
        help="What happens when a player does not act (kept for the table).",
        clauses=see("pikit.39.10.c.3"),
        entries=("P33",),
        **choice("fold", "supervisor"),
    ),
    Option(
        "licensee",
        help="The name on the layout.",
        clauses=cite("pikit.layout.b.4"),
        **name_of_licensee(),
    ),
    Option("sign", help="Further text on the sign.", entries=("H23",), **printed_text()),
)
