"""Players that need no person: one plays at random, one as a beginner is taught to."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from houseway.cards import Card, Rank
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.table.state import TableState

T = TypeVar("T")


class Chance(Protocol):
    """Where chance comes from: `random.Random` is one."""

    def randint(self, a: int, b: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def sample(self, population: Sequence[T], k: int, /) -> list[T]: ...


Robot = Callable[[TableState, Task], Any]
"""Makes the choice of the player whose decision is due, from what that player may see."""


def beginner(state: TableState, task: Task) -> Any:
    """Each game's simple strategy."""
    assert state.round is not None
    hand = state.round.hands[task.seat or 0]
    return state.setup.game.simple(state.setup.options, hand, state.round.community, task)


def at_random(chance: Chance) -> Robot:
    """Any legal choice."""

    def choose(state: TableState, task: Task) -> Any:
        assert state.round is not None
        hand = state.round.hands[task.seat or 0]
        if task.stage == "pick":
            return chance.sample(range(1, 6), 3)
        offers = state.setup.game.script.offers(state.setup.options, hand, task)
        choice = chance.choice(offers).choice
        sets = choice == "set" or (choice == "play" and task.stage == "election")
        return random_setting(hand, chance) if sets else choice

    return choose


def random_setting(hand: Hand[Any], chance: Chance) -> dict[str, Any]:
    """Any three cards high, but aces first, so that at most one of them is low."""
    order: list[Card] = chance.sample(hand.cards, len(hand.cards))
    order.sort(key=lambda card: card.rank is not Rank.ACE)
    names = [str(card) for card in order]
    return {"decision": "play", "high": names[:3], "low": names[3:]}
