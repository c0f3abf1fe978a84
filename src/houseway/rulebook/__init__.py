"""The regulations as data: clauses, adopted readings, citations and refusals."""

from houseway.rulebook.citation import Citation, cite, cites, cites_part, join, see
from houseway.rulebook.clauses import (
    GAMES,
    Clause,
    Interpretation,
    Text,
    clauses,
    interpretations,
    interpretations_of,
    text,
)
from houseway.rulebook.refusal import HousewayError, Malformed, Refusal, Refused

__all__ = [
    "GAMES",
    "Citation",
    "Clause",
    "HousewayError",
    "Interpretation",
    "Malformed",
    "Refusal",
    "Refused",
    "Text",
    "cite",
    "cites",
    "cites_part",
    "clauses",
    "interpretations",
    "interpretations_of",
    "join",
    "see",
    "text",
]
