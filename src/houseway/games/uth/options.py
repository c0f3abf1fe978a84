"""What a licensee may choose at Ultimate Texas Hold 'Em."""

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
from houseway.games.uth.paytables import (
    CATEGORIES,
    COVER_ALL_LOW_ROWS,
    COVER_ALL_MATRIX,
    TRIPS_ROWS,
    trips_table,
)
from houseway.games.uth.progressive import CARDS, Progressive, read_progressive
from houseway.games.wagers import Posted
from houseway.rulebook import Refusal, Refused, cite, see

MOST_SEATS = 21
COVER_ALL_SEATS = max(COVER_ALL_MATRIX) - 1


@dataclass(frozen=True)
class Limits:
    """The two aggregate limits: the four main wagers, and all bets but the progressive (U11)."""

    main_cents: int = 5_000_000
    all_bets_cents: int = 7_500_000


@dataclass(frozen=True)
class UthOptions:
    """One configuration of the table."""

    seats: int = 6
    trips_table: str = "A"
    trips_rows: Mapping[str, Odds] = field(default_factory=dict)
    cover_all: bool = False
    cover_all_low_rows: Mapping[str, Odds] = field(default_factory=dict)
    progressive: Progressive | None = None
    limits: Limits = Limits()
    payout_unit_cents: int = 1
    wager_increment_cents: int = 1
    minimums: Mapping[str, int] = field(default_factory=dict)
    maximums: Mapping[str, int] = field(default_factory=dict)
    match_play: bool = False
    void_unwinds_settled: bool = True
    stub_count_interval: int = 5
    timeout: str = "fold"
    licensee: str = "Houseway"
    sign: str = ""
    trips: PayTable = field(init=False)
    """The trips table in force, better rows included."""
    posted: Posted = field(init=False)

    def __post_init__(self) -> None:
        trips = bettered(trips_table(self.trips_table), self.trips_rows, cite("uth.11.d"))
        object.__setattr__(self, "trips", trips)
        posted = Posted(self.minimums, self.maximums, self.wager_increment_cents)
        posted.check(cite("uth.6.b"))
        object.__setattr__(self, "posted", posted)
        if self.cover_all and self.seats > COVER_ALL_SEATS:
            raise Refused([_too_many_for_cover_all(self.seats)])


def _too_many_for_cover_all(seats: int) -> Refusal:
    return Refusal(
        cite("uth.13.k"),
        f"Cover All at a table of {seats} player positions",
        "its pay matrix ends at seven hands, the dealer's included",
        f"Offer it with up to {COVER_ALL_SEATS} positions.",
    )


def _read_limits(value: Any) -> Limits:
    if not isinstance(value, Mapping) or value.keys() - {"main_cents", "all_bets_cents"}:
        raise NotAllowed
    if any(
        not isinstance(cents, int) or isinstance(cents, bool) or cents < 0
        for cents in value.values()
    ):
        raise NotAllowed
    return Limits(**value)


OPTIONS = (
    Option(
        "seats",
        help="Player positions. The deck allows 21; the Cover All matrix allows six.",
        clauses=see("uth.7.d", "uth.13.k"),
        entries=("U38",),
        **whole(6, 1, MOST_SEATS),
    ),
    Option(
        "trips_table",
        help="Which posted table the trips wager is paid by.",
        clauses=cite("uth.11.d"),
        entries=("U10",),
        **choice("A", "B", "C", "D"),
    ),
    Option(
        "trips_rows",
        help="Rows of the trips table that this licensee pays better.",
        clauses=cite("uth.11.d"),
        entries=("U10",),
        **odds_rows(TRIPS_ROWS),
    ),
    Option(
        "cover_all",
        help="Whether the Cover All bonus wager is offered.",
        clauses=see("uth.13.d"),
        entries=("U14", "U16", "U20"),
        **flag(default=False),
    ),
    Option(
        "cover_all_low_rows",
        help="Odds the licensee adds for Cover All hands below a full house; none by default.",
        clauses=cite("uth.13.b", "uth.13.k"),
        entries=("U14",),
        **odds_rows(COVER_ALL_LOW_ROWS),
    ),
    Option(
        "progressive",
        default=None,
        allowed="off, or an object with table and meter_cents",
        help="The licensee's progressive: prizes, meter, which cards, whether the stake returns.",
        read=read_progressive,
        asked=Asked("prizes", keys=CATEGORIES, values=CARDS),
        clauses=cite("uth.14.c"),
        entries=("U21",),
    ),
    Option(
        "limits",
        default=Limits(),
        allowed="an object with main_cents and all_bets_cents, whole cents",
        help="Aggregate payout limits of a hand: the four main wagers, and all bets.",
        read=_read_limits,
        asked=Asked("amounts", least=0, keys=("main_cents", "all_bets_cents")),
        clauses=cite("uth.11.e", "uth.14.d"),
        entries=("U11", "U12", "U13"),
    ),
    Option(
        "payout_unit_cents",
        help="Every payout is rounded up to a whole number of these.",
        clauses=cite("uth.11.c"),
        entries=("U9",),
        **whole(1, 1),
    ),
    Option(
        "wager_increment_cents",
        help="Wagers are made in whole steps of this amount.",
        clauses=cite("uth.11.c"),
        entries=("U9",),
        **whole(1, 1),
    ),
    Option(
        "minimums",
        help="Posted minimum of each wager; the blind shares the ante's.",
        clauses=cite("uth.11.e"),
        entries=("U40",),
        **amounts("ante", "trips", "cover_all"),
    ),
    Option(
        "maximums",
        help="Posted maximum of each wager; the blind shares the ante's.",
        clauses=cite("uth.11.e"),
        entries=("U40",),
        **amounts("ante", "trips", "cover_all"),
    ),
    Option(
        "match_play",
        help="Whether a match play coupon is accepted beside the ante.",
        clauses=cite("uth.6.a"),
        entries=("U41",),
        **flag(default=False),
    ),
    Option(
        "void_unwinds_settled",
        help="Whether a void round gives back what was already collected on a fold.",
        clauses=see("uth.15.a"),
        entries=("U44",),
        **flag(default=True),
    ),
    Option(
        "stub_count_interval",
        help="The stub is counted at least once in this many rounds (kept for the table).",
        clauses=see("uth.7.f"),
        entries=("U37",),
        **whole(5, 1, 5),
    ),
    Option(
        "timeout",
        help="A player who does not act checks, then folds (kept for the table).",
        clauses=see("uth.10.e"),
        entries=("U52",),
        **choice("fold", "supervisor"),
    ),
    Option("licensee", help="The name on the layout.", **name_of_licensee()),
    Option(
        "sign",
        help="Further text on the sign.",
        clauses=cite("uth.11.a"),
        entries=("H23",),
        **printed_text(),
    ),
)
