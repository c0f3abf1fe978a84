"""Compact strategies of Ultimate Texas Hold 'Em, played over all 27,813,810,024,000 deals.

No option of the text touches ante, blind and play, so that the strategies are the same for
every configuration. The best play comes from `lab/uth/solver.py`; what a plan brings is counted
by the direct kernels, which share nothing with it.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
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
from houseway.lab.simulation.five_cards import suit_exchanges
from houseway.lab.uth.kernels import flop_sights, rounds
from houseway.lab.uth.kernels import policies as policy_kernel
from houseway.lab.uth.kernels.direct import FIRST, SECOND
from houseway.lab.uth.plans import PLANS, Plan
from houseway.lab.uth.sights import all_flop_sights, all_river_sights
from houseway.lab.uth.solver import (
    FIRST_ACTIONS,
    LETTERS,
    Solution,
    hand_name,
    line_of,
    optimum_of,
    read_rules,
    solve,
)

T = TypeVar("T")
Numbers = NDArray[np.int64]
NOTES = (
    "Every wager is settled at its exact odds; no option of the text changes ante, blind or play.",
)


@dataclass(frozen=True)
class Deals:
    """Boards and flops up to an exchange of suits, and how they hang together."""

    boards: Numbers
    sets: Numbers
    """How many boards each stands for."""
    listed: Numbers
    """The 1,755 flops."""
    flops: Numbers
    """For each of 22,100 flops the listed one, and the exchange that leads to it."""
    exchanged: NDArray[np.uint8]
    """The exchanges: what each card becomes."""
    moved: Numbers
    """The exchanges: what each hole becomes."""
    sights: Numbers
    """What each hole sees of each listed flop."""


@dataclass(frozen=True)
class Policy:
    """A way to play as the direct kernels take it."""

    first: Numbers
    """By hole, a place in `FIRST_ACTIONS`."""
    twos: NDArray[np.bool_]
    """By listed flop and hole, whether to raise."""
    river: NDArray[np.bool_]
    """By sight, whether to play on."""


@cache
def flop_classes() -> tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint8]]:
    """The class of each flop, the 24 exchanges of suits, and one flop of each class."""
    exchanged = suit_exchanges()
    classes = np.zeros(rounds.FLOPS, np.uint16)
    flops = np.zeros((rounds.FLOP_CLASSES, 3), np.uint8)
    number = rounds.class_flops(exchanged, classes, flops)
    assert number == rounds.FLOP_CLASSES
    return classes, exchanged, flops


@cache
def list_deals() -> Deals:
    boards, sets = list_classes(5, CLASSES[5])
    classes, exchanged, flops = flop_classes()
    listed = flops.astype(np.int64)
    cards = exchanged.astype(np.int64)
    low, high = np.sort((cards[:, FIRST], cards[:, SECOND]), axis=0)
    return Deals(
        boards.astype(np.int64),
        sets.astype(np.int64),
        listed,
        np.column_stack((classes & rounds.CLASS_MASK, classes >> rounds.CLASS_BITS)),
        exchanged,
        high * (high - 1) // 2 + low,
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


def play(policies: Sequence[Policy], rows: slice = slice(None)) -> list[Numbers]:
    """What each policy brings: counts by category, last action and outcome.

    All policies in one go, because most of the work is the same for each; `rows` picks some
    of the boards for a test.
    """
    deals, spread_flops = list_deals(), policy_kernel.spread_flops
    twos = [spread_flops(policy.twos, deals.flops, deals.moved) for policy in policies]
    tables = (
        np.stack([policy.first for policy in policies]).astype(np.int8),
        np.stack(twos),
        np.stack([policy.river for policy in policies]),
    )
    parts = share_out(lambda boards, sets: policy_kernel.play(boards, sets, tables), rows)
    return list(np.sum(parts, axis=0))


def share_out(work: Callable[[Numbers, Numbers], T], rows: slice = slice(None)) -> list[T]:
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
    outcomes = play([policy_of(plan) for plan in plans])
    return {plan.name: line_of(counts, rules) for plan, counts in zip(plans, outcomes, strict=True)}


def line_of_plan(plan: Plan) -> Line:
    """What one plan brings, in less time than all of them take."""
    return _played((plan,))[plan.name]


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
