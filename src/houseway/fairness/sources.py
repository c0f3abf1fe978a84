"""Where the battery gets decks from: the house's own shuffle, or one known to be bad."""

import random
from collections.abc import Iterator
from itertools import count

from houseway.fairness.bad_shuffles import BAD_SHUFFLES
from houseway.fairness.entropy import fresh_seed
from houseway.fairness.errors import FairnessError
from houseway.fairness.shuffle import shuffle_indices

OWN = "houseway"
SOURCES = (OWN, *BAD_SHUFFLES)
_TABLE = "battery"


def decks_from(name: str) -> Iterator[list[int]]:
    """Endless decks of the source of this name."""
    if name == OWN:
        return own_decks()
    if name not in BAD_SHUFFLES:
        raise FairnessError(f"{name!r} is not a source of decks: {', '.join(SOURCES)}.")
    # A bad shuffle fails by its method; its chance may be any.
    return BAD_SHUFFLES[name](random.Random())  # noqa: S311


def own_decks() -> Iterator[list[int]]:
    """The house's shuffle as a table uses it: a fresh seed for every deck."""
    return (shuffle_indices(fresh_seed(), _TABLE, number) for number in count(1))
