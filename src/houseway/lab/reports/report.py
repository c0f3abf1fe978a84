"""The math report as data: every wager's outcomes and measures, and a digest to compare.

The digest is taken over what is exact: options, whole counts and fractions. Words, dates,
seconds and whatever is rounded stay outside, so that anyone who counts the same deals
arrives at the same digest.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from houseway import __version__
from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.lab.contract import Bets, analyze, lab_of
from houseway.lab.exact.results import (
    Analysis,
    Line,
    Outcome,
    Side,
    estimate_data,
    meter_data,
    show,
)
from houseway.lab.reports import words
from houseway.lab.reports.words import Named, ReportWords
from houseway.rulebook import Citation, Malformed

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
LEVELS = (90, 95, 99)
"""Percent of the time that a hold lies within its band."""


@dataclass(frozen=True)
class Row:
    """One outcome of a wager among all of them."""

    outcome: Outcome
    words: str
    pays: str
    total: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.outcome.count, self.total)

    @property
    def contribution(self) -> Fraction:
        """What the outcome adds to the expected result."""
        return self.outcome.net * self.probability

    @property
    def against(self) -> Fraction:
        """The true odds: so much to 1 against it."""
        return 1 / self.probability - 1


@dataclass(frozen=True)
class Band:
    """Where the house's hold lies after so many rounds, as a part of the wager."""

    rounds: int
    percent: int
    """How often it lies there."""
    low: float
    high: float


@dataclass(frozen=True)
class Wager:
    """One wager, or several that are played as one, with all outcomes."""

    id: str
    named: Named
    rows: tuple[Row, ...]
    ev: Fraction
    variance: Fraction
    hit: Fraction
    line: Line | None = None
    """For the main game, where later choices make the amount wagered vary."""

    @property
    def total(self) -> int:
        return self.rows[0].total

    @property
    def sd(self) -> float:
        return math.sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        """The standard deviation times the normal quantile of the narrowest band."""
        return quantile(LEVELS[0]) * self.sd

    def bands(self) -> Iterator[Band]:
        """By the normal approximation."""
        for rounds in ROUNDS:
            for level in LEVELS:
                half = quantile(level) * self.sd / math.sqrt(rounds)
                yield Band(rounds, level, -float(self.ev) - half, -float(self.ev) + half)


def quantile(level: int) -> float:
    """How many standard deviations a band of so many percent reaches to either side."""
    return NormalDist().inv_cdf(0.5 + level / 200)


@dataclass(frozen=True)
class OptionInForce:
    name: str
    value: Any
    default: bool
    clauses: Citation
    readings: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """Everything that a test lab needs to know of one configuration."""

    name: str
    jurisdiction: str
    text: str
    analysis: Analysis
    bets: Bets
    """Antes on each optional wager that is valued with the rest; 0 where none is bet."""
    words: ReportWords
    options: tuple[OptionInForce, ...]
    wagers: tuple[Wager, ...]
    warnings: tuple[str, ...]
    date: str
    version: str = __version__

    def exact(self) -> dict[str, Any]:
        """The data of the digest: no floats, no words, no times."""
        data: dict[str, Any] = {
            "game": self.analysis.game,
            "text": self.text,
            "options": {option.name: option.value for option in self.options},
            "deals": self.analysis.deals,
            "actions": {name: show(often) for name, often in self.analysis.main.actions.items()},
            "wagers": {wager.id: _exact_wager(wager) for wager in self.wagers},
        }
        data |= {wager: show(antes) for wager, antes in self.bets.items()}
        if self.analysis.starting_hands:
            data["starting_hands"] = {
                hand.hand: {action: show(ev) for action, ev in hand.ev.items()}
                for hand in self.analysis.starting_hands
            }
        if self.analysis.estimated:
            data["estimate"] = estimate_data(self.analysis, self.analysis.estimated)
        if self.analysis.meter:
            data[self.analysis.meter.wager] = meter_data(self.analysis.meter)
        return data

    @property
    def digest(self) -> str:
        return digest_of(self.exact())


