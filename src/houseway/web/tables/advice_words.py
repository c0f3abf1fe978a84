"""Advice in words: values in antes, choices, the cost of a mistake.

A row is a choice as the lab values it: `{"action": ..., "ev": "p/q", "cost": "p/q"}`, and where
it splits the hand the cards of each group by its name.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.web.cards import with_suits

Row = Mapping[str, Any]
FIGURES = {"action", "ev", "cost", "exact", "estimate"}
LEAST_SHOWN = Fraction(1, 2000)
"""A cost below this would be shown as 0.000."""


def antes(value: str | Fraction, *, sign: bool = True) -> str:
    """A value in antes to a thousandth, with a sign where one is meant."""
    number = float(Fraction(value))
    return (f"{number:+.3f}" if sign else f"{number:.3f}").replace("-", "−")


def groups_of(row: Row) -> dict[str, list[str]]:
    """The cards of each group, where a choice splits the hand."""
    return {name: cards for name, cards in row.items() if name not in FIGURES}


def is_estimated(rows: Sequence[Row]) -> bool:
    """Whether values are those of a sample, and not exact."""
    return any("estimate" in row for row in rows)


def list_worths(seat: int, rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """The value of each choice, by the name of its button or of its split on the page."""
    best = Fraction(rows[0]["ev"])
    for n, row in enumerate(rows):
        verdict = "best" if not n else _describe_cost(best - Fraction(row["ev"]))
        yield _name_on_page(seat, row), f"{antes(row['ev'])}, {verdict}"


def _name_on_page(seat: int, row: Row) -> str:
    groups = list(groups_of(row).values())
    if not groups:
        return f"choose-{seat}-{row['action']}"
    # The last group is what remains.
    return f"split:{seat}:" + "/".join(",".join(sorted(cards)) for cards in groups[:-1])


def _describe_cost(cost: Fraction) -> str:
    if not cost:
        return "as good"
    return "costs less than 0.001" if cost < LEAST_SHOWN else f"costs {float(cost):.3f}"


def describe_choice(row: Row) -> str:
    """A choice in words, with its cards where it splits the hand."""
    parts = [str(row["action"]).replace("_", " ")]
    parts += [
        f"{' '.join(cards)} {name.replace('_', ' ')}" for name, cards in groups_of(row).items()
    ]
    return with_suits(", ".join(parts))


def describe_verdict(cost: Fraction, best: Row) -> str:
    if not cost:
        return "That was the best choice."
    amount = f"{float(cost):.3f}" if cost >= LEAST_SHOWN else "less than 0.001"
    return f"That cost {amount} of your ante: {describe_choice(best)} was better."
