"""Pik-it poker, New Jersey."""

from houseway.games.contract import Game
from houseway.games.pikit.checks import check, check_attempt, check_hand_wagers, check_seating
from houseway.games.pikit.decisions import PikitActions, read_actions
from houseway.games.pikit.definition import (
    GLOSSARY,
    NAME,
    RECIPE,
    WAGERING,
    list_warnings,
    print_table,
)
from houseway.games.pikit.handling import HANDLING
from houseway.games.pikit.irregularities import STAGES, rule_on
from houseway.games.pikit.options import MOST_SEATS, PikitOptions
from houseway.games.pikit.procedure import running_order
from houseway.games.pikit.script import SCRIPT, play_simply
from houseway.games.pikit.settlement import resolve
from houseway.games.pikit.words import HOW_TO_PLAY, PITCH, call_hand

GAME = Game[PikitOptions, PikitActions](
    id="pikit",
    name=NAME,
    jurisdiction="New Jersey",
    package=__name__,
    pitch=PITCH,
    how_to_play=HOW_TO_PLAY,
    lab="houseway.lab.pikit:LAB",
    stages=STAGES,
    hands_allowed=lambda options: options.multi_position,
    call_hand=call_hand,
    # Once an option of every table's equipment, also where it changed nothing.
    retired_options=frozenset({"cover_all_mode"}),
    options_type=PikitOptions,
    most_seats=MOST_SEATS,
    wagering=WAGERING,
    glossary=GLOSSARY,
    recipe=RECIPE,
    handling=HANDLING,
    printed=print_table,
    warnings=list_warnings,
    read_actions=read_actions,
    check=check,
    check_bets=check_hand_wagers,
    check_seating=check_seating,
    resolve=resolve,
    running_order=running_order,
    rule_on=lambda _options, irregularity: rule_on(irregularity),
    script=SCRIPT,
    beginner=play_simply,
    check_attempt=check_attempt,
)
