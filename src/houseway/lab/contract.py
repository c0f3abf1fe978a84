"""What the lab can do for a game: one record that each game's lab fills in, and its look-up.

A game names its record as `Game.lab = "package.module:LAB"`; the generic lab serves the others.
Importing a record must be cheap: whatever needs NumPy or compiled code is imported `later`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from houseway.cards import Card, repeats, show_cards
from houseway.chips import Odds
from houseway.games import GAMES
from houseway.games.contract import Game
from houseway.games.fields import either
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.lab.exact.exposure import Estimate, Exposure
    from houseway.lab.exact.pay_table_design import Design
    from houseway.lab.exact.results import Analysis
    from houseway.lab.exact.strategies import Playbook
    from houseway.lab.reports.words import ReportWords
    from houseway.lab.simulation.model import Model

Bets = Mapping[str, Fraction]
"""Antes on each optional wager that is bet in every round."""
NO_DECISION = "no decision"
"""The last action of a player who is asked nothing."""
Rows = Mapping[str, Odds | None]
"""Odds by row of a pay table; None where a row pays nothing."""
Choose = Callable[[str, tuple[Card, ...], tuple[Card, ...]], Any]
"""A strategy written in Python: from a stage, a player's cards and the board to an answer."""
Chooser = Callable[[Any, Hand[Any], tuple[Card, ...], Task], Any]
"""From the options, a hand, the board and a decision of the script to the answer."""


@dataclass(frozen=True)
class Situation:
    """What a player knows: his cards, the board so far, and other cards that he has seen."""

    game: str
    options: Any
    cards: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    bets: Bets = field(default_factory=dict)
    """Optional wagers that are valued with the rest, as `LabGame.valued_with` names them."""
    stage: str | None = None
    """The decision that is due, as the game's script calls it; None leaves it to the cards."""
    actions: Any = None
    """What the hand has chosen so far, as the script keeps it; None before its first choice."""

    def gone(self) -> tuple[Card, ...]:
        return self.cards + self.board + self.seen


@dataclass(frozen=True)
class Choice:
    """One thing a player may do, and what it is worth in antes."""

    action: str
    ev: Fraction
    wager: int
    """Antes that it puts down, for the order of equal values."""
    groups: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """Where the choice splits the hand: the cards of each group, as the offer names them."""
    estimate: "Estimate | None" = None
    """Set where `ev` is the mean of a sample and not exact."""


def choice_data(choice: Choice) -> dict[str, Any]:
    """A choice as `houseway advise --json` gives it; an estimate always with its interval."""
    data: dict[str, Any] = {"action": choice.action}
    data["ev"] = f"{choice.ev.numerator}/{choice.ev.denominator}"
    data |= {name: [str(card) for card in cards] for name, cards in choice.groups.items()}
    if choice.estimate:
        low, high = choice.estimate.interval
        rounds, seed = choice.estimate.rounds, choice.estimate.seed
        data["exact"] = False
        data["estimate"] = {"low": low, "high": high, "rounds": rounds, "seed": seed}
    return data


@dataclass(frozen=True)
class Sample:
    """How much is dealt at random where not everything can be counted; None: as the game has it."""

    rounds: int | None = None
    """0 takes no sample and counts, where that is possible."""
    seed: int | None = None

    def settings(self) -> dict[str, int]:
        """What is set, by name."""
        named = {"rounds": self.rounds, "seed": self.seed}
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True)
class Exposures:
    """What it is worth to see cards that a player should not see."""

    names: tuple[str, ...]
    find: Callable[[Any, Sequence[str] | None, Sample, Bets], "Iterator[Exposure]"]
    """From options, names (None: the usual ones), a sample and bets to one after the other."""
    note: str = ""


def without_posted_limits(options: Any) -> Any:
    """Options under which any amount may be bet."""
    return replace(options, minimums={}, maximums={})


def pass_on(
    choose: Choose, _options: Any, hand: Hand[Any], board: tuple[Card, ...], task: Task
) -> Any:
    """For a game whose strategies in Python answer its script's questions as they stand."""
    return choose(task.stage or "", hand.cards, board)


