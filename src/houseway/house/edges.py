"""The exact edge of a configuration: what its wagers cost the players, before its table opens.

Edges and variances are exact, over all deals with the best play. An `EdgeBook` keeps every
analysis that was made. The solver is handed to it, because a process that runs tables has no
time to solve a game itself.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.games import get_game
from houseway.games.contract import Game
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.options import as_config
from houseway.games.wagers import Wager
from houseway.lab.contract import analyze, lab_of
from houseway.rulebook import HousewayError

AnyGame = Game[Any, Any]
MOST_KNOWN, MOST_WAITING = 500, 8

Solver = Callable[[str, Any], Any | None]
"""From a game and its options to their exact analysis; None where the lab is not installed."""


class Busy(HousewayError):
    """Too many requests wait for the lab."""


ESTIMATED = "Estimated from random rounds as a beginner plays them, not exact."


@dataclass(frozen=True, slots=True)
class Expectation:
    """The player's expectation and variance of one unit of a wager."""

    ev: Fraction
    variance: Fraction


@dataclass(frozen=True)
class Edge:
    """The player's expectation in antes: of the main game, and of all wagers that are required."""

    main: Fraction
    compulsory: Fraction
    side: Mapping[str, Fraction] = field(default_factory=dict)
    """The expectation of each optional wager, per unit of that wager."""
    estimated: bool = False
    """Whether the figures are those of random rounds, because not every deal could be counted."""

    @property
    def favours_players(self) -> bool:
        return self.compulsory > 0 or any(ev > 0 for ev in self.side.values())

    @property
    def warning(self) -> str:
        sentences = [ESTIMATED] if self.estimated else []
        if self.compulsory > 0:
            share = 100 * float(self.compulsory)
            sentences.append(
                f"This configuration favours the players, by {share:.2f}% of the ante."
            )
        for wager, ev in self.side.items():
            if ev > 0:
                words, share = wager.replace("_", " "), 100 * float(ev)
                sentences.append(f"The wager {words} favours the players, by {share:.2f}% of it.")
        return " ".join(sentences)


def unit_wager(game: AnyGame) -> str:
    """The wager in whose units the main game is counted: the first one of it."""
    return next(wager.id for wager in game.wagering.wagers if wager.main)


def name_by_hands(wager: str, hands: int) -> str:
    """The name of a wager that is paid by the number of hands, the dealer's included."""
    return f"{wager}_{hands}"


def material(game_id: str, config: Mapping[str, Any]) -> dict[str, Any]:
    """The options on which exact figures depend, as data, where they are not the default."""
    game = get_game(game_id)
    config, default = as_config(game.read_options(config)), as_config(game.read_options({}))
    names = [option.name for option in game.options if option.material]
    return {name: config[name] for name in names if config[name] != default[name]}


def solve(game_id: str, options: Any) -> Any | None:
    """The analysis, made in this process, which does nothing else meanwhile."""
    try:
        return analyze(get_game(game_id), options)
    except ImportError:
        return None


class EdgeBook:
    """The analyses that were made, each kept under its game and material options."""

    def __init__(self, solver: Solver = solve) -> None:
        self._solver = solver
        self._known: dict[tuple[str, str], Any | None] = {}
        self._room = threading.BoundedSemaphore(MOST_WAITING)
        self._solving = threading.Lock()

    @contextmanager
    def solved_by(self, solver: Solver) -> Iterator[None]:
        """Leaves the mathematics to another solver for a while."""
        before, self._solver = self._solver, solver
        try:
            yield
        finally:
            self._solver = before

    def analysis(self, game_id: str, config: Mapping[str, Any]) -> Any | None:
        """The exact analysis of a configuration; None where the lab is not installed."""
        options = _without_equipment(config)
        key = _key(game_id, options)
        if key not in self._known:
            with self._turn():
                if key not in self._known:
                    self._known[key] = self._solve(game_id, options)
                    for oldest in list(self._known)[:-MOST_KNOWN]:
                        self._known.pop(oldest, None)
        return self._known[key]

    def expectations(
        self, game_id: str, config: Mapping[str, Any]
    ) -> Mapping[str, Expectation] | None:
        """The expectation of each wager; None where the lab is not installed."""
        analysis = self.analysis(game_id, config)
        return None if analysis is None else _expectations(get_game(game_id), analysis)

    def edge(self, game_id: str, config: Mapping[str, Any]) -> Edge | None:
        """The exact edge of all wagers; None where the lab is not installed."""
        return _edge(game_id, self.analysis(game_id, config))

    def known_edge(self, game_id: str, config: Mapping[str, Any]) -> Edge | None:
        """The edge if its analysis was made before: a list of tables cannot wait for one."""
        return _edge(game_id, self._known.get(_key(game_id, _without_equipment(config))))

    def _solve(self, game_id: str, options: Mapping[str, Any]) -> Any | None:
        return self._solver(game_id, get_game(game_id).read_options(options))

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One analysis at a time: it takes seconds, and few may wait for it."""
        if not self._room.acquire(blocking=False):
            raise Busy("The exact edge takes a while, and others wait for theirs. Ask again soon.")
        try:
            with self._solving:
                yield
        finally:
            self._room.release()


def _key(game_id: str, options: Mapping[str, Any]) -> tuple[str, str]:
    return game_id, repr(sorted(material(game_id, options).items()))


def _without_equipment(config: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the game alone."""
    equipment = {option.name for option in EQUIPMENT_OPTIONS}
    return {name: value for name, value in config.items() if name not in equipment}


def _expectations(game: AnyGame, analysis: Any) -> Mapping[str, Expectation]:
    """The expectation of each wager; that of the main game stands under its unit wager."""
    main = analysis.main
    expectations = {unit_wager(game): Expectation(main.ev, main.variance)}
    names = lab_of(game).side_names(game.read_options(analysis.options))
    for wager, name in names.items():
        if name in analysis.side:
            side = analysis.side[name]
            expectations[wager] = Expectation(side.ev, side.variance)
    return expectations


def _edge(game_id: str, analysis: Any | None) -> Edge | None:
    if analysis is None:
        return None
    game = get_game(game_id)
    options, side = game.read_options(analysis.options), {}
    for name, expectation in _expectations(game, analysis).items():
        wager = _wager_called(game, name)
        if not (wager.main or wager.required) and wager.is_offered(options):
            side[name] = expectation.ev
    meter = getattr(analysis, "meter", None)
    if meter is not None:
        side[meter.wager] = meter.ev  # with the meter as the table is opened
    return Edge(analysis.main.ev, analysis.compulsory.ev, side, analysis.estimated is not None)


def _wager_called(game: AnyGame, name: str) -> Wager:
    """The wager of this name, also where it is named by the number of hands."""
    base = name.rpartition("_")[0]
    wager = game.wagering.wager(name) or game.wagering.wager(base)
    assert wager is not None, f"the lab of {game.name} names a wager {name}"
    return wager
