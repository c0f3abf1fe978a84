"""Ultimate Texas Hold 'Em, solved: every deal, with the best play, in whole numbers.

The play is found backwards. A play wager of m antes is worth m times the edge of a hole on
a board, and a rest that does not depend on m; so the last choice needs two numbers, the
choice after the flop a sum of them, and the first choice a sum of those. The kernels sum
over kinds of boards; here the sums become choices and fractions.
"""

import math
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import FiveCard, FiveCardRank
from houseway.chips import PayTable
from houseway.games.options import as_config
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND
from houseway.games.uth.settlement import dealer_opens
from houseway.lab import results
from houseway.lab.kernels import uth_boards, uth_choices, uth_flops, uth_outcomes, uth_suited
from houseway.lab.kernels.ranks import CATEGORY_BITS, RANK_PAIRS
from houseway.lab.kernels.uth_rows import DEALER_HANDS, PAIRS
from houseway.lab.results import Analysis, Line, Outcome, Side, StartingHand
from houseway.lab.uth_progressive import cost_of
from houseway.lab.uth_sides import sides

DEALS = math.comb(52, 2) * math.comb(50, 3) * math.comb(47, 2) * math.comb(45, 2)
ACTIONS = ("4x", "3x", "2x", "1x", "fold")
FIRST_ACTIONS = ("4x", "3x", "check")
MULTIPLES = {"4x": 4, "3x": 3, "2x": 2, "1x": 1}
LETTERS = "23456789TJQKA"

NOTES = (
    "Every wager is settled at its exact odds: payout limits and the rounding of payouts depend "
    "on the amounts and are left out.",
    "Cover All: the column is the number of hands, the dealer's included, and all of them count; "
    "a hand folded without a trips wager is racked unseen (U17) and would make it pay less often.",
)
PROGRESSIVE_NOTES = (
    "Progressive: one player's wager. The meter is the one that prizes are paid from, with this "
    "round's part of the wagers already in it; where two players win a share in one round, the "
    "second has it of what is left (U24).",
)


@dataclass(frozen=True)
class Solution:
    """The best play, and what it brings, in parts of an ante (`rules.unit` to one)."""

    rules: uth_boards.Rules
    ranked: uth_boards.Ranked
    ranked_gain: NDArray[Any]
    suited_gain: NDArray[Any]
    """What 2x gains over waiting, flop by flop: by ranks, and what each suit corrects."""
    values: dict[int, dict[str, int]]
    """For each class of starting hands, each first action over all deals of the class."""
    first: dict[int, str]
    """The best first action of each class."""
    outcomes: NDArray[Any]
    """Counts by category, last action and place."""
    categories: dict[str, int]
    """Holes and boards by the player's category."""
    compared: NDArray[np.int64]
    """How the holes compare on boards with a possible flush, as the kernels keep it."""


def analyze_uth(options: UthOptions) -> Analysis:
    """Everything there is to know of a configuration."""
    start = time.perf_counter()
    solution = solve(read_rules())
    nets, line = add_up(solution)
    return Analysis(
        game="uth",
        options=as_config(options),
        deals=DEALS,
        main=line,
        compulsory=line,
        side=sides(options, solution.categories, solution.ranked, solution.compared),
        distribution=results.frequencies(nets),
        starting_hands=_starting_hands(solution),
        seconds=time.perf_counter() - start,
        notes=NOTES + (PROGRESSIVE_NOTES if options.progressive else ()),
        parts={"blind": _blind(solution)},
        progressive=cost_of(options, solution.categories),
    )


def add_up(solution: Solution) -> tuple[Counter[Fraction], Line]:
    """Deals by what they net, and the game as a bet."""
    nets, actions = _nets(solution)
    wagered = sum(count * (2 + MULTIPLES.get(name, 0)) for name, count in actions.items())
    return nets, results.line(nets, wagered, actions)


