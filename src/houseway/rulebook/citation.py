"""Citations: the clauses that a piece of code carries out or a result rests on.

All forms are found in the source by the room `proof`, which is how `houseway rules`
knows where a clause is implemented:

    @cites("abc.10.h.1")              this function or class is the rule
    @cites_part("abc.15.e")           it is a part of the rule; the rest is still to come
    clauses=cite("abc.11.d")          this value is what the rule demands
    see("abc.7.d")                    the clause bears on this, and is not implemented here

Ids are not looked up here, because results cite by the million; a test checks
every id in the tree against the clause index.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

Citation = tuple[str, ...]
"""Clause ids, the deciding one first."""

T = TypeVar("T")


def cite(*clause_ids: str) -> Citation:
    """The clauses that a value or a result rests on."""
    return clause_ids


def cites(*clause_ids: str) -> Callable[[T], T]:
    """Marks a function or class as the implementation of clauses; changes nothing else."""
    assert clause_ids, "name the clause"

    def mark(implementation: T) -> T:
        return implementation

    return mark


def cites_part(*clause_ids: str) -> Callable[[T], T]:
    """Marks a function or class as one part of what the clauses demand."""
    return cites(*clause_ids)


def see(*clause_ids: str) -> Citation:
    """Clauses that bear on a value or a result without being implemented by it."""
    return clause_ids


# Every result joins a handful of citations, and the same few thousand joins recur.
@lru_cache(maxsize=8192)
def join(*citations: Citation) -> Citation:
    """All the clauses of several citations, each once, in order."""
    return tuple(dict.fromkeys(clause for citation in citations for clause in citation))
