"""What the kit has to say about a game."""

from dataclasses import dataclass


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
