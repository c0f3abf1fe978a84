"""High Card Duel: a small complete game for Houseway."""

from highcard.definition import (
    GLOSSARY,
    HANDLING,
    NAME,
    RECIPE,
    USUAL,
    WAGERING,
    print_table,
)
from highcard.options import DuelOptions
from highcard.play import SCRIPT, play_as_beginner
from highcard.rules import DuelActions, check, read_actions, resolve, running_order
from highcard.words import HOW_TO_PLAY, PITCH
from houseway.games.contract import Game

GAME = Game[DuelOptions, DuelActions](
    id="duel",
    name=NAME,
    jurisdiction="Example",
    package=__name__,
    pitch=PITCH,
    how_to_play=HOW_TO_PLAY,
    options_type=DuelOptions,
    most_seats=7,
    wagering=WAGERING,
    glossary=GLOSSARY,
    recipe=RECIPE,
    handling=HANDLING,
    stages=USUAL.stages,
    printed=print_table,
    read_actions=read_actions,
    check=check,
    check_bets=USUAL.check_bets,
    check_seating=USUAL.check_seating,
    resolve=resolve,
    running_order=running_order,
    rule_on=USUAL.rule_on,
    script=SCRIPT,
    beginner=play_as_beginner,
    check_attempt=USUAL.check_attempt,
)
