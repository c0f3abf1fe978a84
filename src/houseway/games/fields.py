"""Reading described rounds and options: every part is understood or refused by name.

A document is read field by field; a field left over at the end is unknown, and
saying so catches the misspelt option that would otherwise silently not apply.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import Card, CardError, parse_card
from houseway.chips import AmountError, whole_cents
from houseway.rulebook import Malformed

_MISSING: Any = object()


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


def read_list(value: object, where: str) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise Malformed(f"{where} must be a list, not {show(value)}.")
    return value


def read_cards(value: object, where: str) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(text) for text in read_list(value, where))
    except CardError as error:
        raise Malformed(f"{where}: {error}") from None


def read_amount(value: object, where: str, *, least: int = 1) -> int:
    try:
        return whole_cents(value, least=least)
    except AmountError as error:
        raise Malformed(f"{where}: {error}.") from None


def read_whole(value: object, where: str, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise Malformed(f"{where} must be a whole number from {least} up, not {show(value)}.")
    return value


def read_text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Malformed(f"{where} must be text, not {show(value)}.")
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