def digest_of(exact: Mapping[str, Any]) -> str:
    """SHA-256 over JSON with sorted keys and no spaces, in hex."""
    text = json.dumps(exact, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def build_report(
    game: Game[Any, Any], options: Any, *, date: str, bets: Bets | None = None
) -> Report:
    """Solves a configuration and reports on it; `bets` are valued with the main game."""
    lab, bets = lab_of(game), bets or {}
    if lab.names is None:
        raise Malformed(f"{game.name} has no words for a math report.")
    analysis = analyze(game, options, bets)
    sides = {**analysis.parts, **lab.names.shown_sides(options, analysis)}
    wagers = (*_lines(lab.names, analysis, bets), *_sides(lab.names, options, sides))
    return Report(
        name=game.name,
        jurisdiction=game.rulebook.jurisdiction,
        text=game.rulebook.text,
        analysis=analysis,
        bets={wager: bets.get(wager, Fraction()) for wager in lab.valued_with},
        words=lab.names,
        options=tuple(_options(game, analysis)),
        wagers=wagers,
        warnings=(*game.warnings(options), *_list_favours(wagers, analysis)),
        date=date,
    )


def _lines(names: ReportWords, analysis: Analysis, bets: Bets) -> Iterator[Wager]:
    yield _line_wager("main", names.name_line("main", bets), analysis.main)
    if analysis.compulsory != analysis.main:
        yield _line_wager("compulsory", names.name_line("compulsory", bets), analysis.compulsory)


def _line_wager(line_id: str, named: Named, line: Line) -> Wager:
    deals = sum(line.nets.values())
    rows = tuple(
        Row(Outcome(show(net), count, net), words.net_words(net), words.signed(net), deals)
        for net, count in sorted(line.nets.items())
        if count
    )
    hit = sum((row.probability for row in rows if row.outcome.net > 0), Fraction())
    return Wager(line_id, named, rows, line.ev, line.variance, hit, line)


def _sides(names: ReportWords, options: Any, sides: Mapping[str, Side]) -> Iterator[Wager]:
    for side_id, side in sides.items():
        named = names.name_side(side_id, options)
        total = sum(outcome.count for outcome in side.outcomes)
        rows = []
        for outcome in side.outcomes:
            pays = names.pays_words(options, side_id, outcome)
            rows.append(Row(outcome, names.row_words(side_id, outcome.key), pays, total))
        yield Wager(side_id, named, tuple(rows), side.ev, side.variance, side.hit)


def _options(game: Game[Any, Any], analysis: Analysis) -> Iterator[OptionInForce]:
    plain, left_out = as_config(game.read_options({})), lab_of(game).display_options
    for option in game.options:
        if option.name in left_out:
            continue
        value = analysis.options[option.name]
        default = value == plain[option.name]
        yield OptionInForce(option.name, value, default, option.clauses, option.readings)


def _list_favours(wagers: Iterable[Wager], analysis: Analysis) -> Iterator[str]:
    """Wagers offered here on which the house would lose; the main game counts as a whole."""
    for wager in wagers:
        part = wager.id == "main" and analysis.compulsory != analysis.main
        if wager.named.status == words.IN_FORCE and wager.ev > 0 and not part:
            share = f"{100 * float(wager.ev):.2f}% of {wager.named.unit}"
            yield f"{wager.named.title}: this configuration favours the players, by {share}."


def _exact_wager(wager: Wager) -> dict[str, Any]:
    data: dict[str, Any] = {
        "combinations": wager.total,
        "outcomes": [
            {
                "key": row.outcome.key,
                "combinations": row.outcome.count,
                "net": show(row.outcome.net),
                "probability": show(row.probability),
                "against": show(row.against),
                "return": show(row.contribution),
            }
            for row in wager.rows
        ],
        "ev": show(wager.ev),
        "variance": show(wager.variance),
        "hit": show(wager.hit),
    }
    if wager.line:
        data["average_wager"] = show(wager.line.average_wager)
        data["element_of_risk"] = show(wager.line.element_of_risk)
        data["third_moment"] = show(wager.line.third_moment)
    return data


def as_data(report: Report) -> dict[str, Any]:
    """The report as JSON: what is exact under `exact`, and its measures beside it."""
    return {
        "title": f"Math report: {report.name}",
        "houseway": report.version,
        "made": report.date,
        "seconds": report.analysis.seconds,
        "digest": report.digest,
        "exact": report.exact(),
        "jurisdiction": report.jurisdiction,
        "strategy": report.words.strategy,
        "method": report.words.method,
        "notes": list(report.analysis.notes),
        "warnings": list(report.warnings),
        "wagers": {wager.id: _describe_wager(wager) for wager in report.wagers},
    }


def _describe_wager(wager: Wager) -> dict[str, Any]:
    return {
        "title": wager.named.title,
        "status": wager.named.status,
        "clauses": list(wager.named.clauses),
        "combinations_are": wager.named.space,
        "house_edge": -float(wager.ev),
        "house_edge_of": wager.named.unit,
        "element_of_risk": -float(wager.line.element_of_risk) if wager.line else -float(wager.ev),
        "sd": wager.sd,
        "hit_frequency": float(wager.hit),
        "volatility_index": wager.volatility_index,
        "normal_bands": [asdict(band) for band in wager.bands()],
    }
