"""Strategies that people can remember, and exactly what each costs against the best play.

A compact strategy is a few sentences and a function that follows them: from the cards that
a player sees to what he does. It is played over all deals of the game, so that its cost is
a fraction and not an estimate.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.cards import Card
from houseway.lab.exact.results import Line, show

Cards = tuple[Card, ...]


@dataclass(frozen=True)
class Move:
    """What a player does and, where that splits his hand, the cards of each group."""

    action: str
    groups: Mapping[str, Cards] = field(default_factory=dict)


@dataclass(frozen=True)
class Compact:
    """One strategy: its rules in words, the function that follows them, and its results."""

    game: str
    name: str
    rules: tuple[str, ...]
    choose: Callable[[Cards, Cards], Move]
    """From a player's cards and the board so far."""
    line: Line
    cost: Fraction
    """What it gives away against the best play, in antes."""


@dataclass(frozen=True)
class Chart:
    """A grid of short marks to read off; an empty mark is a cell that does not occur."""

    title: str
    across: str
    """What the columns are."""
    down: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    legend: Mapping[str, str]
    """What the first letter of a mark means."""

    def used(self) -> dict[str, str]:
        """The legend of those letters that the chart has."""
        letters = {mark[0] for row in self.cells for mark in row if mark}
        return {letter: words for letter, words in self.legend.items() if letter in letters}


@dataclass(frozen=True)
class Playbook:
    """The compact strategies of one configuration, the best last, and charts of how to play."""

    game: str
    options: Mapping[str, Any]
    optimum: Fraction
    strategies: tuple[Compact, ...]
    charts: tuple[Chart, ...]
    notes: tuple[str, ...] = ()


def as_data(book: Playbook) -> dict[str, Any]:
    """A playbook as `houseway strategy --json` gives it: fractions as reduced `"p/q"`."""
    return {
        "game": book.game,
        "options": dict(book.options),
        "optimum": show(book.optimum),
        "strategies": [_strategy_data(strategy) for strategy in book.strategies],
    }


def _strategy_data(strategy: Compact) -> dict[str, Any]:
    line = strategy.line
    return {
        "name": strategy.name,
        "rules": list(strategy.rules),
        "ev": show(line.ev),
        "cost": show(strategy.cost),
        "element_of_risk": show(line.element_of_risk),
        "average_wager": show(line.average_wager),
        "variance": show(line.variance),
        "actions": {action: show(often) for action, often in line.actions.items()},
    }
