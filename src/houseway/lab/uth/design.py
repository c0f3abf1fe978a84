"""Pay tables of Ultimate Texas Hold 'Em to try out: trips, the blind, Cover All."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

from houseway.chips import EVEN_MONEY
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import (
    BLIND,
    COVER_ALL_LOW_ROWS,
    COVER_ALL_MATRIX,
    cover_all_table,
    trips_table,
)
from houseway.lab.contract import Rows
from houseway.lab.exact.pay_table_design import Design, design_of
from houseway.lab.uth.solver import analyze_uth, optimum_of, read_rules, solve
from houseway.rulebook import Malformed, cite

FINEST, HIGHEST = 50, 1_000_000
"""The solver counts in parts of an ante: so many to an ante at most, and so many in all."""


def list_designs(options: UthOptions) -> Iterator[Design]:
    low = dict.fromkeys(COVER_ALL_LOW_ROWS, EVEN_MONEY)
    # With every low row there, each has its count, whether the licensee pays it or not.
    analysis = analyze_uth(replace(options, cover_all_low_rows=low))
    tables = (options.trips, trips_table(options.trips_table))
    trips = analysis.side["trips"]
    yield design_of("trips", "the trips wager", tables, cite("uth.11.d"), trips)
    blind = analysis.parts["blind"]
    design = design_of("blind", "the blind", (BLIND, BLIND), cite("uth.11.c"), blind)
    base = analysis.compulsory.ev - blind.ev
    yield replace(design, unpaid=Fraction(), base=base, plays=True)
    for hands in sorted(COVER_ALL_MATRIX):
        posted = cover_all_table(hands, dict(options.cover_all_low_rows))
        fixed = cover_all_table(hands, {})
        design = design_of(
            f"cover_all_{hands}",
            "the Cover All wager",
            (fixed, fixed),
            cite("uth.13.k"),
            analysis.side[f"cover_all_{hands}"],
        )
        extra = tuple(row for row in posted.rows if fixed.odds(row.key) is None)
        added = tuple(key for key in COVER_ALL_LOW_ROWS if posted.odds(key) is None)
        yield replace(design, rows=(*design.rows, *extra), added=added)


def value_with(_options: UthOptions, design: Design, rows: Rows) -> Fraction:
    """The game with another blind, and the play that is best for it."""
    blind = design.table(rows)
    odds = [row.odds for row in blind.rows]
    unit = lcm(*(paid.stake for paid in odds))
    if unit > FINEST or any(paid.win * unit > HIGHEST * paid.stake for paid in odds):
        raise Malformed(f"The blind's odds are too fine or too high: 1/{FINEST} of an ante each.")
    return optimum_of(solve(read_rules(blind)))
