"""Pay tables to try out: what a wager is worth when its rows pay something else.

The cases of each row are counted once. A changed number then only changes what those cases
net, so the answer is exact and takes no time. What the text would refuse is worked out all
the same, and said.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from math import lcm
from typing import Any

from houseway.chips import EVEN_MONEY, Odds, PayTable, Row
from houseway.chips import row_words as words_of
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import ANTE_BONUS, TIE
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.paytables import five_card_table, three_card_table
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import (
    BLIND,
    COVER_ALL_LOW_ROWS,
    COVER_ALL_MATRIX,
    cover_all_table,
    trips_table,
)
from houseway.lab.results import Analysis, Outcome, Side, side_of
from houseway.rulebook import Citation, Malformed, Refusal, cite

Rows = Mapping[str, Odds | None]
"""Odds by row; None where a row pays nothing."""
LOST = Fraction(-1)
FINEST, HIGHEST = 50, 1_000_000
"""The solver of Ultimate Texas Hold 'Em counts in parts of an ante, in so many at most."""


@dataclass(frozen=True)
class Design:
    """A wager with a pay table: its rows as posted, and how many cases each has."""

    wager: str
    title: str
    unit: str
    """What its edge is a part of."""
    rows: tuple[Row, ...]
    """As posted here, better rows included."""
    printed: PayTable
    """As the text prints them."""
    clauses: Citation
    counts: Mapping[str, int]
    rest: tuple[Outcome, ...]
    """What can happen that no row is about."""
    unpaid: Fraction = LOST
    """What a row nets that pays nothing."""
    added: tuple[str, ...] = ()
    """Rows that a licensee may add at any odds."""
    picks: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """Where the player picks what pays most: how many hands can be just these rows."""
    base: Fraction | None = None
    """What the rest of the game is worth, where this wager is part of it."""
    plays: bool = False
    """Whether the best play depends on these odds."""

    @property
    def keys(self) -> tuple[str, ...]:
        return (*(row.key for row in self.rows), *self.added)

    def posted(self) -> dict[str, Odds | None]:
        return {row.key: row.odds for row in self.rows} | dict.fromkeys(self.added)


def price(design: Design, rows: Rows) -> Side:
    """The wager with these odds, exactly; rows that are not named stay as they are posted."""
    for key in rows:
        if key not in design.keys:
            raise Malformed(f"There is no row {key!r}. There is {', '.join(design.keys)}.")
    odds = design.posted() | dict(rows)
    nets = {key: design.unpaid if one is None else one.ratio for key, one in odds.items()}
    counts = _picked(design, nets) if design.picks else design.counts
    paid = [Outcome(key, counts.get(key, 0), net) for key, net in nets.items()]
    rest = design.rest
    if design.picks:
        lost = sum(design.picks.values()) - sum(one.count for one in paid)
        rest = (Outcome("nothing", lost, LOST),)
    return side_of([*paid, *rest])


def _picked(design: Design, nets: Mapping[str, Fraction]) -> dict[str, int]:
    """Who has looked picks what pays most."""
    found: dict[str, int] = {}
    for kinds, count in design.picks.items():
        best = max(reversed(kinds), key=lambda kind: nets.get(kind, LOST))
        found[best] = found.get(best, 0) + count
    return found


def refusals(design: Design, rows: Rows) -> Iterator[Refusal]:
    """Where the text would not let a licensee pay these odds."""
    words = {row.key: row.words for row in design.printed.rows}
    for key, odds in rows.items():
        printed = design.printed.odds(key)
        if key in design.added or printed is None or odds == printed:
            continue
        given = "nothing" if odds is None else str(odds)
        tried = f"{words[key]} at {given}"
        if not design.printed.at_least:
            yield Refusal(design.clauses, tried, f"the text states {printed} exactly")
        elif odds is None or odds.ratio < printed.ratio:
            yield Refusal(design.clauses, tried, f"the text says no less than {printed}")


def designs(game: str, options: Any) -> tuple[Design, ...]:
    """Every wager of a configuration that is paid by a table."""
    return tuple(_MAKERS[game](options))


def best_play(game: str, options: Any, design: Design, rows: Rows) -> Fraction | None:
    """What the game is worth with these odds and the play that is best for them."""
    if design.base is None:
        return None
    if not design.plays:
        return design.base + price(design, rows).ev
    table = _table(design, rows)
    return _uth_with(table) if game == "uth" else _hilo_with(options, table)


def _table(design: Design, rows: Rows) -> PayTable:
    odds = design.posted() | dict(rows)
    kept = [(key, one) for key, one in odds.items() if one is not None]
    return PayTable(design.title, tuple(Row(key, words_of(key), one) for key, one in kept))


# --- Ultimate Texas Hold 'Em


