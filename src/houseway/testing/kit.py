"""Checks a whole game, subject by subject, and reports every problem at once."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from houseway.games.contract import Game
from houseway.testing.description import check_options, check_wagers, check_words
from houseway.testing.drawing import check_drawing
from houseway.testing.lab import check_lab, lab_is_installed
from houseway.testing.rulebook import check_handling, check_rulebook
from houseway.testing.tables import check_tables, locate_fault, plan_tables

Check = Callable[[Game[Any, Any]], Iterator[str]]

STATIC: dict[str, Check] = {
    "rulebook": check_rulebook,
    "handling": check_handling,
    "options": check_options,
    "wagers": check_wagers,
    "words": check_words,
    "layout and sign": check_drawing,
}
MOST_PROBLEMS = 12
"""Of each subject; one mistake often shows in many places."""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is missing or wrong, in one sentence."""

    subject: str
    words: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.words}"


@dataclass(frozen=True)
class Report:
    """Everything that was found out about a game; the seed repeats it."""

    game: str
    seed: int
    tables: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()
    """What was not checked, and why."""

    @property
    def is_ok(self) -> bool:
        return not self.problems

    def raise_if_broken(self) -> None:
        """Raises `GameProblem` with every problem."""
        if self.problems:
            raise GameProblem(self)

    def __str__(self) -> str:
        number = len(self.problems)
        counted = f"{number} problem{'' if number == 1 else 's'}" if number else "no problems"
        lines = [f"{self.game}: {counted} at {self.tables} random tables, seed {self.seed}."]
        lines += [f"  - {problem}" for problem in self.problems]
        lines += [f"  ({note})" for note in self.notes]
        return "\n".join(lines)


class GameProblem(AssertionError):
    """A game that does not keep its contract."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(str(report))


def check_game(
    game: Game[Any, Any], *, seed: int | None = None, rounds: int = 100, lab: bool = True
) -> Report:
    """Raises `GameProblem` that lists everything wrong with a game; else gives the report."""
    report = inspect_game(game, seed=seed, rounds=rounds, lab=lab)
    report.raise_if_broken()
    return report


def inspect_game(
    game: Game[Any, Any], *, seed: int | None = None, rounds: int = 100, lab: bool = True
) -> Report:
    """The report on a game, whatever is in it.

    At least `rounds` random rounds are played: every option value and every way of dealing
    gets a table of its own. `seed` repeats them. `lab` also holds the lab's figures against
    settlement.
    """
    chosen = secrets.randbelow(2**32) if seed is None else seed
    problems = [
        problem for subject, check in STATIC.items() for problem in _run(subject, check, game)
    ]
    plan = plan_tables(game, chosen, rounds)
    problems += _run("table", lambda each: check_tables(each, plan), game)
    notes: list[str] = []
    if lab and lab_is_installed():
        problems += _run("lab", lambda each: check_lab(each, chosen), game)
    elif lab:
        notes.append("The lab was not checked: it needs the extra houseway[lab].")
    return Report(game.name, chosen, len(plan), tuple(problems), tuple(notes))


def _run(subject: str, check: Check, game: Game[Any, Any]) -> list[Problem]:
    """The problems of one subject, each once; a check that breaks down is one of them."""
    sentences: dict[str, None] = {}
    try:
        for sentence in check(game):
            if len(sentences) == MOST_PROBLEMS and sentence not in sentences:
                sentences["There is more; mend these first."] = None
                break
            sentences[sentence] = None
    except Exception as error:
        words, frame = locate_fault(error)
        place = f"line {frame.lineno} of {frame.filename}, in {frame.name}"
        sentences[f"{words} ({place})."] = None
    return [Problem(subject, sentence) for sentence in sentences]
