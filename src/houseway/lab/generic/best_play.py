"""The best play as a strategy: from the cards on a table to the answer that was found for them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from houseway.cards import Card
from houseway.games.contract import Game
from houseway.games.forms import Offer, Partition, PickPlaces, answer_partition
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.lab.generic.exact import Solution, key_of
from houseway.lab.generic.suits import (
    NO_EXCHANGE,
    Numbers,
    canonical,
    cards_of,
    exchange,
    number_of,
    numbers_of,
    undo,
)
from houseway.lab.generic.walk import Branch, Place, Position, Walk

Named = tuple[tuple[str, Numbers], ...]
"""Groups of cards by name."""


def find_offer(offers: Iterable[Offer], choice: str) -> Offer:
    return next(offer for offer in offers if offer.choice == choice)


def answer_offer(offer: Offer, groups: Sequence[Sequence[Card]], hand: Hand[Any]) -> Any:
    """The answer that takes up an offer with these cards."""
    if isinstance(offer.form, PickPlaces):
        return sorted(hand.cards.index(card) + 1 for card in groups[0])
    if isinstance(offer.form, Partition):
        return answer_partition(offer, groups)
    return offer.choice


MOST_KEPT = 100_000


class BestPlay:
    """Answers as the solution does, which is looked for when it is first needed.

    The game's strategy for beginners answers a question that the solution never met.
    """

    def __init__(self, game: Game[Any, Any], find_solution: Callable[[], Solution | None]) -> None:
        self._game, self._find_solution = game, cache(find_solution)
        self._answers: dict[tuple[Any, ...], Any] = {}

    def choose(self, options: Any, hand: Hand[Any], board: tuple[Card, ...], task: Task) -> Any:
        solution, key = self._find_solution(), (hand.cards, board, task.stage)
        if solution is None:
            return self._game.beginner(options, hand, board, task)
        if key not in self._answers:
            if len(self._answers) == MOST_KEPT:
                self._answers.clear()
            number = self._game.script.play(options, (hand,)).index(task)
            try:
                self._answers[key] = Follow(solution, hand, board, number).find()
            except KeyError:
                self._answers[key] = self._game.beginner(options, hand, board, task)
        return self._answers[key]


class Follow(Walk[Any]):
    """Goes the one way through the tree that a round has taken, in the suits of the solution."""

    def __init__(
        self, solution: Solution, hand: Hand[Any], board: tuple[Card, ...], number: int
    ) -> None:
        super().__init__(solution.terms)
        self._best, self._exchanges = solution.best, solution.exchanges
        self._hand, self._board, self._number = hand, board, number

    def find(self) -> Any:
        return self.value(Position(self.seat.hand, group=NO_EXCHANGE))

    def list_deals(self, at: Position, size: int, place: Place) -> Iterable[tuple[Numbers, int]]:
        start = len(at.board)
        cards = self._hand.cards if place is Place.HAND else self._board[start : start + size]
        least, self._exchanges = canonical(self._exchanges, map(number_of, cards))
        return [(least, 1)]

    def add(self, parts: Iterator[tuple[Any, int]]) -> Any:
        return next(parts)[0]

    def choose(self, at: Position, _branches: Iterator[Branch[Any]]) -> Any:
        offers = self.list_offers(at)
        if self.picks_unseen(at, offers):
            form = offers[0].form
            assert isinstance(form, PickPlaces)
            picked = numbers_of(self._hand.cards[: form.count])
            choice = offers[0].choice
            named: Named = ((choice, exchange(self._exchanges[0], picked)),)
        else:
            choice, named = self._best[key_of(at)]
        if at.task == self._number:
            return self._put_back(at, choice, named)
        self._narrow(named)
        offer = find_offer(offers, choice)
        groups = [cards_of(cards) for _, cards in named]
        return self.value(self.answer(at, offer, answer_offer(offer, groups, at.hand)))

    def _put_back(self, at: Position, choice: str, named: Named) -> Any:
        """An answer in the suits of the table."""
        task = self.seat.tasks[at.task]
        offer = find_offer(self.script.offers(self.terms.options, self._hand, task), choice)
        groups = [cards_of(undo(self._exchanges[0], cards)) for _, cards in named]
        return answer_offer(offer, groups, self._hand)

    def _narrow(self, named: Named) -> None:
        """Keeps the exchanges under which the chosen cards are the same."""
        first = self._exchanges[0]
        for _, cards in named:
            actual = undo(first, cards)
            self._exchanges = tuple(
                table for table in self._exchanges if exchange(table, actual) == cards
            )

    def mix(self, _values: Sequence[Any]) -> Any:
        raise AssertionError("a round takes one way")

    def show_down(self, at: Position) -> Any:
        raise KeyError(at.task)
