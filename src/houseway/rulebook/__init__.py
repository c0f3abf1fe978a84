"""The regulations as data: clauses, adopted readings, citations and refusals."""

from houseway.rulebook.citation import Citation, cite, cites, cites_part, join, see
from houseway.rulebook.clauses import Clause, Reading, RuleText, load_text
from houseway.rulebook.refusal import HousewayError, Malformed, Refusal, Refused

__all__ = [
    "Citation",
    "Clause",
    "HousewayError",
    "Malformed",
    "Reading",
    "Refusal",
    "Refused",
    "RuleText",
    "cite",
    "cites",
    "cites_part",
    "join",
    "load_text",
    "see",
]
