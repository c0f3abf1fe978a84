"""The commitment: a deck's order, fixed before the first card and shown card by card.

Every card lies in a leaf of a hash tree, beside a salt that nobody can guess. The
root is published before the deal. A card shown later comes with its salt and the
hashes beside its way to the root: anyone who has these can see that the card lay
there from the beginning, and learns nothing about any other card.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from houseway.cards import NEW_DECK, Card
from houseway.fairness.entropy import fresh_seed
from houseway.fairness.shuffle import shuffle_deck
from houseway.fairness.stream import Stream, check_deal

LABEL = b"houseway/deck/1"
PURPOSE = "salt"
SALT_BYTES = 16
HASH_BYTES = 32
CARDS = len(NEW_DECK)


def draw_salts(seed: bytes, table: str, shuffle: int) -> tuple[bytes, ...]:
    """One salt a card, in the deck's order before any cut."""
    stream = Stream(seed, PURPOSE, table, shuffle)
    return tuple(stream.read(SALT_BYTES) for _ in range(CARDS))


def deck_context(table: str, shuffle: int) -> bytes:
    """What ties a leaf to its table and its shuffle, so that it fits no other deck."""
    check_deal(table, shuffle)
    return sha256(b"\0".join((LABEL, table.encode(), str(shuffle).encode()))).digest()


def leaf(context: bytes, index: int, card: Card, salt: bytes) -> bytes:
    return sha256(b"\0" + context + bytes((index,)) + str(card).encode() + salt).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The root of the tree over these leaves, in the shape of RFC 6962."""
    if len(leaves) == 1:
        return leaves[0]
    split = _split(len(leaves))
    return node(merkle_root(leaves[:split]), merkle_root(leaves[split:]))


def merkle_path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The hashes beside a leaf's way to the root, from the leaf upward."""
    assert 0 <= index < len(leaves)
    if len(leaves) == 1:
        return ()
    split = _split(len(leaves))
    if index < split:
        return (*merkle_path(leaves[:split], index), merkle_root(leaves[split:]))
    return (*merkle_path(leaves[split:], index - split), merkle_root(leaves[:split]))


def root_by_path(start: bytes, index: int, path: Sequence[bytes], size: int = CARDS) -> bytes:
    """The root that a leaf and its path lead to; nothing if the path has the wrong length."""
    if size == 1 or not path:
        return start if size == 1 and not path else b""
    split = _split(size)
    *lower, beside = path
    if index < split:
        reached = root_by_path(start, index, lower, split)
        return reached and node(reached, beside)
    reached = root_by_path(start, index - split, lower, size - split)
    return reached and node(beside, reached)


def _split(size: int) -> int:
    """The largest power of two smaller than `size`."""
    return 1 << (size - 1).bit_length() - 1


@dataclass(frozen=True)
class Opening:
    """One card of a committed deck with what proves it; `index` counts before any cut.

    Its representation shows neither card nor salt: a log is not the place to open one.
    """

    index: int
    card: Card = field(repr=False)
    salt: bytes = field(repr=False)
    path: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True)
class Commitment:
    """What is published before the deal: the table, the shuffle, and the root in hex."""

    table: str
    shuffle: int
    root: str

    def holds(self, opening: Opening) -> bool:
        """Whether this card lay at this place of this deck."""
        if not 0 <= opening.index < CARDS or len(opening.salt) != SALT_BYTES:
            return False
        if any(len(beside) != HASH_BYTES for beside in opening.path):
            return False
        context = deck_context(self.table, self.shuffle)
        start = leaf(context, opening.index, opening.card, opening.salt)
        return root_by_path(start, opening.index, opening.path).hex() == self.root


@dataclass(frozen=True)
class SealedDeck:
    """A shuffled deck with its commitment. Only the commitment is ever shown by itself."""

    commitment: Commitment
    order: tuple[Card, ...] = field(repr=False)
    seed: bytes = field(repr=False)
    salts: tuple[bytes, ...] = field(repr=False)
    leaves: tuple[bytes, ...] = field(repr=False)

    def opening(self, index: int) -> Opening:
        """The card at this index before any cut, with its proof."""
        path = merkle_path(self.leaves, index)
        return Opening(index, self.order[index], self.salts[index], path)


def commit(table: str, shuffle: int, seed: bytes | None = None) -> SealedDeck:
    """Shuffles a new deck and commits to it; without a seed, a fresh one is taken."""
    if seed is None:
        seed = fresh_seed()
    order, salts = shuffle_deck(seed, table, shuffle), draw_salts(seed, table, shuffle)
    context = deck_context(table, shuffle)
    salted = enumerate(zip(order, salts, strict=True))
    leaves = tuple(leaf(context, index, card, salt) for index, (card, salt) in salted)
    commitment = Commitment(table, shuffle, merkle_root(leaves).hex())
    return SealedDeck(commitment, order, seed, salts, leaves)
