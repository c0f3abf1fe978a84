"""The exact worth of every choice at Pik-it poker, with known cards gone, dealer by dealer."""

from fractions import Fraction
from math import comb

import numpy as np

from houseway.cards import parse_cards
from houseway.games.pikit.options import PikitOptions
from houseway.lab.contract import Choice, Situation
from houseway.lab.exact.deck import list_remaining, places_of
from houseway.lab.exact.kernels.disjoint_hands import count_among_all
from houseway.lab.pikit.exposure import ranked
from houseway.lab.pikit.kernels.settlement import weigh_all
from houseway.lab.pikit.solver import ACTIONS, rules_of


def advise(situation: Situation) -> list[Choice]:
    """Nothing at the pick: the cards lie face down, or the bonus is all that depends on it."""
    if situation.stage == "pick":
        return []
    options: PikitOptions = situation.options
    own = sorted(places_of(situation.cards).tolist())
    place = sum(comb(card, n) for n, card in enumerate(own, 1))
    mine = np.array([[order.of_all[place] for order in ranked()]])
    left = list_remaining(situation).astype(np.uint8)[None]
    known = count_among_all(left, mine, *ranked())
    dealers = comb(left.size, 5)
    (worth,) = weigh_all(known, dealers, rules_of(options)).tolist()
    return [
        Choice(action, Fraction(net, dealers), 0 if action == "fold" else options.multiple(action))
        for action, net in zip(ACTIONS, worth, strict=True)
    ]


def warm() -> None:
    hand = tuple(parse_cards(["As", "Kd", "9c", "5h", "2s"]))
    advise(Situation("pikit", PikitOptions(), hand))
