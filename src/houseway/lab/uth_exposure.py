"""What it is worth to see a card at Ultimate Texas Hold 'Em, or the cards of other players."""

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from houseway.games.uth.options import UthOptions
from houseway.lab.exposed import Exposure
from houseway.lab.kernels.uth_exposed import DEALERS, GONE
from houseway.lab.uth import DEALS, Solution, read_rules, solve
from houseway.lab.uth_collusion import Sampling, Tables
from houseway.lab.uth_seen import Boards, View, answer, list_boards
from houseway.rulebook import Malformed

Progress = Callable[[str, int, int], None]
"""Told what is being worked out, how many steps of it are done, and how many there are."""

VIEWS = {
    "burn_card": View(GONE, 1),
    "one_flop_card": View(GONE, 0, flop_card=True),
    "one_dealer_card": View(DEALERS, 1),
    "dealer_and_flop_card": View(DEALERS, 1, flop_card=True),
    "both_dealer_cards": View(DEALERS, 2),
    "other_players_1": View(GONE, 2),
}
"""What is counted exactly."""
OTHERS = {f"other_players_{others}": others for others in range(2, 6)}
"""What is estimated, by the number of other players."""

SAYS = {
    "burn_card": "One card that is out of play, such as a burn card.",
    "one_flop_card": "One card of the flop.",
    "one_dealer_card": "One of the dealer's two cards.",
    "dealer_and_flop_card": "One of the dealer's two cards and one card of the flop.",
    "both_dealer_cards": "Both of the dealer's cards.",
    "other_players_1": "The cards of one other player.",
    **{name: f"The cards of {others} other players." for name, others in OTHERS.items()},
}
EXPOSURES = tuple(SAYS)
DEFAULT = EXPOSURES[:4]
"""What is answered within a minute or so; the others take about one each."""


def uth_exposures(
    options: UthOptions,
    names: Sequence[str] | None = None,
    *,
    rounds: int = 1_000,
    seed: int = 1,
    progress: Progress | None = None,
) -> Iterator[Exposure]:
    """What each thing seen before the first choice is worth, one after the other."""
    asked = DEFAULT if names is None else tuple(dict.fromkeys(names))
    sampling = Sampling(rounds, seed)
    _check(options, asked, sampling)
    return _answers(asked, sampling, progress or (lambda *_: None))


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


def _answers(names: Sequence[str], sampling: Sampling, progress: Progress) -> Iterator[Exposure]:
    solution = solve(read_rules())
    base = _base(solution)
    boards = list_boards(solution.rules, solution.ranked)
    found: dict[str, tuple[Fraction, float]] = {}
    for name in names:
        start = time.perf_counter()
        if name in OTHERS:
            tables = Tables(solution, boards)
            tell = partial(progress, name)
            estimate = tables.estimate(float(base), OTHERS[name], sampling, tell)
            yield Exposure(name, SAYS[name], estimate, base, time.perf_counter() - start)
            continue
        if name not in found:
            found |= _count(name, names, boards, progress)
        ev, seconds = found[name]
        yield Exposure(name, SAYS[name], ev, base, seconds)


def _base(solution: Solution) -> Fraction:
    """The value of the game to one who sees nothing."""
    best = sum(max(values.values()) for values in solution.values.values())
    return Fraction(best, solution.rules.unit * DEALS)


def _count(
    name: str, names: Sequence[str], boards: Boards, progress: Progress
) -> dict[str, tuple[Fraction, float]]:
    """Answers a view and those that share its sums, and how long each took."""
    start = time.perf_counter()
    view = VIEWS[name]
    alike = [
        other
        for other in names
        if other in VIEWS and (VIEWS[other].where, VIEWS[other].cards) == (view.where, view.cards)
    ]
    evs = answer([VIEWS[other] for other in alike], boards, partial(progress, name))
    seconds = (time.perf_counter() - start) / len(alike)
    return {other: (ev, seconds) for other, ev in zip(alike, evs, strict=True)}
