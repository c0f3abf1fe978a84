"""The math report as a page of HTML and as a PDF: the same words and figures in both."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any

from houseway.games import all_clauses
from houseway.lab.contract import load_extra
from houseway.lab.reports import words
from houseway.lab.reports.plots import EXTRA, Plot, draw_all
from houseway.lab.reports.report import LEVELS, OptionInForce, Report, Row, Wager, quantile
from houseway.lab.reports.words import meter_lines, minus, percent
from houseway.paper import typeset

Pairs = list[tuple[str, str]]

NORMAL = (
    "The bands are the normal approximation: the house edge, give or take the quantile times "
    "the standard deviation over the root of the number of rounds. A wager that seldom pays "
    "much needs many rounds before it holds well."
)


def to_html(report: Report) -> str:
    """One page that needs nothing but itself: no script, and nothing fetched."""
    jinja = load_extra("jinja2", f"Writing HTML needs {EXTRA}")
    pages = jinja.Environment(autoescape=True, undefined=jinja.StrictUndefined, trim_blocks=True)
    template = pages.from_string(_template("report.html"))
    drawn = draw_all(report)
    drawings = {plot.name: plot.svg for plot in drawn}
    return str(template.render(**_view(report, drawn), drawings=drawings))


def to_pdf(report: Report) -> bytes:
    """The same report for a printer."""
    drawn = draw_all(report)
    drawings = {f"{plot.name}.svg": plot.svg for plot in drawn}
    data = json.dumps(_view(report, drawn))
    return typeset(_template("report.typ"), {"report.json": data, **drawings}, instead="HTML")


def _template(name: str) -> str:
    return files("houseway.lab.reports").joinpath("data", name).read_text("utf-8")


def _view(report: Report, drawn: Sequence[Plot]) -> dict[str, Any]:
    """Everything the pages say, in words."""
    analysis = report.analysis
    offered = [wager for wager in report.wagers if wager.named.status == words.IN_FORCE]
    return {
        "title": f"Math report: {report.name}",
        "facts": _facts(report),
        "digest": report.digest,
        "warnings": list(report.warnings),
        "summary": [_summary(wager) for wager in offered],
        "options": [_option(option) for option in report.options],
        "strategy": report.words.strategy,
        "actions": [(name, percent(often)) for name, often in analysis.main.actions.items()],
        "method": report.words.method,
        "normal": NORMAL,
        "levels": [f"{level}%" for level in LEVELS],
        "wagers": [_wager(wager) for wager in report.wagers],
        "meter_of": analysis.meter.wager if analysis.meter else None,
        "meter": list(meter_lines(analysis.meter)) if analysis.meter else [],
        "plots": [
            {"name": plot.name, "title": plot.title, "caption": plot.caption}
            | {"width": plot.width, "place": plot.place}
            for plot in drawn
        ],
        "notes": list(analysis.notes),
    }


def _facts(report: Report) -> Pairs:
    return [
        ("Game", f"{report.name} ({report.analysis.game})"),
        ("Jurisdiction", report.jurisdiction),
        ("Rules", report.text),
        ("Deals counted", f"{report.analysis.deals:,}, every one"),
        ("Program", f"Houseway {report.version}"),
        ("Made", f"{report.date}; solved in {report.analysis.seconds:.2f} seconds"),
    ]


def _summary(wager: Wager) -> list[str]:
    risk = wager.line.element_of_risk if wager.line else wager.ev
    return [
        wager.named.title,
        percent(-wager.ev),
        f"of {wager.named.unit}",
        percent(-risk),
        percent(wager.hit),
        f"{wager.sd:.4f}",
    ]


def _option(option: OptionInForce) -> list[str]:
    return [
        option.name,
        _value(option.value) + ("" if option.default else " *"),
        ", ".join(option.clauses),
        ", ".join(option.readings),
    ]


def _value(value: Any) -> str:
    """An option's value; of an object its parts, without amounts of nothing."""
    if isinstance(value, Mapping):
        shown = {name: part for name, part in value.items() if part is False or part != 0}
        parts = [f"{name} {_value(part)}" for name, part in shown.items()]
        return f"({', '.join(parts)})" if parts else "none"
    if isinstance(value, str):
        return value or "none"
    return "off" if value is None else json.dumps(value)


def _wager(wager: Wager) -> dict[str, Any]:
    total = f"{wager.total:,}"
    return {
        "id": wager.id,
        "title": wager.named.title,
        "status": wager.named.status,
        "clauses": "; ".join(
            f"{clause} ({all_clauses()[clause].cite})" for clause in wager.named.clauses
        ),
        "space": f"{total} {wager.named.space}",
        "pays": "Net in antes" if wager.line else "Pays",
        "facts": _measures(wager),
        "rows": [_row(row) for row in wager.rows],
        "held": f"Hold of {wager.named.unit}, after",
        "totals": ["Sum", "", total, f"{1:.10f}", "", minus(f"{float(wager.ev):+.8f}")],
        "bands": _bands(wager),
    }


def _measures(wager: Wager) -> Pairs:
    """The measures of a wager, a line each; its edge always with what it is a part of."""
    part = wager.named.status == words.PART
    label = "Cost on its own" if part else "House edge"
    line = wager.line
    pairs = [(label, f"{percent(-wager.ev)} of {wager.named.unit}")]
    if line:
        pairs.append(("Element of risk", f"{percent(-line.element_of_risk)} of all wagered"))
        pairs.append(("Average wager", f"{float(line.average_wager):.6f} antes"))
    pairs += [
        ("Expected result", exactly(wager.ev)),
        ("Variance", f"{float(wager.variance):.6f}"),
        ("Standard deviation", f"{wager.sd:.6f}"),
        ("Hit frequency", f"{percent(wager.hit)} net a win"),
        (
            "Volatility index",
            f"{wager.volatility_index:.4f} = {quantile(LEVELS[0]):.3f} standard deviations",
        ),
    ]
    if line:
        pairs.append(("Skewness", minus(f"{line.skewness:.4f}")))
    return pairs


def _row(row: Row) -> list[str]:
    return [
        row.words,
        row.pays,
        f"{row.outcome.count:,}",
        _small(row.probability, ".10f"),
        f"{float(row.against):,.4f} to 1",
        _small(row.contribution, "+.8f"),
    ]


def _bands(wager: Wager) -> list[list[str]]:
    """A line for each number of rounds, with a range for each level."""
    lines: dict[int, list[str]] = {}
    for band in wager.bands():
        interval = f"{minus(f'{100 * band.low:.2f}')}% to {minus(f'{100 * band.high:.2f}')}%"
        lines.setdefault(band.rounds, [f"{band.rounds:,} rounds"]).append(interval)
    return list(lines.values())


def exactly(value: Fraction) -> str:
    return minus(f"{float(value):+.8f} = {value.numerator:,} / {value.denominator:,}")


def _small(value: Fraction, form: str) -> str:
    """A number in decimals, or by a power of ten where decimals would show next to nothing."""
    if 0 < abs(value) < Fraction(1, 10**6):
        form = ("+" if form.startswith("+") else "") + ".4e"
    return minus(format(float(value), form))
