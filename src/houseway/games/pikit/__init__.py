"""Pik-it poker, New Jersey."""

from houseway.games.contract import Game, no_display
from houseway.games.pikit.checking import check, check_attempt, check_hand_wagers, check_seating
from houseway.games.pikit.decisions import PikitActions, read_actions
from houseway.games.pikit.definition import GLOSSARY, NAME, RECIPE, WAGERING, printed, warnings
from houseway.games.pikit.handling import HANDLING
from houseway.games.pikit.irregularities import rule_on
from houseway.games.pikit.options import MOST_SEATS, OPTIONS, PikitOptions
from houseway.games.pikit.procedure import running_order
from houseway.games.pikit.script import SCRIPT
from houseway.games.pikit.settlement import resolve
from houseway.games.pikit.strategy import simple

GAME = Game[PikitOptions, PikitActions](
    id="pikit",
    name=NAME,
    jurisdiction="New Jersey",
    options=OPTIONS,
    options_type=PikitOptions,
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
    rule_on=lambda _options, found: rule_on(found),
    script=SCRIPT,
    simple=simple,
    check_attempt=check_attempt,
)
