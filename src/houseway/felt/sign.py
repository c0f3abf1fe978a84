"""The sign at the table: the notices a text requires, and odds."""

from dataclasses import dataclass
from typing import Any

from houseway.games.printed import Notice, PostedOdds, Printed


@dataclass(frozen=True)
class Sign:
    """What a sign says."""

    licensee: str
    game: str
    odds: tuple[PostedOdds, ...]
    notices: tuple[Notice, ...]
    extra: str = ""

    def as_data(self) -> dict[str, Any]:
        return {
            "licensee": self.licensee,
            "game": self.game,
            "notices": [
                {"words": notice.words, "clauses": list(notice.clauses)} for notice in self.notices
            ],
            "odds": [odds_as_data(posted) for posted in self.odds],
            "extra": self.extra,
        }


def compose_sign(printed: Printed, *, odds_on_sign: bool = True) -> Sign:
    """The sign for a table: notices always, odds unless they are on the layout alone."""
    odds = printed.odds if odds_on_sign else ()
    return Sign(printed.licensee, printed.game, odds, printed.notices, printed.extra_sign)


def odds_as_data(posted: PostedOdds) -> dict[str, Any]:
    return {
        "wager": posted.wager,
        "heading": posted.heading,
        "rows": dict(posted.lines()),
        "clauses": list(posted.clauses),
    }
