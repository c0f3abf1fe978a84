"""The layout of a table, composed from what its game prints.

The dealer stands at the straight side, drawn at the top. Players sit along the
arc; seat 1 is farthest to the dealer's left, which is the right of the picture.
Positions lie on a circle wide enough for every one of them, and the odds in the
middle, between the dealer and the players.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from houseway.felt.shapes import Form, Frame, Shape, Words, text_width
from houseway.games.printed import Area, AreaKind, PostedOdds, Printed

SPOT, DIAMOND = 84.0, 112.0
SPOT_GAP = 12.0
ROW = 96.0
CARD_W, CARD_H, CARD_GAP = 40.0, 56.0, 5.0
CARDS_ROW = 100.0
BLOCK_GAP = 34.0
COLUMN_GAP = 64.0
RAIL = 56.0
TRAY = 480.0
DEALERS_SIDE = {
    "Table inventory container": (0.0, RAIL + 34.0, TRAY, 58.0, "tray"),
    "Drop box": (-TRAY / 2 - 90.0, RAIL + 30.0, 108.0, 46.0, "box"),
    "Tip box": (TRAY / 2 + 90.0, RAIL + 30.0, 108.0, 46.0, "box"),
}
"""The chip tray before the dealer; drop box and tip box to either side of him."""
LETTER_SPACING = 4.0
WIDEST_ARC = math.radians(104)
DEEPEST_ARC = 330.0
"""How far the outermost positions may rise above the middle one."""


@dataclass(frozen=True)
class Drawn:
    """An area as it stands on the felt."""

    owner: str
    """`seat-3`, or `dealer`."""
    area: Area
    shapes: tuple[Shape, ...]
    words: tuple[Words, ...]


@dataclass(frozen=True)
class Layout:
    """A whole layout, ready to be drawn."""

    printed: Printed
    width: float
    height: float
    arc_centre: tuple[float, float]
    arc_radius: float
    half_width: float
    """Half the dealer's straight side; the table's short sides drop from its ends."""
    areas: tuple[Drawn, ...]
    words: tuple[Words, ...]
    boxes: tuple[Shape, ...]
    box_names: tuple[str, ...]
    odds: tuple[PostedOdds, ...] = ()
    """The odds inscribed on the felt."""

    def all_words(self) -> Iterator[Words]:
        for drawn in self.areas:
            yield from drawn.words
        yield from self.words

    def of(self, owner: str) -> tuple[Drawn, ...]:
        return tuple(drawn for drawn in self.areas if drawn.owner == owner)


def compose(printed: Printed, *, odds_on_layout: bool = True) -> Layout:
    """Lays out a table: positions on the arc, the dealer opposite, the odds between them."""
    odds = printed.odds if odds_on_layout else ()
    middle = _Middle.of(printed, odds)
    arc = _Arc.around(printed, middle)
    half = arc.half_width()
    centre = half + 40.0
    frame = Frame(centre, 0.0)
    seats = [
        drawn
        for seat in range(1, printed.seats + 1)
        for drawn in _position(printed.position, f"seat-{seat}", arc.frame(seat, frame))
    ]
    numbers = [
        Words(str(seat), arc.frame(seat, frame), 0.0, arc.block + 26.0, 24.0, "seat")
        for seat in range(1, printed.seats + 1)
    ]
    dealer, words = middle.draw(frame)
    boxes = {name: Shape(Form.BOX, frame, *place) for name, place in DEALERS_SIDE.items()}
    labels = [
        Words(name, frame, box.x, box.y + 5.0, 15.0, "box-label") for name, box in boxes.items()
    ]
    return Layout(
        printed=printed,
        width=2 * centre,
        height=arc.top + arc.outer + 30.0,
        arc_centre=(centre, arc.top),
        arc_radius=arc.outer,
        half_width=half,
        areas=(*dealer, *seats),
        words=(*words, *numbers, *labels),
        boxes=tuple(boxes.values()),
        box_names=tuple(boxes),
        odds=odds,
    )


@dataclass(frozen=True)
class _Arc:
    """The circle that the positions lie on; angles run from straight down, dealer's left first."""

    seats: int
    top: float
    """Height of the circle's centre, which may lie above the table."""
    inner: float
    block_width: float
    block: float
    step: float
    middle: float
    """Half the width of what is printed in the middle."""

    @classmethod
    def around(cls, printed: Printed, middle: "_Middle") -> "_Arc":
        """The smallest circle whose positions clear one another and the middle of the table."""
        spacing = _block_width(printed.position) + BLOCK_GAP
        length = spacing * (printed.seats - 1)
        span = min(WIDEST_ARC, 8 * DEEPEST_ARC / length) if length else WIDEST_ARC
        corners = list(middle.corners())
        widest = max(half for half, _ in corners)
        inner = max(length / span, widest + 110.0)
        # The lower corners of everything in the middle must lie inside the circle.
        top = max(y - math.sqrt(inner**2 - half**2) for half, y in corners)
        width, height = _block_width(printed.position), ROW * len(_rows(printed.position))
        return cls(printed.seats, top, inner, width, height, spacing / inner, widest)

    @property
    def outer(self) -> float:
        return self.inner + self.block + 84.0

    def half_width(self) -> float:
        """A hand more than the first seat and the middle take, but never beyond the circle."""
        frame = self.frame(1, Frame())
        side = self.block_width / 2
        reach = max(frame.point(x, y)[0] for x in (-side, side) for y in (0.0, self.block + 40.0))
        level = max(RAIL / 2, self.top)
        chord = math.sqrt(self.outer**2 - (level - self.top) ** 2)
        return min(chord, max(reach, self.middle, TRAY / 2 + 150.0) + 110.0)

    def frame(self, seat: int, origin: Frame) -> Frame:
        """The frame of a position: origin at its edge towards the dealer, facing the player."""
        angle = (self.seats - 1) / 2 * self.step - (seat - 1) * self.step
        x = origin.x + self.inner * math.sin(angle)
        return Frame(x, self.top + self.inner * math.cos(angle), -math.degrees(angle))


