"""What Section 15, and a wrong stub count, make of a round of Ultimate Texas Hold 'Em."""

from collections.abc import Callable

from houseway.games.irregularities import (
    Irregularity,
    Kind,
    Ruling,
    check_stage,
    rule_on_everything,
)
from houseway.rulebook import Malformed, cites_part, see

HAND_SIZE = 2
STAGES = ("initial_deal", "after_initial_deal", "preflop", "flop", "river", "after_all_acted")


def rule_on(found: Irregularity | None) -> Ruling:
    """The ruling on what went wrong, if anything did."""
    check_stage(found, STAGES)
    return rule_on_everything(found, lambda one: _RULES[one.kind](one))


@cites_part("uth.15.a")
def _dealer_card_exposed(found: Irregularity) -> Ruling:
    """All hands void until everyone has acted; trips are settled on the completed board (U26)."""
    if found.stage is None:
        raise Malformed("Say at which stage the dealer's card was exposed: it decides the round.")
    if found.stage in {"after_all_acted"}:
        return Ruling(see("uth.15.a"))
    return Ruling(see("uth.15.a"), all_void=True, trips_survive=True)


@cites_part("uth.15.b")
def _face_up_cards(found: Irregularity) -> Ruling:
    """One card is only set aside; more void the hands, but late ones leave trips alive (U27)."""
    if (found.count or 0) < 2:
        return Ruling(see("uth.15.b"))
    if found.stage is None:
        raise Malformed("Say at which stage the face-up cards were found: it decides trips.")
    early = found.stage == "initial_deal"
    return Ruling(see("uth.15.b"), all_void=True, trips_survive=not early, during_deal=early)


@cites_part("uth.15.d")
def _incorrect_number(found: Irregularity) -> Ruling:
    """A player's own hand is void; the dealer's voids all unless he can put it right (U29, U30)."""
    if found.who == "player":
        assert found.seat is not None
        return Ruling(see("uth.15.d"), void_seats=frozenset({found.seat}))
    # Too many cards cannot be put right, whatever is said of them.
    short = (found.count or 0) < HAND_SIZE
    return Ruling(see("uth.15.d"), all_void=not (found.correctable and short))


@cites_part("uth.7.f.1", "uth.7.f.2")
def _stub_count(found: Irregularity) -> Ruling:
    """A wrong count, or a misdeal found by counting, voids every hand (U28)."""
    if found.cards_in_deck == 52 and not found.misdealt:
        return Ruling(see("uth.7.f.1"))
    return Ruling(see("uth.7.f.2"), all_void=True)


@cites_part("uth.15.c")
def _card_drawn_in_error(_: Irregularity) -> Ruling:
    return Ruling(see("uth.15.c"))


@cites_part("uth.15.e")
def _shuffler_fault(_: Irregularity) -> Ruling:
    """A failed shuffle means another shuffle; it touches no round in play."""
    return Ruling(see("uth.15.e"))


@cites_part("uth.15.f")
def _shoe_fault(_: Irregularity) -> Ruling:
    return Ruling(see("uth.15.f"), all_void=True, during_deal=True)


_RULES: dict[Kind, Callable[[Irregularity], Ruling]] = {
    Kind.DEALER_CARD_EXPOSED: _dealer_card_exposed,
    Kind.FACE_UP_CARDS: _face_up_cards,
    Kind.INCORRECT_NUMBER_OF_CARDS: _incorrect_number,
    Kind.STUB_COUNT: _stub_count,
    Kind.CARD_DRAWN_IN_ERROR: _card_drawn_in_error,
    Kind.SHUFFLER_FAULT: _shuffler_fault,
    Kind.SHOE_FAULT: _shoe_fault,
}
