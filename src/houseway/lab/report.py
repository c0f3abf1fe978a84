"""The math report as data: every wager's outcomes and measures, and a digest to compare.

The digest is taken over what is exact: options, whole counts and fractions. Words, dates,
seconds and whatever is rounded stay outside, so that anyone who counts the same deals
arrives at the same digest.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from houseway import __version__
from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.games.pikit.options import PikitOptions
from houseway.lab import report_words as words
from houseway.lab.hilo import analyze_hilo
from houseway.lab.pikit import analyze_pikit
from houseway.lab.report_words import Named
from houseway.lab.results import Analysis, Line, Outcome, Side, progressive_data, show
from houseway.lab.uth import analyze_uth
from houseway.rulebook import Citation, Malformed, text

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
    level: int
    low: float
    high: float


@dataclass(frozen=True)
class Wager:
    """One wager, or several that are played as one, with all that can become of it."""

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
    """Everything a test lab is told of one configuration."""

    name: str
    jurisdiction: str
    text: str
    found: Analysis
    tie: Fraction
    options: tuple[OptionInForce, ...]
    wagers: tuple[Wager, ...]
    warnings: tuple[str, ...]
    made: str
    version: str = __version__

    def exact(self) -> dict[str, Any]:
        """What the digest is taken over: no float, no word about it, no clock."""
        data: dict[str, Any] = {
            "game": self.found.game,
            "text": self.text,
            "options": dict(self.found.options),
            "deals": self.found.deals,
            "actions": {name: show(often) for name, often in self.found.main.actions.items()},
            "wagers": {wager.id: _exact_wager(wager) for wager in self.wagers},
        }
        if self.found.game == "hilo":
            data["tie"] = show(self.tie)
        if self.found.starting_hands:
            data["starting_hands"] = {
                hand.hand: {action: show(ev) for action, ev in hand.ev.items()}
                for hand in self.found.starting_hands
            }
        if self.found.progressive:
            data["progressive"] = progressive_data(self.found.progressive)
        return data

    @property
    def digest(self) -> str:
        return digest_of(self.exact())


def digest_of(exact: Mapping[str, Any]) -> str:
    """SHA-256 over JSON with sorted keys and no spaces, in hex."""
    told = json.dumps(exact, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8")).hexdigest()


def build_report(
    game: Game[Any, Any], options: Any, *, made: str, tie: Fraction = Fraction()
) -> Report:
    """Solves a configuration and reports on it; a tie bet is one of Hi-Lo, in antes."""
    if tie < 0 or (tie and game.id != "hilo"):
        raise Malformed("A tie bet is one of 5 Card Hi-Lo, of so many antes.")
    found = analyze_hilo(options, tie) if game.id == "hilo" else _SOLVERS[game.id](options)
    source = text(game.id)
    sides = words.shown_sides(found.side, _as_printed(options))
    wagers = (*_lines(found, tie), *_sides(options, game.id, {**found.parts, **sides}))
    return Report(
        name=game.name,
        jurisdiction=source.jurisdiction,
        text=source.text,
        found=found,
        tie=tie,
        options=tuple(_options(game, found)),
        wagers=wagers,
        warnings=(*game.warnings(options), *_favours(wagers, found)),
        made=made,
    )


_SOLVERS: dict[str, Callable[[Any], Analysis]] = {"uth": analyze_uth, "pikit": analyze_pikit}


def _as_printed(options: Any) -> Mapping[str, Side]:
    """The bonuses of Pik-it without a licensee's better rows, where he has any."""
    if not isinstance(options, PikitOptions):
        return {}
    if not options.five_card_rows and not options.three_card_rows:
        return {}
    return analyze_pikit(replace(options, five_card_rows={}, three_card_rows={})).side


def _lines(found: Analysis, tie: Fraction) -> Iterator[Wager]:
    yield _line_wager("main", words.name_line(found.game, "main", tie), found.main)
    if found.compulsory != found.main:
        named = words.name_line(found.game, "compulsory", tie)
        yield _line_wager("compulsory", named, found.compulsory)


def _line_wager(line_id: str, named: Named, line: Line) -> Wager:
    deals = sum(line.nets.values())
    rows = tuple(
        Row(Outcome(show(net), count, net), words.net_words(net), words.signed(net), deals)
        for net, count in sorted(line.nets.items())
        if count
    )
    hit = sum((row.probability for row in rows if row.outcome.net > 0), Fraction())
    return Wager(line_id, named, rows, line.ev, line.variance, hit, line)


def _sides(options: Any, game: str, sides: Mapping[str, Side]) -> Iterator[Wager]:
    for side_id, side in sides.items():
        named = words.name_side(game, side_id, options)
        total = sum(outcome.count for outcome in side.outcomes)
        rows = tuple(
            Row(
                outcome,
                words.row_words(game, side_id, outcome.key),
                words.pays_words(options, side_id, outcome),
                total,
            )
            for outcome in side.outcomes
        )
        yield Wager(side_id, named, rows, side.ev, side.variance, side.hit)


def _options(game: Game[Any, Any], found: Analysis) -> Iterator[OptionInForce]:
    plain = as_config(game.read_options({}))
    for option in game.options:
        value = found.options[option.name]
        default = value == plain[option.name]
        yield OptionInForce(option.name, value, default, option.clauses, option.entries)


def _favours(wagers: Iterable[Wager], found: Analysis) -> Iterator[str]:
    """Wagers offered here on which the house would lose; the main game counts as a whole."""
    for wager in wagers:
        part = wager.id == "main" and found.compulsory != found.main
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
    """The report as JSON: what is exact under `exact`, and what is said of it beside."""
    return {
        "title": f"Math report: {report.name}",
        "houseway": report.version,
        "made": report.made,
        "seconds": report.found.seconds,
        "digest": report.digest,
        "exact": report.exact(),
        "jurisdiction": report.jurisdiction,
        "strategy": words.STRATEGY[report.found.game],
        "method": words.METHOD[report.found.game],
        "notes": list(report.found.notes),
        "warnings": list(report.warnings),
        "wagers": {wager.id: _told_wager(wager) for wager in report.wagers},
    }


def _told_wager(wager: Wager) -> dict[str, Any]:
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
        "normal_bands": [
            {"rounds": band.rounds, "percent": band.level, "low": band.low, "high": band.high}
            for band in wager.bands()
        ],
    }
