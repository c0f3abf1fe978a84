"""Where the battery gets decks from: the house's own shuffle, or one known to be bad.

The bad shuffles are wrong, each in a way that has been dealt somewhere, and exist to be
caught. Nothing here may come near an outcome: only the battery's command and its tests
know this file.
"""

import random
from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import count

from houseway.fairness.entropy import fresh_seed
from houseway.fairness.errors import FairnessError
from houseway.fairness.shuffle import shuffle_indices

Decks = Iterator[list[int]]
OWN = "houseway"
_TABLE = "battery"
_CARDS = 52
_CLOCK = 1_700_000_000


def decks_from(name: str) -> Decks:
    """Endless decks of the source of this name."""
    if name == OWN:
        # As a table shuffles: with a fresh seed for every deck.
        return (shuffle_indices(fresh_seed(), _TABLE, number) for number in count(1))
    if name not in BAD_SHUFFLES:
        raise FairnessError(f"{name!r} is not a source of decks: {', '.join(SOURCES)}.")
    # A bad shuffle fails by its method; its chance may be any.
    return BAD_SHUFFLES[name](random.Random())  # noqa: S311


def none(_chance: random.Random) -> Decks:
    """Not shuffled at all."""
    while True:
        yield list(range(_CARDS))


def lcg(chance: random.Random) -> Decks:
    """A small generator, started anew from the clock for every deck."""
    clock = _CLOCK
    while True:
        clock += chance.randint(1, 60)  # hundredths of a second since the last deck
        state = clock
        deck = list(range(_CARDS))
        for i in range(_CARDS - 1, 0, -1):
            state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
            j = (state >> 16) % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        yield deck


def naive(chance: random.Random) -> Decks:
    """Each card changes places with any other: 52 to the 52nd ways for 52! orders."""
    while True:
        deck = list(range(_CARDS))
        for i in range(_CARDS):
            j = chance.randrange(_CARDS)
            deck[i], deck[j] = deck[j], deck[i]
        yield deck


def modulo(chance: random.Random) -> Decks:
    """A good shuffle but for its numbers: a byte's remainder favours small ones."""
    while True:
        deck = list(range(_CARDS))
        for i, byte in zip(range(_CARDS - 1, 0, -1), chance.randbytes(_CARDS - 1), strict=True):
            j = byte % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        yield deck


def comparator(chance: random.Random) -> Decks:
    """Sorted by a comparison that tosses a coin."""
    toss = chance.getrandbits

    def compare(_left: int, _right: int) -> int:
        return 1 if toss(1) else -1

    key = cmp_to_key(compare)
    while True:
        yield sorted(range(_CARDS), key=key)


def riffle(chance: random.Random) -> Decks:
    """Seven riffles, as people say is enough; the deck still shows it.

    Riffling backwards seven times sorts the cards by seven coin tosses each, so the
    places of the cards after that sort are the deck riffled forwards.
    """
    while True:
        tosses = [chance.getrandbits(7) for _ in range(_CARDS)]
        back = sorted(range(_CARDS), key=tosses.__getitem__)
        deck = [0] * _CARDS
        for place, card in enumerate(back):
            deck[card] = place
        yield deck


def overhand(chance: random.Random) -> Decks:
    """Ten overhand shuffles: packets of a few cards, thrown on each other."""
    while True:
        deck = list(range(_CARDS))
        for _ in range(10):
            thrown: list[int] = []
            at = 0
            while at < _CARDS:
                size = chance.randint(1, 10)
                thrown = deck[at : at + size] + thrown
                at += size
            deck = thrown
        yield deck


BAD_SHUFFLES: dict[str, Callable[[random.Random], Decks]] = {
    shuffle.__name__: shuffle
    for shuffle in (comparator, lcg, modulo, naive, none, overhand, riffle)
}
SOURCES = (OWN, *BAD_SHUFFLES)
