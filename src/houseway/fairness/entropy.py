"""Where chance comes from: the operating system, and nowhere else.

Every shuffle of every deck has a seed of its own. Nothing is kept from one seed
to the next, so that anyone who learns one seed learns no other.
"""

import os

SEED_BYTES = 32


def fresh_seed() -> bytes:
    """256 bits from the operating system, which waits until it has gathered enough."""
    seed = os.urandom(SEED_BYTES)
    assert len(seed) == SEED_BYTES
    return seed
