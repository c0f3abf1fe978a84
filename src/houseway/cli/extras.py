"""The optional parts of Houseway, and what to install where one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from houseway.rulebook import Malformed


@contextmanager
def extra(part: str, purpose: str, install: str | None = None) -> Iterator[None]:
    """Refuses with advice if an import inside fails because an extra is not installed.

    `purpose` begins the sentence, as "The record needs"; `install` names the extras
    to install where there are more than one.
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").startswith("houseway"):
            raise
        raise Malformed(
            f"{purpose} the extra part {part}: pip install 'houseway[{install or part}]'."
        ) from None
