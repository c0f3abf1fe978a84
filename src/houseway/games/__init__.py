"""The games: the contract they share, how they are found, and each in a folder of its own."""

from houseway.games.registry import (
    GAMES,
    BrokenGame,
    all_clauses,
    all_readings,
    broken_games,
    find_games,
    get_game,
    readings_of,
    refuse_if_broken,
)

__all__ = [
    "GAMES",
    "BrokenGame",
    "all_clauses",
    "all_readings",
    "broken_games",
    "find_games",
    "get_game",
    "readings_of",
    "refuse_if_broken",
]
