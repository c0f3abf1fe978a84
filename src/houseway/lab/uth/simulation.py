"""Ultimate Texas Hold 'Em as the simulation plays it: strategies as tables, rounds as numbers."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from houseway.cards import FiveCard
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND
from houseway.lab.exact.kernels.ranks import CATEGORY_BITS, RANKS
from houseway.lab.exact.kernels.seven_cards import PLACE_BITS, number_sets, seven_tables
from houseway.lab.exact.results import paid_by
from houseway.lab.simulation.model import Array, Exact, Meaning, Model, Play, paid
from houseway.lab.uth import strategies
from houseway.lab.uth.kernels import rounds as kernel
from houseway.lab.uth.kernels import tables
from houseway.lab.uth.kernels.direct import FIRST, SECOND
from houseway.lab.uth.kernels.rounds import UthPlaces, UthPlay
from houseway.lab.uth.plans import BEGINNER, PLANS, Plan
from houseway.lab.uth.solver import (
    ACTIONS,
    FIRST_ACTIONS,
    MULTIPLES,
    Solution,
    add_up,
    number_hand,
    read_rules,
    solve,
)

WAGERS, OPTIONAL = ("ante", "blind", "play", "trips"), ("trips",)
TIED, WON = 1, 2


@cache
def uth_places() -> UthPlaces:
    rows, columns, _ = number_sets(5)
    masks = np.zeros(1 << RANKS, np.uint16)
    outside = np.zeros((3, 1 << RANKS), np.uint8)
    boards = kernel.number_masks(masks)
    assert boards == kernel.SUITED_BOARDS
    kernel.number_outside(outside)
    classes, exchanged, _ = strategies.flop_classes()
    return UthPlaces(classes, exchanged, rows, columns, masks, outside)


def new_play() -> UthPlay:
    """Tables that check, and fold at last."""
    return UthPlay(
        np.full(52 * 52, kernel.CHECK, np.uint8),
        np.zeros((kernel.FLOP_CLASSES, kernel.ROW_OF_HOLES), np.uint8),
        np.zeros((kernel.RANKED_BOARDS, kernel.ROW_OF_RANKS), np.uint8),
        np.zeros((kernel.SUITED_BOARDS, kernel.ROW_OF_KINDS), np.uint8),
    )


def best_play(solution: Solution) -> UthPlay:
    """The solver's best play, for every hole, flop and board."""
    play = new_play()
    for first in range(52):
        for second in range(52):
            suited = first // RANKS == second // RANKS
            hand = number_hand(first % RANKS, second % RANKS, suited=suited)
            play.first[52 * first + second] = FIRST_ACTIONS.index(solution.first[hand])
    _, _, flops = strategies.flop_classes()
    tables.fill_flops(flops, solution.ranked_gain, solution.suited_gain, play.flops)
    tables.fill_best_ranked(solution.rules, solution.ranked, uth_places(), play.ranked)
    tables.fill_best_suited(solution.rules, solution.compared, play.suited)
    return play


@cache
def _solution() -> Solution:
    """No option of the text touches ante, blind and play."""
    return solve(read_rules())


def uth_model(options: UthOptions, strategy: str, _bets: Mapping[str, Fraction]) -> Model:
    return Model(
        wagers=WAGERS,
        optional=OPTIONAL,
        actions=ACTIONS,
        meanings=tuple(_meanings(options)),
        make_play=lambda: _player(_play(strategy)),
        make_exact=lambda: _exact(options, strategy),
        dealt=lambda seats: 7 + 2 * seats,
        notes=NOT_SIMULATED if options.cover_all or options.progressive else (),
    )


NOT_SIMULATED = ("Cover All and the progressive are not simulated.",)


def play_of(plan: Plan) -> UthPlay:
    """A plan that people can remember: its rules are applied once to every hole and every sight."""
    play, policy = new_play(), strategies.policy_of(plan)
    play.first[52 * FIRST + SECOND] = play.first[52 * SECOND + FIRST] = policy.first
    play.flops[:] = np.packbits(policy.twos, axis=1, bitorder="little")
    tables.fill_plan_ranked(policy.river, uth_places(), play.ranked)
    tables.fill_plan_suited(policy.river, play.suited)
    return play


PLANS_BY_NAME: dict[str, Plan] = {"simple": BEGINNER, **{plan.name: plan for plan in PLANS}}
"""What the simulation calls simple, because the robots play so, is the beginner's plan."""


def _play(strategy: str) -> UthPlay:
    if strategy == "optimal":
        return best_play(_solution())
    return play_of(PLANS_BY_NAME[strategy])


def _player(play: UthPlay) -> Play:
    sevens, places = seven_tables(), uth_places()
    opens = read_rules().opens >> CATEGORY_BITS << PLACE_BITS

    def rounds(deck: Array, state: Array, cells: Array, cards: Array) -> None:
        kernel.play_rounds(sevens, play, places, opens, deck, state, cells, cards)

    return rounds


def _exact(options: UthOptions, strategy: str) -> Exact:
    """Trips are paid whatever the player does; a plan's line takes some seconds to count."""
    solution = _solution()
    if strategy == "optimal":
        line = add_up(solution)
    else:
        line = strategies.line_of_plan(PLANS_BY_NAME[strategy])
    return Exact(line.ev, {"trips": paid_by(options.trips, solution.categories).ev}, line.actions)


def _meanings(options: UthOptions) -> Iterator[Meaning]:
    """In the order of the kernel's numbers."""
    for action, category, outcome, opens in product(ACTIONS, FiveCard, range(3), (False, True)):
        trips = paid(options.trips, category.key)
        wagers = {"trips": (Fraction(1), trips)}
        if action == "fold":
            wagers |= {wager: (Fraction(1), Fraction(-1)) for wager in ("ante", "blind")}
        else:
            sign = Fraction(outcome - TIED)
            multiple = MULTIPLES[action]
            wagers["ante"] = (Fraction(1), sign if opens else Fraction())
            wagers["blind"] = (Fraction(1), _blind(category) if outcome == WON else sign)
            wagers["play"] = (Fraction(multiple), multiple * sign)
        yield Meaning(action, wagers)


def _blind(category: FiveCard) -> Fraction:
    """What a winning hand is paid on the blind; a low one pushes."""
    odds = BLIND.odds(category.key)
    return odds.ratio if odds else Fraction()
