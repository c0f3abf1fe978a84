"""What it is worth at Pik-it poker to see a card of the dealer's, a dead card, or other hands.

One card and the whole of the dealer's hand are counted over all deals. Two dealer cards and
other hands are too many to count: hands are sampled, each with cards that are seen, and of
every one the exact worth of the best choice is compared with the exact worth of what the
player would have chosen without. The mean of that gain is all that is estimated.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.games.pikit.options import MOST_SEATS, PikitOptions
from houseway.lab.exposed import Estimate, Exposure
from houseway.lab.pikit import analyze_pikit
from houseway.lab.pikit_counted import counted
from houseway.lab.pikit_sampled import dead_card_gains, two_card_gains
from houseway.lab.seeing import (
    check_rounds,
    choose_names,
    estimate,
    generator,
    hands_seen,
    names_of_hands,
    only_counted,
    work_out,
)

ROUNDS, SEED = 20_000, 1
SAYS = {
    "burn_card": "One card that is out of play, such as one found face up (pikit.39.12.a).",
    "one_dealer_card": "One of the dealer's five cards, each as likely.",
    "two_dealer_cards": "Two of the dealer's five cards, each pair as likely.",
    "all_dealer_cards": "All five cards of the dealer.",
    "other_hand": "One other player's five cards, turned up before (pikit.39.10.c.1).",
    **{
        f"other_hands_{hands}": f"The hands of {hands} other players (pikit.39.10.c.1)."
        for hands in range(2, MOST_SEATS)
    },
}
EXPOSURES = (*(name for name in SAYS if not hands_seen(name)), *names_of_hands(MOST_SEATS - 1))
NOTE = "Ante and play: the 5 card bonus that must be bet too is the same whatever is seen."
COUNTED = ("burn_card", "one_dealer_card", "all_dealer_cards")
"""Those that need no sample."""


def pikit_exposures(
    options: PikitOptions,
    names: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Iterator[Exposure]:
    """Ante and play with each thing seen; the bonuses do not depend on the choice.

    With no rounds, only what can be counted is told.
    """
    check_rounds(rounds, seed)
    chosen = choose_names(EXPOSURES, names, options.seats)
    if not rounds:
        chosen = only_counted(chosen, COUNTED, by_name=names is not None)

    def find(name: str) -> Fraction | Estimate:
        if name == "two_dealer_cards":
            gains = two_card_gains(options, rounds, generator(seed, name))
            return estimate(counted(options, "one_dealer_card"), gains, seed)
        if hands_seen(name):
            dead = 5 * hands_seen(name)
            gains = dead_card_gains(options, dead, rounds, generator(seed, name))
            return estimate(base, gains, seed)
        return counted(options, name)

    base = analyze_pikit(options).main.ev
    return work_out(chosen, SAYS, base, find)
