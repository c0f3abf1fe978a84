"""What 40.12, and a wrong stub count, make of a round of 5 Card Hi-Lo."""

from collections.abc import Callable

from houseway.games.hilo.options import HiloOptions
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
    "election",
    "decision",
    "before_dealer_reveal",
    "after_dealer_reveal",
)


def rule_on(options: HiloOptions, irregularity: Irregularity | None) -> Ruling:
    """The ruling on what went wrong, if anything did."""
    check_stage(irregularity, STAGES)
    return rule_on_everything(irregularity, lambda part: _rule_on_part(options, part))


def _rule_on_part(options: HiloOptions, irregularity: Irregularity) -> Ruling:
    if irregularity.kind is Kind.DEALER_CARD_EXPOSED:
        return _dealer_card_exposed(options, irregularity)
    return _RULES[irregularity.kind](irregularity)


@cites_part("hilo.40.10.c", "hilo.40.12.c")
def _dealer_card_exposed(options: HiloOptions, irregularity: Irregularity) -> Ruling:
    """40.12(b), where this would stand, is not printed: the licensee chooses (H16)."""
    early = irregularity.stage != "after_dealer_reveal"
    clauses = see("hilo.40.10.c", "hilo.40.12.c")
    return Ruling(clauses, all_void=early and options.exposed_dealer_card == "void")


@cites_part("hilo.40.12.a")
def _face_up_cards(irregularity: Irregularity) -> Ruling:
    """One card is set aside and the next takes its place; more void the round (H26)."""
    return Ruling(see("hilo.40.12.a"), all_void=(irregularity.count or 0) > 1, during_deal=True)


@cites_part("hilo.40.12.c")
def _card_drawn_in_error(_: Irregularity) -> Ruling:
    return Ruling(see("hilo.40.12.c"))


@cites_part("hilo.40.12.d")
def _incorrect_number(irregularity: Irregularity) -> Ruling:
    """A player's own hand is void; a dealer with four cards takes a fifth; else all is void."""
    if irregularity.who == "player":
        assert irregularity.seat is not None
        return Ruling(see("hilo.40.12.d"), void_seats=frozenset({irregularity.seat}))
    return Ruling(see("hilo.40.12.d"), all_void=irregularity.count != 4)


@cites_part("hilo.40.7.f.1", "hilo.40.7.f.2")
def _stub_count(irregularity: Irregularity) -> Ruling:
    """A wrong count, or a misdeal found by counting, voids every hand (H24)."""
    if irregularity.cards_in_deck == 52 and not irregularity.misdealt:
        return Ruling(see("hilo.40.7.f.1"))
    return Ruling(see("hilo.40.7.f.2"), all_void=True)


@cites_part("hilo.40.12.e")
def _shuffler_fault(_: Irregularity) -> Ruling:
    """A failed shuffle means another shuffle; it touches no round in play."""
    return Ruling(see("hilo.40.12.e"))


@cites_part("hilo.40.12.f")
def _shoe_fault(_: Irregularity) -> Ruling:
    return Ruling(see("hilo.40.12.f"), all_void=True, during_deal=True)


_RULES: dict[Kind, Callable[[Irregularity], Ruling]] = {
    Kind.FACE_UP_CARDS: _face_up_cards,
    Kind.CARD_DRAWN_IN_ERROR: _card_drawn_in_error,
    Kind.INCORRECT_NUMBER_OF_CARDS: _incorrect_number,
    Kind.STUB_COUNT: _stub_count,
    Kind.SHUFFLER_FAULT: _shuffler_fault,
    Kind.SHOE_FAULT: _shoe_fault,
}
