"""The clauses of a game's text and the readings adopted where it is unclear, in our own words.

A game keeps both as data in its own package: `clauses.toml`, in the order the text prints
its clauses, and `readings.toml`. A clause's id begins with its game, `abc.10.h.2`; `cite`
gives the place in the printed text.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any


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
    area: str = ""
    """For a clause of the layout: whose areas it demands, `position` or `dealer`; else empty."""
    section: str = ""
    """The section of the text it stands in."""
    about: str = ""
    """What that section is about."""

    @property
    def game(self) -> str:
        return self.id.partition(".")[0]


@dataclass(frozen=True)
class Reading:
    """A place where the text is unclear, the reading adopted, and the options that change it."""

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


@dataclass(frozen=True)
class RuleText:
    """The regulation of one game."""

    game: str
    name: str
    jurisdiction: str
    text: str
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...]

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of its clauses."""
        return frozenset(clause.id for clause in self.clauses)


def load_text(game: str, package: str) -> RuleText:
    """The clauses and readings that lie in a game's package."""
    data = _read(package, "clauses.toml")
    _require(data, ("name", "jurisdiction", "text", "clause"), f"clauses.toml of {package}")
    sections = data.get("sections", {})
    clauses = tuple(
        _clause(f"{game}.{short}", entry, sections) for short, entry in data["clause"].items()
    )
    readings = tuple(_reading(*item) for item in _read(package, "readings.toml").items())
    return RuleText(game, data["name"], data["jurisdiction"], data["text"], clauses, readings)


def _clause(clause_id: str, entry: Mapping[str, Any], sections: Mapping[str, str]) -> Clause:
    _require(entry, ("cite", "kind", "summary", "shows"), f"Clause {clause_id} in clauses.toml")
    section = _section(entry["cite"], sections)
    return Clause(
        id=clause_id,
        cite=entry["cite"],
        kind=entry["kind"],
        summary=entry["summary"],
        shows=entry["shows"],
        odds=entry.get("odds", {}),
        unchanged=entry.get("unchanged", False),
        area=entry.get("area", ""),
        section=section,
        about=sections.get(section, ""),
    )


def _section(cite: str, sections: Mapping[str, str]) -> str:
    """The longest section name with which a citation begins; else the citation up to a bracket."""
    names = [name for name in sections if re.match(rf"{re.escape(name)}(?![0-9A-Za-z])", cite)]
    return max(names, key=len, default=re.split(r"[(\s]", cite)[0])


def _require(entry: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
    missing = [name for name in names if name not in entry]
    if missing:
        raise ValueError(f"{where} lacks {', '.join(missing)}")


def _reading(number: str, entry: Mapping[str, Any]) -> Reading:
    needed = ("title", "clauses", "question", "readings", "adopted", "money")
    _require(entry, needed, f"Reading {number} in readings.toml")
    return Reading(
        id=number,
        title=entry["title"],
        clauses=tuple(entry["clauses"]),
        question=entry["question"],
        readings=entry["readings"],
        adopted=entry["adopted"],
        money=entry["money"],
        options=tuple(entry.get("options", ())),
    )


def _read(package: str, name: str) -> dict[str, Any]:
    source = files(package).joinpath(name)
    if not source.is_file():
        return {}
    try:
        return tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name} of {package}: {error}") from None
