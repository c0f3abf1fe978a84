"""Pay tables to try out: what a wager is worth when its rows pay something else.

The cases of each row are counted once. A changed number then only changes what those cases
net, so the answer is exact and takes no time. What the text would refuse is calculated
all the same, and reported.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.chips import Odds, PayTable, Row
from houseway.chips import row_words as words_of
from houseway.lab.contract import Rows
from houseway.lab.exact.results import Outcome, Side, side_of
from houseway.rulebook import Citation, Malformed, Refusal

LOST = Fraction(-1)


@dataclass(frozen=True)
class Design:
    """A wager with a pay table: its rows as posted, and how many cases each has."""

    wager: str
    title: str
    unit: str
    """What its edge is a part of."""
    rows: tuple[Row, ...]
    """As posted here, better rows included."""
    printed: PayTable
    """As the text prints them."""
    clauses: Citation
    counts: Mapping[str, int]
    rest: tuple[Outcome, ...]
    """What can happen that no row is about."""
    unpaid: Fraction = LOST
    """What a row nets that pays nothing."""
    added: tuple[str, ...] = ()
    """Rows that a licensee may add at any odds."""
    picks: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """Where the player picks what pays most: how many hands can be just these rows."""
    base: Fraction | None = None
    """What the rest of the game is worth, where this wager is part of it."""
    plays: bool = False
    """Whether the best play depends on these odds."""

    @property
    def keys(self) -> tuple[str, ...]:
        return (*(row.key for row in self.rows), *self.added)

    def posted(self) -> dict[str, Odds | None]:
        return {row.key: row.odds for row in self.rows} | dict.fromkeys(self.added)

    def table(self, rows: Rows) -> PayTable:
        """The pay table with these odds; rows that are not named stay as they are posted."""
        odds = self.posted() | dict(rows)
        paid = [(key, ratio) for key, ratio in odds.items() if ratio is not None]
        return PayTable(self.title, tuple(Row(key, words_of(key), ratio) for key, ratio in paid))


def design_of(
    wager: str,
    unit: str,
    tables: tuple[PayTable, PayTable],
    clauses: Citation,
    side: Side,
) -> Design:
    """A wager by its table, as posted and as printed, with the cases that a solver counted."""
    posted, printed = tables
    counts = {outcome.key: outcome.count for outcome in side.outcomes}
    in_table = set(counts) - UNTABLED
    rest = tuple(outcome for outcome in side.outcomes if outcome.key not in in_table)
    return Design(wager, printed.name, unit, posted.rows, printed, clauses, counts, rest)


UNTABLED = {"nothing", "push", "lose", "fold"}
"""Outcomes that no row of a pay table is about."""


def price(design: Design, rows: Rows) -> Side:
    """The wager with these odds, exactly; rows that are not named stay as they are posted."""
    for key in rows:
        if key not in design.keys:
            raise Malformed(f"There is no row {key!r}. There is {', '.join(design.keys)}.")
    odds = design.posted() | dict(rows)
    nets = {key: design.unpaid if paid is None else paid.ratio for key, paid in odds.items()}
    counts = _count_picks(design, nets) if design.picks else design.counts
    rows_paid = [Outcome(key, counts.get(key, 0), net) for key, net in nets.items()]
    rest = design.rest
    if design.picks:
        lost = sum(design.picks.values()) - sum(outcome.count for outcome in rows_paid)
        rest = (Outcome("nothing", lost, LOST),)
    return side_of([*rows_paid, *rest])


def _count_picks(design: Design, nets: Mapping[str, Fraction]) -> dict[str, int]:
    """A player who has looked picks what pays most."""
    counts: dict[str, int] = {}
    for kinds, count in design.picks.items():
        best = max(reversed(kinds), key=lambda kind: nets.get(kind, LOST))
        counts[best] = counts.get(best, 0) + count
    return counts


def refusals(design: Design, rows: Rows) -> Iterator[Refusal]:
    """Where the text would not let a licensee pay these odds."""
    words = {row.key: row.words for row in design.printed.rows}
    for key, odds in rows.items():
        printed = design.printed.odds(key)
        if key in design.added or printed is None or odds == printed:
            continue
        tried = f"{words[key]} at {'nothing' if odds is None else odds}"
        if not design.printed.at_least:
            yield Refusal(design.clauses, tried, f"the text states {printed} exactly")
        elif odds is None or odds.ratio < printed.ratio:
            yield Refusal(design.clauses, tried, f"the text says no less than {printed}")
