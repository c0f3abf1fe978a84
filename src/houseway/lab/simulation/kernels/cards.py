"""Chance for simulations: a small fast generator, and cards drawn without bias.

The generator is SFC64. Numpy has it too, and gives the state that a stream begins with; here
it goes on from there inside compiled loops. None of this ever decides a player's outcome:
that is `houseway.fairness`.
"""

import numpy as np
from numba import njit
from numpy.random import SFC64, SeedSequence
from numpy.typing import NDArray

PIECE_BITS, PIECE_MASK = np.uint64(16), np.uint64(0xFFFF)
PIECES = 4
"""A word of 64 bits gives four pieces, and a piece one card."""
REJECTED = np.array([0, *(65536 % span for span in range(1, 53))], np.uint64)
"""By how many cards are left: what a product's lower half must reach; see `draw`."""
TWOS = np.array([card * (card - 1) // 2 for card in range(52)], np.int64)
THREES = np.array([card * (card - 1) * (card - 2) // 6 for card in range(52)], np.int64)


def start_stream(seed: int, block: int) -> NDArray[np.uint64]:
    """The state of the stream that belongs to one block of one seed."""
    state = SFC64(SeedSequence(seed, spawn_key=(block,))).state["state"]["state"]
    return np.array(state, np.uint64)


def new_deck() -> NDArray[np.uint8]:
    return np.arange(52, dtype=np.uint8)


@njit(cache=True, inline="always")
def next_word(state):
    """The next 64 bits; `state` is three words and a counter."""
    a, b, c = state[0], state[1], state[2]
    word = a + b + state[3]
    state[3] += np.uint64(1)
    state[0] = b ^ (b >> np.uint64(11))
    state[1] = c + (c << np.uint64(3))
    state[2] = (c << np.uint64(24) | c >> np.uint64(40)) + word
    return word


@njit(cache=True)
def draw(deck, count, state):
    """Brings so many cards to the front of the deck, every order of them equally likely.

    A piece of 16 bits times the number of cards left is a place in its upper half. Some
    places would come up once more often than others; pieces whose product has a small lower
    half are thrown away, and then all come up equally often. What lay in front before does
    not matter: one deck serves round after round.
    """
    word, left = np.uint64(0), 0
    for at in range(count):
        span = np.uint64(52 - at)
        product = np.uint64(0)
        while True:
            if left == 0:
                word, left = next_word(state), PIECES
            product = (word & PIECE_MASK) * span
            word >>= PIECE_BITS
            left -= 1
            if product & PIECE_MASK >= REJECTED[span]:
                break
        chosen = np.uint64(at) + (product >> PIECE_BITS)
        card = deck[chosen]
        deck[chosen] = deck[at]
        deck[at] = card


@njit(cache=True)
def draw_rounds(deck, state, cards):
    """Fills in the cards of many rounds: for tests, and for rounds that Python plays."""
    for row in range(len(cards)):
        draw(deck, cards.shape[1], state)
        cards[row] = deck[: cards.shape[1]]


@njit(cache=True, inline="always")
def number_three(a, b, c):
    """Three cards, in any order."""
    low, high = min(a, b), max(a, b)
    middle = max(low, min(high, c))
    return THREES[max(high, c)] + TWOS[middle] + min(low, c)
