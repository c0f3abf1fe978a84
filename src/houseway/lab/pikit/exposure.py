"""What it is worth at Pik-it poker to see a card of the dealer's, a dead card, or other hands.

One card and the whole of the dealer's hand are counted over all deals. Two dealer cards and
other hands are too many to count: hands are sampled, each with cards that are seen, and of
every one the exact worth of the best choice is compared with the exact worth of what the
player would have chosen without. The mean of that gain is all that is estimated.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.games.pikit.options import PikitOptions
from houseway.lab.exact.exposure import Estimate, Exposure
from houseway.lab.exact.exposure_common import (
    calculate_each,
    check_rounds,
    choose_names,
    estimate,
    generator,
    hands_seen,
    keep_counted,
)
from houseway.lab.pikit.exposure_counted import counted
from houseway.lab.pikit.exposure_sampled import dead_card_gains, two_card_gains
from houseway.lab.pikit.solver import analyze_pikit
from houseway.lab.pikit.words import EXPOSURES

ROUNDS, SEED = 20_000, 1
COUNTED = ("burn_card", "one_dealer_card", "all_dealer_cards")
"""Those that need no sample."""


def pikit_exposures(
    options: PikitOptions,
    names: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Iterator[Exposure]:
    """Ante and play with each thing seen; the bonuses do not depend on the choice.

    With no rounds, only the exposures that can be counted are calculated.
    """
    check_rounds(rounds, seed)
    chosen = choose_names(tuple(EXPOSURES), names, options.seats)
    if not rounds:
        chosen = keep_counted(chosen, COUNTED, by_name=names is not None)

    def calculate(name: str) -> Fraction | Estimate:
        if name == "two_dealer_cards":
            gains = two_card_gains(options, rounds, generator(seed, name))
            return estimate(counted(options, "one_dealer_card"), gains, seed)
        if hands_seen(name):
            dead = 5 * hands_seen(name)
            gains = dead_card_gains(options, dead, rounds, generator(seed, name))
            return estimate(base, gains, seed)
        return counted(options, name)

    base = analyze_pikit(options).main.ev
    return calculate_each(chosen, EXPOSURES, base, calculate)
