"""Which card goes where: the order of the deal, as a game's text lays it down.

Seats are dealt from the dealer's far left, the dealer last. One card at a time
from a shoe or the hand, or a stack at a time from an automated shoe; then, where
the game has a board, a burn before each street. A single card found face up is
set aside and the next takes its place; a second one ends the deal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from houseway.cards import Card
from houseway.rulebook import Citation

DEALER = 0
"""Stands for the dealer among seat numbers."""


class Method(StrEnum):
    """How the cards leave the deck."""

    MANUAL_SHOE = "manual_shoe"
    HAND = "hand"
    AUTOMATED_SHOE = "automated_shoe"


@dataclass(frozen=True)
class Recipe:
    """A game's deal: cards to each hand, then the streets of community cards after a burn."""

    hand_size: int
    streets: tuple[int, ...]
    face_up: Citation
    """What becomes of cards found face up."""

    def cards_used(self, hands: int) -> int:
        """Cards that a round of this many player hands takes from the deck, burns included."""
        return self.hand_size * (hands + 1) + sum(self.streets) + len(self.streets)


@dataclass(frozen=True)
class Dealt:
    """Where each card went. A void deal has nothing but its clauses."""

    hands: dict[int, tuple[Card, ...]]
    burned: tuple[Card, ...]
    community: tuple[Card, ...]
    set_aside: tuple[Card, ...]
    stub: tuple[Card, ...]
    void: Citation = ()

    @property
    def dealer(self) -> tuple[Card, ...]:
        return self.hands[DEALER]


class SecondFaceUpCard(Exception):
    """More than one card was found face up: the deal is void."""


def deal(
    recipe: Recipe,
    method: Method,
    seats: Sequence[int],
    deck: Sequence[Card],
    face_up: frozenset[Card] = frozenset(),
) -> Dealt:
    """Deals a round from the top of `deck` to the seats that bet."""
    order = [*sorted(seats), DEALER]
    hands: dict[int, list[Card]] = {seat: [] for seat in order}
    aside: list[Card] = []
    cards = _usable(deck, face_up, aside)
    try:
        for seat in _recipients(recipe, method, order):
            hands[seat].append(next(cards))
        burned, community = _deal_board(recipe, cards)
    except SecondFaceUpCard:
        return Dealt({}, (), (), tuple(aside), (), void=recipe.face_up)
    used = sum(map(len, hands.values())) + len(burned) + len(community) + len(aside)
    return Dealt(
        {seat: tuple(held) for seat, held in hands.items()},
        tuple(burned),
        tuple(community),
        tuple(aside),
        tuple(deck[used:]),
    )


def _recipients(recipe: Recipe, method: Method, order: Sequence[int]) -> Iterator[int]:
    if method is Method.AUTOMATED_SHOE:
        return (seat for seat in order for _ in range(recipe.hand_size))
    return (seat for _ in range(recipe.hand_size) for seat in order)


def _deal_board(recipe: Recipe, cards: Iterator[Card]) -> tuple[list[Card], list[Card]]:
    burned: list[Card] = []
    community: list[Card] = []
    for street in recipe.streets:
        burned.append(next(cards))
        community.extend(next(cards) for _ in range(street))
    return burned, community


def _usable(deck: Sequence[Card], face_up: frozenset[Card], aside: list[Card]) -> Iterator[Card]:
    """The cards in order, those found face up put aside as they are met."""
    for card in deck:
        if card in face_up:
            aside.append(card)
            if len(aside) > 1:
                raise SecondFaceUpCard
            continue
        yield card
