"""Commands to the table, from people and devices. Each names its actor, in a role."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from houseway.cards import Card
from houseway.games.bounds import Cents, Count, Data, RoundNumber, Word, Words


class Role(StrEnum):
    """The role in which somebody acts."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SUPERVISOR = "supervisor"
    DEVICE = "device"
    SYSTEM = "system"
    """The clock, in the place of a player who does not act."""


# The words that a command may use; the API describes them by these types.
TenderWord = Literal["chips", "plaque", "match_play", "cash", "verbal"]
MethodWord = Literal["manual_shoe", "hand", "automated_shoe"]
ShuffleWord = Literal["manual", "automated"]
Device = Literal["shuffler", "automated_shoe"]
InventoryMove = Literal["opener", "fill", "credit"]
Box = Literal["drop", "tips"]
Fault = Literal[
    "face_up",
    "stuck",
    "skip_dealer",
    "lose_card",
    "stray_card",
    "jam",
    "shoe_jam",
    "shuffler_jam",
]


@dataclass(frozen=True, slots=True)
class Actor:
    role: Role
    name: Word

    def __str__(self) -> str:
        return f"{self.role}:{self.name}"


@dataclass(frozen=True, slots=True)
class Command:
    """The field of every command: the person or device that gives it."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Sit(Command):
    seat: Count


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """A player leaves a seat; or the floor or the clock frees the seat of an absent player."""

    seat: Count


@dataclass(frozen=True, slots=True)
class BuyIn(Command):
    cents: Cents


@dataclass(frozen=True, slots=True)
class Bet(Command):
    seat: Count
    wager: Word
    cents: Cents
    tender: TenderWord = "chips"


@dataclass(frozen=True, slots=True)
class TakeBack(Command):
    seat: Count
    wager: Word


@dataclass(frozen=True, slots=True)
class PlaceCoupon(Command):
    """A match play coupon beside the ante, worth its face on a win; 0 takes it back."""

    seat: Count
    face: Cents
    serial: Word = ""
    """The coupon's number, where the house keeps count of them."""


@dataclass(frozen=True, slots=True)
class Tip(Command):
    """Chips for the dealers, into the tip box."""

    cents: Cents


@dataclass(frozen=True, slots=True)
class ColourUp(Command):
    """Changes a player's chips for others of the same value."""

    cents: Cents


@dataclass(frozen=True, slots=True)
class Do(Command):
    """Performs an act that is due: a step of the dealer, a device, a floorperson, or a look."""

    act: Word
    seat: Count | None = None
    wager: Word | None = None
    data: Data = None
    """Data of the act: the order of a shuffle, the size of a cut, the decks received."""


@dataclass(frozen=True, slots=True)
class Choose(Command):
    """A player's decision, or the clock's in the player's place."""

    seat: Count
    choice: Data
    stage: Word = ""
    """The stage of the decision that it is meant for, where the sender names it."""
    round: RoundNumber = 0
    """The round that it is meant for, likewise: a late choice decides nothing else."""


@dataclass(frozen=True, slots=True)
class OrderRecut(Command):
    reason: Words


@dataclass(frozen=True, slots=True)
class LookAtHand(Command):
    """A player looks at one of the player's own hands."""

    seat: Count


@dataclass(frozen=True, slots=True)
class DrawInError(Command):
    """The dealer has drawn a card that was not due, and it was or was not seen."""

    exposed: bool = False


@dataclass(frozen=True, slots=True)
class ReportBreach(Command):
    """Somebody did what only people can see; the staff put it on record."""

    breach: Word
    seat: Count | None = None
    words: Words = ""


@dataclass(frozen=True, slots=True)
class CashOut(Command):
    """A player takes chips off the table and gets cash for them at the cage."""

    cents: Cents


@dataclass(frozen=True, slots=True)
class ExposeDealerCard(Command):
    """Somebody reports that a card of the dealer was seen before its time."""

    stage: Word = ""
    """When it was seen, where play has continued since; only the house sets it."""


@dataclass(frozen=True, slots=True)
class RemoveDevice(Command):
    """Removes the shuffler or the automated shoe from the table."""

    device: Device


@dataclass(frozen=True, slots=True)
class ChangeMethod(Command):
    """Another way of dealing and shuffling, between rounds."""

    method: MethodWord
    shuffle: ShuffleWord


@dataclass(frozen=True, slots=True)
class MoveInventory(Command):
    """Chips between the cage and the table inventory container: an opener, a fill or a credit."""

    reason: InventoryMove
    cents: Cents
    slip: Word = ""
    """The number of the slip that goes with the chips."""


@dataclass(frozen=True, slots=True)
class CountInventory(Command):
    """The chips in the table inventory container, counted: the closer, or a check."""

    cents: Cents


@dataclass(frozen=True, slots=True)
class EmptyBox(Command):
    """Removes the drop box or the tip box, and counts its contents."""

    box: Box
    cents: Cents


@dataclass(frozen=True, slots=True)
class CloseTable(Command):
    pass


ChipChange = Tip | ColourUp | CashOut
"""What a player does with chips that are no wager."""


@dataclass(frozen=True, slots=True)
class Happen(Command):
    """A fault of the physical world: a card face up, two cards stuck, a jam. For trials only."""

    kind: Fault
    card: Card | None = None
