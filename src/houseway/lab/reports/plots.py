"""The plots of a math report, as SVG: dark on white, and no meaning by colour alone.

Altair describes them and vl-convert draws them, without a browser and without a network.
Probabilities span ten powers of ten, so their scales are logarithmic, and they are drawn as
marks at their place and not as bars, whose lengths would say nothing there.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.lab.contract import load_extra
from houseway.lab.exact.results import StartingHand
from houseway.lab.reports import words
from houseway.lab.reports.report import Report, Row, Wager

if TYPE_CHECKING:
    import altair as alt

INK, QUIET, FAINT = "#1c1c1c", "#555555", "#dddddd"
BLUE, SAND, WHITE = "#2f5d8a", "#9a6a2f", "#ffffff"
FONT = "Libertinus Serif, Georgia, DejaVu Serif, serif"
RANKS = "AKQJT98765432"
WIDTH = 640
EXTRA = "the extra part report: pip install 'houseway[lab,pdf,report]'. JSON works without it."


@dataclass(frozen=True)
class Plot:
    """A drawing with the words that go with it."""

    name: str
    title: str
    caption: str
    svg: str
    place: str
    """The wager it stands with, or `strategy`."""

    @property
    def width(self) -> int:
        """In pixels, so that pages can draw all plots to one scale."""
        return int(self.svg.partition(' width="')[2].partition('"')[0])


def draw_all(report: Report) -> tuple[Plot, ...]:
    """Every plot of a report, in its order."""
    load_extra("vl_convert", f"The plots need {EXTRA}")
    return tuple(_plots(report, load_extra("altair", f"The plots need {EXTRA}")))


def _plots(report: Report, alt: Any) -> Iterator[Plot]:
    whole = next(wager for wager in reversed(report.wagers) if wager.line)
    even = any(not row.outcome.net for row in whole.rows)
    yield Plot(
        "distribution",
        "What a round nets",
        f"{whole.named.title}: how often each net result in antes comes about. Circles are "
        f"losses, {'the square is no result, ' if even else ''}triangles are wins. "
        "The scale is logarithmic.",
        _svg(_distribution(alt, whole.rows)),
        whole.id,
    )
    grid = report.words.grid
    if report.analysis.starting_hands and grid:
        yield Plot(
            "starting_hands",
            grid.title,
            grid.caption,
            _svg(_starting_hands(alt, report.analysis.starting_hands, grid.shades)),
            "strategy",
        )
    for wager in report.wagers:
        pays = not wager.line and any(row.outcome.net > 0 for row in wager.rows)
        if pays and wager.named.status in (words.IN_FORCE, words.PART):
            yield _sensitivity(alt, wager)


def _svg(chart: "alt.Chart | alt.LayerChart") -> str:
    import vl_convert  # noqa: PLC0415

    plain = chart.configure(font=FONT, background=WHITE).configure_view(stroke=None)
    plain = plain.configure_axis(
        labelColor=INK, titleColor=INK, labelFontSize=12, titleFontSize=13, titleFontWeight="normal"
    )
    drawn: str = vl_convert.vegalite_to_svg(plain.to_json())
    return drawn


def _distribution(alt: Any, rows: Sequence[Row]) -> Any:
    """A mark at each net result, joined to the ground by a thin line."""
    data: list[dict[str, Any]] = [
        {"net": words.signed(row.outcome.net), "often": float(row.probability), "kind": _kind(row)}
        for row in rows
    ]
    powers = _powers(entry["often"] for entry in data)
    kinds = ["loss", "push", "win"]
    across = alt.X("net:N", sort=None, title="Net result in antes").axis(
        labelAngle=-60 if len(data) > 12 else 0,
        labelOverlap=False,
        labelPadding=5,
        ticks=False,
        domainColor=QUIET,
    )
    up = (
        alt.Y("often:Q", title="How often")
        .scale(type="log", domain=[powers[0], powers[-1]])
        .axis(
            values=powers,
            labelExpr="datum.value == 1 ? 'always' : '1 in ' + format(1 / datum.value, ',.0f')",
            gridColor=FAINT,
            domain=False,
            ticks=False,
        )
    )
    base = alt.Chart(alt.Data(values=data), width=WIDTH - 80, height=300)
    lines = base.mark_rule(color=QUIET, opacity=0.6).encode(x=across, y=up, y2=alt.datum(powers[0]))
    marks = base.mark_point(size=70, filled=True, opacity=1).encode(
        x=across,
        y=up,
        shape=alt.Shape("kind:N", legend=None).scale(
            domain=kinds, range=["circle", "square", "triangle-up"]
        ),
        color=alt.Color("kind:N", legend=None).scale(domain=kinds, range=[SAND, INK, BLUE]),
    )
    return lines + marks


def _kind(row: Row) -> str:
    if not row.outcome.net:
        return "push"
    return "win" if row.outcome.net > 0 else "loss"


def _powers(values: Iterable[float]) -> list[float]:
    """The powers of ten from below the least of some values to the greatest or above it."""
    listed = list(values)
    low, high = math.ceil(math.log10(min(listed))) - 1, math.ceil(math.log10(max(listed)))
    return [10.0**power for power in range(low, high + 1)]


def _starting_hands(alt: Any, hands: Sequence[StartingHand], shades: Mapping[str, str]) -> Any:
    """Thirteen by thirteen cells with the hand, its action and its worth."""
    data = [_cell(hand) for hand in hands]
    size = 46
    base = alt.Chart(alt.Data(values=data), width=13 * size, height=13 * size).encode(
        x=alt.X("column:O", axis=None).scale(paddingInner=0, paddingOuter=0),
        y=alt.Y("row:O", axis=None).scale(paddingInner=0, paddingOuter=0),
    )
    cells = base.mark_rect(stroke=QUIET, strokeWidth=0.5).encode(
        color=alt.Color("action:N", legend=None).scale(
            domain=list(shades), range=list(shades.values())
        )
    )
    names = base.mark_text(dy=-13, fontSize=13, fontWeight="bold", color=INK)
    chosen = base.mark_text(dy=2, fontSize=11, color=INK)
    worth = base.mark_text(dy=15, fontSize=11, color=INK)
    return (
        cells
        + names.encode(text="hand:N")
        + chosen.encode(text="action:N")
        + worth.encode(text="ev:N")
    )


def _cell(hand: StartingHand) -> dict[str, Any]:
    high, low = RANKS.index(hand.hand[0]), RANKS.index(hand.hand[1])
    row, column = (low, high) if hand.hand.endswith("o") else (high, low)
    best = max(hand.ev.values())
    # Of equal values the last named wagers least.
    action = next(name for name in reversed(list(hand.ev)) if hand.ev[name] == best)
    worth = words.minus(f"{float(best):+.3f}")
    return {"row": row, "column": column, "hand": hand.hand, "action": action, "ev": worth}


def _sensitivity(alt: Any, wager: Wager) -> Plot:
    """How far the house edge falls for each row that pays one unit more."""
    data: list[dict[str, Any]] = [
        {"row": f"{row.words} ({row.pays})", "falls": 100 * float(row.probability)}
        for row in wager.rows
        if row.outcome.net > 0
    ]
    for entry in data:
        entry["label"] = f"{entry['falls']:.6f}"
    powers = _powers(entry["falls"] for entry in data)
    down = alt.Y("row:N", sort=None, title=None).axis(
        labelLimit=300, minExtent=250, ticks=False, domain=False, labelPadding=8
    )
    across = (
        alt.X("falls:Q", title="House edge falls by, in percentage points")
        .scale(type="log", domain=[powers[0], powers[-1]])
        .axis(
            values=powers,
            labelExpr="format(datum.value, '.9~f')",
            grid=False,
            labelFlush=False,
            domainColor=QUIET,
        )
    )
    base = alt.Chart(alt.Data(values=data), width=WIDTH - 270, height=alt.Step(26))
    lines = base.mark_rule(color=QUIET, opacity=0.6).encode(
        x=across, x2=alt.datum(powers[0]), y=down
    )
    marks = base.mark_point(size=70, filled=True, opacity=1, color=BLUE).encode(x=across, y=down)
    labels = base.mark_text(align="left", dx=9, fontSize=12, color=INK).encode(
        x=across, y=down, text="label:N"
    )
    depends = wager.named.status == words.PART or wager.named.played
    held = " The play is held as it is." if depends else ""
    return Plot(
        f"sensitivity_{wager.id}",
        "Pay-table sensitivity",
        f"How far the house edge falls, in percentage points of {wager.named.unit}, when one row "
        f"pays one unit more: the probability of the row.{held} The scale is logarithmic.",
        _svg(lines + marks + labels),
        wager.id,
    )
