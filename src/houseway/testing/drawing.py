"""Whether a game's layout and sign can be drawn, and show everything that they must."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree as ET

from houseway.felt.layout import Layout, compose
from houseway.felt.posting import check_layout, check_posting
from houseway.felt.shapes import Form, Shape
from houseway.felt.sign import compose_sign
from houseway.felt.svg import to_svg
from houseway.games.contract import Game
from houseway.games.printed import AreaKind
from houseway.games.wagers import Moment
from houseway.rulebook import Refused
from houseway.testing.description import list_trials
from houseway.testing.rulebook import check_citation

SMALLEST_TEXT = 8.0
Corners = tuple[tuple[float, float], ...]


def check_drawing(game: Game[Any, Any]) -> Iterator[str]:
    """Problems of the layout and the sign, with every option value and number of seats."""
    for config in _configs(game):
        try:
            options = game.read_options(config)
        except Refused:
            continue
        yield from _check_printed(game, options, config)


def _configs(game: Game[Any, Any]) -> Iterator[dict[str, Any]]:
    yield {}
    for seats in sorted({1, game.most_seats}):
        yield {"seats": seats}
    for option, value in list_trials(game):
        yield {option.name: value}


def _check_printed(game: Game[Any, Any], options: Any, config: dict[str, Any]) -> Iterator[str]:
    printed = game.printed(options)
    layout, sign = compose(printed), compose_sign(printed)
    for refusal in (*check_layout(game.rulebook, layout), *check_posting(printed, layout, sign)):
        yield f"With {config or 'the defaults'}: {refusal}"
        yield from check_citation(game, "That refusal", refusal.clauses)
    yield from _check_areas(game, layout)
    yield from _check_room(layout, config)
    ET.fromstring(to_svg(layout))  # noqa: S314  # our own drawing
    if printed.licensee not in str(sign.as_data()):
        yield "The sign does not bear the name of the licensee."


def _check_areas(game: Game[Any, Any], layout: Layout) -> Iterator[str]:
    """Every wager has its spot, and every hand and the dealer a place for cards."""
    position = layout.printed.position
    spots = {area.id for area in position if area.kind is AreaKind.WAGER}
    for wager in game.wagering.wagers:
        if wager.moment is not Moment.NEVER and wager.option is None and wager.id not in spots:
            yield f"The layout has no area for the wager {wager.id}."
    for whose, areas in (("player's", position), ("dealer's", layout.printed.dealer)):
        room = sum(area.cards for area in areas if area.kind is AreaKind.CARDS)
        if room < game.recipe.hand_size:
            yield f"The layout has room for {room} of the {whose} {game.recipe.hand_size} cards."
    ids = [area.id for area in position]
    for area_id in sorted({area_id for area_id in ids if ids.count(area_id) > 1}):
        yield f"The layout has two areas called {area_id} at each position."


def _check_room(layout: Layout, config: dict[str, Any]) -> Iterator[str]:
    """No text and no area covers another, and all of them lie on the table."""
    where = f"with {config or 'the defaults'}"
    words = [(f"the text {line.text!r}", line.corners()) for line in layout.all_words()]
    shapes = [
        (f"the area {drawn.area.id} of {drawn.owner}", corners(shape))
        for drawn in layout.areas
        for shape in drawn.shapes[:1]
    ]
    for group in (words, shapes):
        for (name, points), (other, others) in combinations(group, 2):
            if overlaps(points, others):
                yield f"On the layout {where}, {name} overlaps {other}."
    for line in layout.all_words():
        if line.size < SMALLEST_TEXT:
            yield f"On the layout {where}, the text {line.text!r} is too small to read; shorten it."
    for name, points in (*words, *shapes):
        if any(not 0 < x < layout.width or not 0 < y < layout.height for x, y in points):
            yield f"On the layout {where}, {name} does not lie on the table."


def corners(shape: Shape) -> Corners:
    """The outermost points of a shape: the ends of a diamond, the corners of the rest."""
    w, h = shape.width / 2, shape.height / 2
    square = [(-w, -h), (w, -h), (w, h), (-w, h)]
    ends = [(0.0, -h), (w, 0.0), (0.0, h), (-w, 0.0)]
    points = ends if shape.form is Form.DIAMOND else square
    return tuple(shape.frame.point(shape.x + dx, shape.y + dy) for dx, dy in points)


def overlaps(first: Corners, second: Corners) -> bool:
    """Whether two turned rectangles share any room: no line can be drawn between them."""
    for x, y in _axes(first) + _axes(second):
        mine = [x * px + y * py for px, py in first]
        theirs = [x * px + y * py for px, py in second]
        if max(mine) <= min(theirs) or max(theirs) <= min(mine):
            return False
    return True


def _axes(points: Corners) -> list[tuple[float, float]]:
    return [(b[1] - a[1], a[0] - b[0]) for a, b in pairwise((*points, points[0]))]
