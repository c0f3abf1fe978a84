"""The exact mathematics of Pik-it poker, over all 3,986,646,103,440 deals.

What a hand faces does not depend on the options, so it is counted once: dealers below and
beside it by five cards and by the best three, and those who do not qualify. A
configuration then only chooses and adds up.
"""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from houseway.cards import FiveCard, ThreeCard
from houseway.chips import PayTable
from houseway.games.options import as_config
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.paytables import five_card_table, three_card_table
from houseway.games.pikit.settlement import LOWEST_QUALIFYING
from houseway.lab.exact.five_cards import (
    DEALS,
    FiveCards,
    bonus_net,
    categories,
    encode,
    five_cards,
    list_parts,
    tally,
)
from houseway.lab.exact.kernels import five_cards as five_card_kernel
from houseway.lab.exact.kernels.hands import (
    CLASSES,
    THREE_SHIFT,
    Counts,
    Small,
    Values,
    list_classes,
    values_of_three,
)
from houseway.lab.exact.results import Analysis, Line, Side, frequencies, line, paid_by
from houseway.lab.pikit.kernels import settlement as kernel

ACTIONS = ("fold", "play_3", "play_5")
FIVE_TABLES, THREE_TABLES = (1, 2), (1, 2, 3)


@dataclass(frozen=True)
class PikitDeals:
    """Every hand and what it faces; no option has a say in it."""

    hands: FiveCards
    threes: Values
    """The value of the best three cards."""
    known: Values
    """Dealers below and beside the five and the best three, and dealers who do not qualify."""
    kinds: Small
    """Which categories the ten threes of each hand make, as bits."""
    picks: Mapping[tuple[ThreeCard, ...], int]
    """How many hands hold threes of just these categories."""
    blind: Mapping[ThreeCard, int]
    """How many threes there are of each category."""


@cache
def count_deals() -> PikitDeals:
    """Counts what every hand faces. Kept, because every configuration needs the same."""
    hands, parts = five_cards(), list_parts()
    three_cards, three_sets = list_classes(3, CLASSES[3])
    of_three = values_of_three(three_cards)
    threes, kinds = five_card_kernel.best_threes(parts.subsets, of_three)
    below_and_equal = [
        five_card_kernel.sweep(np.argsort(values, kind="stable"), values, parts)
        for values in (hands.values, threes)
    ]
    low = five_card_kernel.count_below(encode(LOWEST_QUALIFYING), hands.values, parts)
    return PikitDeals(
        hands=hands,
        threes=threes,
        known=np.column_stack((*below_and_equal, low)),
        kinds=kinds,
        picks=_picks(kinds, hands.sets),
        blind=dict(zip(ThreeCard, categories(of_three, three_sets, THREE_SHIFT), strict=True)),
    )


def _picks(kinds: Small, sets: Values) -> dict[tuple[ThreeCard, ...], int]:
    return {
        tuple(kind for kind in ThreeCard if bits >> kind & 1): count
        for bits, count in enumerate(tally(kinds, sets))
        if count
    }


def analyze_pikit(options: PikitOptions) -> Analysis:
    """The whole game as these options have it."""
    began = time.perf_counter()
    dealt = count_deals()
    deals, _ = kernel.settle(dealt.known, dealt.hands.sets, dealt.hands.values, rules_of(options))
    nets = _nets(deals, options.five_card)
    return Analysis(
        game="pikit",
        options=as_config(options),
        deals=DEALS,
        main=_line(deals, _nets(deals, None), options, 1),
        compulsory=_line(deals, nets, options, 2),
        side=_sides(dealt, options),
        distribution=frequencies(nets),
        seconds=time.perf_counter() - began,
        notes=tuple(_notes(options)),
    )


def rules_of(options: PikitOptions) -> Counts:
    """The options that decide between fold, play 3 and play 5."""
    pushes = options.nonqualifying_ante == "push"
    multiples = (options.play_3_multiple, options.play_5_multiple)
    return np.array([*multiples, options.dealer_must_qualify, pushes], np.int64)


def _nets(deals: Counts, bonus: PayTable | None) -> dict[Fraction, int]:
    """Deals by net in antes, with the 5 card bonus that the same hand is paid."""
    nets: Counter[Fraction] = Counter()
    for category in FiveCard:
        paid = bonus_net(bonus.odds(category.key)) if bonus else Fraction()
        for n, count in enumerate(deals[:, category].sum(axis=0).tolist()):
            nets[paid + n - kernel.NO_NET] += count
    return {net: count for net, count in nets.items() if count}


def _line(deals: Counts, nets: Mapping[Fraction, int], options: PikitOptions, before: int) -> Line:
    """A line, where `before` antes are wagered before the choice."""
    actions = dict(zip(ACTIONS, deals.sum(axis=(1, 2)).tolist(), strict=True))
    played = sum(options.multiple(play) * actions[play] for play in ("play_3", "play_5"))
    return line(nets, before * DEALS + played, actions)


def _sides(dealt: PikitDeals, options: PikitOptions) -> dict[str, Side]:
    """Both bonuses by every printed table; the table in force with the licensee's better rows."""
    hands = dealt.hands
    names = [kind.key for kind in FiveCard]
    fives = dict(zip(names, categories(hands.values, hands.sets), strict=True))
    sides = {}
    for number in FIVE_TABLES:
        in_force = number == options.five_card_table
        table = options.five_card if in_force else five_card_table(number)
        sides[f"five_card_bonus_{number}"] = paid_by(table, fives)
    for number in THREE_TABLES:
        in_force = number == options.three_card_table
        table = options.three_card if in_force else three_card_table(number)
        name = f"three_card_bonus_{number}"
        sides[name] = paid_by(table, {kind.key: count for kind, count in dealt.blind.items()})
        sides[f"{name}_seen"] = paid_by(table, _best_picks(dealt, table))
    return sides


def _best_picks(dealt: PikitDeals, table: PayTable) -> Mapping[str, int]:
    """A player who has looked picks what pays most, which need not be what ranks highest."""
    picked: Counter[str] = Counter()
    for kinds, count in dealt.picks.items():
        best = max(reversed(kinds), key=lambda kind: bonus_net(table.odds(kind.key)))
        picked[best.key] += count
    return picked


def _notes(options: PikitOptions) -> list[str]:
    notes = []
    if options.five_card_rows:
        notes.append(f"five_card_bonus_{options.five_card_table} has this licensee's better rows.")
    if options.three_card_rows:
        notes.append(f"three_card_bonus_{options.three_card_table} has the better rows too.")
    if options.three_card_pick == "seen":
        notes.append("This table lets players look before they pick: see the sides named seen.")
    return notes
