"""Ultimate Texas Hold 'Em, Massachusetts."""

from houseway.games.contract import Game
from houseway.games.uth.checking import check, check_attempt
from houseway.games.uth.decisions import UthActions, read_actions
from houseway.games.uth.definition import GLOSSARY, NAME, RECIPE, WAGERING, printed, warnings
from houseway.games.uth.options import OPTIONS, UthOptions
from houseway.games.uth.procedure import running_order
from houseway.games.uth.settlement import resolve

GAME = Game[UthOptions, UthActions](
    id="uth",
    name=NAME,
    jurisdiction="Massachusetts",
    options=OPTIONS,
    options_type=UthOptions,
    wagering=WAGERING,
    glossary=GLOSSARY,
    recipe=RECIPE,
    printed=printed,
    warnings=warnings,
    read_actions=read_actions,
    check=check,
    resolve=resolve,
    running_order=running_order,
    check_attempt=check_attempt,
    board=True,
)
