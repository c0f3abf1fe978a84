"""Ultimate Texas Hold 'Em as the simulation plays it: strategies as tables, rounds as numbers."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from houseway.cards import NEW_DECK, FiveCard
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND
from houseway.lab import compact_uth
from houseway.lab.kernels import sim_uth, sim_uth_plans, sim_uth_tables, uth_flop_sights
from houseway.lab.kernels.ranks import CATEGORY_BITS, RANKS
from houseway.lab.kernels.seven import PLACE_BITS, number_sets, seven_tables
from houseway.lab.kernels.sim_uth import UthPlaces, UthPlay
from houseway.lab.results import paid_by
from houseway.lab.sim_model import Array, Exact, Meaning, Model, Play, paid
from houseway.lab.uth import ACTIONS, FIRST_ACTIONS, MULTIPLES, Solution, add_up, read_rules, solve
from houseway.lab.uth_plans import BEGINNER, PLANS, Plan
from houseway.lab.uth_sights import all_flop_sights, all_river_sights

WAGERS, OPTIONAL = ("ante", "blind", "play", "trips"), ("trips",)
TIED, WON = 1, 2


@cache
def flop_classes() -> tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint8]]:
    """The class of each flop, the 24 exchanges of suits, and one flop of each class."""
    exchanged = np.array(
        [
            [RANKS * suits[card // RANKS] + card % RANKS for card in range(52)]
            for suits in permutations(range(4))
        ],
        np.uint8,
    )
    classes = np.zeros(sim_uth.FLOPS, np.uint16)
    flops = np.zeros((sim_uth.FLOP_CLASSES, 3), np.uint8)
    found = sim_uth.class_flops(exchanged, classes, flops)
    assert found == sim_uth.FLOP_CLASSES
    return classes, exchanged, flops


@cache
def uth_places() -> UthPlaces:
    rows, columns, _ = number_sets(5)
    masks = np.zeros(1 << RANKS, np.uint16)
    outside = np.zeros((3, 1 << RANKS), np.uint8)
    boards = sim_uth.number_masks(masks)
    assert boards == sim_uth.SUITED_BOARDS
    sim_uth.number_outside(outside)
    classes, exchanged, _ = flop_classes()
    return UthPlaces(classes, exchanged, rows, columns, masks, outside)


def new_play() -> UthPlay:
    """Tables that check, and fold at last."""
    return UthPlay(
        np.full(52 * 52, sim_uth.CHECK, np.uint8),
        np.zeros((sim_uth.FLOP_CLASSES, sim_uth.ROW_OF_HOLES), np.uint8),
        np.zeros((sim_uth.RANKED_BOARDS, sim_uth.ROW_OF_RANKS), np.uint8),
        np.zeros((sim_uth.SUITED_BOARDS, sim_uth.ROW_OF_KINDS), np.uint8),
    )


def best_play(solution: Solution) -> UthPlay:
    """What the solver found best, for every hole, flop and board."""
    play = new_play()
    for one in range(52):
        for other in range(52):
            low, high = sorted((one % RANKS, other % RANKS))
            suited = one // RANKS == other // RANKS
            hand = high * RANKS + low if suited else low * RANKS + high
            play.first[52 * one + other] = FIRST_ACTIONS.index(solution.first[hand])
    sim_uth_tables.fill_flops(
        flop_classes()[2], solution.ranked_gain, solution.suited_gain, play.flops
    )
    sim_uth_tables.fill_ranked(solution.rules, solution.ranked, uth_places(), play.ranked)
    sim_uth_tables.fill_suited(solution.rules, solution.compared, play.suited)
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
    )


def play_of(plan: Plan) -> UthPlay:
    """A plan that people can remember: its rules are asked once for every hole and every sight."""
    play = new_play()
    for one, other in permutations(range(52), 2):
        if plan.first((NEW_DECK[one], NEW_DECK[other])):
            play.first[52 * one + other] = FIRST_ACTIONS.index("4x")
    # A hole that shares a card with the flop has the last number, -1: no raise.
    raises = np.array([*map(plan.flop, all_flop_sights()), False])
    sights = uth_flop_sights.look_after_flops(flop_classes()[2].astype(np.int64))
    play.flops[:] = np.packbits(raises[sights], axis=1, bitorder="little")
    plays = np.array([plan.river(sight) for sight in all_river_sights()])
    sim_uth_plans.fill_ranked(plays, uth_places(), play.ranked)
    sim_uth_plans.fill_suited(plays, play.suited)
    return play


PLANS_BY_NAME: dict[str, Plan] = {"simple": BEGINNER, **{plan.name: plan for plan in PLANS}}
"""What the game calls simple, because its robots play so, is the beginner's plan."""
STRATEGIES: tuple[str, ...] = ("optimal", *PLANS_BY_NAME)
"""One more plan is one more strategy."""


def _play(strategy: str) -> UthPlay:
    if strategy == "optimal":
        return best_play(_solution())
    return play_of(PLANS_BY_NAME[strategy])


def _player(play: UthPlay) -> Play:
    sevens, places = seven_tables(), uth_places()
    opens = read_rules().opens >> CATEGORY_BITS << PLACE_BITS

    def rounds(deck: Array, state: Array, cells: Array, cards: Array) -> None:
        sim_uth.play_rounds(sevens, play, places, opens, deck, state, cells, cards)

    return rounds


def _exact(options: UthOptions, strategy: str) -> Exact:
    """Trips are paid whatever the player does; a plan's line takes some seconds to count."""
    solution = _solution()
    if strategy == "optimal":
        line = add_up(solution)[1]
    else:
        line = compact_uth.line_of_plan(PLANS_BY_NAME[strategy])
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
