"""What 39.12, and a wrong stub count, make of a round of Pik-it."""

from houseway.games.irregularities import Irregularity, Kind, Ruling, rule_on_everything
from houseway.games.pikit.handling import HANDLING
from houseway.games.usual import rule_usually
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
    return rule_on_everything(irregularity, STAGES, _rule_on_part)


@cites_part("pikit.39.7.e.1", "pikit.39.7.e.2", "pikit.39.12.a", "pikit.39.12.b", "pikit.39.12.c")
@cites_part("pikit.39.12.d", "pikit.39.12.e", "pikit.39.12.f")
def _rule_on_part(part: Irregularity) -> Ruling:
    """As most texts rule (P23, P25, P26, P35), but anyone's wrong number voids all hands."""
    if part.kind is Kind.INCORRECT_NUMBER_OF_CARDS:
        return Ruling(see("pikit.39.12.c"), all_void=True)
    return rule_usually(HANDLING, part)