def _uth(options: UthOptions) -> Iterator[Design]:
    low = dict.fromkeys(COVER_ALL_LOW_ROWS, EVEN_MONEY)
    # With every low row there, each has its count, whether the licensee pays it or not.
    found = _solve("uth", replace(options, cover_all_low_rows=low))
    trips, seven = cite("uth.11.d"), found.side["trips"]
    printed = trips_table(options.trips_table)
    yield _paid("trips", options.trips, printed, trips, seven)
    blind = found.parts["blind"]
    made = _paid("blind", BLIND, BLIND, cite("uth.11.c"), blind)
    base = found.compulsory.ev - blind.ev
    yield replace(made, unpaid=Fraction(), base=base, plays=True)
    for hands in sorted(COVER_ALL_MATRIX):
        table = cover_all_table(hands, dict(options.cover_all_low_rows))
        side = found.side[f"cover_all_{hands}"]
        fixed = cover_all_table(hands, {})
        clauses = cite("uth.13.k")
        made = _paid(f"cover_all_{hands}", fixed, fixed, clauses, side)
        extra = tuple(row for row in table.rows if fixed.odds(row.key) is None)
        added = tuple(key for key in COVER_ALL_LOW_ROWS if table.odds(key) is None)
        yield replace(made, rows=(*made.rows, *extra), added=added)


def _uth_with(blind: PayTable) -> Fraction:
    odds = [row.odds for row in blind.rows]
    unit = lcm(*(one.stake for one in odds))
    if unit > FINEST or any(one.win * unit > HIGHEST * one.stake for one in odds):
        raise Malformed(f"The blind's odds are too fine or too high: 1/{FINEST} of an ante each.")
    uth = import_module("houseway.lab.uth")
    solution = uth.solve(uth.read_rules(blind))
    best = sum(max(values.values()) for values in solution.values.values())
    return Fraction(best, solution.rules.unit * uth.DEALS)


# --- Pik-it


def _pikit(options: PikitOptions) -> Iterator[Design]:
    found = _solve("pikit", options)
    five, three = options.five_card_table, options.three_card_table
    yield replace(
        _paid(
            "five_card_bonus",
            options.five_card,
            five_card_table(five),
            cite("pikit.39.11.b"),
            found.side[f"five_card_bonus_{five}"],
        ),
        base=found.main.ev,
    )
    seen = options.three_card_pick == "seen"
    made = _paid(
        "three_card_bonus",
        options.three_card,
        three_card_table(three),
        cite("pikit.39.11.c"),
        found.side[f"three_card_bonus_{three}" + ("_seen" if seen else "")],
    )
    yield replace(made, picks=_picks()) if seen else made


def _picks() -> dict[tuple[str, ...], int]:
    dealt = import_module("houseway.lab.pikit").count_deals()
    return {tuple(kind.key for kind in kinds): count for kinds, count in dealt.picks.items()}


# --- 5 Card Hi-Lo


def _hilo(options: HiloOptions) -> Iterator[Design]:
    found = _solve("hilo", options)
    yield _paid("tie", TIE, TIE, cite("hilo.40.11.c"), found.side["tie"])
    poker = found.side[f"poker_bonus_{options.poker_bonus_table}"]
    table, clauses = options.poker_bonus, cite("hilo.40.11.d")
    yield _paid("poker_bonus", table, table, clauses, poker)
    bonus, clauses = found.parts["ante_bonus"], cite("hilo.40.11.e")
    made = _paid("ante_bonus", options.ante_bonus, ANTE_BONUS, clauses, bonus)
    yield replace(made, unpaid=Fraction(), base=found.main.ev - bonus.ev, plays=True)


def _hilo_with(options: HiloOptions, bonus: PayTable) -> Fraction:
    hilo = import_module("houseway.lab.hilo")
    tried = copy(options)
    # Reading the options would refuse what the text does; here it is only worked out.
    object.__setattr__(tried, "ante_bonus", bonus)
    chosen = hilo.best_settings(tried, Fraction())
    found: Fraction = hilo.line_as_set(tried, Fraction(), chosen).ev
    return found


def _solve(game: str, options: Any) -> Analysis:
    found: Analysis = getattr(import_module(f"houseway.lab.{game}"), f"analyze_{game}")(options)
    return found


def _paid(wager: str, table: PayTable, printed: PayTable, clauses: Citation, side: Side) -> Design:
    counts = {one.key: one.count for one in side.outcomes}
    in_table = set(counts) - {"nothing", "push", "lose", "fold"}
    rest = tuple(one for one in side.outcomes if one.key not in in_table)
    unit = UNITS.get(wager, UNITS["cover_all"])
    return Design(wager, printed.name, unit, table.rows, printed, clauses, counts, rest)


UNITS = {
    "trips": "the trips wager",
    "blind": "the blind",
    "cover_all": "the Cover All wager",
    "five_card_bonus": "the 5 card bonus wager",
    "three_card_bonus": "the 3 card bonus wager",
    "tie": "the tie bet",
    "poker_bonus": "the poker bonus bet",
    "ante_bonus": "the ante",
}


_MAKERS: dict[str, Any] = {"uth": _uth, "pikit": _pikit, "hilo": _hilo}
