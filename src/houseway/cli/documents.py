"""Reading documents from files: one object, an array, or one object a line."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rich.console import Console

from houseway.cli.output import print_json
from houseway.cli.screen import plain, screen, show_refusal
from houseway.cli.status import REFUSED
from houseway.rulebook import HousewayError, Malformed


@dataclass(frozen=True)
class Documents:
    """The contents of a file. `form` is object, array or lines; answers have the same form."""

    form: str
    entries: tuple[Any, ...]


class Answer(Protocol):
    """The answer to one document."""

    def __init__(self, name: Any, /, *, refused: HousewayError) -> None: ...

    @property
    def id(self) -> Any: ...

    @property
    def refused(self) -> HousewayError | None: ...

    def as_data(self) -> dict[str, Any]: ...


A = TypeVar("A", bound=Answer)


def answer_all(
    source: str,
    kind: type[A],
    answer: Callable[[Any], A],
    show: Callable[[Console, str, A], None],
    *,
    as_json: bool,
) -> int:
    """Answers every document of a source, for people or as JSON, and returns the exit status.

    `show` prints an answer that is not a refusal, after the name of its document.
    """
    try:
        documents = parse_documents(read_source(source))
    except Malformed as error:
        if not as_json:
            raise
        documents = Documents("object", (error,))
    answers = [
        kind(None, refused=entry) if isinstance(entry, Malformed) else answer(entry)
        for entry in documents.entries
    ]
    if as_json:
        data = [response.as_data() for response in answers]
        for document in [data] if documents.form == "array" else data:
            print_json(document)
    else:
        _show_answers(answers, show)
    return REFUSED if any(response.refused for response in answers) else 0


def _show_answers(answers: Sequence[A], show: Callable[[Console, str, A], None]) -> None:
    console = screen()
    for response in answers:
        name = "" if response.id is None else f"{plain(response.id)}: "
        if response.refused:
            show_refusal(console, name, response.refused)
        else:
            show(console, name, response)


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
        # Only a line feed ends a line of JSON.
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        entries = tuple(_line_or_error(n, line) for n, line in lines)
        if len(entries) < 2 or not any(isinstance(entry, dict) for entry in entries):
            raise
        return Documents("lines", entries)
    if isinstance(whole, list):
        return Documents("array", tuple(whole))
    return Documents("object", (whole,))


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
