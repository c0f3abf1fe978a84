"""Reads `src` for words that do not belong where they are: a game's words, and old names.

`python -m tests.vocabulary` lowers the counts in `tests/ratchets` to what is left; it never
raises one.
"""

import ast
import io
import json
import random
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from houseway.games import find_games
from houseway.games.contract import Game
from houseway.table.events import Chosen
from houseway.table.trials import run_trial

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "houseway"
RATCHETS = ROOT / "tests" / "ratchets"
TEXT_SUFFIXES = (".html", ".js", ".css", ".svg", ".xml", ".typ")

SHARED = {
    "bet": "a command of every table",
    "check": "the function that lists refusals",
    "high": "the upper end of an interval",
    "limits": "limits of rates and sizes",
    "low": "the lower end of an interval",
    "setting": "one value of a configuration",
}
"""Words of one game that have another meaning in shared code."""

ORDINARY = {"1x", "2x", "3x", "4x", "blind", "election", "flop", "pick", "river", "tie"}
"""Words that English prose may use; refused as a whole literal or a whole name only."""

PROOF_FIELD = "a field of the published form of a round's proof (docs/proofs.md)"
JUSTIFIED = {
    "src/houseway/cli/lab/advise.py": {"flop": "`--flop` is a public option of `houseway advise`"},
    "src/houseway/fairness/proof.py": {"dealer_stack": PROOF_FIELD},
    "src/houseway/fairness/proof_form.py": {"dealer_stack": PROOF_FIELD},
    "src/houseway/ledger/proofs.py": {"dealer_stack": PROOF_FIELD},
    "src/houseway/ledger/recipes.py": {"dealer_stack": PROOF_FIELD},
}
"""Words of one game that a shared file must know, by file, each with the reason."""

POKER_HANDS = {"trips"}
"""Poker's own words for hands: code may name a variable so, but no literal."""

OLD_NAMES = {"asked", "found", "made", "one", "said", "told"}
"""Names that say nothing about the thing they stand for."""


@cache
def game_words() -> dict[str, str]:
    """Every word that belongs to one game, and the game."""
    games: dict[str, set[str]] = defaultdict(set)
    for game in find_games().values():
        words = {game.id, *game.stages, *played_words(game)}
        words |= {wager.id for wager in game.wagering.wagers}
        words |= {option.name for option in game.options}
        for word in words - SHARED.keys():
            games[word].add(game.id)
    return {word: next(iter(ids)) for word, ids in games.items() if len(ids) == 1}


def played_words(game: Game[Any, Any]) -> Iterator[str]:
    """The stages and choices of some random rounds."""
    for seed in range(6):
        for event in run_trial(game, random.Random(seed), 10).log:
            if isinstance(event, Chosen):
                yield event.stage
                yield from choice_words(event.choice)


def choice_words(choice: object) -> Iterator[str]:
    if isinstance(choice, str):
        yield choice
    elif isinstance(choice, dict):
        for key, value in choice.items():
            yield key
            yield from choice_words(value) if isinstance(value, str) else ()


@cache
def distinctive() -> re.Pattern[str]:
    """Words that no other text has a use for, as parts of names and of prose."""
    words = sorted(game_words().keys() - ORDINARY, key=len, reverse=True)
    parts = "|".join(re.escape(word).replace("_", "[ _-]") for word in words)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{parts})(?![A-Za-z0-9])", re.IGNORECASE)


def is_own_room(path: Path) -> bool:
    """Whether a file belongs to one game."""
    parts = path.relative_to(SOURCE).parts
    return len(parts) > 2 and parts[0] in {"games", "lab"} and parts[1] in find_games()


def shared_files() -> Iterator[Path]:
    """The files of the package that belong to no game."""
    for path in sorted(SOURCE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and not is_own_room(path):
            yield path


def count_game_words() -> dict[str, int]:
    """How often each shared file names something of one game."""
    counts = {}
    for path in shared_files():
        name = path.relative_to(ROOT).as_posix()
        justified = JUSTIFIED.get(name, {})
        number = sum(word.strip("\"'") not in justified for _, word in list_game_words(path))
        if number:
            counts[name] = number
    return counts


def list_game_words(path: Path) -> list[tuple[int, str]]:
    """The words of one game in a file, with their lines."""
    if path.suffix == ".py":
        return [*_in_python(path.read_text("utf-8"))]
    if path.suffix in TEXT_SUFFIXES:
        return [*_in_text(_without_comments(path.read_text("utf-8")))]
    return []


def _in_python(text: str) -> Iterator[tuple[int, str]]:
    ordinary = ORDINARY & game_words().keys()
    prose = set(_docstring_lines(ast.parse(text)))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        line = token.start[0]
        is_string = tokenize.tok_name[token.type] in {"STRING", "FSTRING_MIDDLE"}
        if (is_string and line in prose) or not (is_string or token.type == tokenize.NAME):
            continue
        for match in distinctive().finditer(token.string):
            if is_string or match.group().lower() not in POKER_HANDS:
                yield line, match.group()
        whole = token.string.lstrip("rbf").strip("\"'") if is_string else token.string
        if whole in ordinary:
            yield line, token.string


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    """The first lines of strings that are statements: what they say is for readers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno


def _in_text(text: str) -> Iterator[tuple[int, str]]:
    ordinary = "|".join(sorted(ORDINARY & game_words().keys()))
    quoted = re.compile(rf"([\"'])(?:{ordinary})\1")
    for number, line in enumerate(text.splitlines(), 1):
        for pattern in (distinctive(), quoted):
            yield from ((number, match.group()) for match in pattern.finditer(line))


def _without_comments(text: str) -> str:
    """The text with its comments blanked, line for line."""
    pattern = re.compile(r"<!--.*?-->|\{#.*?#\}|/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
    return pattern.sub(lambda match: "\n" * match.group().count("\n"), text)


def count_old_names() -> dict[str, int]:
    """How often each file gives something an old name."""
    counts = {}
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        number = sum(name.lstrip("_") in OLD_NAMES for name in _bound_names(tree))
        if number:
            counts[path.relative_to(ROOT).as_posix()] = number
    return counts


def _bound_names(tree: ast.Module) -> Iterator[str]:
    """The names of variables, parameters, fields, functions and classes that a file defines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name


def count_long_lines() -> dict[str, int]:
    """How many lines of each template are longer than 120 characters."""
    counts = {}
    for path in sorted(SOURCE.rglob("*.html")):
        number = sum(len(line) > 120 for line in path.read_text("utf-8").splitlines())
        if number:
            counts[path.relative_to(ROOT).as_posix()] = number
    return counts


CHECKS = {
    "game_words": count_game_words,
    "old_names": count_old_names,
    "long_lines": count_long_lines,
}


def read_ratchet(name: str) -> dict[str, int]:
    counts: dict[str, int] = json.loads((RATCHETS / f"{name}.json").read_text("utf-8"))
    return counts


def main() -> None:
    for name, count in CHECKS.items():
        file, now = RATCHETS / f"{name}.json", count()
        known = read_ratchet(name) if file.exists() else now
        lowered = {path: min(now[path], known[path]) for path in known if path in now}
        file.write_text(json.dumps(lowered, indent=1) + "\n", "utf-8")
        total = Counter({"before": sum(known.values()), "now": sum(now.values())})
        print(f"{name}: {total['before']} before, {total['now']} now")
        for path in now:
            if now[path] > known.get(path, 0):
                print(f"  {path}: {now[path]}, allowed {known.get(path, 0)}")


if __name__ == "__main__":
    main()
