"""What a licensee may choose at Ultimate Texas Hold 'Em."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from houseway.chips import (
    MOST_CENTS,
    MOST_LIMIT,
    MOST_UNIT,
    AmountError,
    Odds,
    PayTable,
    whole_cents,
)
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
from houseway.games.uth.paytables import (
    CATEGORIES,
    COVER_ALL_LOW_ROWS,
    COVER_ALL_MATRIX,
    TRIPS_ROWS,
    trips_table,
)
from houseway.games.uth.progressive import CARDS, Progressive, read_progressive
from houseway.rulebook import Refusal, Refused, cite, see

MOST_SEATS = 21
COVER_ALL_SEATS = max(COVER_ALL_MATRIX) - 1
LIMITED = ("ante", "trips", "cover_all")


@dataclass(frozen=True)
class Limits:
    """The two aggregate limits: the four main wagers, and all bets but the progressive (U11)."""

    main_cents: int = 5_000_000
    all_bets_cents: int = 7_500_000


def _read_limits(value: Any) -> Limits:
    if not isinstance(value, Mapping) or value.keys() - {"main_cents", "all_bets_cents"}:
        raise NotAllowed
    try:
        return Limits(
            **{name: whole_cents(cents, least=0, most=MOST_LIMIT) for name, cents in value.items()}
        )
    except AmountError as error:
        raise NotAllowed(str(error)) from None


TRIAL_PROGRESSIVE = {
    "table": {"full_house": {"meter_percent": 10}, "flush": {"cents": 5_000}},
    "meter_cents": 100_000,
    "start_cents": 95_000,
    "contribution_cents": 50,
}


@dataclass(frozen=True)
class UthOptions(TableOptions):
    """One configuration of the table."""

    sources: ClassVar[Mapping[str, Sources]] = {
        "seats": Sources(see("uth.7.d", "uth.13.k"), ("U38",)),
        "minimums": Sources(cite("uth.11.e"), ("U40",)),
        "maximums": Sources(cite("uth.11.e"), ("U40",)),
        "match_play": Sources(cite("uth.6.a"), ("U41",)),
        "void_unwinds_settled": Sources(see("uth.15.a"), ("U44",)),
        "stub_count_interval": Sources(see("uth.7.f"), ("U37",)),
        "timeout": Sources(see("uth.10.e"), ("U52",)),
        "sign": Sources(cite("uth.11.a"), ("H23",)),
    }
    seats: int = whole(
        6,
        1,
        MOST_SEATS,
        help="Player positions. The deck allows 21; the Cover All matrix allows six.",
        material=True,
    )
    trips_table: str = choice(
        "A",
        "B",
        "C",
        "D",
        help="Which posted table the trips wager is paid by.",
        clauses=cite("uth.11.d"),
        readings=("U10",),
        material=True,
    )
    trips_rows: Mapping[str, Odds] = odds_rows(
        TRIPS_ROWS,
        help="Rows of the trips table that this licensee pays better.",
        clauses=cite("uth.11.d"),
        readings=("U10",),
        material=True,
    )
    cover_all: bool = flag(
        default=False,
        help="Whether the Cover All bonus wager is offered.",
        clauses=see("uth.13.d"),
        readings=("U14", "U16", "U20"),
        material=True,
    )
    cover_all_mode: bool = flag(
        default=False,
        help="Whether the shuffler is set to its Cover All mode.",
        clauses=see("uth.13.d"),
    )
    cover_all_low_rows: Mapping[str, Odds] = odds_rows(
        COVER_ALL_LOW_ROWS,
        help="Odds the licensee adds for Cover All hands below a full house; none by default.",
        clauses=cite("uth.13.b", "uth.13.k"),
        readings=("U14",),
        material=True,
    )
    progressive: Progressive | None = option(
        None,
        read=read_progressive,
        allowed="off, or an object with table and meter_cents",
        form=OptionForm("prizes", keys=CATEGORIES, values=CARDS, least=0, most=MOST_CENTS),
        help="The licensee's progressive: prizes, meter, which cards, whether the stake returns.",
        clauses=cite("uth.14.c"),
        readings=("U21",),
        material=True,
        trials=(None, TRIAL_PROGRESSIVE),
    )
    limits: Limits = option(
        Limits(),
        read=_read_limits,
        allowed="an object with main_cents and all_bets_cents, whole cents",
        form=OptionForm("amounts", least=0, most=MOST_LIMIT, keys=("main_cents", "all_bets_cents")),
        help="Aggregate payout limits of a hand: the four main wagers, and all bets.",
        clauses=cite("uth.11.e", "uth.14.d"),
        readings=("U11", "U12", "U13"),
    )
    payout_unit_cents: int = whole(
        1,
        1,
        MOST_UNIT,
        help="Every payout is rounded up to a whole number of these.",
        clauses=cite("uth.11.c"),
        readings=("U9",),
        material=True,
        trials=(1, 25),
    )
    wager_increment_cents: int = whole(
        1,
        1,
        MOST_UNIT,
        help="Wagers are made in whole steps of this amount.",
        clauses=cite("uth.11.c"),
        readings=("U9",),
    )
    minimums: Mapping[str, int] = amounts(
        *LIMITED, help="Posted minimum of each wager; the blind shares the ante's."
    )
    maximums: Mapping[str, int] = amounts(
        *LIMITED, help="Posted maximum of each wager; the blind shares the ante's."
    )
    timeout: str = choice(
        "fold", "supervisor", help="A player who does not act checks, then folds."
    )
    trips: PayTable = field(init=False)
    """The trips table in force, better rows included."""

    def __post_init__(self) -> None:
        trips = improve(trips_table(self.trips_table), self.trips_rows, cite("uth.11.d"))
        object.__setattr__(self, "trips", trips)
        self.post_limits(cite("uth.6.b"), self.wager_increment_cents)
        if self.cover_all and self.seats > COVER_ALL_SEATS:
            tried = f"Cover All at a table of {self.seats} player positions"
            because = "its pay matrix ends at seven hands, the dealer's included"
            instead = f"Offer it with up to {COVER_ALL_SEATS} positions."
            raise Refused([Refusal(cite("uth.13.k"), tried, because, instead)])
