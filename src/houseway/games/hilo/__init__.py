"""5 Card Hi-Lo, New Jersey."""

from houseway.games.contract import Game, no_display
from houseway.games.hilo.checking import check, check_attempt, check_hand_wagers, check_seating
from houseway.games.hilo.decisions import HiloActions, read_actions
from houseway.games.hilo.definition import GLOSSARY, NAME, RECIPE, WAGERING, printed, warnings
from houseway.games.hilo.handling import HANDLING
from houseway.games.hilo.irregularities import rule_on
from houseway.games.hilo.options import MOST_SEATS, OPTIONS, HiloOptions
from houseway.games.hilo.procedure import running_order
from houseway.games.hilo.script import SCRIPT
from houseway.games.hilo.settlement import resolve
from houseway.games.hilo.strategy import simple

GAME = Game[HiloOptions, HiloActions](
    id="hilo",
    name=NAME,
    jurisdiction="New Jersey",
    options=OPTIONS,
    options_type=HiloOptions,
    most_seats=MOST_SEATS,
    wagering=WAGERING,
    glossary=GLOSSARY,
    recipe=RECIPE,
    handling=HANDLING,
    printed=printed,
    display=no_display,
    warnings=warnings,
    read_actions=read_actions,
    check=check,
    check_bets=check_hand_wagers,
    check_seating=check_seating,
    resolve=resolve,
    running_order=running_order,
    rule_on=rule_on,
    script=SCRIPT,
    simple=simple,
    check_attempt=check_attempt,
)
