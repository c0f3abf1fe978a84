"""Simulated rounds as the game itself plays and settles them: the slow and readable way.

Decisions come in the order of the game's own script. It serves strategies that are written in
Python, and it is what the compiled rounds are compared with.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.cards import NEW_DECK, Card
from houseway.games.contract import Game
from houseway.games.forms import Offer, PickPlaces
from houseway.games.rounds import Hand, Round
from houseway.games.script import By, Task
from houseway.lab.contract import NO_DECISION, Chooser

if TYPE_CHECKING:
    from houseway.lab.simulation.model import Model

CENTS = 100
"""An ante is so many cents for each part of it, so that every payout is whole."""


@dataclass(frozen=True)
class Dealt:
    """The cards of a round."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]


def lay_out(game: Game[Any, Any], cards: Sequence[int]) -> Dealt:
    """The cards as the kernels deal them: the board, the dealer, then each seat."""
    named = tuple(map(NEW_DECK.__getitem__, cards))
    size, board = game.recipe.hand_size, sum(game.recipe.streets)
    starts = range(board + size, len(named), size)
    hands = tuple(named[start : start + size] for start in starts)
    return Dealt(named[:board], named[board : board + size], hands)


def wagers_of(game: Game[Any, Any], model: "Model", unit: int) -> dict[str, int]:
    """An ante on everything that can be bet before the deal and is simulated, in cents."""
    bets = [wager.id for wager in game.wagering.before_the_deal if wager.id in model.wagers]
    return dict.fromkeys(bets, unit * CENTS)


class ScriptedSeat:
    """A position whose hands are played by the game's script, round after round.

    A script depends on what is bet and not on the cards, so it is read once.
    """

    def __init__(
        self, game: Game[Any, Any], options: Any, number: int, wagers: Mapping[str, int]
    ) -> None:
        self._script, self._options = game.script, options
        self.hand = Hand(number, f"player {number}", wagers, (), game.script.no_actions)
        """The hand before it is dealt."""
        self.tasks = game.script.play(options, (self.hand,))
        """What happens between the deal and the dealer's reveal."""
        self._steps = tuple(self._list_steps())

    def asks(self, task: Task) -> bool:
        """Whether a task is a decision of this player."""
        return task.act == "decide" and task.by is By.PLAYER and task.seat == self.hand.seat

    def reveals(self, task: Task) -> bool:
        """Whether a task turns up the cards of this player."""
        return task.act == "reveal" and task.seat == self.hand.seat

    def _list_steps(self) -> Iterator[tuple[int, int, Task]]:
        """Each reveal and decision of the hand: its place among the tasks, and the open board."""
        shown = 0
        for place, task in enumerate(self.tasks):
            shown += task.act == "deal_community"
            if self.asks(task) or self.reveals(task):
                yield place, shown, task

    def play(
        self,
        hand: Hand[Any],
        board: tuple[Card, ...],
        choose: Chooser,
        first: int = 0,
        action: str = NO_DECISION,
    ) -> tuple[str, Hand[Any]]:
        """A hand through its decisions: its last action, and the hand with all its actions.

        A round that is taken up on the way goes on with the task `first`, after `action`.
        """
        script, options = self._script, self._options
        for place, shown, task in self._steps:
            if place < first:
                continue
            if task.act == "reveal":
                hand = hand.with_actions(script.shown(hand))
            elif not script.decided(hand):
                answer = choose(options, hand, board[:shown], task)
                named = _action_of(answer)
                if named or action == NO_DECISION:
                    action = named or _name_pick(script.offers(options, hand, task))
                hand = hand.with_actions(script.choose(hand, task, answer))
        return action, hand


def _name_pick(offers: Sequence[Offer]) -> str:
    """What picking cards is called, where a player has done nothing else."""
    return next(offer.choice for offer in offers if isinstance(offer.form, PickPlaces))


def _action_of(answer: Any) -> str:
    """What an answer is called; cards that are picked have no name."""
    if isinstance(answer, str):
        return answer
    return str(answer.get("decision", "")) if isinstance(answer, Mapping) else ""


def settle_hands(
    game: Game[Any, Any], options: Any, dealt: Dealt, hands: Sequence[Hand[Any]]
) -> list[dict[str, tuple[int, int]]]:
    """Each seat's wagers as the game settles them, every check made: stake and net in parts."""
    settlement = game.settle(options, Round(tuple(hands), dealt.dealer, dealt.board))
    return [
        {entry.wager: (_parts(entry.stake), _parts(entry.net)) for entry in hand.results}
        for hand in settlement.hands
    ]


def _parts(cents: int) -> int:
    parts, rest = divmod(cents, CENTS)
    assert not rest, "every payout is whole"
    return parts
