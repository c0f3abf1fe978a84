"""What a licensee may choose at Pik-it poker."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from houseway.chips import Odds, PayTable
from houseway.games.options import (
    NotAllowed,
    OptionForm,
    Sources,
    TableOptions,
    amounts,
    choice,
    flag,
    improve,
    odds_rows,
    option,
    whole,
)
from houseway.games.pikit.paytables import (
    FIVE_CARD_ROWS,
    THREE_CARD_ROWS,
    five_card_table,
    three_card_table,
)
from houseway.rulebook import cite, see

MOST_SEATS = 9


def _read_positions(value: Any) -> int:
    """Off, on (three), or the number of adjoining positions."""
    named = {"off": 1, "on": 3}
    if isinstance(value, bool):
        return 3 if value else 1
    if isinstance(value, str) and value in named:
        return named[value]
    if type(value) is int and value in (1, 2, 3):
        return value
    raise NotAllowed


@dataclass(frozen=True)
class PikitOptions(TableOptions):
    """One configuration of the table."""

    sources: ClassVar[Mapping[str, Sources]] = {
        "seats": Sources(see("pikit.layout.b.1", "pikit.39.7.c", "pikit.39.2.a"), ("P16",)),
        "minimums": Sources(cite("pikit.39.3.a"), ("P30",)),
        "maximums": Sources(cite("pikit.39.3.a"), ("P30",)),
        "match_play": Sources(cite("pikit.39.3.c"), ("P29",)),
        "void_unwinds_settled": Sources(see("pikit.39.12.c"), ("P24",)),
        "stub_count_interval": Sources(see("pikit.39.7.e"), ("P21",)),
        "timeout": Sources(see("pikit.39.10.c.3"), ("P33",)),
        "licensee": Sources(cite("pikit.layout.b.4")),
        "sign": Sources((), ("H23",)),
    }
    seats: int = whole(
        6,
        1,
        MOST_SEATS,
        help="Player positions. Five cards to each and to the dealer allow nine.",
        material=True,
    )
    play_3_multiple: int = choice(
        1,
        2,
        help="The play 3 wager as a multiple of the ante.",
        clauses=cite("pikit.39.1.play_3_wager", "pikit.39.3.b", "pikit.layout.d.1"),
        readings=("P3",),
        material=True,
    )
    play_5_multiple: int = choice(
        1,
        2,
        help="The play 5 wager as a multiple of the ante.",
        clauses=cite("pikit.39.3.b", "pikit.39.1.play_5_wager", "pikit.layout.d.1"),
        readings=("P3",),
        material=True,
    )
    dealer_must_qualify: bool = flag(
        default=False,
        help="Whether the version is offered in which the dealer needs A-K-4-3-2 or better.",
        clauses=cite("pikit.39.1.qualifying_hand"),
        readings=("P8",),
        material=True,
    )
    nonqualifying_ante: str = choice(
        "lose",
        "push",
        help="What an ante that does not beat a non-qualifying dealer does with a play 5 wager.",
        clauses=cite("pikit.39.10.f"),
        readings=("P5",),
        material=True,
    )
    three_card_pick: str = choice(
        "blind",
        "seen",
        help="Whether the three cards of the 3 card bonus are picked blind or after looking.",
        clauses=cite("pikit.39.10.b"),
        readings=("P10",),
        material=True,
    )
    five_card_table: int = choice(
        1,
        2,
        help="Which posted table the 5 card bonus is paid by.",
        clauses=cite("pikit.39.11.b"),
        readings=("P15",),
        material=True,
    )
    five_card_rows: Mapping[str, Odds] = odds_rows(
        FIVE_CARD_ROWS,
        help="Rows of the 5 card bonus table that this licensee pays better.",
        clauses=cite("pikit.39.11.b"),
        readings=("P15",),
        material=True,
    )
    three_card_table: int = choice(
        1,
        2,
        3,
        help="Which posted table the 3 card bonus is paid by.",
        clauses=cite("pikit.39.11.c"),
        readings=("P15",),
        material=True,
    )
    three_card_rows: Mapping[str, Odds] = odds_rows(
        THREE_CARD_ROWS,
        help="Rows of the 3 card bonus table that this licensee pays better.",
        clauses=cite("pikit.39.11.c"),
        readings=("P15",),
        material=True,
    )
    multi_position: int = option(
        1,
        read=_read_positions,
        allowed="off, or 2 or 3 adjoining positions (on means 3)",
        form=OptionForm("choice", values=(1, 2, 3), also=(True, False, "on", "off")),
        help="Whether one player may bet on two or three adjoining positions.",
        clauses=cite("pikit.39.3.e"),
        readings=("P17",),
    )
    """How many adjoining positions one player may bet on."""
    settlement_procedure: int = choice(
        1,
        2,
        help="Which of the two settlement procedures the dealer follows.",
        clauses=cite("pikit.39.10.e"),
        readings=("P32",),
    )
    dealer_stack: str = choice(
        "immediate",
        "deferred",
        help="When an automated shoe's dealer stack is delivered.",
        clauses=see("pikit.39.9.c"),
        readings=("P22",),
    )
    minimums: Mapping[str, int] = amounts(
        "ante", "three_card_bonus", help="Posted minimums; the 5 card bonus shares the ante's."
    )
    maximums: Mapping[str, int] = amounts(
        "ante", "three_card_bonus", help="Posted maximums; the 5 card bonus shares the ante's."
    )
    void_unwinds_settled: bool = flag(
        default=True,
        help="Whether a void round reverses bonuses already settled and antes forfeited.",
    )
    five_card: PayTable = field(init=False)
    """The 5 card bonus table in force, better rows included."""
    three_card: PayTable = field(init=False)

    def __post_init__(self) -> None:
        five = improve(
            five_card_table(self.five_card_table), self.five_card_rows, cite("pikit.39.11.b")
        )
        three = improve(
            three_card_table(self.three_card_table), self.three_card_rows, cite("pikit.39.11.c")
        )
        object.__setattr__(self, "five_card", five)
        object.__setattr__(self, "three_card", three)
        self.post_limits(cite("pikit.39.3.a"))

    def multiple(self, decision: str) -> int:
        return {"play_3": self.play_3_multiple, "play_5": self.play_5_multiple}[decision]
