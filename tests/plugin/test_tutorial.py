"""The tutorial's files are those of the package, and its commands print what it shows."""

import re
import shlex
from collections import defaultdict

import pytest

from tests.plugin.installation import PLUGIN, PROJECT, Installation
from tests.test_docs import matches

PAGE = (PROJECT / "docs" / "write_a_game.md").read_text("utf-8")
PACKAGE = PLUGIN / "src" / "highcard"
BLOCKS: dict[str, list[str]] = defaultdict(list)
for name, text in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
    BLOCKS[name].append(text)
COMMANDS = [
    part.rstrip("\n").split("\n")
    for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


def read(name: str) -> str:
    place = PACKAGE / name
    return (place if place.exists() else PLUGIN / name).read_text("utf-8")


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_every_file_of_the_package_is_in_the_tutorial() -> None:
    files = {path.name for path in PACKAGE.iterdir() if path.suffix in {".py", ".toml"}}
    assert BLOCKS.keys() == files | {"pyproject.toml", "test_duel.py"}


@pytest.mark.parametrize("name", sorted(BLOCKS.keys() - {"clauses.toml"}))
def test_a_file_of_the_tutorial_is_the_one_of_the_package(name: str) -> None:
    assert without_blank_lines("".join(BLOCKS[name])) == without_blank_lines(read(name))


def test_the_clauses_shown_are_in_the_package() -> None:
    text = read("clauses.toml")
    for block in BLOCKS["clauses.toml"]:
        for clause in block.split("\n\n"):
            assert clause.strip() in text
    assert f"The finished file has {text.count('[clause.')} clauses" in PAGE


@pytest.mark.parametrize("lines", COMMANDS, ids=[lines[0] for lines in COMMANDS])
def test_a_command_prints_what_the_tutorial_shows(
    installed: Installation, lines: list[str]
) -> None:
    program, *arguments = shlex.split(lines[0])
    assert program == "houseway"
    printed = installed.run(*arguments).rstrip("\n").split("\n")
    shown = [*lines[1:], "..."] if lines[-1] == "..." else lines[1:]
    assert matches(shown, printed), "\n".join(printed)
