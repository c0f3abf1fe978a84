"""5 Card Hi-Lo, New Jersey."""

from houseway.games.contract import Game
from houseway.games.hilo.checks import check, check_attempt, check_hand_wagers, check_seating
from houseway.games.hilo.decisions import HiloActions, read_actions
from houseway.games.hilo.definition import GLOSSARY, NAME, RECIPE, WAGERING, print_table
from houseway.games.hilo.handling import HANDLING
from houseway.games.hilo.irregularities import STAGES, rule_on
from houseway.games.hilo.options import MOST_SEATS, HiloOptions
from houseway.games.hilo.procedure import running_order
from houseway.games.hilo.script import SCRIPT, play_simply
from houseway.games.hilo.settlement import resolve
from houseway.games.hilo.words import HOW_TO_PLAY, PITCH, call_hand, describe_groups

GAME = Game[HiloOptions, HiloActions](
    id="hilo",
    name=NAME,
    jurisdiction="New Jersey",
    package=__name__,
    pitch=PITCH,
    how_to_play=HOW_TO_PLAY,
    lab="houseway.lab.hilo:LAB",
    stages=STAGES,
    hands_allowed=lambda options: options.hands_allowed,
    call_hand=call_hand,
    describe_groups=describe_groups,
    # Once an option of every table's equipment, also where it changed nothing.
    retired_options=frozenset({"cover_all_mode"}),
    options_type=HiloOptions,
    most_seats=MOST_SEATS,
    wagering=WAGERING,
    glossary=GLOSSARY,
    recipe=RECIPE,
    handling=HANDLING,
    printed=print_table,
    read_actions=read_actions,
    check=check,
    check_bets=check_hand_wagers,
    check_seating=check_seating,
    resolve=resolve,
    running_order=running_order,
    rule_on=rule_on,
    script=SCRIPT,
    beginner=play_simply,
    check_attempt=check_attempt,
)
