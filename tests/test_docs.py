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


def matches(shown: list[str], found: list[str]) -> bool:
    """Line by line; a line of three dots stands for any lines, and blanks at the end for none."""
    if not shown:
        return not found
    if shown[0] == "...":
        return any(matches(shown[1:], found[n:]) for n in range(len(found) + 1))
    return bool(found) and shown[0].rstrip() == found[0].rstrip() and matches(shown[1:], found[1:])


@pytest.mark.parametrize(("page", "command", "shown"), EXAMPLES, ids=[e[1] for e in EXAMPLES])
def test_a_command_gives_the_output_shown(page: str, command: str, shown: list[str]) -> None:
    program, *arguments = shlex.split(command)
    assert program == "houseway"
    found = subprocess.run(
        [sys.executable, "-c", "from houseway.cli.main import run; run()", *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = found.stdout.rstrip("\n").split("\n")
    assert matches(shown, lines), f"{page}: {command} printed\n{found.stdout}"


def test_there_are_examples_to_check() -> None:
    assert len(EXAMPLES) >= 10
    assert not matches(["a"], ["b"])
    assert matches(["a", "...", "c"], ["a", "b", "b", "c "])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False)
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_picture_in_the_readme_is_what_the_command_draws() -> None:
    code = "from houseway.cli.main import run; run()"
    arguments = ["layout", "hilo", "--seats", "7", "--licensee", "The Boardwalk"]
    found = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert found.stdout == (ROOT / "docs" / "images" / "hilo.svg").read_text("utf-8")


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
    found = subprocess.run(
        [sys.executable, "docs/tour.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for page, command, _ in EXAMPLES:
        if page == "README.md":
            assert command in found.stdout
    assert "$105" in found.stdout
