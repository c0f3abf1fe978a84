"""Events at the table: frozen facts, each with the clauses it rests on.

Replaying them in order gives the state. A fact is complete in itself, so that a
log can be read without the program that wrote it.
"""

from dataclasses import dataclass
from typing import Any

from houseway.cards import Card
from houseway.chips import Move
from houseway.games.irregularities import Irregularity
from houseway.rulebook import Citation


@dataclass(frozen=True, slots=True)
class Event:
    """The fields of every event: the clauses, and the actor as `role:name`."""

    clauses: Citation
    by: str


@dataclass(frozen=True, slots=True)
class DecksReceived(Event):
    decks: tuple[tuple[Card, ...], ...]
    """Each deck's cards; inspection discovers missing and extra ones."""


@dataclass(frozen=True, slots=True)
class StepDone(Event):
    """An act of procedure that changes nothing but what comes next."""

    act: str
    seat: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    deck: int
    order: tuple[Card, ...]
    number: int = 0
    """The number of the shuffle at this table."""
    commitment: str = ""
    """The commitment to this order, made before the bets close; empty where there is none."""


@dataclass(frozen=True, slots=True)
class DeckCut(Event):
    cards: int


@dataclass(frozen=True, slots=True)
class RecutOrdered(Event):
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerSat(Event):
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class ChipsBought(Event):
    player: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class WagerPlaced(Event):
    seat: int
    wager: str
    cents: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class WagerTakenBack(Event):
    seat: int
    wager: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class CouponPlaced(Event):
    """A coupon laid down, or taken back where its face is 0; it moves by double entry too."""

    seat: int
    face: int
    moves: tuple[Move, ...] = ()
    serial: str = ""


@dataclass(frozen=True, slots=True)
class ChipsMoved(Event):
    """Chips that move without a wager: a tip, or a colour-up, which moves nothing."""

    player: str
    reason: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class InventoryMoved(Event):
    """An opener, a fill or a credit: chips between the cage and the table inventory."""

    reason: str
    cents: int
    slip: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class InventoryCounted(Event):
    """The count of the container, beside the amount that the recorded moves leave there."""

    counted: int
    expected: int


@dataclass(frozen=True, slots=True)
class BoxEmptied(Event):
    """A box that was removed; the count of its contents, and the recorded moves out of it."""

    box: str
    counted: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class ShufflerJammed(Event):
    """The device did not complete its cycle: the cards are shuffled again."""

    deck: int


@dataclass(frozen=True, slots=True)
class ShufflerReported(Event):
    """A counting device reports how many cards it counted."""

    deck: int
    cards: int


@dataclass(frozen=True, slots=True)
class CardDrawnInError(Event):
    """A card left the deck unexposed when none was due: it is dealt as the next card."""


@dataclass(frozen=True, slots=True)
class HandLookedAt(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class BreachReported(Event):
    """Conduct against the rules that only people can observe. It moves no card and no chip."""

    breach: str
    seat: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class BetsClosed(Event):
    """ "No more bets": the hands in the round are fixed."""

    round: int


@dataclass(frozen=True, slots=True)
class CardsDealt(Event):
    """Cards that left the deck; `place` is a seat number, or community, burned."""

    place: str
    cards: tuple[Card, ...]
    whole: bool = True
    """False where a stack is interrupted by a card that lies face up in it."""
    covered: bool = False
    """Whether they lie under a cover card."""


@dataclass(frozen=True, slots=True)
class FaceUpCardFound(Event):
    card: Card


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    seat: int
    stage: str
    choice: Any
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRevealed(Event):
    seat: int | None


@dataclass(frozen=True, slots=True)
class MoneyMoved(Event):
    seat: int
    wager: str
    act: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class CardsRacked(Event):
    owner: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StubCounted(Event):
    cards_in_deck: int


@dataclass(frozen=True, slots=True)
class IrregularityFound(Event):
    """An irregularity, as settlement describes it; the game rules on its effect."""

    irregularity: Irregularity


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    round: int


@dataclass(frozen=True, slots=True)
class DeviceRemoved(Event):
    device: str


@dataclass(frozen=True, slots=True)
class MethodChanged(Event):
    method: str
    shuffle: str


@dataclass(frozen=True, slots=True)
class DeckRemoved(Event):
    deck: int


@dataclass(frozen=True, slots=True)
class FaultHappened(Event):
    """Something in the physical world that nobody at the table knows of yet."""

    kind: str
    card: Card | None = None
