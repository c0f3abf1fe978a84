"""What 40.12, and a wrong stub count, make of a round of 5 Card Hi-Lo."""

from houseway.games.hilo.handling import HANDLING
from houseway.games.hilo.options import HiloOptions
from houseway.games.irregularities import Irregularity, Kind, Ruling, rule_on_everything
from houseway.games.usual import rule_usually
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
    return rule_on_everything(irregularity, STAGES, lambda part: _rule_on_part(options, part))


@cites_part("hilo.40.7.f.1", "hilo.40.7.f.2", "hilo.40.12.a", "hilo.40.12.c", "hilo.40.12.d")
@cites_part("hilo.40.12.e", "hilo.40.12.f")
def _rule_on_part(options: HiloOptions, part: Irregularity) -> Ruling:
    """As most texts rule (H24, H26), but a dealer with four cards takes a fifth."""
    if part.kind is Kind.DEALER_CARD_EXPOSED:
        return _rule_on_exposed_card(options, part)
    if part.kind is Kind.INCORRECT_NUMBER_OF_CARDS and part.who == "dealer":
        return Ruling(see("hilo.40.12.d"), all_void=part.count != 4)
    return rule_usually(HANDLING, part)


@cites_part("hilo.40.10.c", "hilo.40.12.c")
def _rule_on_exposed_card(options: HiloOptions, part: Irregularity) -> Ruling:
    """40.12(b), where this would stand, is not printed: the licensee chooses (H16)."""
    is_early = part.stage != "after_dealer_reveal"
    clauses = see("hilo.40.10.c", "hilo.40.12.c")
    return Ruling(clauses, all_void=is_early and options.exposed_dealer_card == "void")
