"""Reading documents from files: one object, an array, or one object a line."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rich.console import Console

from houseway.cli.output import print_json
from houseway.cli.screen import screen
from houseway.cli.status import REFUSED
from houseway.rulebook import HousewayError, Malformed


@dataclass(frozen=True)
class Documents:
    """The contents of a file. `form` is object, array or lines; answers have the same form."""

    form: str
    entries: tuple[Any, ...]


class Answer(Protocol):
    """The answer to one document."""

    @property
    def refused(self) -> HousewayError | None: ...

    def as_data(self) -> dict[str, Any]: ...


A = TypeVar("A", bound=Answer)


def answer_all(
    source: str, answer: Callable[[Any], A], show: Callable[[Console, A], None], *, as_json: bool
) -> int:
    """Answers every document of a source, for people or as JSON, and returns the exit status."""
    try:
        documents = parse_documents(read_source(source))
    except Malformed as error:
        if not as_json:
            raise
        documents = Documents("object", (error,))
    answers = [answer(entry) for entry in documents.entries]
    if as_json:
        _print_answers(documents.form, [response.as_data() for response in answers])
    else:
        console = screen()
        for response in answers:
            show(console, response)
    return REFUSED if any(response.refused for response in answers) else 0


def _print_answers(form: str, data: list[dict[str, Any]]) -> None:
    """One document for one object or one array; a line for each line."""
    if form == "array":
        print_json(data)
        return
    for entry in data:
        print_json(entry)


def read_source(source: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if source == "-":
        if sys.stdin is None:
            raise Malformed("Standard input is closed; give a file instead.")
        return _decode(sys.stdin.buffer.read(), "standard input")
    path = Path(source)
    if not source:
        raise Malformed("The name of the file is empty.")
    if path.is_dir():
        raise Malformed(f"{source} is a folder; give a file of rounds, or - for standard input.")
    if not path.exists():
        raise Malformed(f"There is no file {source}.")
    return _decode(path.read_bytes(), source)


def _decode(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed(f"{source} is not UTF-8 text: byte {error.start} cannot be read.") from None


def parse_documents(text: str) -> Documents:
    """The documents in a text, whichever of the three forms it has."""
    if not text.strip():
        raise Malformed("There is nothing to read: the input is empty.")
    try:
        whole = parse_json(text)
    except Malformed:
        lines = _numbered(text)
        if len(lines) < 2 or not any(_is_object(line) for _, line in lines):
            raise
        return Documents("lines", tuple(_line_or_error(n, line) for n, line in lines))
    if isinstance(whole, list):
        return Documents("array", tuple(whole))
    return Documents("object", (whole,))


def _numbered(text: str) -> list[tuple[int, str]]:
    """The lines that are not blank; only a line feed ends a line of JSON."""
    return [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]


def _is_object(line: str) -> bool:
    try:
        return isinstance(parse_json(line), dict)
    except Malformed:
        return False


def _line_or_error(n: int, line: str) -> Any:
    """A line's document; a line that is not JSON becomes its own refusal, not the file's."""
    try:
        return parse_json(line)
    except Malformed as error:
        return Malformed(f"Line {n}: {error}")


def parse_json(text: str) -> Any:
    """JSON, strictly: no field twice, no NaN, and every error with its place."""
    try:
        return json.loads(text, object_pairs_hook=no_field_twice, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Malformed(f"This is not JSON: {error.msg} at {place}.") from None
    except RecursionError:
        raise Malformed("This JSON is nested too deeply to be a round.") from None
    except ValueError as error:  # an integer of thousands of digits
        raise Malformed(f"This JSON cannot be read: {error}.") from None


def no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of an object; refuses a field that is given twice."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed(f"The field {twice!r} is given twice; only one of them can be meant.")
    return fields


def _no_constant(name: str) -> Any:
    raise Malformed(f"{name} is not a number that a round can hold.")
