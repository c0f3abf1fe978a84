"""What is printed and posted: areas of the layout, odds, notices, and the glossary.

Each game gives these as data from its options. The layout drawing and the sign
read them; nothing is written twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from houseway.chips import PayTable
from houseway.rulebook import Citation


class AreaKind(StrEnum):
    """What lies in an area."""

    WAGER = "wager"
    CARDS = "cards"


@dataclass(frozen=True)
class Area:
    """A marked area of the layout."""

    id: str
    label: str
    kind: AreaKind
    clauses: Citation
    cards: int = 0
    """How many cards lie in it."""
    row: int = 0
    """Where it lies at the position: row 0 is nearest the dealer."""
    optional: bool = False
    """Whether the wager may be left out; such spots are drawn differently."""


@dataclass(frozen=True)
class PostedOdds:
    """The odds of one wager: a pay table, and the heading it is printed under."""

    wager: str
    heading: str
    table: PayTable
    clauses: Citation

    def lines(self) -> tuple[tuple[str, str], ...]:
        return tuple((row.words, str(row.odds)) for row in self.table.rows)


@dataclass(frozen=True)
class Notice:
    """A sentence that players must be able to read at the table."""

    words: str
    clauses: Citation


@dataclass(frozen=True)
class Term:
    """A defined word: the clause that defines it, and what the engine calls by it."""

    word: str
    names: tuple[str, ...]
    clauses: Citation


@dataclass(frozen=True)
class Printed:
    """Everything a table of one configuration prints and posts."""

    licensee: str
    game: str
    seats: int
    position: tuple[Area, ...]
    """The areas of each player position."""
    dealer: tuple[Area, ...]
    odds: tuple[PostedOdds, ...]
    notices: tuple[Notice, ...]
    on_layout: tuple[Notice, ...] = ()
    """Words inscribed on the felt itself."""
    extra_sign: str = ""
    post_odds: Citation = ()
    """The clauses that demand the odds on the layout or on a sign."""
    bear_name: Citation = ()
    """The clauses that demand the licensee's name on the layout."""
    word_odds: Citation = ()
    """The clauses that say how odds are worded."""

    def words(self) -> Iterator[str]:
        """Every printed sentence and every line of odds."""
        for posted in self.odds:
            yield posted.heading
            for name, odds in posted.lines():
                yield f"{name} {odds}"
        for notice in (*self.notices, *self.on_layout):
            yield notice.words
        if self.extra_sign:
            yield self.extra_sign
