"""Seeds on the command line, and what the fairness room cannot use."""

from collections.abc import Iterator
from contextlib import contextmanager

from houseway.fairness import FairnessError, fresh_seed
from houseway.rulebook import Malformed


def read_seed(text: str | None) -> bytes:
    """A seed from its 64 hex digits; a fresh one where none is given."""
    if text is None:
        return fresh_seed()
    # Python would let blanks pass between the digits.
    if len(text) != 64 or any(digit not in "0123456789abcdefABCDEF" for digit in text):
        raise Malformed("A seed is 64 hex digits.")
    return bytes.fromhex(text)


@contextmanager
def refuse_unusable() -> Iterator[None]:
    """Turns an input that the fairness room cannot use into a refusal."""
    try:
        yield
    except FairnessError as error:
        raise Malformed(str(error)) from None
