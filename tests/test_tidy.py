"""The tree itself: the habits of the house, checked where a tool does not."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.games import find_games
from tests import vocabulary

ROOT = Path(__file__).resolve().parents[1]
EXACT_ROOMS = ("cards", "chips", "rulebook", "games")
LONGEST_FILE, LONGEST_FUNCTION = 400, 60


def sources(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text("utf-8"))


def test_every_file_says_what_it_is_for() -> None:
    lacking = [
        path.relative_to(ROOT).as_posix()
        for path, tree in sources("src", "tests", "bench")
        if not ast.get_docstring(tree) and path.read_text("utf-8")
    ]
    assert not lacking


def test_files_and_functions_stay_short() -> None:
    long = []
    for path, tree in sources("src"):
        if len(path.read_text("utf-8").splitlines()) > LONGEST_FILE:
            long.append(str(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                lines = (node.end_lineno or 0) - node.lineno
                if lines > LONGEST_FUNCTION:
                    long.append(f"{path}:{node.name}")
    assert not long


def test_no_float_comes_near_money_cards_or_rules() -> None:
    """Neither a float constant, nor float(), nor a division that makes one."""
    floats = []
    for room in EXACT_ROOMS:
        for path, tree in sources(f"src/houseway/{room}"):
            for node in ast.walk(tree):
                constant = isinstance(node, ast.Constant) and isinstance(node.value, float)
                named = isinstance(node, ast.Name) and node.id == "float"
                divided = isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(
                    node.op, ast.Div
                )
                if constant or named or (divided and not _is_path(path)):
                    floats.append(f"{path}:{getattr(node, 'lineno', 0)}")
    assert not floats


def _is_path(path: Path) -> bool:
    """The tracing of markers divides paths, not numbers."""
    return path.name == "tracing.py"


@pytest.mark.parametrize("check", vocabulary.CHECKS)
def test_no_file_gets_worse_and_the_ratchets_only_go_down(check: str) -> None:
    """Shared code knows no game, nothing has an old name, and templates are readable.

    The files in `tests/ratchets` count what is left of each; `python -m tests.vocabulary`
    lowers them.
    """
    now, allowed = vocabulary.CHECKS[check](), vocabulary.read_ratchet(check)
    worse = {path: count for path, count in now.items() if count > allowed.get(path, 0)}
    assert not worse, "more than before"
    better = {path: count for path, count in allowed.items() if count > now.get(path, 0)}
    assert not better, "lower the ratchet: python -m tests.vocabulary"


def test_every_justified_word_is_still_needed() -> None:
    for name, words in vocabulary.JUSTIFIED.items():
        used = {word.strip("\"'") for _, word in vocabulary.list_game_words(ROOT / name)}
        assert words.keys() <= used, name


def test_no_shared_file_is_named_after_a_game() -> None:
    shared = list(vocabulary.shared_files())
    assert len(shared) > 200
    pattern = re.compile(rf"(?<![a-z])({'|'.join(find_games())})(?![a-z])")
    assert not [path for path in shared if pattern.search(path.name)]


def test_the_words_of_a_game_are_found_where_they_should_not_be(tmp_path: Path) -> None:
    words = vocabulary.game_words()
    assert words["cover_all"] == "uth"
    assert words["poker_bonus"] == "hilo"
    assert words["play_5"] == "pikit"
    assert not {"ante", "fold", "seats", "deal"} & words.keys(), "words of several games"
    module = tmp_path / "module.py"
    module.write_text(
        '"""A docstring may say Cover All."""\n'
        'if wager == "tie" or name.startswith("cover_all"):\n'
        "    uth_edge = flop\n"
        "# a comment may say hilo\n"
        'message = "It ends in a tie."\n'
        "trips = 3\n"
    )
    assert [line for line, _ in vocabulary.list_game_words(module)] == [2, 2, 3, 3]
    script = tmp_path / "script.js"
    script.write_text('// hilo\nif (stage === "election" || game == "hilo") { tie(); }\n')
    assert sorted(word for _, word in vocabulary.list_game_words(script)) == ['"election"', "hilo"]


def project_files() -> Iterator[Path]:
    """What belongs to the project: no caches, no virtual environment, nothing built."""
    made = {"__pycache__", "build", "dist"}
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") and part != ".ci" for part in parts)
        if path.is_file() and not hidden and not made & set(parts):
            yield path


def test_no_file_names_a_package_registry_or_a_home_folder() -> None:
    words = ["py" + "pi.org", "python" + "hosted", "index" + "-url", "/ro" + "ot/", "/ho" + "me/"]
    named = [
        path.name
        for path in project_files()
        if any(word in path.read_text("utf-8", "ignore") for word in words)
    ]
    assert len(list(project_files())) > 80
    assert not named