def _rows(areas: Sequence[Area]) -> list[list[Area]]:
    rows = sorted({area.row for area in areas})
    return [[area for area in areas if area.row == row] for row in rows]


def _area_width(area: Area) -> float:
    if area.kind is AreaKind.CARDS:
        return _cards_width(area.cards)
    return DIAMOND if area.optional else SPOT


def _cards_width(cards: int) -> float:
    return cards * CARD_W + (cards - 1) * CARD_GAP + 16.0


def _row_width(row: Sequence[Area]) -> float:
    return sum(map(_area_width, row)) + SPOT_GAP * (len(row) - 1)


def _block_width(areas: Sequence[Area]) -> float:
    return max(_row_width(row) for row in _rows(areas))


def _position(areas: Sequence[Area], owner: str, frame: Frame) -> Iterator[Drawn]:
    for n, row in enumerate(_rows(areas)):
        x = -_row_width(row) / 2
        y = n * ROW + ROW / 2
        for area in row:
            width = _area_width(area)
            yield _draw_area(area, owner, frame, x + width / 2, y)
            x += width + SPOT_GAP


def _draw_area(area: Area, owner: str, frame: Frame, x: float, y: float) -> Drawn:
    if area.kind is AreaKind.CARDS:
        return _draw_cards(area, owner, frame, x, y)
    form = Form.DIAMOND if area.optional else Form.CIRCLE
    width = _area_width(area)
    shape = Shape(form, frame, x, y, width, min(width, ROW), "spot")
    lines = _label_lines(area.label)
    size = _label_size(lines, width * (0.62 if area.optional else 0.8))
    first = y + size * 0.35 - (len(lines) - 1) * size * 0.55
    words = tuple(
        Words(line, frame, x, first + n * size * 1.1, size, "label") for n, line in enumerate(lines)
    )
    return Drawn(owner, area, (shape,), words)


def _label_size(lines: Sequence[str], room: float) -> float:
    """The largest size at which every line fits its spot."""
    widest = max(text_width(line, 1.0) for line in lines)
    return min(18.0 if len(lines) == 1 else 14.0, room / widest)


def _label_lines(label: str) -> list[str]:
    """A label in two lines where it has three words or is long, so that it fits its spot."""
    words = label.split()
    if len(words) > 2:
        return [" ".join(words[:-1]), words[-1]]
    return words if len(words) > 1 and len(label) > 7 else [label]


def _draw_cards(area: Area, owner: str, frame: Frame, x: float, y: float) -> Drawn:
    width = _cards_width(area.cards)
    outline = Shape(Form.BOX, frame, x, y, width, CARD_H + 32.0, "place")
    left = x - width / 2 + 8.0 + CARD_W / 2
    cards = tuple(
        Shape(Form.BOX, frame, left + n * (CARD_W + CARD_GAP), y - 9.0, CARD_W, CARD_H, "card")
        for n in range(area.cards)
    )
    # The name stands below the cards, where they do not hide it.
    words = Words(area.label, frame, x, y + CARD_H / 2 + 9.0, 15.0, "label")
    return Drawn(owner, area, (outline, *cards), (words,))


@dataclass(frozen=True)
class _Band:
    """One thing in the middle of the table, from the dealer down: how wide, how high."""

    width: float
    height: float
    words: tuple[Words, ...] = ()
    """Placed as if the band began at the top of the drawing."""


