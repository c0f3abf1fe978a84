"""The exact worth of every choice at Pik-it poker, with known cards gone, dealer by dealer."""

from fractions import Fraction
from functools import cache

from houseway.cards import Card, Rank, Suit, parse_cards
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import LOWEST_QUALIFYING
from houseway.lab.contract import Choice, Situation
from houseway.lab.exact.all_hands import list_all_hands
from houseway.lab.exact.deck import mask_of, places_of
from houseway.lab.exact.kernels.all_hands import best_three, value_of_five
from houseway.lab.pikit.kernels.advice import compare_dealers


def advise(situation: Situation) -> list[Choice]:
    """Nothing at the pick: the cards lie face down, or the bonus is all that depends on it."""
    if situation.stage == "pick":
        return []
    options: PikitOptions = situation.options
    own = places_of(situation.cards)
    mine = (value_of_five(own), best_three(own), _lowest_qualifying())
    counts = compare_dealers(*list_all_hands(), mask_of(situation.gone()), mine)
    dealers, below, equal, below3, equal3, qualify, below_q, equal_q = map(int, counts)
    three, five = options.play_3_multiple, options.play_5_multiple
    by_three = (1 + three) * (2 * below3 + equal3 - dealers)
    if options.dealer_must_qualify:
        by_five = (1 + five) * (2 * below_q + equal_q - qualify)
        ahead, level = below - below_q, equal - equal_q
        behind = dealers - qualify - ahead - level
        by_five += ahead - (0 if options.nonqualifying_ante == "push" else behind)
    else:
        by_five = (1 + five) * (2 * below + equal - dealers)
    return [
        Choice("play_3", Fraction(by_three, dealers), three),
        Choice("play_5", Fraction(by_five, dealers), five),
        Choice("fold", Fraction(-1), 0),
    ]


def warm() -> None:
    hand = tuple(parse_cards(["As", "Kd", "9c", "5h", "2s"]))
    advise(Situation("pikit", PikitOptions(), hand))


@cache
def _lowest_qualifying() -> int:
    """A-K-4-3-2 of mixed suits as a value."""
    suits = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS)
    ranks = map(Rank, LOWEST_QUALIFYING.tiebreak)
    cards = [Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]
    return int(value_of_five(places_of(cards)))
