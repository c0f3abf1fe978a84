"""Reading described rounds and options: every part is understood or refused by name.

A document is read field by field; a field left over at the end is unknown, and
saying so catches the misspelt option that would otherwise silently not apply.
"""

from collections.abc import Mapping, Sequence
from numbers import Number
from typing import Any

from houseway.cards import Card, CardError, parse_card
from houseway.chips import MOST_BET, MOST_LIMIT, AmountError, whole_cents
from houseway.rulebook import Malformed

_MISSING: Any = object()

LONGEST_TEXT = 2_000
"""The most characters of any text in an option."""
LONGEST_WORD = 100
"""The most characters of a name or a word in a described round."""
MOST_ENTRIES = 100
"""The most entries of a list or an object: more than a deck has cards, or a table seats."""
MOST_COUNT = 10_000
"""The largest number that counts something, such as seats, cards or rounds."""
DEEPEST = 8
"""How deep lists and objects may lie in one another."""


class Fields:
    """A JSON object being read: each field is taken once."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise Malformed(f"{where} must be an object with named fields, not {show(value)}.")
        self._left = dict(value)
        self.where = where

    def take(self, name: str, default: Any = _MISSING) -> Any:
        if name not in self._left and default is _MISSING:
            raise Malformed(f"{self.where} has no {name!r}; it is needed to settle.")
        return self._left.pop(name, default)

    def has(self, name: str) -> bool:
        return name in self._left

    def finish(self, remarks: Sequence[str] = ()) -> None:
        """Refuses what was not taken, except remarks: people read them, and they change nothing."""
        unknown = [repr(name) for name in self._left if name not in remarks]
        if unknown:
            raise Malformed(f"{self.where} has an unknown field: {', '.join(unknown)}.")


def check_size(value: object, depth: int = 0) -> None:
    """Refuses data that are too large anywhere, with a `ValueError` that names the limit."""
    if isinstance(value, Number) and not isinstance(value, int):
        raise ValueError("it holds a number that is not whole")  # noqa: TRY004  # one refusal
    if isinstance(value, int) and abs(value) > MOST_LIMIT:
        raise ValueError(f"it holds a number beyond {MOST_LIMIT:,}")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise ValueError(f"it has {len(value)} characters; {LONGEST_TEXT} are the most")
    if isinstance(value, Mapping | list | tuple | set | frozenset):
        if len(value) > MOST_ENTRIES:
            raise ValueError(f"it has {len(value)} entries; {MOST_ENTRIES} are the most")
        if depth == DEEPEST:
            raise ValueError("it holds too many objects within objects")
        for key in value:
            check_size(key, depth + 1)
        for part in value.values() if isinstance(value, Mapping) else ():
            check_size(part, depth + 1)


def read_list(value: object, where: str, most: int = MOST_ENTRIES) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise Malformed(f"{where} must be a list, not {show(value)}.")
    if len(value) > most:
        raise Malformed(f"{where}: there are {len(value)} entries; {most} are the most.")
    return value


def read_cards(value: object, where: str) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(text) for text in read_list(value, where))
    except CardError as error:
        raise Malformed(f"{where}: {error}") from None


def read_amount(value: object, where: str, *, least: int = 1, most: int = MOST_BET) -> int:
    try:
        return whole_cents(value, least=least, most=most)
    except AmountError as error:
        raise Malformed(f"{where}: {error}.") from None


def read_whole(value: object, where: str, least: int = 0, most: int = MOST_COUNT) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Malformed(
            f"{where} must be a whole number from {least} to {most}, not {show(value)}."
        )
    return value


def read_text(value: object, where: str, longest: int = LONGEST_WORD) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Malformed(f"{where} must be text, not {show(value)}.")
    if len(value) > longest:
        raise Malformed(f"{where} has {len(value)} characters; {longest} are the most.")
    return value


def read_choice(value: object, where: str, choices: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise Malformed(f"{where} is {show(value)}; it can be {either(choices)}.")
    return value


def either(choices: Sequence[object]) -> str:
    """Choices as a phrase: "a, b or c"."""
    words = [str(choice) for choice in choices]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def with_article(name: str) -> str:
    """A name with its article, to begin a sentence: "An ante", "A blind"."""
    return f"An {name}" if name[0] in "aeiou" else f"A {name}"


def show(value: object) -> str:
    """A value short enough to stand in a message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
