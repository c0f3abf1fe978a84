"""Compact strategies of Ultimate Texas Hold 'Em, played over all 27,813,810,024,000 deals.

No option of the text touches ante, blind and play, so that the strategies are the same for
every configuration. The best play comes from `lab/uth/solver.py`; what a plan brings is counted
by the direct kernels, which share nothing with it.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.cards import NEW_DECK, Card, Rank, Suit
from houseway.games.options import as_config
from houseway.games.uth.options import UthOptions
from houseway.lab.exact.kernels.hands import CLASSES, list_classes
from houseway.lab.exact.results import Line
from houseway.lab.exact.strategies import Chart, Compact, Playbook
from houseway.lab.uth.kernels import flop_sights
from houseway.lab.uth.kernels import policies as policy_kernel
from houseway.lab.uth.kernels.boards import Rules
from houseway.lab.uth.kernels.direct import FIRST, SECOND, SIGHTS
from houseway.lab.uth.plans import PLANS, Plan
from houseway.lab.uth.sights import all_flop_sights, all_river_sights
from houseway.lab.uth.solver import (
    DEALS,
    FIRST_ACTIONS,
    LETTERS,
    Solution,
    best_first,
    hand_name,
    line_of,
    read_rules,
    solve,
)

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
    suits, moved = policy_kernel.change_suits()
    return Deals(
        boards.astype(np.int64),
        sets.astype(np.int64),
        listed,
        policy_kernel.class_flops(listed, suits),
        suits,
        moved,
        flop_sights.look_after_flops(listed),
    )


def policy_of(plan: Plan) -> Policy:
    """A plan as a policy: its rules are applied once to every hole and every sight."""
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
    """The best play and its worth in antes, board by board and independent of the solver."""
    deals = list_deals()

    def sum_up(boards: Numbers, sets: Numbers) -> tuple[Numbers, Numbers]:
        sums: tuple[Numbers, Numbers] = policy_kernel.sum_up(
            boards, sets, deals.flops, deals.moved, (rules.unit, rules.blind)
        )
        return sums

    parts = _share_out(sum_up, slice(None))
    sums = np.sum([part[0] for part in parts], axis=0)
    gains = np.sum([part[1] for part in parts], axis=0)
    twos, gained = policy_kernel.choose_flops(deals.listed, gains, deals.suits, deals.moved)
    values = [
        {"4x": 4 * edge + rest, "3x": 3 * edge + rest, "check": river + more}
        for (edge, rest, river), more in zip(sums.tolist(), gained.tolist(), strict=True)
    ]
    first = [FIRST_ACTIONS.index(best_first(value)) for value in values]
    ev = Fraction(sum(max(value.values()) for value in values), rules.unit * DEALS)
    return Policy(np.array(first)[policy_kernel.HAND_CLASSES], twos, None), ev


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
            [
                policy_kernel.spread_flops(policy.twos, deals.flops, deals.moved)
                for policy in policies
            ]
        ),
        np.stack([never if policy.river is None else policy.river for policy in policies]),
        np.array([policy.river is None for policy in policies]),
    )

    def play_some(boards: Numbers, sets: Numbers) -> Numbers:
        counts: Numbers = policy_kernel.play(boards, sets, given, (rules.unit, rules.blind))
        return counts

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


def playbook(options: UthOptions) -> Playbook:
    solution = solve(read_rules())
    lines, optimum = _played(PLANS), optimum_of(solution)
    strategies = tuple(
        Compact("uth", plan.name, plan.rules, plan.choose, lines[plan.name], cost)
        for plan in PLANS
        for cost in [optimum - lines[plan.name].ev]
    )
    return Playbook("uth", as_config(options), optimum, strategies, charts_of(solution), NOTES)


@cache
def _played(plans: tuple[Plan, ...]) -> Mapping[str, Line]:
    """What each plan brings: no option has a say in it, so it is counted once."""
    rules = read_rules()
    outcomes = play([policy_of(plan) for plan in plans], rules)
    return {plan.name: line_of(counts, rules) for plan, counts in zip(plans, outcomes, strict=True)}


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
    named: dict[tuple[str, ...], list[str]] = {tuple(best.values()): ["best play"]}
    for plan in PLANS:
        chosen = tuple("4x" if plan.first(example(hand)) else "check" for hand in best)
        named.setdefault(chosen, []).append(plan.name)
    return tuple(
        _chart(f"Before the flop: {', '.join(names)}", dict(zip(best, chosen, strict=True)))
        for chosen, names in named.items()
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
