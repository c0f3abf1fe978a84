"""The side wagers of Ultimate Texas Hold 'Em: trips, Cover All, and a licensee's progressive."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from houseway.cards import FiveCard
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import COVER_ALL_MATRIX, cover_all_table, trips_table
from houseway.lab.exact.results import Side, paid_by
from houseway.lab.uth.cover_all import Counts, best_of, sum_over_boards
from houseway.lab.uth.kernels.boards import Ranked
from houseway.lab.uth.progressive import pay_progressive

# What holes reach depends on no option: counted once in the life of a program.
_REACHED: dict[FiveCard, Counts] = {}


def sides(
    options: UthOptions, seven: Mapping[str, int], ranked: Ranked, compared: NDArray[np.int64]
) -> dict[str, Side]:
    """Every side wager; `seven` counts a player's seven cards by category."""
    wagers = {f"trips_{letter}": paid_by(trips_table(letter), seven) for letter in "ABCD"}
    wagers["trips"] = paid_by(options.trips, seven)
    for hands in sorted(COVER_ALL_MATRIX):
        table = cover_all_table(hands, dict(options.cover_all_low_rows))
        paid = [FiveCard[row.key.upper()] for row in table.rows]
        for category in paid:
            if category not in _REACHED:
                _REACHED[category] = sum_over_boards(ranked, compared, category)
        best = best_of(hands, {category: _REACHED[category] for category in paid})
        wagers[f"cover_all_{hands}"] = paid_by(table, best)
    if options.progressive:
        wagers["progressive"] = pay_progressive(options, options.progressive, seven)
    return wagers
