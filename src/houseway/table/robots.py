"""Robot players: one plays at random, one by the strategy that a beginner is taught."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from houseway.games.forms import list_answers
from houseway.games.script import Task
from houseway.table.state import TableState

T = TypeVar("T")


class Chance(Protocol):
    """A source of chance, such as `random.Random`."""

    def randint(self, a: int, b: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def sample(self, population: Sequence[T], k: int, /) -> list[T]: ...


Robot = Callable[[TableState, Task], Any]
"""Chooses for the player whose decision is due, from what that player may see."""


def beginner(state: TableState, task: Task) -> Any:
    """Each game's simple strategy."""
    assert state.round is not None
    hand = state.round.hands[task.seat or 0]
    return state.setup.game.beginner(state.setup.options, hand, state.round.community, task)


def at_random(chance: Chance) -> Robot:
    """Any legal choice."""

    def choose(state: TableState, task: Task) -> Any:
        assert state.round is not None
        hand = state.round.hands[task.seat or 0]
        script = state.setup.game.script
        offers = script.offers(state.setup.options, hand, task)
        answers = list(list_answers(chance.choice(offers), hand.cards))
        # A misdealt hand cannot be split as the rules demand; any answer brings that to light.
        return chance.choice(answers or [script.timeout(hand, task)])

    return choose
