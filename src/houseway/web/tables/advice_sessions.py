"""Choices that were made at a table beside the best ones, and what they cost together."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from houseway.web.tables.advice_words import Row, groups_of

MOST_SESSIONS, MOST_SHOWN = 1_000, 50


class Key(NamedTuple):
    """One decision: its round, its seat and its stage."""

    round: int
    seat: int
    stage: str


@dataclass(frozen=True)
class Verdict:
    """A choice that was made, beside the best."""

    key: Key
    chosen: Row
    best: Row

    @property
    def cost(self) -> Fraction:
        return Fraction(self.chosen["cost"])


@dataclass
class AdviceSession:
    """What one person has decided at one table since the house opened."""

    verdicts: OrderedDict[Key, Verdict] = field(default_factory=OrderedDict)
    decisions: int = 0
    cost: Fraction = Fraction()

    def add(self, verdict: Verdict) -> bool:
        """Notes a choice; a second page of the same person has nothing to add."""
        if verdict.key in self.verdicts:
            return False
        self.verdicts[verdict.key] = verdict
        self.decisions += 1
        self.cost += verdict.cost
        while len(self.verdicts) > MOST_SHOWN * 4:
            self.verdicts.popitem(last=False)
        return True

    def mistakes(self) -> list[Verdict]:
        """The newest first."""
        wrong = [verdict for verdict in reversed(self.verdicts.values()) if verdict.cost]
        return wrong[:MOST_SHOWN]


class AdviceSessions:
    """The sessions of all people, so that a reload loses nothing."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[tuple[str, str], AdviceSession] = OrderedDict()

    def of(self, person: str, table: str) -> AdviceSession:
        session = self._sessions.setdefault((person, table), AdviceSession())
        self._sessions.move_to_end((person, table))
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return session


def judge(key: Key, rows: Sequence[Row], choice: object) -> Verdict | None:
    """The choice among those that were valued, beside the best."""
    for row in rows:
        if _is_same(row, choice):
            cost = Fraction(rows[0]["ev"]) - Fraction(row["ev"])
            return Verdict(key, {**row, "cost": f"{cost.numerator}/{cost.denominator}"}, rows[0])
    return None


def _is_same(row: Row, choice: object) -> bool:
    groups = groups_of(row)
    if isinstance(choice, Mapping):
        action = choice.get("decision", row["action"])
        alike = all(set(choice.get(name, ())) == set(cards) for name, cards in groups.items())
        return bool(groups) and action == row["action"] and alike
    if isinstance(choice, list) and len(choice) == 1:
        choice = choice[0]
    return bool(row["action"] == choice and not groups)
