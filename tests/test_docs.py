"""The pages are true: their commands give the output shown, their Python runs."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.test_walk_of_a_bet import WALK

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples() -> Iterator[tuple[str, str, list[str]]]:
    """Each command of a console block with the output shown below it."""
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, *shown = part.rstrip("\n").split("\n")
                yield page.name, command, shown


EXAMPLES = list(examples())


def matches(shown: list[str], printed: list[str]) -> bool:
    """Line by line; a line of three dots stands for any lines, and blanks at the end for none."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[n:]) for n in range(len(printed) + 1))
    same = bool(printed) and shown[0].rstrip() == printed[0].rstrip()
    return same and matches(shown[1:], printed[1:])


@pytest.mark.parametrize(("page", "command", "shown"), EXAMPLES, ids=[e[1] for e in EXAMPLES])
def test_a_command_gives_the_output_shown(page: str, command: str, shown: list[str]) -> None:
    program, *arguments = shlex.split(command)
    assert program == "houseway"
    result = subprocess.run(
        [sys.executable, "-c", "from houseway.cli.main import run; run()", *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = result.stdout.rstrip("\n").split("\n")
    assert matches(shown, lines), f"{page}: {command} printed\n{result.stdout}"


def test_there_are_examples_to_check() -> None:
    assert len(EXAMPLES) >= 10
    assert not matches(["a"], ["b"])
    assert matches(["a", "...", "c"], ["a", "b", "b", "c "])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", prose(page)):
        assert (page.parent / target).exists(), target


FILE = re.compile(r"`([\w./-]*\w(?:\.(?:py|toml|html|js|json|md|txt)|/))`")
"""A file or a folder that a page names."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    missing = [name for name in FILE.findall(prose(page)) if not exists(name)]
    assert not missing, page.name


def exists(name: str) -> bool:
    """Whether the tree has a file or folder of this name, given whole or from a room on."""
    places = (ROOT, ROOT / "src", ROOT / "src" / "houseway")
    if any((place / name).exists() for place in places):
        return True
    return any(any(place.rglob(name)) for place in places[2:])


def tables_of_files() -> Iterator[tuple[str, str]]:
    """The folder and each file or folder that a table "file in `folder/`" lists."""
    page = (ROOT / "docs" / "developer.md").read_text("utf-8")
    for folder, rows in re.findall(
        r"^\| (?:file|folder) in `([\w/]+)/` \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE
    ):
        for row in rows.splitlines():
            for name in re.findall(r"`([\w./]+)`", row.split("|")[1]):
                yield folder, name


def test_the_tables_of_files_are_true() -> None:
    listed = list(tables_of_files())
    assert len(listed) > 60
    missing = [
        f"{folder}/{name}"
        for folder, name in listed
        if not (ROOT / "src" / "houseway" / folder / name).exists() and name != "kernels/"
    ]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_headings_lead_to_one(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", page.read_text("utf-8")):
        text = (page.parent / target if target else page).read_text("utf-8")
        headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert anchor in slugs, f"{target}#{anchor}"


def test_every_room_is_described() -> None:
    page = (ROOT / "docs" / "developer.md").read_text("utf-8")
    section = page.split("## Rooms")[1].split("\n## ")[0]
    described = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    rooms = {
        path.stem
        for path in (ROOT / "src" / "houseway").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert described == rooms - {"__init__"}


def test_the_walk_of_a_bet_is_the_one_that_a_bet_takes() -> None:
    page = (ROOT / "docs" / "developer.md").read_text("utf-8")
    walk = page.split("## The walk of a bet")[1].split("\n## ")[0]
    steps = re.findall(r"^\| `([\w.]+)` \|", walk, re.MULTILINE)
    assert steps == ["send_command", *WALK, "handle"]


def test_a_file_that_does_not_exist_is_noticed() -> None:
    assert FILE.findall("see `games/contract.py`, `lab/uth/` and `houseway rules`") == [
        "games/contract.py",
        "lab/uth/",
    ]
    assert exists("games/contract.py")
    assert exists("contract.py")
    assert exists("kernels/")
    assert not exists("games/nothing.py")


def test_the_picture_in_the_readme_is_what_the_command_draws() -> None:
    code = "from houseway.cli.main import run; run()"
    arguments = ["layout", "hilo", "--seats", "7", "--licensee", "The Boardwalk"]
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert result.stdout == (ROOT / "docs" / "images" / "hilo.svg").read_text("utf-8")


def test_every_dependency_is_justified() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    sections = re.findall(
        r"^(?:dependencies|pdf|report|dev) = \[(.*?)\]", project, re.DOTALL | re.MULTILINE
    )
    names = re.findall(r'"([a-z][a-z-]*)', " ".join(sections))
    assert len(names) > 10
    assert not [name for name in names if name not in page]


def test_the_tour_runs_what_the_readme_shows() -> None:
    result = subprocess.run(
        [sys.executable, "docs/tour.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for page, command, _ in EXAMPLES:
        if page == "README.md":
            assert command in result.stdout
    assert "$105" in result.stdout
