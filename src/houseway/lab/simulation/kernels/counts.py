"""From the numbers of rounds to sums: counts, squares of a table's result, and long sessions."""

import numpy as np
from numba import njit


@njit(cache=True)
def count_cells(cells, counts):
    """How often each number occurs."""
    for row in range(len(cells)):
        for seat in range(cells.shape[1]):
            counts[cells[row, seat]] += 1


@njit(cache=True)
def add_squares(cells, nets, squares):
    """The squares of what a whole table nets in a round, line by line of `nets`.

    Seats face one dealer and share a board, so their results go together: the spread of an
    estimate comes from whole rounds and not from seats.
    """
    lines = nets.shape[1]
    totals = np.zeros(lines, np.int64)
    for row in range(len(cells)):
        totals[:] = 0
        for seat in range(cells.shape[1]):
            own = nets[cells[row, seat]]
            for line in range(lines):
                totals[line] += own[line]
        for line in range(lines):
            squares[line] += totals[line] * totals[line]


@njit(cache=True)
def walk(cells, nets, bankroll, least, marks, totals, ruined, paths):
    """Sessions of equal length, one after the other in `cells`; fills in a row for each.

    Of the table what all seats net together; of the first seat after how many rounds its
    bankroll no longer covers `least` (-1: never) and what it has at each of the marks. A
    player who is ruined stops.
    """
    rounds = len(cells) // len(totals)
    for session in range(len(totals)):
        left, total, mark = bankroll, 0, 0
        ruined[session] = -1
        for n in range(rounds):
            seats = cells[session * rounds + n]
            for cell in seats:
                total += nets[cell]
            if ruined[session] < 0:
                left += nets[seats[0]]
                if left < least:
                    ruined[session] = n + 1
            if mark < len(marks) and n + 1 == marks[mark]:
                paths[session, mark] = left
                mark += 1
        totals[session] = total
