"""From a clause to the code that carries it out and the tests that prove it.

Markers are read from the source itself: `@cites`, `@cites_part`, `cite` and `see` in the
package, `pytest.mark.clause(...)` and the `clauses` of the test rounds in
tests/. Nobody keeps a list. An installed wheel has no tests/, so the build
reads their markers into `tests.json`, which is used where tests/ is not
there (see build_hooks.py). A plug-in may carry such an index in its own package.
"""

import ast
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from houseway.games import all_clauses, find_games
from houseway.rulebook import Clause

PACKAGE = Path(__file__).resolve().parents[1]
CODE_MARKERS = {"cite": "whole", "cites": "whole", "cites_part": "part", "see": "reference"}
TEST_MARKERS = {"clause": "whole"}
BUILT_INDEX = PACKAGE / "proof" / "tests.json"


@dataclass(frozen=True, order=True)
class Marker:
    """One place that names a clause."""

    clause: str
    file: str
    line: int
    name: str
    role: str = "whole"
    """Whether the place is the whole rule, a part of it, or only refers to it."""

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line} {self.name}"


@dataclass(frozen=True)
class Trace:
    """A clause with what carries it out and what proves it."""

    clause: Clause
    code: tuple[Marker, ...]
    tests: tuple[Marker, ...]

    @property
    def status(self) -> str:
        """`implemented` means carried out by code and proved by a test.

        `partial` is a rule of which only a part is there, `untested` one without a
        test, `open` one that no code carries out; `unchanged` is a paragraph that the
        text names without printing it, so that nothing can be claimed of it.
        """
        if self.clause.unchanged:
            return "unchanged"
        roles = {marker.role for marker in self.code}
        if "whole" in roles:
            return "implemented" if self.tests else "untested"
        return "partial" if "part" in roles else "open"


@cache
def traces() -> Mapping[str, Trace]:
    """Every clause, traced."""
    code = by_clause(code_markers())
    tests = by_clause(test_markers())
    return {
        clause_id: Trace(clause, tuple(code.get(clause_id, ())), tuple(tests.get(clause_id, ())))
        for clause_id, clause in all_clauses().items()
    }


def by_clause(markers: list[Marker]) -> dict[str, list[Marker]]:
    grouped: dict[str, list[Marker]] = defaultdict(list)
    for marker in sorted(set(markers)):
        grouped[marker.clause].append(marker)
    return grouped


def code_markers() -> list[Marker]:
    """Every marker in the source of Houseway and of the games installed beside it."""
    markers = _markers_under(PACKAGE, PACKAGE.parent, CODE_MARKERS)
    for folder in plug_in_folders().values():
        markers += _markers_under(folder, folder.parent, CODE_MARKERS)
    return markers


def plug_in_folders() -> dict[str, Path]:
    """The folders of games that are not part of Houseway itself, by the ids of the games."""
    folders = {}
    for game in find_games().values():
        spec = find_spec(game.package)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            if not Path(place).resolve().is_relative_to(PACKAGE):
                folders[game.id] = Path(place)
    return folders


def test_markers() -> list[Marker]:
    """Every marker in the tests: from their source if it is here, else as built into the wheel."""
    markers: list[Marker] = []
    packages = {PACKAGE: BUILT_INDEX}
    packages |= {folder: folder / BUILT_INDEX.name for folder in plug_in_folders().values()}
    for package, index in packages.items():
        project = _project_of(package)
        if project is not None:
            markers += scan_tests(project)
        elif index.is_file():
            markers += [Marker(*entry) for entry in json.loads(index.read_text("utf-8"))]
    return markers


def _project_of(package: Path) -> Path | None:
    """The checkout that a package lies in, beside its tests; None where it was installed."""
    for project in package.parents[:2]:
        if (project / "tests").is_dir() and (project / "pyproject.toml").is_file():
            return project
    return None


def write_test_index(project: Path, package: Path) -> None:
    """Writes the markers of a project's tests into the package that its wheel will hold."""
    markers = sorted(scan_tests(project))
    entries = [[marker.clause, marker.file, marker.line, marker.name] for marker in markers]
    (package / BUILT_INDEX.name).write_text(json.dumps(entries, indent=0), encoding="utf-8")


def scan_tests(project: Path) -> list[Marker]:
    """The markers of the tests' source and of the test rounds beside it."""
    tests = project / "tests"
    markers = _markers_under(tests, project, TEST_MARKERS)
    for path in sorted(tests.rglob("rounds/*.json")):
        markers.extend(_markers_in_rounds(path, path.relative_to(project).as_posix()))
    return markers


def _markers_in_rounds(path: Path, shown: str) -> Iterator[Marker]:
    lines = path.read_text(encoding="utf-8").splitlines()
    line_of = {name: n for n, text in enumerate(lines, 1) if (name := _id_on(text))}
    for entry in json.loads("\n".join(lines)):
        for clause in entry["clauses"]:
            yield Marker(clause, shown, line_of.get(entry["id"], 1), entry["id"])


def _id_on(line: str) -> str | None:
    _, key, after = line.partition('"id": "')
    return after.partition('"')[0] if key else None


def _markers_under(folder: Path, root: Path, names: Mapping[str, str]) -> list[Marker]:
    markers: list[Marker] = []
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        # Most files name no clause, and reading a file as Python takes long.
        if any(f"{name}(" in source for name in names):
            markers.extend(markers_in(source, path.relative_to(root).as_posix(), names))
    return markers


def markers_in(source: str, file: str, names: Mapping[str, str]) -> list[Marker]:
    """The markers in one file: calls to any of `names` with clause ids written out."""
    markers: list[Marker] = []
    _visit(ast.parse(source), "", file, names, markers)
    return markers


def _visit(
    node: ast.AST, inside: str, file: str, names: Mapping[str, str], markers: list[Marker]
) -> None:
    """Walks down, carrying the name of the definition or assignment a marker stands in."""
    inside = _name_of(node) or inside
    if isinstance(node, ast.Call) and _called(node) in names:
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                role = names[_called(node)]
                markers.append(Marker(argument.value, file, argument.lineno, inside, role))
    for child in ast.iter_child_nodes(node):
        _visit(child, inside, file, names, markers)


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _name_of(node: ast.AST) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) else None
    if isinstance(node, ast.AnnAssign):
        target = node.target
    return target.id if isinstance(target, ast.Name) else ""
