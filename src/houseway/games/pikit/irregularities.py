"""What 39.12, and a wrong stub count, make of a round of Pik-it."""

from collections.abc import Callable

from houseway.games.irregularities import (
    Irregularity,
    Kind,
    Ruling,
    check_stage,
    rule_on_everything,
)
from houseway.rulebook import cites_part, see

STAGES = (
    "deal",
    "initial_deal",
    "three_card_bonus",
    "decision",
    "before_dealer_reveal",
    "after_dealer_reveal",
)


def rule_on(irregularity: Irregularity | None) -> Ruling:
    """The ruling on what went wrong, if anything did."""
    check_stage(irregularity, STAGES)
    return rule_on_everything(irregularity, lambda part: _RULES[part.kind](part))


@cites_part("pikit.39.12.a")
def _face_up_cards(irregularity: Irregularity) -> Ruling:
    """One card is set aside and the next takes its place; more void the round (P25)."""
    return Ruling(see("pikit.39.12.a"), all_void=(irregularity.count or 0) > 1, during_deal=True)


@cites_part("pikit.39.12.b")
def _card_drawn_in_error(_: Irregularity) -> Ruling:
    return Ruling(see("pikit.39.12.b"))


@cites_part("pikit.39.12.c")
def _incorrect_number(_: Irregularity) -> Ruling:
    """Anyone's wrong number of cards, player's or dealer's, voids all hands."""
    return Ruling(see("pikit.39.12.c"), all_void=True)


@cites_part("pikit.39.12.d")
def _dealer_card_exposed(irregularity: Irregularity) -> Ruling:
    """The dealer's cards are protected until he turns them in 39.10(d) (P26)."""
    return Ruling(see("pikit.39.12.d"), all_void=irregularity.stage != "after_dealer_reveal")


@cites_part("pikit.39.7.e.1", "pikit.39.7.e.2")
def _stub_count(irregularity: Irregularity) -> Ruling:
    """A wrong count, or a misdeal found by counting, voids every hand (P23)."""
    if irregularity.cards_in_deck == 52 and not irregularity.misdealt:
        return Ruling(see("pikit.39.7.e.1"))
    return Ruling(see("pikit.39.7.e.2"), all_void=True)


@cites_part("pikit.39.12.e")
def _shuffler_fault(_: Irregularity) -> Ruling:
    """A failed shuffle means another shuffle; it touches no round in play (P35)."""
    return Ruling(see("pikit.39.12.e"))


@cites_part("pikit.39.12.f")
def _shoe_fault(_: Irregularity) -> Ruling:
    return Ruling(see("pikit.39.12.f"), all_void=True, during_deal=True)


_RULES: dict[Kind, Callable[[Irregularity], Ruling]] = {
    Kind.FACE_UP_CARDS: _face_up_cards,
    Kind.CARD_DRAWN_IN_ERROR: _card_drawn_in_error,
    Kind.INCORRECT_NUMBER_OF_CARDS: _incorrect_number,
    Kind.DEALER_CARD_EXPOSED: _dealer_card_exposed,
    Kind.STUB_COUNT: _stub_count,
    Kind.SHUFFLER_FAULT: _shuffler_fault,
    Kind.SHOE_FAULT: _shoe_fault,
}
