"""Strategy charts as SVG drawings: a grid of marks, with a letter in every cell."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET  # only ever writes

from houseway.lab.exact.strategies import Chart

STYLE = """
svg{background:#fff}
text{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#1b1b1b}
.title{font-weight:700;font-size:16px}
.axis{font-size:12px;fill:#444}
.name{font-size:12px;font-weight:600}
.mark{font-size:12px;font-weight:600}
.cell{stroke:#fff;stroke-width:1.5}
"""
# Light fills on which black letters stand out; they differ in brightness as well as in hue.
FILLS = ("#f2c14e", "#9cc5e8", "#e9e9e9", "#c9e4b4", "#e6b8d8")
EMPTY = "#fafafa"
HEIGHT, MARGIN, NAMES = 24.0, 24.0, 92.0
LETTER = 7.2
"""About how wide a letter is."""


def draw(charts: Sequence[Chart], heading: str) -> str:
    """The charts below each other, as one drawing."""
    widths = [_width(chart) for chart in charts]
    heights = [_height(chart) for chart in charts]
    width, height = max(widths) + 2 * MARGIN, sum(heights) + 2 * MARGIN
    size = {"viewBox": f"0 0 {width:g} {height:g}", "width": f"{width:g}", "height": f"{height:g}"}
    root = ET.Element(
        "svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img", "aria-label": heading}
    )
    ET.SubElement(root, "title").text = heading
    ET.SubElement(root, "style").text = STYLE
    top = MARGIN
    for chart, room in zip(charts, heights, strict=True):
        group = ET.SubElement(root, "g", {"transform": f"translate({MARGIN:g} {top:g})"})
        _draw_chart(group, chart)
        top += room
    ET.indent(root, space=" ")
    return ET.tostring(root, encoding="unicode") + "\n"


def _cell(chart: Chart) -> float:
    """How wide a column must be for its name and its marks."""
    words = [*chart.columns, *(mark for row in chart.cells for mark in row)]
    return max(HEIGHT, max(map(len, words)) * LETTER + 8)


def _width(chart: Chart) -> float:
    grid = NAMES + _cell(chart) * len(chart.columns)
    longest = max(len(words) for words in (chart.title, chart.down + chart.across, *_legend(chart)))
    return max(grid, longest * LETTER + 40)


def _height(chart: Chart) -> float:
    return HEIGHT * (len(chart.rows) + 3 + len(_legend(chart))) + MARGIN


def _legend(chart: Chart) -> list[str]:
    return [f"{letter}  {meaning}" for letter, meaning in chart.used().items()]


def _draw_chart(group: ET.Element, chart: Chart) -> None:
    width = _cell(chart)
    _text(group, "title", 0, HEIGHT / 2, chart.title)
    _text(group, "axis", 0, 1.6 * HEIGHT, f"Down: {chart.down}. Across: {chart.across}.")
    for at, name in enumerate(chart.columns):
        _text(group, "name", NAMES + (at + 0.5) * width, 2.7 * HEIGHT, name, "middle")
    for row, name in enumerate(chart.rows):
        y = (3 + row) * HEIGHT
        _text(group, "name", NAMES - 8, y + 0.68 * HEIGHT, name, "end")
        for column, mark in enumerate(chart.cells[row]):
            x = NAMES + column * width
            _box(group, x, y, width, _fill(mark, chart))
            if mark:
                _text(group, "mark", x + width / 2, y + 0.68 * HEIGHT, mark, "middle")
    below = (3 + len(chart.rows)) * HEIGHT + 4
    for at, words in enumerate(_legend(chart)):
        _box(group, NAMES, below + at * HEIGHT, HEIGHT, _fill(words[0], chart))
        _text(group, "mark", NAMES + HEIGHT / 2, below + (at + 0.68) * HEIGHT, words[0], "middle")
        _text(group, "axis", NAMES + HEIGHT + 8, below + (at + 0.68) * HEIGHT, words[3:])


def _fill(mark: str, chart: Chart) -> str:
    return FILLS[list(chart.legend).index(mark[0]) % len(FILLS)] if mark else EMPTY


def _box(group: ET.Element, x: float, y: float, width: float, fill: str) -> None:
    size = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{width:g}", "height": f"{HEIGHT:g}"}
    ET.SubElement(group, "rect", {"class": "cell", **size, "fill": fill})


def _text(
    group: ET.Element, style: str, x: float, y: float, words: str, anchor: str = "start"
) -> None:
    place = {"x": f"{x:g}", "y": f"{y:g}", "text-anchor": anchor}
    ET.SubElement(group, "text", {"class": style, **place}).text = words
