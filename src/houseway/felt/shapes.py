"""The parts a layout is drawn from, in plain coordinates that a test can measure.

Lengths are in units of the drawing. A part is given in the frame of its
position: moved to a point and turned by an angle, so that a player's spots face
the player.
"""

import math
import unicodedata
from dataclasses import dataclass
from enum import StrEnum


class Form(StrEnum):
    """What a shape looks like."""

    CIRCLE = "circle"
    DIAMOND = "diamond"
    BOX = "box"


@dataclass(frozen=True)
class Frame:
    """Where a part stands: its origin, and the turn of its axes in degrees, clockwise."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the frame as a point of the drawing."""
        angle = math.radians(self.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        return (self.x + x * cos - y * sin, self.y + x * sin + y * cos)


@dataclass(frozen=True)
class Shape:
    """An outline, centred on a point of its frame."""

    form: Form
    frame: Frame
    x: float
    y: float
    width: float
    height: float
    style: str


@dataclass(frozen=True)
class Words:
    """A line of text, centred on a point of its frame."""

    text: str
    frame: Frame
    x: float
    y: float
    size: float
    style: str
    anchor: str = "middle"
    spacing: float = 0.0
    """What is added between letters."""

    @property
    def width(self) -> float:
        return text_width(self.text, self.size) + self.spacing * len(self.text)

    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of the room the line takes, for measuring overlaps."""
        left = {"middle": -self.width / 2, "start": 0.0, "end": -self.width}[self.anchor]
        top, bottom = -0.75 * self.size, 0.25 * self.size
        ends = ((left, top), (left + self.width, top), (left + self.width, bottom), (left, bottom))
        return tuple(self.frame.point(self.x + dx, self.y + dy) for dx, dy in ends)


def text_width(text: str, size: float) -> float:
    """An upper estimate of a line's width in the fonts of the drawing, bold included."""
    return sum(_advance(char) for char in text) * size


def _advance(char: str) -> float:
    """How far a character moves the pen, in ems: an upper bound for common sans and serif."""
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if char in "WM@%":
        return 1.05
    if char in "mw":
        return 0.95
    if char.isupper() or char.isdigit():
        return 0.8 if char.isupper() else 0.62
    return 0.4 if char in " .,:;'|!il()[]-" else 0.66
