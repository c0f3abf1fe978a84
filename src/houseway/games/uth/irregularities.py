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
TRIPS = frozenset({"trips"})
"""The wager that Section 15 settles on the completed board although the hands are void."""
STAGES = ("initial_deal", "after_initial_deal", "preflop", "flop", "river", "after_all_acted")


def rule_on(irregularity: Irregularity | None) -> Ruling:
    """The ruling on what went wrong, if anything did."""
    check_stage(irregularity, STAGES)
    return rule_on_everything(irregularity, lambda part: _RULES[part.kind](part))


@cites_part("uth.15.a")
def _dealer_card_exposed(irregularity: Irregularity) -> Ruling:
    """All hands void until everyone has acted; trips are settled on the completed board (U26)."""
    if irregularity.stage is None:
        raise Malformed("Say at which stage the dealer's card was exposed: it decides the round.")
    if irregularity.stage in {"after_all_acted"}:
        return Ruling(see("uth.15.a"))
    return Ruling(see("uth.15.a"), all_void=True, surviving=TRIPS)


@cites_part("uth.15.b")
def _face_up_cards(irregularity: Irregularity) -> Ruling:
    """One card is only set aside; more void the hands, but late ones leave trips alive (U27)."""
    if (irregularity.count or 0) < 2:
        return Ruling(see("uth.15.b"))
    if irregularity.stage is None:
        raise Malformed("Say at which stage the face-up cards were found: it decides trips.")
    early = irregularity.stage == "initial_deal"
    surviving = frozenset[str]() if early else TRIPS
    return Ruling(see("uth.15.b"), all_void=True, surviving=surviving, during_deal=early)


@cites_part("uth.15.d")
def _incorrect_number(irregularity: Irregularity) -> Ruling:
    """A player's own hand is void; the dealer's voids all unless he can put it right (U29, U30)."""
    if irregularity.who == "player":
        assert irregularity.seat is not None
        return Ruling(see("uth.15.d"), void_seats=frozenset({irregularity.seat}))
    # Too many cards cannot be put right, whatever is said of them.
    short = (irregularity.count or 0) < HAND_SIZE
    return Ruling(see("uth.15.d"), all_void=not (irregularity.correctable and short))


@cites_part("uth.7.f.1", "uth.7.f.2")
def _stub_count(irregularity: Irregularity) -> Ruling:
    """A wrong count, or a misdeal found by counting, voids every hand (U28)."""
    if irregularity.cards_in_deck == 52 and not irregularity.misdealt:
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
