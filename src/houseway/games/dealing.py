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
    completes_late: bool = False
    """Whether a deal that is void after the hands are out is completed all the same."""

    def cards_used(self, hands: int) -> int:
        """Cards that a round of this many player hands takes from the deck, burns included."""
        return self.hand_size * (hands + 1) + sum(self.streets) + len(self.streets)


@dataclass(frozen=True)
class Dealt:
    """Where each card went. A deal void before the hands are out goes no further."""

    hands: dict[int, tuple[Card, ...]]
    burned: tuple[Card, ...]
    community: tuple[Card, ...]
    set_aside: tuple[Card, ...]
    stub: tuple[Card, ...]
    void: Citation = ()


class SecondFaceUpCard(Exception):
    """More than one card was found face up: the deal is void."""


class DeckTooShort(Exception):
    """The cards that are named run out before the deal is done."""


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
    cards = iter(deck)
    try:
        for seat in recipients(recipe, method, order):
            hands[seat].append(_next_card(cards, face_up, aside))
    except SecondFaceUpCard:
        return Dealt({}, (), (), tuple(aside), tuple(cards), void=recipe.face_up)
    burned, community, void = _deal_board(recipe, cards, face_up, aside)
    return Dealt(
        {seat: tuple(held) for seat, held in hands.items()},
        tuple(burned),
        tuple(community),
        tuple(aside),
        tuple(cards),
        recipe.face_up if void else (),
    )


def recipients(recipe: Recipe, method: Method, order: Sequence[int]) -> Iterator[int]:
    if method is Method.AUTOMATED_SHOE:
        return (seat for seat in order for _ in range(recipe.hand_size))
    return (seat for _ in range(recipe.hand_size) for seat in order)


def _deal_board(
    recipe: Recipe, cards: Iterator[Card], face_up: frozenset[Card], aside: list[Card]
) -> tuple[list[Card], list[Card], bool]:
    """Burns and streets, and whether a second face-up card made the deal void on the way."""
    burned: list[Card] = []
    community: list[Card] = []
    void = False
    places = [place for street in recipe.streets for place in [burned, *[community] * street]]
    for place in places:
        while True:
            try:
                place.append(_next_card(cards, face_up, aside))
                break
            except SecondFaceUpCard:
                void = True
                if not recipe.completes_late:
                    return burned, community, void
    return burned, community, void


def _next_card(cards: Iterator[Card], face_up: frozenset[Card], aside: list[Card]) -> Card:
    """The next card that can be used; one found face up is put aside, a second ends the deal."""
    for card in cards:
        if card not in face_up:
            return card
        aside.append(card)
        if len(aside) > 1:
            raise SecondFaceUpCard
    raise DeckTooShort