def read_rules(blind: PayTable = BLIND, opens: FiveCard | None = None) -> uth_boards.Rules:
    """The rules as numbers; the text fixes both, and a designer may try others."""
    odds = [blind.odds(category.key) for category in FiveCard]
    unit = math.lcm(*(one.stake for one in odds if one))
    parts = [one.win * (unit // one.stake) if one else 0 for one in odds]
    # What 2x gains, and what a hole is worth on a board, must fit into 32 bits.
    assert unit <= 50, "odds in parts finer than a fiftieth of an ante"
    assert max(parts) <= 1_000_000, "odds beyond a million parts of an ante"
    lowest = opens if opens is not None else _lowest_opening()
    return uth_boards.Rules(lowest << CATEGORY_BITS, np.array(parts, np.int64), unit)


def _lowest_opening() -> FiveCard:
    return next(one for one in FiveCard if dealer_opens(FiveCardRank(one, ())))


def solve(rules: uth_boards.Rules) -> Solution:
    ranked = uth_boards.rank_boards(rules)
    by_rank = uth_flops.sum_ranked(ranked)
    # Made here and not in the kernel: numpy asks for large pages, which saves a fault a page.
    compared = np.empty(uth_suited.HOLES_ON_BOARDS, np.int64)
    by_suit = uth_flops.sum_suited(rules, ranked, compared)
    holes = uth_choices.all_holes()
    flops, weights = uth_choices.all_real_flops()
    raises, gains = uth_choices.choose_after_flops(
        flops, weights, holes, by_rank.gain, by_suit.gain
    )
    values = _first_values(holes, by_rank.worth, by_suit.worth, gains)
    first = {hand: best_first(found) for hand, found in values.items()}
    before = _count_before(holes, first)
    waits = np.array([first[hand] == "check" for hand in range(uth_choices.CLASSES)])
    twos = uth_choices.count_twos(flops, weights, holes, raises, waits)
    outcomes = uth_outcomes.count_outcomes(rules, ranked, compared, before, twos)
    categories = _over_holes(holes, by_rank.categories, by_suit.categories).sum(axis=0)
    assert not (outcomes % uth_choices.RANKED_PARTS).any(), "deals are whole"
    return Solution(
        rules,
        ranked,
        by_rank.gain,
        by_suit.gain,
        values,
        first,
        outcomes // uth_choices.RANKED_PARTS,
        {one.key: int(categories[one]) for one in FiveCard},
        compared,
    )


def _over_holes(
    holes: uth_choices.Holes, by_rank: NDArray[Any], by_suit: NDArray[Any]
) -> NDArray[Any]:
    """Sums over boards, hole by hole: those by ranks and the corrections of all four suits."""
    found: NDArray[Any] = by_rank[holes.ranks] + by_suit[holes.kinds].sum(axis=0)
    return found


def _first_values(
    holes: uth_choices.Holes, by_rank: NDArray[Any], by_suit: NDArray[Any], gains: NDArray[Any]
) -> dict[int, dict[str, int]]:
    sums = np.zeros((uth_choices.CLASSES, 4), np.int64)
    np.add.at(sums, holes.classes, _over_holes(holes, by_rank, by_suit))
    # A board counts ten times, once for each of its flops.
    edges, rests, rivers = (10 * sums[:, part] for part in range(3))
    return {
        hand: {
            "4x": int(4 * edges[hand] + rests[hand]),
            "3x": int(3 * edges[hand] + rests[hand]),
            "check": int(rivers[hand] + gains[hand]),
        }
        for hand in range(uth_choices.CLASSES)
    }


def best_first(values: Mapping[str, int]) -> str:
    """The action of the highest value; of equal ones that with the smaller wager."""
    return max(reversed(FIRST_ACTIONS), key=lambda action: values[action])


def _count_before(
    holes: uth_choices.Holes, first: Mapping[int, str]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """How many holes take each first action, by ranks, and by kinds as the four suits see them."""
    chosen = np.array([FIRST_ACTIONS.index(first[hand]) for hand in holes.classes.tolist()])
    by_rank = np.zeros((RANK_PAIRS, 3), np.int64)
    by_suit = np.zeros((PAIRS, 3), np.int64)
    np.add.at(by_rank, (holes.ranks, chosen), 1)
    for kinds in holes.kinds:
        np.add.at(by_suit, (kinds, chosen), 1)
    return by_rank, by_suit


def _nets(solution: Solution) -> tuple[Counter[Fraction], dict[str, int]]:
    """Deals by what they net, and by the last action."""
    nets: Counter[Fraction] = Counter()
    actions = dict.fromkeys(ACTIONS, 0)
    for number, action in enumerate(ACTIONS):
        for category in FiveCard:
            counted = [int(count) for count in solution.outcomes[category, number]]
            won, tied, won_shut, lost_shut, boards = counted
            deals = boards * DEALER_HANDS
            actions[action] += deals
            if action == "fold":
                nets[Fraction(-2)] += deals
                continue
            lost = deals - won - tied
            blind = Fraction(int(solution.rules.blind[category]), solution.rules.unit)
            multiple = MULTIPLES[action]
            nets[multiple + 1 + blind] += won - won_shut
            nets[multiple + blind] += won_shut
            nets[Fraction(0)] += tied
            nets[Fraction(-multiple - 1)] += lost_shut
            nets[Fraction(-multiple - 2)] += lost - lost_shut
    assert sum(nets.values()) == DEALS, "every deal is counted once"
    return nets, actions


def _blind(solution: Solution) -> Side:
    """The blind wager alone, with the play that is best for all wagers together."""
    ended = solution.outcomes.sum(axis=(0, 1)).tolist()
    won = {one: int(solution.outcomes[one, :-1, 0].sum()) for one in reversed(FiveCard)}
    tied = int(solution.outcomes[:, :-1, 1].sum())
    folded = int(solution.outcomes[:, -1, 4].sum()) * DEALER_HANDS
    parts = {one: int(solution.rules.blind[one]) for one in won}
    paid = [
        Outcome(one.key, won[one], Fraction(parts[one], solution.rules.unit))
        for one in won
        if parts[one]
    ]
    pushed = tied + sum(count for one, count in won.items() if not parts[one])
    lost = ended[4] * DEALER_HANDS - folded - pushed - sum(one.count for one in paid)
    rest = {"push": (pushed, 0), "lose": (lost, -1), "fold": (folded, -1)}
    return results.side_of(
        [*paid, *(Outcome(key, count, Fraction(net)) for key, (count, net) in rest.items())]
    )


def hand_name(number: int) -> str:
    """A class of starting hands as players write it: AKs, T9o, 77."""
    high, low = divmod(number, 13)
    if high == low:
        return LETTERS[high] * 2
    ends = "s" if high > low else "o"
    return LETTERS[max(high, low)] + LETTERS[min(high, low)] + ends


def _starting_hands(solution: Solution) -> tuple[StartingHand, ...]:
    """All 169, the best first."""
    hands = []
    for number, values in solution.values.items():
        high, low = divmod(number, 13)
        combos = 6 if high == low else 4 if high > low else 12
        deals = solution.rules.unit * DEALS // math.comb(52, 2) * combos
        ev = {action: Fraction(value, deals) for action, value in values.items()}
        hands.append(StartingHand(hand_name(number), combos, ev))
    return tuple(sorted(hands, key=lambda hand: max(hand.ev.values()), reverse=True))
