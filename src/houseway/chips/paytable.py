"""Pay tables: rows of odds, printed in order, and a licensee's better rows.

Where a text says "no less than", a licensee may pay more on any row but never
less; where it states the odds, they are exact.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from houseway.chips.money import MOST_ODDS
from houseway.chips.odds import Odds, parse_odds


class PayTableError(ValueError):
    """A row that a pay table does not know, or may not carry at those odds."""


@dataclass(frozen=True)
class Row:
    """One printed line: the key the engine pays by, the words people read, the odds."""

    key: str
    words: str
    odds: Odds

    def __post_init__(self) -> None:
        assert self.odds.win <= MOST_ODDS * self.odds.stake, f"{self.key} pays too much"


@dataclass(frozen=True)
class PayTable:
    """A posted table. `at_least` says whether the text lets its rows be improved."""

    name: str
    rows: tuple[Row, ...]
    at_least: bool = False
    # Settlement looks a row up for every wager, so the rows are kept by key too.
    _odds: Mapping[str, Odds] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_odds", {row.key: row.odds for row in self.rows})
        assert len(self._odds) == len(self.rows), f"{self.name}: a row is there twice"

    def odds(self, key: str) -> Odds | None:
        """The odds that a hand of this kind is paid, or None where it loses."""
        return self._odds.get(key)

    def improved(self, rows: Mapping[str, Odds]) -> "PayTable":
        """This table with some rows raised; refused where exact, unknown or lower."""
        if not rows:
            return self
        if not self.at_least:
            raise PayTableError(f"the odds of {self.name} are exact and cannot be changed")
        for key, odds in rows.items():
            self._check_not_lower(key, odds)
        raised = tuple(replace(row, odds=rows.get(row.key, row.odds)) for row in self.rows)
        return replace(self, name=f"{self.name}, improved", rows=raised)

    def _check_not_lower(self, key: str, odds: Odds) -> None:
        posted = self.odds(key)
        if posted is None:
            known = ", ".join(row.key for row in self.rows)
            raise PayTableError(f"{self.name} has no row {key!r}; its rows are {known}")
        if odds.ratio < posted.ratio:
            raise PayTableError(f"{self.name} pays {key} at no less than {posted}, not {odds}")


def pay_table(name: str, rows: Mapping[str, Odds | int], *, at_least: bool = False) -> PayTable:
    """A table from `{key: odds}`, each row worded after its key; a number n means n to 1."""
    worded = tuple(Row(key, row_words(key), parse_odds(odds)) for key, odds in rows.items())
    return PayTable(name, worded, at_least)


def row_words(key: str) -> str:
    """A row's key as it is printed: four_of_a_kind becomes Four-of-a-kind."""
    return key.replace("_of_a_kind", "-of-a-kind").replace("_", " ").capitalize()
