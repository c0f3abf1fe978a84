"""The physical table: decks, how they are shuffled and dealt, and what lies beside them."""

from dataclasses import dataclass, replace

from houseway.games.dealing import Method
from houseway.games.handling import COVER_COLOURS
from houseway.games.options import choice, flag, options_of, printed_text, whole

BACKS = ("red", "blue", "green", "black", "purple")
SIDES = ("left", "right", "none")


@dataclass(frozen=True)
class Equipment:
    """The physical table: decks, how they are shuffled, how they are dealt, what lies beside."""

    method: str = choice(*(method.value for method in Method), help="How cards leave the deck.")
    shuffle: str = choice("manual", "automated", help="Who shuffles.")
    decks: int = whole(1, 1, 2, help="Decks at the table.")
    shuffler_counts: bool = flag(
        default=False, help="Whether the shuffler counts the deck and reports whether 52 are there."
    )
    preshuffled: bool = flag(
        default=False, help="Whether decks arrive shuffled and skip the spread and the wash."
    )
    back: str = choice(*BACKS, help="The colour of the deck's backs.")
    second_back: str = choice("blue", *BACKS, help="The backs of the second deck, if there is one.")
    cover_cards: int = whole(1, 0, 2, help="Cover cards at the table.")
    cover_card: str = choice(*COVER_COLOURS, *BACKS[:2], help="The colour of a cover card.")
    cutting_card: str = choice(
        "none", *COVER_COLOURS, *BACKS[:2], help="The colour of the cutting card."
    )
    shoe_side: str = choice(*SIDES, help="The approved place of the shoe, from the dealer.")
    drop_box: str = choice("right", "left", "none", help="The drop box, from the dealer.")
    tip_box: str = choice(*SIDES, help="The tip box, from the dealer.")
    approval: str = printed_text(help="The reference of the table's approval, if it has one.")

    @property
    def devices(self) -> frozenset[str]:
        """The devices that this way of shuffling and dealing needs on the table."""
        shuffler = {"shuffler"} if self.by_device else set()
        shoe = {"automated_shoe"} if self.dealing is Method.AUTOMATED_SHOE else set()
        return frozenset(shuffler | shoe)

    @property
    def dealing(self) -> Method:
        return Method(self.method)

    @property
    def by_device(self) -> bool:
        return self.shuffle == "automated"

    def dealt_by(self, method: str, shuffle: str) -> "Equipment":
        """Another way of dealing and shuffling; without a device only one deck stays (P35)."""
        decks = self.decks if shuffle == "automated" else 1
        return replace(self, method=method, shuffle=shuffle, decks=decks)

    @property
    def backs(self) -> tuple[str, ...]:
        """The back of each deck at the table."""
        return (self.back, self.second_back)[: self.decks]


EQUIPMENT_OPTIONS = options_of(Equipment)
