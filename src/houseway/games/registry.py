"""Which games are installed: found through the entry-point group `houseway.games`.

The games that come with Houseway are found in the same way as those of other authors. A
plug-in that cannot be loaded is named with the reason and skipped; it never stops the others.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from houseway.games.contract import Game
from houseway.games.fields import either, show
from houseway.rulebook import Clause, Malformed, Reading

GROUP = "houseway.games"


@dataclass(frozen=True)
class BrokenGame:
    """A plug-in that cannot be used, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Installed:
    """Every game that can be used, in the order of a lobby, and every plug-in that cannot."""

    games: Mapping[str, Game[Any, Any]]
    broken: tuple[BrokenGame, ...]


def load_games(points: list[EntryPoint]) -> Installed:
    """Loads plug-ins; one that fails in any way is set aside with its reason."""
    games: dict[str, Game[Any, Any]] = {}
    broken: list[BrokenGame] = []
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            game = _load(point, games)
        except Exception as error:
            broken.append(BrokenGame(point.name, f"{type(error).__name__}: {error}"))
        else:
            games[game.id] = game
    in_order = sorted(games.values(), key=lambda game: (game.pitch.place, game.id))
    return Installed(MappingProxyType({game.id: game for game in in_order}), tuple(broken))


def _load(point: EntryPoint, games: Mapping[str, Game[Any, Any]]) -> Game[Any, Any]:
    game = point.load()
    if not isinstance(game, Game):
        raise TypeError(f"{point.value} is not a houseway.games.contract.Game")
    if game.id != point.name:
        raise ValueError(f"the game calls itself {game.id!r}, its entry point {point.name!r}")
    if game.id in games:
        raise ValueError(f"a game {game.id!r} is installed already")
    if not game.rulebook.clauses:
        raise ValueError("its rulebook has no clauses")
    return game


@cache
def installed() -> Installed:
    """The installed games, loaded once."""
    return load_games(list(entry_points(group=GROUP)))


def find_games() -> Mapping[str, Game[Any, Any]]:
    """Every installed game by its id, in the order of a lobby."""
    return installed().games


def broken_games() -> tuple[BrokenGame, ...]:
    """The plug-ins that could not be loaded."""
    return installed().broken


def refuse_if_broken(game_id: object) -> None:
    """Says why a game that is installed cannot be used."""
    for broken in broken_games():
        if broken.name == game_id and game_id not in find_games():
            raise Malformed(f"The game {game_id} is installed and cannot be used: {broken.reason}")


def get_game(game_id: object) -> Game[Any, Any]:
    """The game with this id."""
    games = find_games()
    if not isinstance(game_id, str) or game_id not in games:
        refuse_if_broken(game_id)
        raise Malformed(f"There is no game {show(game_id)}; the games are {either(list(games))}.")
    return games[game_id]


@cache
def all_clauses() -> Mapping[str, Clause]:
    """Every clause of every installed game, by id."""
    return {clause.id: clause for game in find_games().values() for clause in game.rulebook.clauses}


@cache
def all_readings() -> Mapping[str, Reading]:
    """Every adopted reading of every installed game, by its number."""
    return {
        reading.id: reading for game in find_games().values() for reading in game.rulebook.readings
    }


def readings_of(clause_id: str) -> tuple[Reading, ...]:
    """The adopted readings that concern a clause."""
    return tuple(reading for reading in all_readings().values() if clause_id in reading.clauses)


class _Games(Mapping[str, Game[Any, Any]]):
    """The installed games as a mapping that is filled when it is first read."""

    def __getitem__(self, game_id: str) -> Game[Any, Any]:
        return find_games()[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(find_games())

    def __len__(self) -> int:
        return len(find_games())


GAMES: Mapping[str, Game[Any, Any]] = _Games()
"""Every installed game by its id."""
