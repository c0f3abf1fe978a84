"""The contract that all games share.

A game is one package that fills in this record and names it in the entry-point group
`houseway.games`. Whatever runs, draws, narrates, explains, prices, stores or proves a game
reads it from here and knows no game by name. `houseway.testing.check_game` tells an author
what is missing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from houseway.cards import Card
from houseway.chips import dollars
from houseway.games.dealing import Recipe
from houseway.games.equipment import Equipment
from houseway.games.fields import Fields
from houseway.games.handling import Handling
from houseway.games.introduction import HowToPlay, Pitch
from houseway.games.irregularities import Irregularity, Ruling
from houseway.games.meters import Meter
from houseway.games.options import Option, options_of, read_options
from houseway.games.printed import PostedOdds, Printed, Term
from houseway.games.procedure import Step
from houseway.games.results import Settlement
from houseway.games.rounds import Hand, Round, read_round
from houseway.games.script import Script, Task
from houseway.games.wagers import Moment, WageringRules
from houseway.rulebook import Refusal, Refused, RuleText, load_text

Bets = Mapping[int, Mapping[str, int]]
"""The wagers at each position."""

O = TypeVar("O")  # noqa: E741  # the options of a game
A = TypeVar("A")  # the actions of a hand


def call_as_announced(
    _options: Any, _round: Round[Any], _seat: int | None, announced: tuple[str, ...]
) -> str:
    """For a game whose running order announces all there is to say of a hand."""
    return "; ".join(announced)


@dataclass(frozen=True)
class Game(Generic[O, A]):
    """One game: its definition as data, and its rules as pure functions."""

    id: str
    name: str
    jurisdiction: str
    package: str
    """The package that holds `clauses.toml` and, where readings are needed, `readings.toml`."""
    pitch: Pitch
    how_to_play: HowToPlay
    options_type: type[O]
    most_seats: int
    wagering: WageringRules
    glossary: tuple[Term, ...]
    recipe: Recipe
    handling: Handling
    stages: tuple[str, ...]
    """The moments of a round that an irregularity may name."""
    printed: Callable[[O], Printed]
    read_actions: Callable[[Fields, str], A]
    check: Callable[[O, Round[A]], Iterator[Refusal]]
    """Every refusal of a round as described."""
    check_bets: Callable[[O, Mapping[str, int]], Iterator[Refusal]]
    """Refusals of the wagers placed before the deal at one position."""
    check_seating: Callable[[O, Mapping[int, str], Bets], Iterator[Refusal]]
    """Refusals of how players and their bets are spread over the positions."""
    resolve: Callable[[O, Round[A]], Settlement]
    """The settlement of a round that `check` does not refuse."""
    running_order: Callable[[O, Round[A], Settlement], Iterator[Step]]
    rule_on: Callable[[O, Irregularity | None], Ruling]
    """What an irregularity does to a round."""
    script: Script[O, A]
    beginner: Callable[[O, Hand[A], tuple[Card, ...], Task], Any]
    """A strategy that one can remember: from the options, the hand, the board and the question."""
    check_attempt: Callable[[O, Fields], Iterator[Refusal]]
    """Refusals of a single act, described without the round around it."""
    board: bool = False
    """Whether the game has community cards."""
    warnings: Callable[[O], tuple[str, ...]] = lambda _options: ()
    """What a licensee should know before opening a table with these options."""
    lab: str = ""
    """Its `LabGame` as "package.module:NAME"; empty where the generic lab serves it."""
    meter: Meter[O, A] | None = None
    """The fund that grows with a wager and pays prizes, where the game has one."""
    display: Callable[[O, int], PostedOdds | None] = lambda _options, _hands: None
    """Odds that are shown once the hands are counted, where any depend on their number."""
    check_equipment: Callable[[O, Equipment], Iterable[Refusal]] = lambda _options, _equipment: ()
    """Refusals of devices that the game's own options do not go with."""
    shows_hand_count: Callable[[O], bool] = lambda _options: False
    """Whether the table displays how many hands were dealt."""
    hands_allowed: Callable[[O], int] = lambda _options: 1
    """How many positions one player may hold."""
    call_hand: Callable[[O, Round[A], int | None, tuple[str, ...]], str] = call_as_announced
    """What a revealed hand is called, from what the running order announces; None: the dealer."""
    describe_groups: Callable[[Mapping[str, tuple[Card, ...]]], str] = lambda _groups: ""
    """What a split of a hand comes to, in words, for the player who chooses it."""
    retired_options: frozenset[str] = frozenset()
    """Options that records of an earlier version may name, and that mean nothing any more."""

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What a licensee may choose."""
        return options_of(self.options_type)

    @cached_property
    def rulebook(self) -> RuleText:
        """The game's clauses and readings, from its own package."""
        return load_text(self.id, self.package)

    def read_options(self, config: object) -> O:
        if self.retired_options and isinstance(config, Mapping):
            config = {k: v for k, v in config.items() if k not in self.retired_options}
        return read_options(self.options_type, self.options, config)

    def read_round(self, fields: Fields) -> Round[A]:
        return read_round(fields, self.read_actions, board=self.board)

    def _check_placed(self, options: O, round_: Round[A]) -> Iterator[Refusal]:
        """Refusals of a described wager that the hand's decisions do not put down."""
        later = [wager for wager in self.wagering.wagers if wager.moment is Moment.AFTER_THE_DEAL]
        for hand in round_.hands:
            placed = self.script.placed(options, hand)
            for wager in later:
                cents, due = hand.wagers.get(wager.id), placed.get(wager.id, 0)
                if cents is not None and cents != due:
                    tried = f"Seat {hand.seat}: a {wager.name} of {dollars(cents)}"
                    because = f"the decisions described put down {dollars(due)}"
                    yield Refusal(wager.clauses, tried, because)

    def settle(self, options: O, round_: Round[A]) -> Settlement:
        """Settles a round, or refuses it with everything that is wrong."""
        refusals = tuple(self.check(options, round_)) or tuple(self._check_placed(options, round_))
        if refusals:
            raise Refused(refusals)
        settlement = self.resolve(options, round_)
        assert_whole(round_, settlement)
        return settlement


def assert_whole(round_: Round[Any], settlement: Settlement) -> None:
    """A round is over only when every wager placed before the deal is settled, each once."""
    for hand, result in zip(round_.hands, settlement.hands, strict=True):
        assert hand.seat == result.seat
        settled = [entry.wager for entry in result.results]
        assert len(settled) == len(set(settled)), "a wager was settled twice"
        assert hand.wagers.keys() <= set(settled), "a wager was left unsettled"
