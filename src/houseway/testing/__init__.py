"""A conformance kit for games: plays, draws, reads and values a game, and names what is wrong.

    from houseway.testing import check_game
    check_game(GAME)

Any test runner can call it; nothing here needs one.
"""

from houseway.testing.kit import GameProblem, Problem, Report, check_game, inspect_game

__all__ = ["GameProblem", "Problem", "Report", "check_game", "inspect_game"]
