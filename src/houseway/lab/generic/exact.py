"""The best play of a game, found by going through every deal.

Deals that differ only by an exchange of suits are settled once. The values of a decision are
whole counts of results over all cards that the player does not know, so the best answer is
exact; it is found from the last decision backwards.

That the rules treat suits alike, and do not ask in which order the cards of a hand were dealt,
is not taken on trust: the first thousand deals, the first one with each result, and one in 32 of
the rest are settled once more with suits exchanged and cards shuffled, every check of the game
made.
"""

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.cards import NEW_DECK, Card
from houseway.games.rounds import Hand, Round
from houseway.lab.generic.suits import (
    ALL_EXCHANGES,
    NO_EXCHANGE,
    WHOLE_DECK,
    Exchange,
    Group,
    Numbers,
    cards_of,
    keep_fixed,
    list_orbits,
    number_of,
)
from houseway.lab.generic.terms import CHECKED, Outcome, Tally, Terms
from houseway.lab.generic.walk import Branch, Place, Position, TooHidden, Walk

Key = tuple[Any, ...]

MOST_SETTLEMENTS = 1_000_000
"""A game is solved exactly if that takes at most so many settlements: half a minute or two."""
CHECKED_FIRST = 1000
"""So many settlements, and then one in `CHECKED`, are made again in other suits and orders."""


class NotCounted(Exception):
    """Why a game cannot be solved by counting, in words."""


class SuitsMatter(Exception):
    """The game settles a deal differently once suits are exchanged."""


