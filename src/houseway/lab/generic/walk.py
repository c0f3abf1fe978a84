"""A round of any game as a tree: cards that are dealt, decisions, and the settlement at the end.

The tree follows the game's own script. A player decides with what he can see at that moment:
his cards if he may look or the dealer has turned them up, and the community cards so far.
What nobody has seen yet is dealt later, after the decisions that are made without it; so no
choice can depend on it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from houseway.games.contract import Game
from houseway.games.forms import Offer, Partition, PickPlaces, list_answers
from houseway.games.rounds import Hand
from houseway.lab.contract import NO_DECISION
from houseway.lab.generic.suits import (
    ALL_EXCHANGES,
    WHOLE_DECK,
    Group,
    Numbers,
    cards_of,
    keep_fixed,
    numbers_of,
    without,
)
from houseway.lab.generic.terms import Terms

T = TypeVar("T")


class Place(StrEnum):
    """Where cards are dealt."""

    HAND = "hand"
    BOARD = "board"


class TooHidden(Exception):
    """A player decides again about cards that lie face down: more than a tree can follow."""


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a round."""

    hand: Hand[Any]
    deck: Numbers = WHOLE_DECK
    """Cards that may still be dealt."""
    group: Group = ALL_EXCHANGES
    own: Numbers | None = None
    """The player's cards, once anything depends on them."""
    streets: tuple[Numbers, ...] = ()
    """Community cards, in the portions that are dealt between decisions."""
    task: int = 0
    """The next task of the script."""
    action: str = NO_DECISION
    history: tuple[Any, ...] = ()
    """What was chosen so far: the choice and the cards of each group."""
    answers: tuple[Any, ...] = ()
    """The same in the form that the script takes, from `start` on."""
    start: tuple[int, Any] | None = None
    """A task, and the actions of the hand before it, where a round is taken up on the way."""
    revealed: bool = False
    picked_unseen: bool = False

    @property
    def board(self) -> Numbers:
        return tuple(card for street in self.streets for card in street)

    def deal(self, place: Place, cards: Numbers) -> "Position":
        """With these cards dealt."""
        deck, group = without(self.deck, cards), keep_fixed(self.group, cards)
        if place is Place.BOARD:
            return replace(self, deck=deck, group=group, streets=(*self.streets, cards))
        hand = self.hand.with_cards(cards_of(cards))
        return replace(self, deck=deck, group=group, own=cards, hand=hand)


@dataclass(frozen=True, slots=True)
class Branch(Generic[T]):
    """One answer to a decision, and what follows from it."""

    offer: Offer
    answer: Any
    value: T


def groups_in(offer: Offer, answer: Any, hand: Hand[Any]) -> Mapping[str, tuple[Any, ...]]:
    """The cards that an answer names, by group; none for a button."""
    if isinstance(offer.form, PickPlaces):
        return {offer.choice: tuple(hand.cards[place - 1] for place in answer)}
    if isinstance(offer.form, Partition):
        by_name = {str(card): card for card in hand.cards}
        return {
            group.name: tuple(by_name[name] for name in answer[group.name])
            for group in offer.form.groups
        }
    return {}


def may_look(game: Game[Any, Any], options: Any, hand: Hand[Any]) -> bool:
    return next(iter(game.script.check_look(options, (hand,), hand)), None) is None


