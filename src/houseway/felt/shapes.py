"""The parts a layout is drawn from, in plain coordinates that a test can measure.

Lengths are in units of the drawing. A part is given in the frame of its
position: moved to a point and turned by an angle, so that a player's spots face
the player.
"""

import math
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
    spread: float = 1.0
    """How much wider than usual the letters stand."""

    @property
    def width(self) -> float:
        return text_width(self.text, self.size) * self.spread

    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of the room the line takes, for measuring overlaps."""
        left = {"middle": -self.width / 2, "start": 0.0, "end": -self.width}[self.anchor]
        top, bottom = -0.75 * self.size, 0.25 * self.size
        ends = ((left, top), (left + self.width, top), (left + self.width, bottom), (left, bottom))
        return tuple(self.frame.point(self.x + dx, self.y + dy) for dx, dy in ends)


def text_width(text: str, size: float) -> float:
    """An upper estimate of a line's width: capitals and digits are taken as wide."""
    wide = sum(0.68 if char.isupper() or char in "mw" else 0.56 for char in text)
    return wide * size
