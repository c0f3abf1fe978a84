"""The contract that all games share.

A game is one folder that fills in this record. Whatever runs, draws, explains
or computes a game reads it from here and knows no game by name.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from houseway.cards import Card
from houseway.games.dealing import Recipe
from houseway.games.handling import Handling
from houseway.games.irregularities import Irregularity, Ruling
from houseway.games.options import Option, read_options
from houseway.games.printed import PostedOdds, Printed, Term
from houseway.games.procedure import Step
from houseway.games.reading import Fields
from houseway.games.results import Settlement
from houseway.games.rounds import Hand, Round, read_round
from houseway.games.script import Script, Task
from houseway.games.wagers import WageringRules
from houseway.rulebook import Refusal, Refused

Bets = Mapping[int, Mapping[str, int]]
"""The wagers at each position."""

O = TypeVar("O")  # noqa: E741  # the options of a game
A = TypeVar("A")  # the actions of a hand


@dataclass(frozen=True)
class Game(Generic[O, A]):
    """One game: its definition as data, and its rules as pure functions."""

    id: str
    name: str
    jurisdiction: str
    options: tuple[Option, ...]
    options_type: type[O]
    most_seats: int
    wagering: WageringRules
    glossary: tuple[Term, ...]
    recipe: Recipe
    handling: Handling
    printed: Callable[[O], Printed]
    display: Callable[[O, int], PostedOdds | None]
    """Odds that are shown once the hands are counted, where any depend on their number."""
    warnings: Callable[[O], tuple[str, ...]]
    """What a licensee should know before opening a table with these options."""
    read_actions: Callable[[Fields, str], A]
    check: Callable[[O, Round[A]], Iterator[Refusal]]
    """Every refusal of a round as described."""
    check_bets: Callable[[O, Mapping[str, int]], Iterator[Refusal]]
    """Refusals of the wagers placed before the deal at one position."""
    check_seating: Callable[
        [O, Mapping[int, str], Mapping[int, Mapping[str, int]]], Iterator[Refusal]
    ]
    """Refusals of how players and their bets are spread over the positions."""
    resolve: Callable[[O, Round[A]], Settlement]
    """The settlement of a round that `check` does not refuse."""
    running_order: Callable[[O, Round[A], Settlement], Iterator[Step]]
    rule_on: Callable[[O, Irregularity | None], Ruling]
    """What an irregularity does to a round."""
    script: Script[O, A]
    simple: Callable[[O, Hand[A], tuple[Card, ...], Task], Any]
    """A strategy that one can remember: from the options, the hand, the board and the question."""
    check_attempt: Callable[[O, Fields], Iterator[Refusal]]
    """Refusals of a single act, described without the round around it."""
    board: bool = False

    def read_options(self, config: object) -> O:
        return read_options(self.options_type, self.options, config)

    def read_round(self, fields: Fields) -> Round[A]:
        return read_round(fields, self.read_actions, board=self.board)

    def settle(self, options: O, round_: Round[A]) -> Settlement:
        """Settles a round, or refuses it with everything that is wrong."""
        refusals = tuple(self.check(options, round_))
        if refusals:
            raise Refused(refusals)
        settlement = self.resolve(options, round_)
        assert_whole(round_, settlement)
        return settlement


def no_display(_options: Any, _hands: int) -> PostedOdds | None:
    """For a game whose odds do not depend on the number of hands."""
    return None


def assert_whole(round_: Round[Any], settlement: Settlement) -> None:
    """A round is over only when every wager placed before the deal is settled, each once."""
    for hand, result in zip(round_.hands, settlement.hands, strict=True):
        assert hand.seat == result.seat
        settled = [entry.wager for entry in result.results]
        assert len(settled) == len(set(settled)), "a wager was settled twice"
        assert hand.wagers.keys() <= set(settled), "a wager was left unsettled"