class Count(Walk[int]):
    """How many settlements an exact solution takes, from one deal of each kind."""

    def list_deals(self, at: Position, size: int, _place: Place) -> Iterable[tuple[Numbers, int]]:
        ways = math.comb(len(at.deck), size)
        # A middle deal: the first cards of a deck are all of one suit.
        step = max(1, len(at.deck) // size)
        some = tuple(at.deck[place * step] for place in range(size))
        alike = len(at.group) // len(keep_fixed(at.group, some))
        return [(some, max(1, ways // alike))]

    def add(self, parts: Iterator[tuple[int, int]]) -> int:
        return sum(value * weight for value, weight in parts)

    def choose(self, _at: Position, branches: Iterator[Branch[int]]) -> int:
        return sum(branch.value for branch in branches)

    def mix(self, values: Sequence[int]) -> int:
        return sum(values)

    def show_down(self, at: Position) -> int:
        dealers = math.comb(len(at.deck), self.terms.game.recipe.hand_size)
        return max(1, dealers // len(at.group))


def count_settlements(terms: Terms) -> int:
    """About how many settlements it takes to value a round."""
    try:
        return Count(terms).value(Position(terms.seat.hand))
    except TooHidden:
        raise NotCounted(HIDDEN) from None


def is_countable(terms: Terms) -> bool:
    """Whether there are few enough deals to count them all."""
    try:
        return count_settlements(terms) <= MOST_SETTLEMENTS
    except NotCounted:
        return False


class Enumeration(Walk[Tally]):
    """Settles every deal under every choice, and keeps the best choice of each decision."""

    def __init__(self, terms: Terms, exchanges: Group = ALL_EXCHANGES) -> None:
        super().__init__(terms)
        self._exchanges = exchanges
        self.best: dict[Key, tuple[str, Any]] = {}
        """By what a player knows: the choice and its cards, as a history has them."""
        self._settled = 0
        self._known: set[Outcome] = set()
        self._chance = random.Random(1)  # noqa: S311  # repeatable

    def list_deals(self, at: Position, size: int, _place: Place) -> Iterable[tuple[Numbers, int]]:
        return list_orbits(at.deck, size, at.group)

    def add(self, parts: Iterator[tuple[Tally, int]]) -> Tally:
        total: Tally = Counter()
        for tally, weight in parts:
            for key, count in tally.items():
                total[key] += count * weight
        return total

    def mix(self, values: Sequence[Tally]) -> Tally:
        total: Counter[Any] = Counter()
        for tally in values:
            for key, count in tally.items():
                total[key] += Fraction(count, len(values))  # type: ignore[assignment]
        return total

    def solve(self) -> Tally:
        """All deals with the best play."""
        return self.value(Position(self.seat.hand, group=self._exchanges))

    def choose(self, at: Position, branches: Iterator[Branch[Tally]]) -> Tally:
        best = max(branches, key=self.rate)
        self.best[key_of(at)] = self.answer(at, best.offer, best.answer).history[-1]
        return best.value

    def rate(self, branch: Branch[Tally]) -> tuple[int, int, int]:
        """By worth; of equal ones the smaller wager, then whatever is best for side wagers."""
        worth = self.worth(branch.value)
        sides = sum(
            count * self.terms.side_worth(outcome) for (_, outcome), count in branch.value.items()
        )
        return worth, -branch.offer.cents, sides

    def worth(self, tally: Tally) -> int:
        return sum(count * self.terms.worth(outcome) for (_, outcome), count in tally.items())

    def show_down(self, at: Position) -> Tally:
        tally: Tally = Counter()
        board, size = cards_of(at.board), self.terms.game.recipe.hand_size
        for dealer, weight in list_orbits(at.deck, size, at.group):
            round_ = Round((at.hand,), cards_of(dealer), board)
            outcome = self.terms.settle(round_)
            self._settled += 1
            early = self._settled <= CHECKED_FIRST
            if early or outcome not in self._known or self._settled % CHECKED == 0:
                self._known.add(outcome)
                self._check(at, round_, outcome)
            tally[at.action, outcome] += weight
        return tally

    # --- that suits and the order of cards do not matter

    def _check(self, at: Position, round_: Round[Any], outcome: Outcome) -> None:
        shuffled = self._settle_again(at, round_, WHOLE_DECK)
        if sorted(shuffled) != sorted(outcome):
            raise NotCounted(ORDERED)
        if len(self._exchanges) > 1:
            exchanged = self._settle_again(at, round_, self._chance.choice(ALL_EXCHANGES[1:]))
            if sorted(exchanged) != sorted(outcome):
                raise SuitsMatter

    def _settle_again(self, at: Position, round_: Round[Any], table: Exchange) -> Outcome:
        """The same round in other suits; where they stay, with each hand in another order."""

        def move(cards: Iterable[Card], *, stay: bool = False) -> tuple[Card, ...]:
            moved = [NEW_DECK[table[number_of(card)]] for card in cards]
            if table == WHOLE_DECK and not stay:
                self._chance.shuffle(moved)
            return tuple(moved)

        # Actions taken before may speak of places in the hand.
        own = move(at.hand.cards, stay=at.start is not None)
        moved = {str(card): NEW_DECK[table[number_of(card)]] for card in at.hand.cards}
        answers = iter(at.answers)

        def repeat(*_decision: Any) -> Any:
            return _move_answer(next(answers), at.hand, own, moved)

        first, actions = at.start or (0, self.script.no_actions)
        hand = self.seat.hand.with_cards(own).with_actions(actions)
        _, hand = self.seat.play(hand, (), repeat, first, at.action)
        again = Round((hand,), move(round_.dealer), move(round_.community))
        return self.terms.settle(again, checked=True)


def _move_answer(
    answer: Any, hand: Hand[Any], own: tuple[Card, ...], moved: Mapping[str, Card]
) -> Any:
    """An answer about the cards of a hand, as it is about the cards they became."""
    if isinstance(answer, list):
        return [own.index(moved[str(hand.cards[place - 1])]) + 1 for place in answer]
    if isinstance(answer, dict):
        return {
            name: [str(moved[card]) for card in part] if isinstance(part, list) else part
            for name, part in answer.items()
        }
    return answer


def key_of(at: Position) -> Key:
    """All that a player knows when he decides."""
    return at.task, at.own, at.streets, at.history


@dataclass(frozen=True)
class Solution:
    """Every deal with the best play, and that play."""

    terms: Terms
    tally: Tally
    best: Mapping[Key, tuple[str, Any]]
    exchanges: Group


def solve(terms: Terms) -> Solution:
    """Counts every deal, or says why that cannot be done."""
    settlements = count_settlements(terms)
    if settlements > MOST_SETTLEMENTS:
        raise NotCounted(
            f"Every deal would take some {settlements:,} settlements; "
            f"at most {MOST_SETTLEMENTS:,} are made."
        )
    for exchanges in (ALL_EXCHANGES, NO_EXCHANGE):
        enumeration = Enumeration(terms, exchanges)
        try:
            return Solution(terms, enumeration.solve(), enumeration.best, exchanges)
        except SuitsMatter:
            if settlements * len(ALL_EXCHANGES) > MOST_SETTLEMENTS:
                raise NotCounted(SUITED) from None
    raise AssertionError("without exchanges no suit is exchanged")


HIDDEN = "Choices about cards that lie face down depend on each other."
ORDERED = "The order in which cards are dealt changes what is paid."
SUITED = "Suits are not alike in this game, and so there are too many deals to count."
