"""Ultimate Texas Hold 'Em, Massachusetts."""

from houseway.games.contract import Game
from houseway.games.uth.checking import check, check_attempt, check_hand_wagers, check_seating
from houseway.games.uth.decisions import UthActions, read_actions
from houseway.games.uth.definition import (
    GLOSSARY,
    NAME,
    RECIPE,
    WAGERING,
    display,
    printed,
    warnings,
)
from houseway.games.uth.handling import HANDLING
from houseway.games.uth.irregularities import rule_on
from houseway.games.uth.options import MOST_SEATS, OPTIONS, UthOptions
from houseway.games.uth.procedure import running_order
from houseway.games.uth.script import SCRIPT
from houseway.games.uth.settlement import resolve
from houseway.games.uth.strategy import simple

GAME = Game[UthOptions, UthActions](
    id="uth",
    name=NAME,
    jurisdiction="Massachusetts",
    options=OPTIONS,
    options_type=UthOptions,
    most_seats=MOST_SEATS,
    wagering=WAGERING,
    glossary=GLOSSARY,
    recipe=RECIPE,
    handling=HANDLING,
    printed=printed,
    display=display,
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
    board=True,
)
