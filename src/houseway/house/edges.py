"""What a configuration costs its players, exactly, before its table is opened."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from typing import Any

from houseway.games import GAMES
from houseway.games.options import as_config
from houseway.table.setup import EQUIPMENT_OPTIONS


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


def edge_of(game: str, config: dict[str, Any]) -> Edge | None:
    """The exact edge; None where the mathematics is not installed."""
    found = analysis_of(game, config)
    return None if found is None else Edge(found.main.ev, found.compulsory.ev)


def analysis_of(game: str, config: dict[str, Any]) -> Any | None:
    """The exact mathematics of a configuration, kept once it is worked out; None without it."""
    equipment = {option.name for option in EQUIPMENT_OPTIONS}
    options = {name: value for name, value in config.items() if name not in equipment}
    read = GAMES[game].read_options(options)
    return _analysis(game, repr(sorted(as_config(read).items())), _Options(read))


@dataclass(frozen=True, eq=False)
class _Options:
    """Options that the cache does not compare: their text is beside them."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Options)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=500)
def _analysis(game: str, _key: str, options: _Options) -> Any | None:
    try:
        solver = getattr(import_module(f"houseway.lab.{game}"), f"analyze_{game}")
    except ImportError:
        return None
    return solver(options.value)
