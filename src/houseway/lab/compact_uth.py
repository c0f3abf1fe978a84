"""Compact strategies of Ultimate Texas Hold 'Em, played over all 27,813,810,024,000 deals.

No option of the text touches ante, blind and play, so that the strategies are the same for
every configuration. The best play comes from `lab/uth.py`; what a plan brings is counted
by the direct kernels, which share nothing with it.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.cards import NEW_DECK, Card, FiveCard, Rank, Suit
from houseway.games.options import as_config
from houseway.games.uth.options import UthOptions
from houseway.lab.compact import Chart, Compact, Playbook
from houseway.lab.kernels import uth_flop_sights, uth_policies
from houseway.lab.kernels.hands import CLASSES, list_classes
from houseway.lab.kernels.uth_boards import Rules
from houseway.lab.kernels.uth_direct import DEALERS, FIRST, SECOND, SIGHTS
from houseway.lab.results import Line, line
from houseway.lab.uth import (
    ACTIONS,
    DEALS,
    FIRST_ACTIONS,
    LETTERS,
    MULTIPLES,
    Solution,
    best_first,
    hand_name,
    read_rules,
    solve,
)
from houseway.lab.uth_plans import PLANS, Plan
from houseway.lab.uth_sights import all_flop_sights, all_river_sights

T = TypeVar("T")
Numbers = NDArray[np.int64]
RIVER_SIGHTS = int(np.prod(SIGHTS))
NOTES = (
    "Every wager is settled at its exact odds; no option of the text changes ante, blind or play.",
)


@dataclass(frozen=True)
class Deals:
    """Boards and flops up to a renaming of suits, and how they hang together."""

    boards: Numbers
    sets: Numbers
    """How many boards each stands for."""
    listed: Numbers
    """The 1,755 flops."""
    flops: Numbers
    """For each of 22,100 flops the listed one, and the renaming that leads to it."""
    suits: Numbers
    moved: Numbers
    """The renamings, and where they send each hole."""
    sights: Numbers
    """What each hole sees of each listed flop."""


@dataclass(frozen=True)
class Policy:
    """A way to play as the direct kernels take it."""

    first: Numbers
    """By hole, a place in `FIRST_ACTIONS`."""
    twos: NDArray[np.bool_]
    """By listed flop and hole, whether to raise."""
    river: NDArray[np.bool_] | None
    """By sight, whether to play on; None plays on where that is worth more than a fold."""


@cache
def list_deals() -> Deals:
    boards, sets = list_classes(5, CLASSES[5])
    flops, _ = list_classes(3, CLASSES[3])
    listed = flops.astype(np.int64)
    suits, moved = uth_policies.change_suits()
    return Deals(
        boards.astype(np.int64),
        sets.astype(np.int64),
        listed,
        uth_policies.class_flops(listed, suits),
        suits,
        moved,
        uth_flop_sights.look_after_flops(listed),
    )


def policy_of(plan: Plan) -> Policy:
    """A plan as a policy: its rules are asked once for every hole and every sight."""
    holes = ((NEW_DECK[a], NEW_DECK[b]) for a, b in zip(FIRST, SECOND, strict=True))
    first = ["4x" if plan.first(hole) else "check" for hole in holes]
    # A hole that shares a card with the flop has the last number, -1: no raise.
    raises = np.array([*map(plan.flop, all_flop_sights()), False])
    return Policy(
        np.array([FIRST_ACTIONS.index(action) for action in first]),
        raises[list_deals().sights],
        np.array([plan.river(sight) for sight in all_river_sights()]),
    )


def best_policy(rules: Rules) -> tuple[Policy, Fraction]:
    """The best play and its worth in antes, found board by board and not by `lab/uth.py`."""
    deals = list_deals()

    def sum_up(boards: Numbers, sets: Numbers) -> tuple[Numbers, Numbers]:
        found: tuple[Numbers, Numbers] = uth_policies.sum_up(
            boards, sets, deals.flops, deals.moved, (rules.unit, rules.blind)
        )
        return found

    parts = _share_out(sum_up, slice(None))
    sums = np.sum([part[0] for part in parts], axis=0)
    gains = np.sum([part[1] for part in parts], axis=0)
    twos, gained = uth_policies.choose_flops(deals.listed, gains, deals.suits, deals.moved)
    values = [
        {"4x": 4 * edge + rest, "3x": 3 * edge + rest, "check": river + more}
        for (edge, rest, river), more in zip(sums.tolist(), gained.tolist(), strict=True)
    ]
    first = [FIRST_ACTIONS.index(best_first(value)) for value in values]
    ev = Fraction(sum(max(value.values()) for value in values), rules.unit * DEALS)
    return Policy(np.array(first)[uth_policies.HAND_CLASSES], twos, None), ev


def play(policies: Sequence[Policy], rules: Rules, rows: slice = slice(None)) -> list[Numbers]:
    """What each policy brings: counts by category, last action and outcome.

    All policies in one go, because most of the work is the same for each; `rows` picks some
    of the boards for a test.
    """
    deals = list_deals()
    never = np.zeros(RIVER_SIGHTS, np.bool_)
    given = (
        np.stack([policy.first for policy in policies]).astype(np.int8),
        np.stack(
            [uth_policies.spread_flops(one.twos, deals.flops, deals.moved) for one in policies]
        ),
        np.stack([never if policy.river is None else policy.river for policy in policies]),
        np.array([policy.river is None for policy in policies]),
    )

    def play_some(boards: Numbers, sets: Numbers) -> Numbers:
        found: Numbers = uth_policies.play(boards, sets, given, (rules.unit, rules.blind))
        return found

    return list(np.sum(_share_out(play_some, rows), axis=0))


def _share_out(work: Callable[[Numbers, Numbers], T], rows: slice) -> list[T]:
    """The boards shared out to as many threads as there are processors.

    The kernels let go of the interpreter while they count; whole numbers add up to the same
    in any order.
    """
    deals, workers = list_deals(), os.cpu_count() or 1
    boards, sets = deals.boards[rows], deals.sets[rows]
    with ThreadPoolExecutor(workers) as threads:
        parts = [
            threads.submit(work, boards[n::workers].copy(), sets[n::workers].copy())
            for n in range(workers)
        ]
        return [part.result() for part in parts]


def line_of(outcomes: Numbers, rules: Rules) -> Line:
    """The counts as a bet."""
    nets: Counter[Fraction] = Counter()
    actions: Counter[str] = Counter(dict.fromkeys(ACTIONS, 0))
    for category in FiveCard:
        blind = Fraction(int(rules.blind[category]), rules.unit)
        for number, action in enumerate(ACTIONS):
            won, tied, won_shut, lost_shut, boards = map(int, outcomes[category, number])
            actions[action] += boards * DEALERS
            if action == "fold":
                nets[Fraction(-2)] += boards * DEALERS
                continue
            lost, times = boards * DEALERS - won - tied, MULTIPLES[action]
            # A dealer who does not open returns the ante; win or lose, the rest is settled.
            nets[times + 1 + blind] += won - won_shut
            nets[times + blind] += won_shut
            nets[Fraction(0)] += tied
            nets[Fraction(-times - 1)] += lost_shut
            nets[Fraction(-times - 2)] += lost - lost_shut
    wagered = sum(count * (2 + MULTIPLES.get(name, 0)) for name, count in actions.items())
    return line({net: count for net, count in nets.items() if count}, wagered, actions)


def playbook(options: UthOptions) -> Playbook:
    solution = solve(read_rules())
    found, optimum = _played(PLANS), optimum_of(solution)
    strategies = tuple(
        Compact("uth", plan.name, plan.rules, plan.choose, found[plan.name], cost)
        for plan in PLANS
        for cost in [optimum - found[plan.name].ev]
    )
    return Playbook("uth", as_config(options), optimum, strategies, charts_of(solution), NOTES)


@cache
def _played(plans: tuple[Plan, ...]) -> Mapping[str, Line]:
    """What each plan brings: no option has a say in it, so it is counted once."""
    rules = read_rules()
    outcomes = play([policy_of(plan) for plan in plans], rules)
    return {plan.name: line_of(one, rules) for plan, one in zip(plans, outcomes, strict=True)}


def line_of_plan(plan: Plan) -> Line:
    """What one plan brings, in less time than all of them take."""
    return _played((plan,))[plan.name]


def optimum_of(solution: Solution) -> Fraction:
    total = sum(values[solution.first[hand]] for hand, values in solution.values.items())
    return Fraction(total, solution.rules.unit * DEALS)


# --- charts


def charts_of(solution: Solution) -> tuple[Chart, ...]:
    """The first decision of the best play and of every plan; plans that agree share a chart."""
    best = {hand_name(number): action for number, action in solution.first.items()}
    found: dict[tuple[str, ...], list[str]] = {tuple(best.values()): ["best play"]}
    for plan in PLANS:
        chosen = tuple("4x" if plan.first(example(hand)) else "check" for hand in best)
        found.setdefault(chosen, []).append(plan.name)
    return tuple(
        _chart(f"Before the flop: {', '.join(names)}", dict(zip(best, chosen, strict=True)))
        for chosen, names in found.items()
    )


def example(hand: str) -> tuple[Card, Card]:
    """Two cards of a class of starting hands."""
    first, second = (Rank(LETTERS.index(letter) + 2) for letter in hand[:2])
    return Card(first, Suit.SPADES), Card(second, Suit.SPADES if hand[2:] == "s" else Suit.HEARTS)


def _chart(title: str, chosen: Mapping[str, str]) -> Chart:
    ranks = LETTERS[::-1]
    marks = {"4x": "4", "3x": "3", "check": "c"}

    def mark(row: int, column: int) -> str:
        high, low = ranks[min(row, column)], ranks[max(row, column)]
        ends = "" if row == column else "s" if column > row else "o"
        return marks[chosen[high + low + ends]]

    places = range(len(ranks))
    return Chart(
        title=title,
        across="suited to the right of the pairs",
        down="offsuit below them",
        columns=tuple(ranks),
        rows=tuple(ranks),
        cells=tuple(tuple(mark(row, column) for column in places) for row in places),
        legend={"4": "raise 4x", "3": "raise 3x", "c": "check"},
    )
