"""Games are found through entry points; a plug-in that fails is named, and the others work."""

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from houseway.games import find_games, get_game
from houseway.games.registry import GROUP, load_games
from houseway.rulebook import Malformed, load_text

HILO = EntryPoint("hilo", "houseway.games.hilo:GAME", GROUP)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("gone", "no_such_package:GAME", "No module named 'no_such_package'"),
        ("gone", "houseway.games.hilo:NOTHING", "has no attribute 'NOTHING'"),
        ("list", "houseway.games.hilo.options:MOST_SEATS", "is not a houseway.games.contract.Game"),
        ("lohi", "houseway.games.hilo:GAME", "the game calls itself 'hilo'"),
        ("hilo", "houseway.games.hilo:GAME", "a game 'hilo' is installed already"),
    ],
)
def test_a_broken_plug_in_is_named_and_the_others_work(name: str, value: str, reason: str) -> None:
    installed = load_games([HILO, EntryPoint(name, value, GROUP)])
    assert list(installed.games) == ["hilo"]
    (broken,) = installed.broken
    assert broken.name == name
    assert reason in broken.reason


def test_the_games_that_come_with_houseway_are_found_like_any_other() -> None:
    assert {"hilo", "pikit", "uth"} <= find_games().keys()
    places = [game.pitch.place for game in find_games().values()]
    assert places == sorted(places)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Malformed, match=r"no game 'baccarat'; the games are .*hilo"):
        get_game("baccarat")


def test_a_missing_field_of_a_clause_is_named(tmp_path: Path, monkeypatch: Any) -> None:
    package = tmp_path / "halfgame"
    package.mkdir()
    (package / "__init__.py").write_text("")
    heading = 'name = "Half"\njurisdiction = "Nowhere"\ntext = "Rules"\n'
    clause = '[clause."1.a"]\ncite = "Rule 1"\nsummary = "A rule."\nshows = "It holds."\n'
    (package / "clauses.toml").write_text(heading + clause)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ValueError, match=r"Clause half\.1\.a in clauses\.toml lacks kind"):
        load_text("half", "halfgame")
    (package / "clauses.toml").write_text("name = ")
    with pytest.raises(ValueError, match=r"clauses\.toml of halfgame: Invalid value"):
        load_text("half", "halfgame")
