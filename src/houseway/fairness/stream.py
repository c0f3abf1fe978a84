"""The stream: bytes from a seed, the same for everybody who has the seed.

Each block is HMAC-SHA-256 of a counter, under a key that belongs to one seed, one
purpose, one table and one shuffle. Numbers are drawn by masking and throwing
away, so that each is as likely as any other to the last digit.
"""

from hmac import digest

from houseway.fairness.entropy import SEED_BYTES
from houseway.fairness.errors import FairnessError

LABEL = b"houseway/fair/1"
LARGEST_SHUFFLE = 2**53 - 1  # the largest whole number that every reader of JSON keeps

# For every n: the smallest number of one bits that reaches n - 1.
_MASKS = (0, *((1 << (n - 1).bit_length()) - 1 for n in range(1, 257)))


def check_deal(table: object, shuffle: object) -> None:
    """A table's name and a shuffle's number that can be written without doubt."""
    if not isinstance(table, str) or "\0" in table:
        raise FairnessError("The name of a table is text without the character NUL.")
    try:
        table.encode()
    except UnicodeEncodeError:
        raise FairnessError("The name of the table cannot be written as UTF-8.") from None
    if type(shuffle) is not int or not 1 <= shuffle <= LARGEST_SHUFFLE:
        raise FairnessError("Shuffles are numbered from 1, in whole numbers.")


def check_seed(seed: object) -> None:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise FairnessError(f"A seed has {SEED_BYTES} bytes.")


class Stream:
    """Bytes and numbers in their order; what was taken never comes again."""

    __slots__ = ("_at", "_block", "_key", "_next")

    def __init__(self, seed: bytes, purpose: str, table: str, shuffle: int) -> None:
        check_seed(seed)
        check_deal(table, shuffle)
        parts = (LABEL, purpose.encode(), table.encode(), str(shuffle).encode())
        self._key = digest(seed, b"\0".join(parts), "sha256")
        self._next = 0
        self._block = b""
        self._at = 0

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        if count < 0:
            raise FairnessError("Bytes are read forwards.")
        taken = [self._block[self._at :]]
        have = len(taken[0])
        while have < count:
            taken.append(self._fill())
            have += len(taken[-1])
        # Bytes beyond `count` stay at the end of the last block.
        self._at = len(self._block) - (have - count)
        return b"".join(taken)[:count]

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely; n is at most 256."""
        if not 1 <= n <= 256:
            raise FairnessError("A number is drawn below 1 to 256.")
        mask = _MASKS[n]
        if not mask:
            return 0  # there is nothing to choose, and no byte is taken
        while True:
            if self._at == len(self._block):
                self._fill()
                self._at = 0
            drawn = self._block[self._at] & mask
            self._at += 1
            if drawn < n:
                return drawn

    def _fill(self) -> bytes:
        self._block = digest(self._key, self._next.to_bytes(8, "big"), "sha256")
        self._next += 1
        return self._block
