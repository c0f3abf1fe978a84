"""Ultimate Texas Hold 'Em as the simulation plays it: strategies as tables, rounds as numbers."""

from functools import cache

import numpy as np

from houseway.lab.kernels import sim_uth, sim_uth_tables
from houseway.lab.kernels.ranks import RANKS
from houseway.lab.kernels.seven import number_sets
from houseway.lab.kernels.sim_uth import UthPlaces, UthPlay
from houseway.lab.uth import FIRST_ACTIONS, Solution


@cache
def uth_places() -> UthPlaces:
    rows, columns, _ = number_sets(5)
    masks = np.zeros(1 << RANKS, np.uint16)
    outside = np.zeros((3, 1 << RANKS), np.uint8)
    boards = sim_uth.number_masks(masks)
    assert boards == sim_uth.SUITED_BOARDS
    sim_uth.number_outside(outside)
    return UthPlaces(rows, columns, masks, outside)


def new_play() -> UthPlay:
    """Tables that check, and fold at last."""
    return UthPlay(
        np.full(52 * 52, sim_uth.CHECK, np.uint8),
        np.zeros((sim_uth.FLOPS, sim_uth.ROW_OF_HOLES), np.uint8),
        np.zeros((6175, sim_uth.ROW_OF_RANKS), np.uint8),
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
    sim_uth_tables.fill_flops(solution.ranked_gain, solution.suited_gain, play.flops)
    sim_uth_tables.fill_ranked(solution.rules, solution.ranked, uth_places(), play.ranked)
    sim_uth_tables.fill_suited(solution.rules, solution.compared, play.suited)
    return play
