"""A playing card: its rank, its suit, and how both are written.

Cards are written rank then suit, `As Td 9h 2c`. Ranks are ordered; suits are
not: no game here lets one suit outrank another.
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from functools import cache
from typing import NamedTuple


class Suit(StrEnum):
    """The four suits. Their order is only the order in which they are listed."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class Rank(IntEnum):
    """Ranks from two up to ace; an ace that plays low is the rankings' business."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def plural(self) -> str:
        return "sixes" if self is Rank.SIX else f"{self.word}s"


class Card(NamedTuple):
    """One card. A named tuple, because millions of them are compared and hashed."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Card({self})"


class CardError(ValueError):
    """What was given cannot be read as cards: unknown, repeated, or not text."""


# Suit by suit and in sequence, as a new deck is spread for inspection.
NEW_DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)

_NAMES = {card: card.rank.letter + card.suit.value for card in NEW_DECK}
_BY_NAME = {name: card for card, name in _NAMES.items()}


def parse_card(text: object) -> Card:
    """The card that `text` names; refuses anything but the exact two letters."""
    card = _BY_NAME.get(text) if isinstance(text, str) else None
    if card is None:
        raise CardError(
            f"{text!r} is not a card. Write a rank from 23456789TJQKA and then a suit from cdhs, "
            "for instance As or Td."
        )
    return card


def parse_cards(texts: Iterable[object]) -> tuple[Card, ...]:
    """The cards that `texts` name, in their order, each of them at most once."""
    cards = tuple(parse_card(text) for text in texts)
    repeated = repeats(cards)
    if repeated:
        raise CardError(
            f"{show_cards(repeated)} given more than once; a deck holds each card once."
        )
    return cards


def repeats(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that occur more than once, in the order of their second appearance."""
    cards = tuple(cards)
    if len(set(cards)) == len(cards):
        return ()
    earlier: set[Card] = set()
    repeated: dict[Card, None] = {}
    for card in cards:
        if card in earlier:
            repeated[card] = None
        earlier.add(card)
    return tuple(repeated)


def show_cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


@cache
def display_order(card: Card) -> tuple[int, int]:
    """Highest rank first, then spades, hearts, diamonds, clubs (P37): for showing only."""
    return (-card.rank, -list(Suit).index(card.suit))
