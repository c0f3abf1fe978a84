"""What the solvers know of one hand: the worth of every choice, for tests to compare with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

from houseway.cards import NEW_DECK, Card, display_order
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import Setting
from houseway.games.pikit.options import PikitOptions
from houseway.lab.exact.five_cards import five_cards
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.hilo import solver as hilo
from houseway.lab.pikit import solver as pikit
from houseway.lab.pikit.kernels import settlement as kernel


@dataclass(frozen=True)
class HiloChoice:
    """A fold, or a play with one setting, and what it is worth in antes."""

    action: str
    ev: Fraction
    setting: Setting | None = None


def hilo_choices(
    options: HiloOptions, cards: Iterable[Card], tie: Fraction | int = 0
) -> tuple[HiloChoice, ...]:
    """A fold and every setting that differs in points, best first; a fold before its equals."""
    dealt, stakes = hilo.count_deals(), hilo.stakes_of(options, Fraction(tie))
    hand = tuple(sorted(cards, key=display_order))
    row = hilo.row_of(hand)
    settings = _by_totals(hand)
    whole = stakes.ante * DEALERS
    choices = [HiloChoice("fold", Fraction(stakes.fold, whole))]
    for worth, totals in zip(stakes.worth(dealt, row), dealt.totals[row].tolist(), strict=False):
        choices.append(HiloChoice("play", Fraction(worth, whole), settings[tuple(totals)]))
    return tuple(sorted(choices, key=lambda choice: -choice.ev))


def _by_totals(cards: tuple[Card, ...]) -> Mapping[tuple[int, ...], Setting]:
    """A setting for each pair of totals.

    The kernel lists those of permitted settings. No other can be mistaken for one: two aces
    low make two points, which nothing else does.
    """
    settings: dict[tuple[int, ...], Setting] = {}
    for low in combinations(cards, 2):
        setting = Setting(tuple(card for card in cards if card not in low), low)
        settings.setdefault(setting.points, setting)
    return settings


def pikit_choices(options: PikitOptions, cards: Iterable[Card]) -> dict[str, Fraction]:
    """What each action is worth with these five cards, in antes, the best one first.

    Ante and play only: the bonuses do not depend on the choice.
    """
    rules, row = pikit.rules_of(options), row_of(cards)
    (worth,) = kernel.weigh_all(pikit.count_deals().known[row : row + 1], DEALERS, rules)
    best = pikit.ACTIONS[kernel.choose(worth, rules)]
    nets = zip(pikit.ACTIONS, worth.tolist(), strict=True)
    evs = {action: Fraction(net, DEALERS) for action, net in nets}
    order = sorted(evs, key=lambda action: (action != best, -evs[action]))
    return {action: evs[action] for action in order}


def row_of(cards: Iterable[Card]) -> int:
    """The row of the class of hands that these five cards are of."""
    return _rows()[_standing_for(cards)]


@cache
def _rows() -> Mapping[tuple[int, ...], int]:
    return {tuple(hand): row for row, hand in enumerate(five_cards().cards.tolist())}


def _standing_for(cards: Iterable[Card]) -> tuple[int, ...]:
    """The cards that the kernels list for these: suits with more and higher cards first."""
    suits: list[list[int]] = [[], [], [], []]
    for place in sorted(map(NEW_DECK.index, cards)):
        suits[place // 13].append(place % 13)
    suits.sort(key=lambda ranks: (len(ranks), sum(1 << rank for rank in ranks)), reverse=True)
    return tuple(13 * suit + rank for suit, ranks in enumerate(suits) for rank in ranks)
