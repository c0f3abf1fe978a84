"""What a configuration costs its players, exactly, before its table is opened."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
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

    @property
    def favours_players(self) -> bool:
        return self.compulsory > 0

    @property
    def warning(self) -> str:
        if not self.favours_players:
            return ""
        share = 100 * float(self.compulsory)
        return f"This configuration favours the players, by {share:.2f}% of the ante."


AS_PRINTED = {
    "uth": Edge(*[Fraction(-50643648973, 2317817502000)] * 2),
    "pikit": Edge(Fraction(5543476511, 7910012110), Fraction(-22050734213, 332220508620)),
    "hilo": Edge(*[Fraction(-38421789247, 996661525860)] * 2),
}
"""What the solvers say of each game as it is printed: known before they are compiled.

A newcomer plays at once; a test solves them again.
"""


def material(game: str, config: Mapping[str, Any]) -> dict[str, Any]:
    """The options that move figures, as data, where they are not as by default."""
    kind = GAMES[game]
    given, plain = as_config(kind.read_options(config)), as_config(kind.read_options({}))
    return {name: given[name] for name in MATERIAL[game] if given[name] != plain[name]}


def edge_of(game: str, config: dict[str, Any]) -> Edge | None:
    """The exact edge; None where the mathematics is not installed."""
    if not material(game, _of_the_game(config)):
        return AS_PRINTED[game]
    found = analysis_of(game, config)
    return None if found is None else Edge(found.main.ev, found.compulsory.ev)


def known_edge(game: str, config: Mapping[str, Any]) -> Edge | None:
    """The exact edge where it needs no solving: a list of tables cannot wait for it."""
    options = _of_the_game(config)
    found = _known.get(_key(game, options))
    if found is not None:
        return Edge(found.main.ev, found.compulsory.ev)
    return None if material(game, options) else AS_PRINTED[game]


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


def _solve(game: str, options: Any) -> Any | None:
    try:
        solver = getattr(import_module(f"houseway.lab.{game}"), f"analyze_{game}")
    except ImportError:
        return None
    return solver(options)
