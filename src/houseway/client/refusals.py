"""The house said no."""

from typing import Any


class Refused(Exception):
    """The problem document says why, and by which clause."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        self.status = int(problem.get("status", 0))
        self.clauses: list[str] = list(problem.get("clauses", []))
        super().__init__(str(problem.get("detail", problem)))
