"""The math report as a page of HTML and as a PDF: the same words and figures in both."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any

from houseway.chips import dollars
from houseway.lab import report_words as words
from houseway.lab.report import LEVELS, Report, Row, Wager, quantile
from houseway.lab.report_plots import Plot, draw_all
from houseway.lab.results import ProgressiveCost
from houseway.paper import typeset
from houseway.rulebook import Malformed, clauses

Pairs = list[tuple[str, str]]

NORMAL = (
    "The bands are the normal approximation: the house edge, give or take the quantile times "
    "the standard deviation over the root of the number of rounds. A wager that seldom pays "
    "much needs many rounds before it holds well."
)


def to_html(report: Report) -> str:
    """One page that needs nothing but itself: no script, and nothing fetched."""
    try:
        from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  # only needed here
    except ImportError:
        raise Malformed(
            "Writing HTML needs the extra part report: pip install 'houseway[lab,pdf,report]'. "
            "JSON works without it."
        ) from None
    pages = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = pages.from_string(_template("report.html"))
    drawn = draw_all(report)
    return template.render(**_view(report, drawn), drawings={plot.name: plot.svg for plot in drawn})


def to_pdf(report: Report) -> bytes:
    """The same report for a printer."""
    drawn = draw_all(report)
    drawings = {f"{plot.name}.svg": plot.svg for plot in drawn}
    data = json.dumps(_view(report, drawn))
    return typeset(_template("report.typ"), {"report.json": data, **drawings}, instead="HTML")


def _template(name: str) -> str:
    return files("houseway.lab").joinpath("data", name).read_text("utf-8")


def _view(report: Report, drawn: Sequence[Plot]) -> dict[str, Any]:
    """Everything the pages say, in words."""
    found = report.found
    offered = [wager for wager in report.wagers if wager.named.status == words.IN_FORCE]
    return {
        "title": f"Math report: {report.name}",
        "facts": _facts(report),
        "digest": report.digest,
        "warnings": list(report.warnings),
        "summary": [_summary(wager) for wager in offered],
        "options": [_option(report, number) for number in range(len(report.options))],
        "strategy": words.STRATEGY[found.game],
        "actions": [(name, percent(often)) for name, often in found.main.actions.items()],
        "method": words.METHOD[found.game],
        "normal": NORMAL,
        "levels": [f"{level}%" for level in LEVELS],
        "wagers": [_wager(wager) for wager in report.wagers],
        "progressive": _progressive(found.progressive) if found.progressive else [],
        "plots": [
            {"name": one.name, "title": one.title, "caption": one.caption, "width": one.width}
            for one in drawn
        ],
        "notes": list(found.notes),
    }


def _facts(report: Report) -> Pairs:
    return [
        ("Game", f"{report.name} ({report.found.game})"),
        ("Jurisdiction", report.jurisdiction),
        ("Rules", report.text),
        ("Deals counted", f"{report.found.deals:,}, every one"),
        ("Program", f"Houseway {report.version}"),
        ("Made", f"{report.made}; solved in {report.found.seconds:.2f} seconds"),
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


def _option(report: Report, number: int) -> list[str]:
    option = report.options[number]
    value = option.value if isinstance(option.value, str) else json.dumps(option.value)
    return [
        option.name,
        (value or "(none)") + ("" if option.default else " *"),
        ", ".join(option.clauses),
        ", ".join(option.readings),
    ]


def _wager(wager: Wager) -> dict[str, Any]:
    return {
        "id": wager.id,
        "title": wager.named.title,
        "status": wager.named.status,
        "clauses": "; ".join(f"{one} ({clauses()[one].cite})" for one in wager.named.clauses),
        "space": f"{wager.total:,} {wager.named.space}",
        "pays": "Net in antes" if wager.line else "Pays",
        "facts": _measures(wager),
        "rows": [_row(row) for row in wager.rows],
        "totals": _totals(wager),
        "bands": _bands(wager),
    }


def _measures(wager: Wager) -> Pairs:
    """What is said of a wager in a line each; its edge always with what it is a part of."""
    part = wager.named.status == words.PART
    label = "Its share of the house edge" if part else "House edge"
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
        pairs.append(("Skewness", f"{line.skewness:.4f}"))
    return pairs


def _row(row: Row) -> list[str]:
    return [
        row.words,
        row.pays,
        f"{row.outcome.count:,}",
        f"{float(row.probability):.10f}",
        f"{_grouped(row.against)} to 1",
        _minus(f"{float(row.contribution):+.8f}"),
    ]


def _totals(wager: Wager) -> list[str]:
    return ["Sum", "", f"{wager.total:,}", f"{1:.10f}", "", _minus(f"{float(wager.ev):+.8f}")]


def _bands(wager: Wager) -> list[list[str]]:
    """A line for each number of rounds, with a range for each level."""
    lines: dict[int, list[str]] = {}
    for band in wager.bands():
        told = f"{_minus(f'{100 * band.low:.2f}')}% to {_minus(f'{100 * band.high:.2f}')}%"
        lines.setdefault(band.rounds, [f"{band.rounds:,} rounds"]).append(told)
    return list(lines.values())


def _progressive(cost: ProgressiveCost) -> Pairs:
    return list(progressive_lines(cost))


def progressive_lines(cost: ProgressiveCost) -> Iterator[tuple[str, str]]:
    """The cost of a progressive and its break-even meter, for people."""
    price = dollars(cost.price_cents)
    for label, meter, ev in (
        ("With the meter as it stands", cost.meter_cents, cost.ev),
        ("With the meter at its start", cost.reset_cents, cost.ev_at_reset),
    ):
        yield label, f"{percent(-ev)} of the {price} wager, at {dollars(meter)}"
    gain = 100_000 * cost.ev_per_cent
    yield "Each $1,000 more on the meter", f"lowers that by {percent(gain)}"
    if cost.break_even_cents is None:
        yield "Break-even meter", "none: no prize is a share of the meter"
    else:
        yield "Break-even meter", dollars(cost.break_even_cents)


def percent(value: Fraction) -> str:
    return _minus(f"{100 * float(value):.4f}%")


def exactly(value: Fraction) -> str:
    return _minus(f"{float(value):+.8f} = {value.numerator:,} / {value.denominator:,}")


def _grouped(value: Fraction) -> str:
    """Odds against with enough places to tell near ones apart, and no more."""
    return f"{float(value):,.4f}" if value < 100 else f"{float(value):,.1f}"


def _minus(text: str) -> str:
    """With the sign that is meant, which is as wide as a plus."""
    return text.replace("-", "−")
