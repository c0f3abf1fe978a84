"""What Section 15, and a wrong stub count, make of a round of Ultimate Texas Hold 'Em."""

from houseway.games.irregularities import Irregularity, Kind, Ruling, rule_on_everything
from houseway.games.usual import rule_usually
from houseway.games.uth.handling import HANDLING
from houseway.rulebook import Malformed, cites_part, see

HAND_SIZE = 2
TRIPS = frozenset({"trips"})
"""The wager that Section 15 settles on the completed board although the hands are void."""
STAGES = ("initial_deal", "after_initial_deal", "preflop", "flop", "river", "after_all_acted")


def rule_on(irregularity: Irregularity | None) -> Ruling:
    """The ruling on what went wrong, if anything did."""
    return rule_on_everything(irregularity, STAGES, _rule_on_part)


@cites_part("uth.7.f.1", "uth.7.f.2", "uth.15.c", "uth.15.d", "uth.15.e", "uth.15.f")
def _rule_on_part(part: Irregularity) -> Ruling:
    """As most texts rule (U28, U29), but late faults leave trips alive, and a dealer may be short.

    A dealer who lacks a card and can put it right goes on (U30). Too many cards cannot be put
    right, whatever the description claims.
    """
    if part.kind is Kind.DEALER_CARD_EXPOSED:
        return _rule_on_exposed_card(part)
    if part.kind is Kind.FACE_UP_CARDS:
        return _rule_on_face_up_cards(part)
    is_short = part.who == "dealer" and (part.count or 0) < HAND_SIZE
    if part.kind is Kind.INCORRECT_NUMBER_OF_CARDS and part.correctable and is_short:
        return Ruling(see("uth.15.d"))
    return rule_usually(HANDLING, part)


@cites_part("uth.15.a")
def _rule_on_exposed_card(part: Irregularity) -> Ruling:
    """All hands void until everyone has acted; trips are settled on the completed board (U26)."""
    if part.stage is None:
        raise Malformed("Say at which stage the dealer's card was exposed: it decides the round.")
    if part.stage == "after_all_acted":
        return Ruling(see("uth.15.a"))
    return Ruling(see("uth.15.a"), all_void=True, surviving=TRIPS)


@cites_part("uth.15.b")
def _rule_on_face_up_cards(part: Irregularity) -> Ruling:
    """One card is only set aside; more void the hands, but late ones leave trips alive (U27)."""
    if (part.count or 0) < 2:
        return Ruling(see("uth.15.b"))
    if part.stage is None:
        raise Malformed("Say at which stage the face-up cards were found: it decides trips.")
    is_early = part.stage == "initial_deal"
    surviving = frozenset[str]() if is_early else TRIPS
    return Ruling(see("uth.15.b"), all_void=True, surviving=surviving, during_deal=is_early)
