"""Bounds of the fields of commands and messages: every number, text and piece of data has one.

    cents: Cents      an amount of money
    seat: Count       a number that counts something
    wager: Word       a name or a word
    reason: Words     a sentence
    data: Data        lists and objects of a limited size

The codec reads the bounds, and the descriptions of the API state them. They are markers of our
own, so that the rules do not load Pydantic.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from houseway.chips import MOST_CENTS
from houseway.games.fields import LONGEST_WORD, MOST_COUNT, MOST_ENTRIES, check_size

LONGEST_SENTENCE = 500
"""The most characters of a reason or a report."""


@dataclass(frozen=True)
class Within:
    """A whole number within bounds."""

    least: int
    most: int

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return {**handler(source), "ge": self.least, "le": self.most}


@dataclass(frozen=True)
class Longest:
    """A text of at most so many characters."""

    characters: int

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return {**handler(source), "max_length": self.characters}


class Sized:
    """Any data of a limited size."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        function = {"type": "no-info", "function": _check}
        return {"type": "function-after", "function": function, "schema": handler(source)}

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        words = f"Whole numbers and text; lists and objects of at most {MOST_ENTRIES} entries."
        return {**handler(schema), "description": words}


def _check(value: Any) -> Any:
    check_size(value)
    return value


# Amounts and numbers below what makes sense are the table's to refuse, with the reason.
Cents = Annotated[int, Within(-MOST_CENTS, MOST_CENTS)]
Count = Annotated[int, Within(-MOST_COUNT, MOST_COUNT)]
RoundNumber = Annotated[int, Within(0, MOST_CENTS)]
Word = Annotated[str, Longest(LONGEST_WORD)]
Words = Annotated[str, Longest(LONGEST_SENTENCE)]
Data = Annotated[Any, Sized()]
