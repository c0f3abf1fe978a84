"""Sessions of a table: what the house may win in so many hours, and how players' money lasts.

A session is so many rounds with the same seats at the table. Sessions are simulated whole,
with everything that ties the seats together: one dealer, one board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.games import GAMES
from houseway.lab.simulation.kernels.counts import walk
from houseway.lab.simulation.plans import Plan, play_batches, prepare
from houseway.rulebook import Malformed

SESSIONS = 2000
MOST_SESSIONS, MOST_ROUNDS = 1_000_000, 100_000
MARKS = 10
PERCENTILES = (2.5, 25.0, 50.0, 75.0, 97.5)
SESSION_BLOCKS = 1 << 40
"""Sessions take streams from here on, so that they are not the rounds of the estimate."""


@dataclass(frozen=True)
class Visit:
    """How long a session is and, if a player's money is to be followed, how much he brings."""

    rounds: int
    sessions: int = SESSIONS
    bankroll: Fraction | None = None
    """In antes."""

    def check(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise Malformed(f"A session is of 1 to {MOST_ROUNDS:,} rounds, not {self.rounds:,}.")
        if not 1 <= self.sessions <= MOST_SESSIONS:
            raise Malformed(f"Sessions are 1 to {MOST_SESSIONS:,}, not {self.sessions:,}.")
        if self.bankroll is not None and not 0 < self.bankroll <= 10**6:
            raise Malformed("A bankroll is of more than 0 and at most a million antes.")


@dataclass(frozen=True)
class Sessions:
    """Simulated sessions; amounts in antes."""

    visit: Visit
    wins: Sequence[float]
    """What the house won in each, from all seats, in ascending order."""
    ruined: Sequence[int]
    """After how many rounds the first seat was ruined, for the sessions in which it was."""
    marks: Sequence[int]
    paths: Sequence[Sequence[float]]
    """At each mark the first seat's money in all sessions, in ascending order."""

    @property
    def share_ruined(self) -> float:
        return len(self.ruined) / self.visit.sessions


def percentile(ordered: Sequence[float], percent: float) -> float:
    """The value below which so many percent lie, the nearest one that occurred."""
    place = round(percent / 100 * (len(ordered) - 1))
    return ordered[place]


def least_to_play(plan: Plan) -> Fraction:
    """What lies on the layout before a card is dealt, in antes."""
    model = prepare(plan).model
    before = [wager.id for wager in GAMES[plan.game].wagering.before_the_deal]
    required = [wager for wager in model.wagers if wager in before and wager not in model.optional]
    return len(required) + sum((antes for _, antes in plan.bets), Fraction())


def list_marks(rounds: int) -> list[int]:
    """About ten rounds at which the money is looked at, the last one among them."""
    return sorted({max(1, rounds * n // MARKS) for n in range(1, MARKS + 1)})


def check_plan(plan: Plan) -> None:
    if not plan.compiled:
        raise Malformed("Sessions are simulated with a compiled strategy only.")


def run_sessions(plan: Plan, visit: Visit) -> Sessions:
    """Simulates the sessions, each with a stream of its own."""
    visit.check()
    check_plan(plan)
    ready = prepare(plan)
    unit = ready.lines.unit
    nets = np.ascontiguousarray(ready.lines.nets[:, ready.lines.names.index("table")])
    marks = np.array(list_marks(visit.rounds))
    bankroll = int((visit.bankroll or 0) * unit)
    least = int(least_to_play(plan) * unit) if visit.bankroll is not None else -(1 << 60)
    totals, ruined = np.zeros(visit.sessions, np.int64), np.zeros(visit.sessions, np.int64)
    paths = np.zeros((visit.sessions, len(marks)), np.int64)
    for n in range(visit.sessions):
        batches = play_batches(plan, ready.model, SESSION_BLOCKS + n, visit.rounds)
        cells = np.concatenate([batch.copy() for batch, _ in batches])
        row = slice(n, n + 1)
        walk(cells, nets, bankroll, least, marks, totals[row], ruined[row], paths[row])
    return Sessions(
        visit,
        sorted((-totals / unit).tolist()),
        sorted(ruined[ruined >= 0].tolist()),
        marks.tolist(),
        np.sort(paths / unit, axis=0).T.tolist(),
    )
