"""Compiles kernels that many tests need, on as little as there is to work on.

`make test` runs this before two test processes start, which would compile the same side by side.
"""

from houseway.games.hilo.options import HiloOptions
from houseway.games.pikit.options import PikitOptions
from houseway.games.uth.options import UthOptions
from houseway.lab.hilo.exposure import hilo_exposures
from houseway.lab.pikit.exposure import pikit_exposures
from houseway.lab.uth.exposed_cards import best, classes, list_boards, meet, sum_tables
from houseway.lab.uth.exposure import VIEWS, uth_exposures
from houseway.lab.uth.plans import PLANS
from houseway.lab.uth.simulation import play_of
from houseway.lab.uth.solver import read_rules, solve
from houseway.lab.uth.strategies import play, policy_of

SEEN = "burn_card", "one_dealer_card", "two_dealer_cards", "other_hands_2"


def compile_plans() -> None:
    play([policy_of(PLANS[0])], slice(0, 1))
    play_of(PLANS[0])


def compile_exposures() -> None:
    list(pikit_exposures(PikitOptions(), SEEN, rounds=2))
    list(hilo_exposures(HiloOptions(), SEEN, rounds=2))
    next(uth_exposures(UthOptions(), ["other_players_2"], rounds=2))
    solution = solve(read_rules())
    boards = list_boards(solution.rules, solution.ranked)
    for name in ("burn_card", "one_dealer_card"):
        tables = sum_tables(VIEWS[name], boards, 5, 8, by_card=True)
        hole, _ = classes(5, 8)[0]
        best(VIEWS[name], tables, meet(VIEWS[name], tables, hole))


if __name__ == "__main__":
    compile_plans()
    compile_exposures()
