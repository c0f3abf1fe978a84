"""What a configuration costs its players, exactly, before its table is opened."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import Any

from houseway.games import GAMES
from houseway.games.options import as_config
from houseway.rulebook import HousewayError
from houseway.table.setup import EQUIPMENT_OPTIONS

MOST_KNOWN, MOST_WAITING = 500, 8
_known: dict[tuple[str, str], Any | None] = {}
_waiting = threading.BoundedSemaphore(MOST_WAITING)
_solving = threading.Lock()


Solver = Callable[[str, Any], Any | None]
"""From a game and its options to their exact mathematics; None where that is not installed."""
MATERIAL: dict[str, tuple[str, ...]] = {
    "uth": (
        "seats",
        "trips_table",
        "trips_rows",
        "cover_all",
        "cover_all_low_rows",
        "progressive",
        "payout_unit_cents",
    ),
    "pikit": (
        "seats",
        "play_3_multiple",
        "play_5_multiple",
        "dealer_must_qualify",
        "nonqualifying_ante",
        "three_card_pick",
        "five_card_table",
        "five_card_rows",
        "three_card_table",
        "three_card_rows",
    ),
    "hilo": ("seats", "poker_bonus_table", "ante_bonus_rows"),
}
"""The options on which a figure depends; all others are about how a table is run."""


class Busy(HousewayError):
    """More are waiting for the mathematics than there is room for."""


@dataclass(frozen=True)
class Edge:
    """The player's expectation in antes: of the main game, and of all that must be bet."""

    main: Fraction
    compulsory: Fraction
    side: dict[str, Fraction] = field(default_factory=dict)
    """Of each wager that may be bet beside it, in that wager."""

    @property
    def favours_players(self) -> bool:
        return self.compulsory > 0 or any(ev > 0 for ev in self.side.values())

    @property
    def warning(self) -> str:
        found = []
        if self.compulsory > 0:
            share = 100 * float(self.compulsory)
            found.append(f"This configuration favours the players, by {share:.2f}% of the ante.")
        for wager, ev in self.side.items():
            if ev > 0:
                words = wager.replace("_", " ")
                share = 100 * float(ev)
                found.append(f"The wager {words} favours the players, by {share:.2f}% of it.")
        return " ".join(found)


def material(game: str, config: Mapping[str, Any]) -> dict[str, Any]:
    """The options that move figures, as data, where they are not as by default."""
    kind = GAMES[game]
    given, plain = as_config(kind.read_options(config)), as_config(kind.read_options({}))
    return {name: given[name] for name in MATERIAL[game] if given[name] != plain[name]}


def known_analysis(game: str, config: Mapping[str, Any]) -> Any | None:
    """The same, where it is worked out already: a list of tables cannot wait for it."""
    return _known.get(_key(game, _of_the_game(config)))


def analysis_of(game: str, config: dict[str, Any]) -> Any | None:
    """The exact mathematics of a configuration, kept once it is worked out; None without it."""
    options = _of_the_game(config)
    read = GAMES[game].read_options(options)
    key = _key(game, options)
    if key not in _known:
        with _in_turn():
            if key not in _known:
                _keep(key, _solve(game, read))
    return _known[key]


def _key(game: str, options: Mapping[str, Any]) -> tuple[str, str]:
    return game, repr(sorted(material(game, options).items()))


def _of_the_game(config: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the game alone, without those of its equipment."""
    equipment = {option.name for option in EQUIPMENT_OPTIONS}
    return {name: value for name, value in config.items() if name not in equipment}


@contextmanager
def _in_turn() -> Iterator[None]:
    """One exact solution at a time: it takes seconds, and few may wait for it."""
    if not _waiting.acquire(blocking=False):
        raise Busy("The exact edge takes a while, and others wait for theirs. Ask again soon.")
    try:
        with _solving:
            yield
    finally:
        _waiting.release()


def _keep(key: tuple[str, str], found: Any | None) -> None:
    _known[key] = found
    for old in list(_known)[: max(0, len(_known) - MOST_KNOWN)]:
        _known.pop(old, None)


def solve(game: str, options: Any) -> Any | None:
    """In this process, which does nothing else meanwhile."""
    try:
        solver = getattr(import_module(f"houseway.lab.{game}"), f"analyze_{game}")
    except ImportError:
        return None
    return solver(options)


_solvers: list[Solver] = [solve]


def _solve(game: str, options: Any) -> Any | None:
    return _solvers[-1](game, options)


@contextmanager
def solved_by(solver: Solver) -> Iterator[None]:
    """Leaves the mathematics to somebody else: a process that runs tables has no time for it."""
    _solvers.append(solver)
    try:
        yield
    finally:
        _solvers.remove(solver)