@dataclass(frozen=True)
class LabGame:
    """One game in the lab. What it lacks is None or empty, and is reported plainly."""

    game_id: str
    analyze: Callable[[Any, Bets], "Analysis"]
    """The mathematics of a configuration with the best play, and these bets in every round."""
    advise: Callable[[Situation], Sequence[Choice]]
    """Every choice of a situation, in any order; none where the stage has nothing to value."""
    model: "Callable[[Any, str, Bets], Model] | None" = None
    """From options, a strategy and bets to what the simulation plays."""
    strategy_names: tuple[str, ...] = ()
    """The strategies that `model` knows, the best one first."""
    playbook: "Callable[[Any, Bets], Playbook] | None" = None
    """Strategies to remember, with their exact cost."""
    exposures: Exposures | None = None
    designs: "Callable[[Any], Sequence[Design]]" = lambda _options: ()
    """Every wager of a configuration that is paid by a table."""
    best_play: "Callable[[Any, Design, Rows], Fraction] | None" = None
    """The game's worth with other odds, where the best play depends on them."""
    names: "ReportWords | None" = None
    """What a math report calls things."""
    display_options: frozenset[str] = frozenset()
    """Options about what a table displays; a math report and its digest leave them out."""
    valued_with: tuple[str, ...] = ()
    """Optional wagers that change the best play."""
    side_names: Callable[[Any], Mapping[str, str]] = lambda _options: {}
    """By wager: its key in `Analysis.side`, as these options pay it."""
    warm: Callable[[], None] = lambda: None
    """Gets ready for advice, so that the first question is answered at once."""
    is_slow: Callable[[Situation], bool] = lambda _situation: False
    """Whether advice takes longer than anyone should be kept waiting."""
    unlimited: Callable[[Any], Any] = without_posted_limits
    """Options whose payouts are the odds and nothing else: no limits and no rounding."""
    answer: Callable[[Choose, Any, Hand[Any], tuple[Card, ...], Task], Any] = pass_on
    """A strategy's choice at a decision of the script, in the form that the script takes."""


def lab_of(game: Game[Any, Any]) -> LabGame:
    """The lab of a game: its own, or the generic one."""
    if not game.lab:
        from houseway.lab.generic import lab_for  # noqa: PLC0415  # it needs this record

        return lab_for(game)
    lab: LabGame = _load(game.lab)
    return lab


@cache
def _load(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def later(path: str) -> Callable[..., Any]:
    """The function at `package.module:name`, imported when it is first called."""

    def call(*arguments: Any, **named: Any) -> Any:
        return _load(path)(*arguments, **named)

    return call


def load_extra(module: str, refusal: str) -> Any:
    """A module that only some installations have; it may be slow to load."""
    try:
        return import_module(module)
    except ImportError:
        raise Malformed(refusal) from None


def check_bets(game: Game[Any, Any], bets: Bets) -> None:
    """Refuses bets that the lab cannot value together with the rest."""
    known = lab_of(game).valued_with
    for wager, antes in bets.items():
        words = wager.replace("_", " ")
        if wager not in known and antes:
            games = [other.name for other in GAMES.values() if wager in lab_of(other).valued_with]
            of = f" is one of {either(games)}, of so many antes" if games else " changes no choice"
            raise Malformed(f"A {words} bet{of}.")
        if antes < 0:
            raise Malformed(f"A {words} bet is not negative; it is of so many antes.")


def analyze(game: Game[Any, Any], options: Any, bets: Bets | None = None) -> "Analysis":
    """The exact mathematics of a configuration."""
    check_bets(game, bets or {})
    return lab_of(game).analyze(options, bets or {})


def advise(situation: Situation) -> tuple[Choice, ...]:
    """Every choice with its value, the best first, and of equal ones the smaller wager."""
    game = GAMES[situation.game]
    _check_situation(game, situation)
    choices = lab_of(game).advise(situation)
    return tuple(sorted(choices, key=lambda choice: (-choice.ev, choice.wager)))


def _check_situation(game: Game[Any, Any], situation: Situation) -> None:
    size = game.recipe.hand_size
    if len(situation.cards) != size:
        raise Malformed(f"A hand of {game.name} has {size} cards, not {len(situation.cards)}.")
    sizes = list(accumulate(game.recipe.streets, initial=0))
    if situation.board and len(sizes) == 1:
        raise Malformed(f"{game.name} has no board.")
    if len(situation.board) not in sizes:
        raise Malformed(f"The board has {either(sizes)} cards, not {len(situation.board)}.")
    twice = repeats(situation.gone())
    if twice:
        raise Malformed(f"{show_cards(twice)} cannot be in two places.")
    check_bets(game, situation.bets)
    needed = size + sizes[-1] - len(situation.board)
    if 52 - len(situation.gone()) < needed:
        raise Malformed("So many cards are gone that the round cannot be dealt.")


def find_playbook(game: Game[Any, Any], options: Any, bets: Bets | None = None) -> "Playbook":
    """The strategies of a game that people can remember."""
    check_bets(game, bets or {})
    playbook = lab_of(game).playbook
    if playbook is None:
        raise Malformed(f"{game.name} has no compact strategies.")
    return playbook(options, bets or {})


def find_exposures(game: Game[Any, Any]) -> Exposures:
    exposures = lab_of(game).exposures
    if exposures is None:
        raise Malformed(f"{game.name} has no exposures that the lab can value.")
    return exposures


def value_design(
    game: Game[Any, Any], options: Any, design: "Design", rows: Rows
) -> Fraction | None:
    """What the game is worth with these odds and the play that is best for them.

    None where the wager is no part of the main game.
    """
    from houseway.lab.exact.pay_table_design import price  # noqa: PLC0415

    if design.base is None:
        return None
    best_play = lab_of(game).best_play
    if not design.plays or best_play is None:
        return design.base + price(design, rows).ev
    return best_play(options, design, rows)
