"""How a game introduces itself: its place in a lobby, and one minute of how to play."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pitch:
    """A game in a lobby."""

    where: str
    """Where the game is played, and what it is, in a few words."""
    play: str
    """What a player does, in two or three sentences."""
    place: int = 100
    """Games with a lower number come first; equal ones in the order of their ids."""


@dataclass(frozen=True)
class HandRank:
    """One rank of hands, the best first: its name, an example, and what makes it."""

    name: str
    cards: str
    words: str


@dataclass(frozen=True)
class HowToPlay:
    """A newcomer's minute: the goal, the steps of a round, what beats what, and each spot."""

    goal: str
    steps: tuple[str, ...]
    ranks: tuple[HandRank, ...] = ()
    spots: Mapping[str, str] = field(default_factory=dict)
    """What each wager is for, by its id."""


POKER_RANKS = (
    HandRank("Royal flush", "As Ks Qs Js Ts", "ace to ten, all of one suit"),
    HandRank("Straight flush", "9h 8h 7h 6h 5h", "five in sequence, all of one suit"),
    HandRank("Four of a kind", "Qc Qd Qh Qs 4d", "four cards of one rank"),
    HandRank("Full house", "Tc Td Th 6s 6c", "three of one rank and two of another"),
    HandRank("Flush", "Kd Jd 8d 4d 2d", "five of one suit"),
    HandRank("Straight", "8s 7d 6c 5h 4s", "five in sequence; the ace is high or low"),
    HandRank("Three of a kind", "7c 7d 7s Kh 2c", "three cards of one rank"),
    HandRank("Two pair", "Jh Js 5c 5d 9s", "two cards of one rank and two of another"),
    HandRank("Pair", "Ah Ad Tc 6s 3d", "two cards of one rank"),
    HandRank("High card", "Kc Jd 8h 5s 3c", "none of these: the highest card counts"),
)
"""Five-card poker hands, the best first."""
