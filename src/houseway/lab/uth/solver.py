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
from houseway.lab.exact import results
from houseway.lab.exact.kernels.ranks import CATEGORY_BITS, RANK_PAIRS
from houseway.lab.exact.results import Analysis, Line, Outcome, Side, StartingHand
from houseway.lab.uth.kernels import boards as boards_kernel
from houseway.lab.uth.kernels import choices as choices_kernel
from houseway.lab.uth.kernels import flops as flops_kernel
from houseway.lab.uth.kernels import outcomes as outcomes_kernel
from houseway.lab.uth.kernels import suited as suited_kernel
from houseway.lab.uth.kernels.rows import DEALER_HANDS, PAIRS
from houseway.lab.uth.side_wagers import cost_of, sides

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

    rules: boards_kernel.Rules
    ranked: boards_kernel.Ranked
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
    line = add_up(solution)
    return Analysis(
        game="uth",
        options=as_config(options),
        deals=DEALS,
        main=line,
        compulsory=line,
        side=sides(options, solution.categories, solution.ranked, solution.compared),
        distribution=results.frequencies(line.nets),
        starting_hands=_starting_hands(solution),
        seconds=time.perf_counter() - start,
        notes=NOTES + (PROGRESSIVE_NOTES if options.progressive else ()),
        parts={"blind": _blind(solution)},
        meter=cost_of(options, solution.categories),
    )


def add_up(solution: Solution) -> Line:
    """The game as a bet, with the best play."""
    line = line_of(solution.outcomes, solution.rules)
    assert sum(line.nets.values()) == DEALS, "every deal is counted once"
    return line


