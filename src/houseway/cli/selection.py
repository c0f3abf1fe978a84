"""The game and the options that a command line chooses."""

import difflib
import json
from collections.abc import Sequence
from typing import Any

from houseway.cli.documents import no_field_twice
from houseway.games import GAMES, refuse_if_broken
from houseway.games.contract import Game
from houseway.games.fields import either
from houseway.rulebook import Malformed


def choose_game(name: str) -> Game[Any, Any]:
    """The game with this id; refuses an unknown one with the nearest name."""
    if name not in GAMES:
        refuse_if_broken(name)
        near = difflib.get_close_matches(name, GAMES, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise Malformed(f"There is no game {name!r}; the games are {either(list(GAMES))}.{hint}")
    return GAMES[name]


def parse_settings(settings: Sequence[str]) -> dict[str, Any]:
    """`option=value` settings as a configuration; `limits.main_cents=1` sets within an object."""
    config: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or not name:
            raise Malformed(f"{setting!r} is not a setting; write option=value.")
        *path, last = name.split(".")
        place = config
        for part in path:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise Malformed(f"{setting!r} sets a part of {part}, which is already set whole.")
        if last in place:
            raise Malformed(f"The option {name} is set twice; only one of them can be meant.")
        place[last] = _value(text)
    return config


def _value(text: str) -> Any:
    """JSON where it is JSON, else the words themselves: 2, true, {"flush": 9}, B, 3 to 2."""
    try:
        return json.loads(text, object_pairs_hook=no_field_twice)
    except (ValueError, RecursionError):
        return text
