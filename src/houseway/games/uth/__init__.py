"""Ultimate Texas Hold 'Em, Massachusetts."""

from houseway.games.contract import Game
from houseway.games.uth.checks import (
    check,
    check_attempt,
    check_equipment,
    check_hand_wagers,
    check_seating,
)
from houseway.games.uth.decisions import UthActions, read_actions
from houseway.games.uth.definition import (
    GLOSSARY,
    NAME,
    RECIPE,
    WAGERING,
    display_odds,
    list_warnings,
    print_table,
)
from houseway.games.uth.handling import HANDLING
from houseway.games.uth.irregularities import STAGES, rule_on
from houseway.games.uth.meter import METER
from houseway.games.uth.options import MOST_SEATS, UthOptions
from houseway.games.uth.procedure import running_order
from houseway.games.uth.script import SCRIPT, play_simply
from houseway.games.uth.settlement import resolve
from houseway.games.uth.words import HOW_TO_PLAY, PITCH, call_hand

GAME = Game[UthOptions, UthActions](
    id="uth",
    name=NAME,
    jurisdiction="Massachusetts",
    package=__name__,
    pitch=PITCH,
    how_to_play=HOW_TO_PLAY,
    lab="houseway.lab.uth:LAB",
    stages=STAGES,
    meter=METER,
    check_equipment=check_equipment,
    shows_hand_count=lambda options: options.cover_all_mode,
    call_hand=call_hand,
    options_type=UthOptions,
    most_seats=MOST_SEATS,
    wagering=WAGERING,
    glossary=GLOSSARY,
    recipe=RECIPE,
    handling=HANDLING,
    printed=print_table,
    display=display_odds,
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
    board=True,
)
