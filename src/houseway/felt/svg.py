"""A layout as an SVG drawing: green felt, gilt lines, nothing loaded from elsewhere."""

import math
from xml.etree import ElementTree as ET  # only ever writes

from houseway.felt.layout import RAIL, Drawn, Layout
from houseway.felt.shapes import Form, Frame, Shape, Words

STYLE = """
.felt{fill:#0d5c38;stroke:#3b2414;stroke-width:22}
.inlay{fill:none;stroke:#d9b65a;stroke-width:2}
.spot{fill:#0a4a2d;stroke:#e4c66f;stroke-width:2.5}
.place{fill:none;stroke:#e4c66f;stroke-width:1.6}
.card{fill:#0f6a41;stroke:#9fb98f;stroke-width:1;stroke-dasharray:4 3}
.tray{fill:#20150d;stroke:#d9b65a;stroke-width:2}
.box{fill:#2c1d12;stroke:#d9b65a;stroke-width:2}
text{fill:#f4ecd2;font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif}
.label{font-weight:600}
.seat{fill:#e4c66f;font-weight:700}
.game{fill:#e4c66f;font-family:Georgia,'Libertinus Serif','DejaVu Serif',serif;font-weight:700}
.licensee{font-family:Georgia,'Libertinus Serif','DejaVu Serif',serif}
.heading{fill:#e4c66f;font-weight:700}
.notice{fill:#e4c66f;font-style:italic}
.box-label{fill:#d9b65a}
"""
CORNER = 7.0


def to_svg(layout: Layout) -> str:
    """The drawing, each area a group that names its owner, its wager and its clauses."""
    width, height = layout.width, layout.height
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_number(width)} {_number(height)}",
            "width": _number(width),
            "height": _number(height),
            "role": "img",
            "aria-label": f"Layout of {layout.printed.game}, {layout.printed.seats} positions",
        },
    )
    ET.SubElement(root, "title").text = f"{layout.printed.licensee}: {layout.printed.game}"
    ET.SubElement(root, "style").text = STYLE
    _table(root, layout)
    for box in layout.boxes:
        _shape(root, box)
    for drawn in layout.areas:
        _area(root, drawn)
    for words in layout.words:
        _words(root, words)
    ET.indent(root, space=" ")
    return ET.tostring(root, encoding="unicode") + "\n"


def _table(root: ET.Element, layout: Layout) -> None:
    """The table: a straight side for the dealer, an arc for the players."""
    for inset, style in ((0.0, "felt"), (24.0, "inlay")):
        (cx, cy), radius = layout.arc_centre, layout.arc_radius - inset
        top, half = RAIL / 2 + inset, min(layout.half_width - inset, radius)
        # The short sides end where they meet the circle.
        foot = cy + math.sqrt(radius**2 - half**2)
        path = (
            f"M {_number(cx - half)} {_number(top)} L {_number(cx + half)} {_number(top)} "
            f"L {_number(cx + half)} {_number(foot)} "
            f"A {_number(radius)} {_number(radius)} 0 0 1 {_number(cx - half)} {_number(foot)} Z"
        )
        ET.SubElement(root, "path", {"class": style, "d": path, "stroke-linejoin": "round"})


def _area(root: ET.Element, drawn: Drawn) -> None:
    group = ET.SubElement(
        root,
        "g",
        {
            "id": f"{drawn.owner}-{drawn.area.id}",
            "class": f"area {drawn.area.kind.value}",
            "data-owner": drawn.owner,
            "data-area": drawn.area.id,
            "data-clauses": " ".join(drawn.area.clauses),
        },
    )
    owner = drawn.owner.replace("seat-", "Seat ").capitalize()
    ET.SubElement(group, "title").text = f"{owner}: {drawn.area.label}"
    for shape in drawn.shapes:
        _shape(group, shape)
    for words in drawn.words:
        _words(group, words)


def _shape(parent: ET.Element, shape: Shape) -> None:
    x, y, width, height = shape.x, shape.y, shape.width, shape.height
    attributes = {"class": shape.style, **_turned(shape.frame)}
    if shape.form is Form.CIRCLE:
        size = {"cx": _number(x), "cy": _number(y), "r": _number(width / 2)}
        ET.SubElement(parent, "circle", {**attributes, **size})
    elif shape.form is Form.DIAMOND:
        ends = ((x, y - height / 2), (x + width / 2, y), (x, y + height / 2), (x - width / 2, y))
        points = " ".join(f"{_number(px)},{_number(py)}" for px, py in ends)
        ET.SubElement(
            parent, "polygon", {**attributes, "points": points, "stroke-linejoin": "round"}
        )
    else:
        box = {
            "x": _number(x - width / 2),
            "y": _number(y - height / 2),
            "width": _number(width),
            "height": _number(height),
            "rx": _number(CORNER),
        }
        ET.SubElement(parent, "rect", {**attributes, **box})


def _words(parent: ET.Element, words: Words) -> None:
    attributes = {
        "class": words.style,
        "x": _number(words.x),
        "y": _number(words.y),
        "font-size": _number(words.size),
        "text-anchor": words.anchor,
        **_turned(words.frame),
        **({"letter-spacing": _number(words.spacing)} if words.spacing else {}),
    }
    ET.SubElement(parent, "text", attributes).text = words.text


def _turned(frame: Frame) -> dict[str, str]:
    turn = f" rotate({_number(frame.turn)})" if frame.turn else ""
    return {"transform": f"translate({_number(frame.x)} {_number(frame.y)}){turn}"}


def _number(value: float) -> str:
    """A coordinate, short: the drawing is the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