@dataclass(frozen=True)
class _Middle:
    """Between dealer and players: the dealer's areas, the odds, printed lines, the names."""

    dealer: tuple[Area, ...]
    bands: tuple[_Band, ...]

    @classmethod
    def of(cls, printed: Printed, odds: Sequence[PostedOdds]) -> "_Middle":
        tables = [posted for posted in odds if len(posted.lines()) > 1]
        # Even money has one row that repeats the heading: one printed line says it all.
        even = [posted.lines()[0] for posted in odds if len(posted.lines()) == 1]
        lines = [f"{name} pay {rate}" for name, rate in even]
        lines += [notice.words for notice in printed.on_layout]
        bands = [_odds_band(tuple(_columns(tables)))] if tables else []
        bands += [_line_band(line, 19.0, "notice", 30.0) for line in lines]
        bands.append(_line_band(printed.licensee.upper(), 24.0, "licensee", 48.0, LETTER_SPACING))
        bands.append(_line_band(printed.game, 54.0, "game", 66.0))
        return cls(printed.dealer, tuple(bands))

    @property
    def first_band(self) -> float:
        return RAIL + 98.0 + CARDS_ROW * len(self.dealer)

    def corners(self) -> Iterator[tuple[float, float]]:
        """Half the width and the lower edge of every band: what the arc must clear."""
        y = self.first_band
        for band in self.bands:
            y += band.height
            yield band.width / 2 + 24.0, y

    def draw(self, frame: Frame) -> tuple[list[Drawn], list[Words]]:
        areas = [
            _draw_cards(area, "dealer", frame, 0.0, RAIL + 122.0 + CARDS_ROW * n)
            for n, area in enumerate(self.dealer)
        ]
        words: list[Words] = []
        y = self.first_band
        for band in self.bands:
            words += [replace(line, frame=frame, y=line.y + y) for line in band.words]
            y += band.height
        return areas, words


def _line_band(line: str, size: float, style: str, height: float, spacing: float = 0.0) -> _Band:
    words = Words(line, Frame(), 0.0, height - size * 0.3, size, style, spacing=spacing)
    return _Band(words.width, height, (words,))


def _odds_band(columns: Sequence["_Column"]) -> _Band:
    width = sum(column.width for column in columns) + COLUMN_GAP * (len(columns) - 1)
    x = -width / 2
    words: list[Words] = []
    for column in columns:
        words += column.draw(x, 24.0)
        x += column.width + COLUMN_GAP
    return _Band(width, max(column.height for column in columns) + 30.0, tuple(words))


@dataclass(frozen=True)
class _Column:
    """One pay table on the felt; several tables of one wager stand side by side as a matrix."""

    heading: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """The name and the odds of each row; a row without a name heads the columns of a matrix."""

    size = 18.0
    line = 25.0

    @property
    def names_width(self) -> float:
        return max(text_width(name, self.size) for name, _ in self.rows) + 14.0

    @property
    def cell_width(self) -> float:
        cells = [cell for _, cells in self.rows for cell in cells]
        return max(text_width(cell, self.size) for cell in cells) + 8.0

    @property
    def width(self) -> float:
        cells = len(self.rows[0][1])
        return max(self.names_width + cells * self.cell_width, text_width(self.heading, 21.0))

    @property
    def height(self) -> float:
        return 30.0 + self.line * len(self.rows)

    def draw(self, x: float, top: float) -> Iterator[Words]:
        yield Words(self.heading, Frame(), x + self.width / 2, top, 21.0, "heading")
        for n, (name, cells) in enumerate(self.rows):
            y = top + 30.0 + n * self.line
            if name:
                yield Words(name, Frame(), x, y, self.size, "row", "start")
            first = x + self.width - (len(cells) - 1) * self.cell_width
            for column, cell in enumerate(cells):
                right = first + column * self.cell_width
                yield Words(cell, Frame(), right, y, self.size, "odds", "end")


def _columns(odds: Sequence[PostedOdds]) -> Iterator[_Column]:
    for wager in dict.fromkeys(posted.wager for posted in odds):
        tables = [posted for posted in odds if posted.wager == wager]
        first = tables[0].lines()
        cells = [dict(posted.lines()) for posted in tables]
        rows = tuple((name, tuple(lines[name] for lines in cells)) for name, _ in first)
        if len(tables) == 1:
            yield _Column(tables[0].heading, rows)
        else:
            tops = tuple(posted.heading.split(", ")[1].split(" with")[0] for posted in tables)
            heading = f"{tables[0].heading.split(',')[0]}, by hands dealt"
            yield _Column(heading, (("", tops), *rows))
