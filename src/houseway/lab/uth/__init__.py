"""Ultimate Texas Hold 'Em in the lab."""

from dataclasses import replace

from houseway.games.uth.options import Limits, UthOptions
from houseway.lab.contract import Exposures, LabGame, later
from houseway.lab.uth import words

NO_LIMIT = 10**15
_analyze = later("houseway.lab.uth.solver:analyze_uth")
_exposures = later("houseway.lab.uth.exposure:uth_exposures")
_list_designs = later("houseway.lab.uth.design:list_designs")
_playbook = later("houseway.lab.uth.strategies:playbook")


def _lift_limits(options: UthOptions) -> UthOptions:
    return replace(
        options,
        minimums={},
        maximums={},
        limits=Limits(NO_LIMIT, NO_LIMIT),
        payout_unit_cents=1,
        wager_increment_cents=1,
    )


LAB = LabGame(
    game_id="uth",
    analyze=lambda options, _bets: _analyze(options),
    advise=later("houseway.lab.uth.advice:advise"),
    model=later("houseway.lab.uth.simulation:uth_model"),
    strategy_names=("optimal", "simple", "beginner", "easy", "classic", "better"),
    playbook=lambda options, _bets: _playbook(options),
    exposures=Exposures(
        tuple(words.EXPOSURES),
        lambda options, names, sample, _bets: _exposures(options, names, **sample.settings()),
    ),
    designs=lambda options: tuple(_list_designs(options)),
    best_play=later("houseway.lab.uth.design:value_with"),
    names=words.WORDS,
    display_options=frozenset({"cover_all_mode"}),
    side_names=words.side_names,
    warm=later("houseway.lab.uth.advice:warm"),
    # With other cards known before the flop, tables of all boards are built first.
    is_slow=lambda situation: bool(situation.seen) and not situation.board,
    unlimited=_lift_limits,
)