class Walk(ABC, Generic[T]):
    """Goes through the tree; what is made of its parts is left to those that use it."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.seat = terms, terms.seat
        self.script = terms.game.script

    @abstractmethod
    def list_deals(self, at: Position, size: int, place: Place) -> Iterable[tuple[Numbers, int]]:
        """What may be dealt next, and in how many ways each."""

    @abstractmethod
    def add(self, parts: Iterator[tuple[T, int]]) -> T:
        """The value of a deal, from those that may follow it and their weights."""

    @abstractmethod
    def choose(self, at: Position, branches: Iterator[Branch[T]]) -> T:
        """The value of a decision."""

    @abstractmethod
    def mix(self, values: Sequence[T]) -> T:
        """The mean of picks that are equally good, because the cards lie face down."""

    @abstractmethod
    def show_down(self, at: Position) -> T:
        """The value of a round in which only the dealer's cards are missing."""

    def value(self, at: Position) -> T:
        at, due = self.advance(at)
        if at.task == len(self.seat.tasks):
            return self._finish(at)
        if due > len(at.board):
            return self._deal(at, due - len(at.board), Place.BOARD)
        if at.own is None and self._needs_cards(at):
            return self._deal(at, self.terms.game.recipe.hand_size, Place.HAND)
        return self.choose(at, self.list_branches(at))

    def advance(self, at: Position) -> tuple[Position, int]:
        """To the next decision or the end, with how many community cards are out by then."""
        due = 0
        for number, task in enumerate(self.seat.tasks):
            due += task.act == "deal_community"
            if number < at.task:
                continue
            if self.seat.reveals(task):
                hand = at.hand.with_actions(self.script.shown(at.hand))
                at = replace(at, hand=hand, revealed=True)
            elif self.seat.asks(task) and not self.script.decided(at.hand):
                return replace(at, task=number), due
        return replace(at, task=len(self.seat.tasks)), due

    def _deal(self, at: Position, size: int, place: Place) -> T:
        deals = self.list_deals(at, size, place)
        return self.add((self.value(at.deal(place, cards)), weight) for cards, weight in deals)

    def _finish(self, at: Position) -> T:
        if at.own is None:
            return self._deal(at, self.terms.game.recipe.hand_size, Place.HAND)
        if len(at.board) < self.terms.board_size:
            return self._deal(at, self.terms.board_size - len(at.board), Place.BOARD)
        return self.show_down(at)

    # --- decisions

    def sees(self, at: Position) -> bool:
        """Whether the player knows his own cards."""
        return at.revealed or may_look(self.terms.game, self.terms.options, at.hand)

    def list_offers(self, at: Position) -> tuple[Offer, ...]:
        hand = at.hand
        if at.own is None:
            # Offers made to a player who sees nothing are the same whatever he holds.
            some = at.deck[: self.terms.game.recipe.hand_size]
            hand = hand.with_cards(cards_of(some))
        return self.script.offers(self.terms.options, hand, self.seat.tasks[at.task])

    def _needs_cards(self, at: Position) -> bool:
        buttons = all(offer.form.kind == "button" for offer in self.list_offers(at))
        return self.sees(at) or not buttons

    def picks_unseen(self, at: Position, offers: Sequence[Offer]) -> bool:
        """Whether cards are picked by place while they lie face down."""
        if self.sees(at):
            return False
        if at.picked_unseen:
            raise TooHidden
        picks = [isinstance(offer.form, PickPlaces) for offer in offers]
        if any(picks) and len(picks) > 1:
            raise TooHidden
        return any(picks)

    def list_branches(self, at: Position) -> Iterator[Branch[T]]:
        """Every answer to the decision that is due."""
        offers = self.list_offers(at)
        if self.picks_unseen(at, offers):
            (offer,) = offers
            answers = list(list_answers(offer, at.hand.cards))
            hidden = replace(at, picked_unseen=True)
            values = [self.value(self.answer(hidden, offer, answer)) for answer in answers]
            yield Branch(offer, answers[0], self.mix(values))
            return
        for offer in offers:
            for answer in list_answers(offer, at.hand.cards):
                yield Branch(offer, answer, self.value(self.answer(at, offer, answer)))

    def answer(self, at: Position, offer: Offer, answer: Any) -> Position:
        """The moment after an answer."""
        task = self.seat.tasks[at.task]
        groups = groups_in(offer, answer, at.hand)
        named = tuple((name, numbers_of(cards)) for name, cards in groups.items())
        group = at.group
        for _, cards in named:
            group = keep_fixed(group, cards)
        is_pick = isinstance(offer.form, PickPlaces)
        return replace(
            at,
            hand=at.hand.with_actions(self.script.choose(at.hand, task, answer)),
            group=group,
            task=at.task + 1,
            action=at.action if is_pick and at.action != NO_DECISION else offer.choice,
            history=(*at.history, (offer.choice, named)),
            answers=(*at.answers, answer),
        )
