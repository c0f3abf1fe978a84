"""The clause index: every rule of the three texts, in our own words.

One TOML file a game, in the order the text prints its clauses. A clause's id
begins with its game, `uth.10.h.2`; `cite` gives the place in the printed text.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

GAMES = ("pikit", "uth", "hilo")


@dataclass(frozen=True)
class Clause:
    """One rule: where it stands, what it says, and what a test of it shows."""

    id: str
    cite: str
    kind: str
    summary: str
    shows: str
    odds: Mapping[str, Mapping[str, str]]
    unchanged: bool = False
    """Left as it was by an amendment that does not print it: nothing here can carry it out."""

    @property
    def game(self) -> str:
        return self.id.partition(".")[0]


@dataclass(frozen=True)
class Text:
    """The regulation of one game."""

    game: str
    name: str
    jurisdiction: str
    text: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Interpretation:
    """A place where the text is unclear, the reading adopted, and who may choose another."""

    id: str
    title: str
    clauses: tuple[str, ...]
    question: str
    readings: str
    adopted: str
    money: str
    options: tuple[str, ...]

    @property
    def game(self) -> str:
        """The game whose text is unclear: the one of the first clause it names."""
        return self.clauses[0].partition(".")[0]


@cache
def text(game: str) -> Text:
    """The clauses of one game, in printed order."""
    assert game in GAMES, f"no text for {game!r}"
    data = _load(game)
    clauses = tuple(
        Clause(
            id=f"{game}.{short}",
            cite=entry["cite"],
            kind=entry["kind"],
            summary=entry["summary"],
            shows=entry["shows"],
            odds=entry.get("odds", {}),
            unchanged=entry.get("unchanged", False),
        )
        for short, entry in data["clause"].items()
    )
    return Text(game, data["name"], data["jurisdiction"], data["text"], clauses)


@cache
def clauses() -> Mapping[str, Clause]:
    """Every clause of every game, by id."""
    return {clause.id: clause for game in GAMES for clause in text(game).clauses}


@cache
def interpretations() -> Mapping[str, Interpretation]:
    """Every adopted reading, by its number: P for Pik-it, U for UTH, H for Hi-Lo."""
    return {
        number: Interpretation(
            id=number,
            title=entry["title"],
            clauses=tuple(entry["clauses"]),
            question=entry["question"],
            readings=entry["readings"],
            adopted=entry["adopted"],
            money=entry["money"],
            options=tuple(entry.get("options", ())),
        )
        for number, entry in _load("interpretations").items()
    }


def interpretations_of(clause_id: str) -> tuple[Interpretation, ...]:
    """The adopted readings that concern a clause."""
    return tuple(entry for entry in interpretations().values() if clause_id in entry.clauses)


def _load(name: str) -> dict[str, Any]:
    source = files("houseway.rulebook").joinpath("data", f"{name}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