def read_rules(blind: PayTable = BLIND, opens: FiveCard | None = None) -> boards_kernel.Rules:
    """The rules as numbers; the text fixes both, and a designer may try others."""
    odds = [blind.odds(category.key) for category in FiveCard]
    unit = math.lcm(*(paid.stake for paid in odds if paid))
    parts = [paid.win * (unit // paid.stake) if paid else 0 for paid in odds]
    # What 2x gains, and what a hole is worth on a board, must fit into 32 bits.
    assert unit <= 50, "odds in parts finer than a fiftieth of an ante"
    assert max(parts) <= 1_000_000, "odds beyond a million parts of an ante"
    lowest = opens if opens is not None else _lowest_opening()
    return boards_kernel.Rules(lowest << CATEGORY_BITS, np.array(parts, np.int64), unit)


def _lowest_opening() -> FiveCard:
    return next(category for category in FiveCard if dealer_opens(FiveCardRank(category, ())))


def solve(rules: boards_kernel.Rules) -> Solution:
    ranked = boards_kernel.rank_boards(rules)
    by_rank = flops_kernel.sum_ranked(ranked)
    # Made here and not in the kernel: numpy asks for large pages, which saves a fault a page.
    compared = np.empty(suited_kernel.HOLES_ON_BOARDS, np.int64)
    by_suit = flops_kernel.sum_suited(rules, ranked, compared)
    holes = choices_kernel.all_holes()
    flops, weights = choices_kernel.all_real_flops()
    raises, gains = choices_kernel.choose_after_flops(
        flops, weights, holes, by_rank.gain, by_suit.gain
    )
    values = _first_values(holes, by_rank.worth, by_suit.worth, gains)
    first = {hand: best_first(worths) for hand, worths in values.items()}
    before = _count_before(holes, first)
    waits = np.array([first[hand] == "check" for hand in range(choices_kernel.CLASSES)])
    twos = choices_kernel.count_twos(flops, weights, holes, raises, waits)
    outcomes = outcomes_kernel.count_outcomes(rules, ranked, compared, before, twos)
    categories = _over_holes(holes, by_rank.categories, by_suit.categories).sum(axis=0)
    assert not (outcomes % choices_kernel.RANKED_PARTS).any(), "deals are whole"
    return Solution(
        rules,
        ranked,
        by_rank.gain,
        by_suit.gain,
        values,
        first,
        outcomes // choices_kernel.RANKED_PARTS,
        {category.key: int(categories[category]) for category in FiveCard},
        compared,
    )


def _over_holes(
    holes: choices_kernel.Holes, by_rank: NDArray[Any], by_suit: NDArray[Any]
) -> NDArray[Any]:
    """Sums over boards, hole by hole: those by ranks and the corrections of all four suits."""
    sums: NDArray[Any] = by_rank[holes.ranks] + by_suit[holes.kinds].sum(axis=0)
    return sums


def _first_values(
    holes: choices_kernel.Holes, by_rank: NDArray[Any], by_suit: NDArray[Any], gains: NDArray[Any]
) -> dict[int, dict[str, int]]:
    sums = np.zeros((choices_kernel.CLASSES, 4), np.int64)
    np.add.at(sums, holes.classes, _over_holes(holes, by_rank, by_suit))
    # A board counts ten times, once for each of its flops.
    edges, rests, rivers = (10 * sums[:, part] for part in range(3))
    return {
        hand: {
            "4x": int(4 * edges[hand] + rests[hand]),
            "3x": int(3 * edges[hand] + rests[hand]),
            "check": int(rivers[hand] + gains[hand]),
        }
        for hand in range(choices_kernel.CLASSES)
    }


def best_first(values: Mapping[str, int]) -> str:
    """The action of the highest value; of equal ones that with the smaller wager."""
    return max(reversed(FIRST_ACTIONS), key=lambda action: values[action])


def _count_before(
    holes: choices_kernel.Holes, first: Mapping[int, str]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """How many holes take each first action, by ranks, and by kinds as the four suits see them."""
    chosen = np.array([FIRST_ACTIONS.index(first[hand]) for hand in holes.classes.tolist()])
    by_rank = np.zeros((RANK_PAIRS, 3), np.int64)
    by_suit = np.zeros((PAIRS, 3), np.int64)
    np.add.at(by_rank, (holes.ranks, chosen), 1)
    for kinds in holes.kinds:
        np.add.at(by_suit, (kinds, chosen), 1)
    return by_rank, by_suit


def line_of(outcomes: NDArray[Any], rules: boards_kernel.Rules) -> Line:
    """Counts by category, last action and outcome as a bet."""
    nets: Counter[Fraction] = Counter()
    actions: Counter[str] = Counter(dict.fromkeys(ACTIONS, 0))
    for category in FiveCard:
        blind = Fraction(int(rules.blind[category]), rules.unit)
        for number, action in enumerate(ACTIONS):
            won, tied, won_shut, lost_shut, boards = map(int, outcomes[category, number])
            actions[action] += boards * DEALER_HANDS
            if action == "fold":
                nets[Fraction(-2)] += boards * DEALER_HANDS
                continue
            lost, times = boards * DEALER_HANDS - won - tied, MULTIPLES[action]
            # A dealer who does not open returns the ante; win or lose, the rest is settled.
            nets[times + 1 + blind] += won - won_shut
            nets[times + blind] += won_shut
            nets[Fraction(0)] += tied
            nets[Fraction(-times - 1)] += lost_shut
            nets[Fraction(-times - 2)] += lost - lost_shut
    wagered = sum(count * (2 + MULTIPLES.get(name, 0)) for name, count in actions.items())
    return results.line({net: count for net, count in nets.items() if count}, wagered, actions)


def _blind(solution: Solution) -> Side:
    """The blind wager alone, with the play that is best for all wagers together."""
    ended = solution.outcomes.sum(axis=(0, 1)).tolist()
    won = {
        category: int(solution.outcomes[category, :-1, 0].sum()) for category in reversed(FiveCard)
    }
    tied = int(solution.outcomes[:, :-1, 1].sum())
    folded = int(solution.outcomes[:, -1, 4].sum()) * DEALER_HANDS
    parts = {category: int(solution.rules.blind[category]) for category in won}
    paid = [
        Outcome(category.key, won[category], Fraction(parts[category], solution.rules.unit))
        for category in won
        if parts[category]
    ]
    pushed = tied + sum(count for category, count in won.items() if not parts[category])
    lost = ended[4] * DEALER_HANDS - folded - pushed - sum(outcome.count for outcome in paid)
    rest = {"push": (pushed, 0), "lose": (lost, -1), "fold": (folded, -1)}
    return results.side_of(
        [*paid, *(Outcome(key, count, Fraction(net)) for key, (count, net) in rest.items())]
    )


def optimum_of(solution: Solution) -> Fraction:
    """What the game is worth to a player who plays best, in antes."""
    best = sum(max(values.values()) for values in solution.values.values())
    return Fraction(best, solution.rules.unit * DEALS)


def number_hand(first: int, second: int, *, suited: bool) -> int:
    """The class of two ranks, from 0 up: high * 13 + low if suited, low * 13 + high if not."""
    low, high = sorted((first, second))
    return high * 13 + low if suited else low * 13 + high


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
