"""Standard output for programs: JSON and drawings, to a reader that may close the pipe."""

import json
from typing import Any


class ReaderGone(Exception):
    """The program that read our output has closed the pipe, as `head` does."""


def print_text(text: str, end: str = "\n") -> None:
    """Prints to standard output at once."""
    try:
        print(text, end=end, flush=True)  # noqa: T201  # this is where commands print
    except BrokenPipeError:
        raise ReaderGone from None


def print_json(data: Any) -> None:
    """Prints one JSON document on one line."""
    print_text(json.dumps(data))
