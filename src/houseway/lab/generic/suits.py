"""Deals that differ only by an exchange of suits, counted once with how many they stand for.

A card is a number here: its place in a new deck. An exchange of suits is a table from number
to number. A group of exchanges shrinks as cards become known, because only those exchanges
that leave every known set of cards as it is may still be used.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb

from houseway.cards import NEW_DECK, Card, Suit

Numbers = tuple[int, ...]
"""Cards as numbers, in ascending order."""
Exchange = tuple[int, ...]
Group = tuple[Exchange, ...]

RANKS = len(NEW_DECK) // len(Suit)
WHOLE_DECK: Numbers = tuple(range(len(NEW_DECK)))
NO_EXCHANGE: Group = (WHOLE_DECK,)
MOST_KEPT = 30_000
_NUMBERS = {card: number for number, card in enumerate(NEW_DECK)}


def _exchange(suits: Sequence[int]) -> Exchange:
    """In a new deck the suits lie one after the other."""
    return tuple(suits[card // RANKS] * RANKS + card % RANKS for card in WHOLE_DECK)


ALL_EXCHANGES: Group = tuple(_exchange(suits) for suits in permutations(range(len(Suit))))


def number_of(card: Card) -> int:
    return _NUMBERS[card]


def numbers_of(cards: Iterable[Card]) -> Numbers:
    return tuple(sorted(_NUMBERS[card] for card in cards))


def cards_of(numbers: Iterable[int]) -> tuple[Card, ...]:
    return tuple(NEW_DECK[number] for number in numbers)


def exchange(table: Exchange, numbers: Iterable[int]) -> Numbers:
    return tuple(sorted(map(table.__getitem__, numbers)))


def without(deck: Numbers, gone: Iterable[int]) -> Numbers:
    removed = set(gone)
    return tuple(number for number in deck if number not in removed)


def keep_fixed(group: Group, cards: Iterable[int]) -> Group:
    """The exchanges of a group that leave a set of cards as it is."""
    fixed = tuple(sorted(cards))
    return tuple(table for table in group if exchange(table, fixed) == fixed)


def list_orbits(deck: Numbers, size: int, group: Group) -> Iterable[tuple[Numbers, int]]:
    """Sets of cards from a deck, one for all that the group exchanges, and how many those are."""
    if comb(len(deck), size) <= MOST_KEPT:
        return _keep_orbits(deck, size, group)
    return _find_orbits(deck, size, group)


@lru_cache(maxsize=4)
def _keep_orbits(deck: Numbers, size: int, group: Group) -> tuple[tuple[Numbers, int], ...]:
    """Every answer to a decision is settled against the same hands."""
    return tuple(_find_orbits(deck, size, group))


def _find_orbits(deck: Numbers, size: int, group: Group) -> Iterator[tuple[Numbers, int]]:
    if len(group) == 1:
        for cards in combinations(deck, size):
            yield cards, 1
        return
    for cards in combinations(deck, size):
        images = {exchange(table, cards) for table in group}
        if cards == min(images):
            yield cards, len(images)


def canonical(group: Group, cards: Iterable[int]) -> tuple[Numbers, Group]:
    """The set that stands for this one, and the exchanges that lead to it."""
    listed = tuple(cards)
    images = [exchange(table, listed) for table in group]
    least = min(images)
    return least, tuple(table for table, image in zip(group, images, strict=True) if image == least)


def undo(table: Exchange, numbers: Iterable[int]) -> Numbers:
    """The cards that an exchange has led to these."""
    return tuple(sorted(table.index(number) for number in numbers))
