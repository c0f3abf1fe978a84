"""5 Card Hi-Lo, New Jersey."""

from houseway.games.contract import Game, no_display
from houseway.games.hilo.checking import check, check_attempt
from houseway.games.hilo.decisions import HiloActions, read_actions
from houseway.games.hilo.definition import GLOSSARY, NAME, RECIPE, WAGERING, printed, warnings
from houseway.games.hilo.handling import HANDLING
from houseway.games.hilo.options import MOST_SEATS, OPTIONS, HiloOptions
from houseway.games.hilo.procedure import running_order
from houseway.games.hilo.settlement import resolve

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
    resolve=resolve,
    running_order=running_order,
    check_attempt=check_attempt,
)
