"""What it is worth to see a card at Ultimate Texas Hold 'Em, or the cards of other players."""

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from houseway.games.uth.options import UthOptions
from houseway.lab.exact.exposure import Exposure
from houseway.lab.uth.collusion import Sampling, Tables
from houseway.lab.uth.exposed_cards import Boards, View, list_boards, value_views
from houseway.lab.uth.kernels.exposed import DEALERS, GONE
from houseway.lab.uth.solver import DEALS, Solution, read_rules, solve
from houseway.lab.uth.words import EXPOSURES, OTHERS
from houseway.rulebook import Malformed

ROUNDS, SEED = 1_000, 1
Progress = Callable[[str, int, int], None]
"""Receives the name of the exposure, the number of steps done, and of all steps."""

VIEWS = {
    "burn_card": View(GONE, 1),
    "one_flop_card": View(GONE, 0, flop_card=True),
    "one_dealer_card": View(DEALERS, 1),
    "dealer_and_flop_card": View(DEALERS, 1, flop_card=True),
    "both_dealer_cards": View(DEALERS, 2),
    "other_players_1": View(GONE, 2),
}
"""What is counted exactly."""

DEFAULT = tuple(EXPOSURES)[:4]
"""These take a minute or so together; the others take about a minute each."""


def uth_exposures(
    options: UthOptions,
    names: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Iterator[Exposure]:
    """Calculates what it is worth to see each thing before the first choice, one by one."""
    chosen = DEFAULT if names is None else tuple(dict.fromkeys(names))
    sampling = Sampling(rounds, seed)
    _check(options, chosen, sampling)
    return _calculate(chosen, sampling, progress or (lambda *_: None))


def _check(options: UthOptions, names: Sequence[str], sampling: Sampling) -> None:
    for name in names:
        if name not in EXPOSURES:
            known = ", ".join(EXPOSURES)
            raise Malformed(f"{name!r} is nothing that can be seen; there are {known}.")
        others = OTHERS.get(name, 1 if name == "other_players_1" else 0)
        if others >= options.seats:
            raise Malformed(f"At a table of {options.seats} there are not {others} other players.")
    if sampling.rounds < 2:
        raise Malformed("An estimate needs two tables or more.")


def _calculate(names: Sequence[str], sampling: Sampling, progress: Progress) -> Iterator[Exposure]:
    solution = solve(read_rules())
    base = _base(solution)
    boards = list_boards(solution.rules, solution.ranked)
    counted: dict[str, tuple[Fraction, float]] = {}
    for name in names:
        start = time.perf_counter()
        if name in OTHERS:
            tables = Tables(solution, boards)
            tell = partial(progress, name)
            estimate = tables.estimate(float(base), OTHERS[name], sampling, tell)
            yield Exposure(name, EXPOSURES[name], estimate, base, time.perf_counter() - start)
            continue
        if name not in counted:
            counted |= _count(name, names, boards, progress)
        ev, seconds = counted[name]
        yield Exposure(name, EXPOSURES[name], ev, base, seconds)


def _base(solution: Solution) -> Fraction:
    """The value of the game to a player who sees nothing."""
    best = sum(max(values.values()) for values in solution.values.values())
    return Fraction(best, solution.rules.unit * DEALS)


def _count(
    name: str, names: Sequence[str], boards: Boards, progress: Progress
) -> dict[str, tuple[Fraction, float]]:
    """Values a view and those that share its sums, with the time that each took."""
    start = time.perf_counter()
    view = VIEWS[name]
    alike = [
        other
        for other in names
        if other in VIEWS and (VIEWS[other].where, VIEWS[other].cards) == (view.where, view.cards)
    ]
    evs = value_views([VIEWS[other] for other in alike], boards, partial(progress, name))
    seconds = (time.perf_counter() - start) / len(alike)
    return {other: (ev, seconds) for other, ev in zip(alike, evs, strict=True)}
