"""The tree itself: the habits of the house, checked where a tool does not."""

import ast
from collections.abc import Iterator
from pathlib import Path

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
    found = []
    for room in EXACT_ROOMS:
        for path, tree in sources(f"src/houseway/{room}"):
            for node in ast.walk(tree):
                constant = isinstance(node, ast.Constant) and isinstance(node.value, float)
                named = isinstance(node, ast.Name) and node.id == "float"
                divided = isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(
                    node.op, ast.Div
                )
                if constant or named or (divided and not _is_path(path)):
                    found.append(f"{path}:{getattr(node, 'lineno', 0)}")
    assert not found


def _is_path(path: Path) -> bool:
    """The tracing of markers divides paths, not numbers."""
    return path.name == "tracing.py"


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
    found = [
        path.name
        for path in project_files()
        if any(word in path.read_text("utf-8", "ignore") for word in words)
    ]
    assert len(list(project_files())) > 80
    assert not found
