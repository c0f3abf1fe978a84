"""How a game's text has cards and equipment handled: the same acts, each text's own clauses.

The texts describe one procedure in nearly the same words under different
numbers. The table runs the procedure once and takes the clause of every act
from the game's `Handling`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.games.dealing import Method
from houseway.rulebook import Citation, Refusal

CUT_LEAST, CUT_MOST = 10, 51


@dataclass(frozen=True)
class ByMethod:
    """What depends on how the cards leave the deck."""

    permitted: Citation
    loaded: Citation
    """The deck is put in the shoe, or taken in the hand."""
    no_more_bets: Citation
    drawn: Citation
    """How a card is taken and laid."""
    order: Citation
    stub: Citation
    count: Citation
    counting_shuffler_exempts: Citation = ()
    """Where a shuffler that counts the deck spares the dealer the count; else empty."""


@dataclass(frozen=True)
class ExtraCards:
    """The cards without a face that a text demands beside the deck."""

    cover: int
    """Cover cards needed."""
    most: int
    """Cover cards allowed."""
    colours: tuple[str, ...]
    """Colours that a cover card may have."""
    cutting: bool = False


COVER_COLOURS = ("yellow", "green", "white", "black", "orange")


@dataclass(frozen=True)
class Handling:
    """The clauses of every act at the table that is not wagering or settling."""

    one_deck: Citation
    second_deck: Citation
    different_backs: Citation
    other_deck_shuffles: Citation
    alternate: Citation
    one_deck_in_rack: Citation
    receive: Citation
    inspect: Citation
    look: Citation
    wash: Citation
    each_deck_separately: Citation
    shuffle: Citation
    no_cut_after_device: Citation
    cut: Citation
    cut_least: Citation
    cut_rest: Citation
    cover_card_placed: Citation
    cover_card_racked: Citation
    recut: Citation
    idle: Citation
    manual_shoe: ByMethod
    hand: ByMethod
    automated_shoe: ByMethod
    hand_needs_shuffler: Citation
    same_hand: Citation
    count_right: Citation
    count_wrong: Citation
    dealer_reveals: Citation
    seated: Citation
    rack_in_order: Citation
    face_up: Citation
    drawn_in_error: Citation
    wrong_number: Citation
    dealer_exposed: Citation
    shuffler_fault: Citation
    shoe_fault: Citation
    device_removed_first: Citation
    dealt_from: Citation
    """After the cut, the cards are dealt by one of the three methods."""
    boxes: Citation
    """Drop box and tip box, one to each side of the dealer; empty where the text is silent."""
    own_cards: Citation
    """A player's cards are his own to handle, to look at and to answer for."""
    extra_cards: ExtraCards
    shufflers: Citation = ()
    """Automated shufflers are permitted with any way of dealing; empty if the text is silent."""
    secured_shoe: Citation = ()
    """The shoe is fixed to an open table and locked away when it closes; else empty."""
    covered: frozenset[Method] = frozenset()
    """The ways of dealing under which the dealer's own cards lie under a cover card."""
    covers: Citation = ()
    """The clause that puts the dealer's cards under the cover card."""
    breaches: Mapping[str, Citation] = field(default_factory=dict)
    """Conduct that only people can see; a floorperson may put a breach of it on record."""
    preshuffled_is_cut: bool = True
    """Whether a pre-shuffled deck is only cut; at UTH it is shuffled like any other (U34)."""

    def by(self, method: Method) -> ByMethod:
        return {
            Method.MANUAL_SHOE: self.manual_shoe,
            Method.HAND: self.hand,
            Method.AUTOMATED_SHOE: self.automated_shoe,
        }[method]


def check_cut(handling: Handling, cards: int) -> Iterator[Refusal]:
    """At least ten cards come off the top, and some must be left to go on top of them (P19)."""
    tried = f"A cut of {cards} cards"
    if cards < CUT_LEAST:
        because = f"at least {CUT_LEAST} cards are taken from the top"
        yield Refusal(handling.cut_least, tried, because)
    elif cards > CUT_MOST:
        because = "the cards remaining go on top of those cut, so some must remain"
        yield Refusal(handling.cut_rest, tried, because)


@dataclass(frozen=True)
class Sections:
    """The handling of a short text that has a clause or a few about each of nine subjects."""

    deck: Citation
    opening: Citation
    shuffle: Citation
    cut: Citation
    deal: Citation
    count: Citation
    conduct: Citation
    irregularities: Citation
    devices: Citation

    def as_handling(self, extra: ExtraCards | None = None, **particular: Citation) -> Handling:
        """Every act under the clauses of its subject.

        `particular` names fields of `Handling` whose clauses differ from their subject's.
        """
        fields: dict[str, Any] = {
            name: getattr(self, subject)
            for subject, names in _FIELDS_OF.items()
            for name in names.split()
        }
        same = ("permitted", "loaded", "no_more_bets", "drawn", "order", "stub")
        dealing = ByMethod(**dict.fromkeys(same, self.deal), count=self.count)
        return Handling(
            manual_shoe=dealing,
            hand=dealing,
            automated_shoe=dealing,
            extra_cards=extra or ExtraCards(cover=1, most=1, colours=COVER_COLOURS),
            **{"boxes": (), **fields, **particular},
        )


_FIELDS_OF = {
    "deck": "one_deck second_deck different_backs alternate one_deck_in_rack",
    "opening": "receive inspect look wash each_deck_separately",
    "shuffle": "shuffle other_deck_shuffles idle",
    "cut": "cut cut_least cut_rest recut no_cut_after_device cover_card_placed cover_card_racked",
    "deal": "hand_needs_shuffler same_hand dealt_from",
    "count": "count_right count_wrong",
    "conduct": "seated own_cards dealer_reveals rack_in_order",
    "irregularities": "face_up drawn_in_error wrong_number dealer_exposed",
    "devices": "shuffler_fault shoe_fault device_removed_first",
}
