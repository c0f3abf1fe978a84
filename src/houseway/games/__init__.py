"""The games: the contract they share, and each game in a folder of its own."""

from collections.abc import Mapping
from typing import Any

from houseway.games.contract import Game
from houseway.games.hilo import GAME as HILO
from houseway.games.pikit import GAME as PIKIT
from houseway.games.uth import GAME as UTH

GAMES: Mapping[str, Game[Any, Any]] = {game.id: game for game in (PIKIT, UTH, HILO)}
"""Every game by its id. A new game is a folder and a name in this list."""
