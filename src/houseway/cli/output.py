"""Standard output for programs to read: JSON and drawings, to a reader who may leave."""


class ReaderGone(Exception):
    """Whoever read our output has closed the pipe, as `head` does: that is its right."""


def say(text: str, end: str = "\n") -> None:
    """Prints to standard output at once."""
    try:
        print(text, end=end, flush=True)  # noqa: T201  # this is where commands print
    except BrokenPipeError:
        raise ReaderGone from None
