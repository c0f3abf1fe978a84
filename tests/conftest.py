"""What all tests share: a seed that is printed, and short ways to settle a round."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from houseway.games import GAMES
from houseway.games.documents import Answer, settle_document
from houseway.games.results import HandResult

ROUNDS = Path(__file__).parent / "rounds"

# print_blob makes a failing random case repeatable from its own output.
settings.register_profile("houseway", print_blob=True, deadline=None)
settings.load_profile("houseway")


def pytest_report_header() -> str:
    return "random tests: hypothesis prints the case and the blob that repeats it"


def load_rounds(name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((ROUNDS / f"{name}.json").read_text("utf-8"))
    return entries


Settle = Callable[..., HandResult]


def answer(document: dict[str, Any]) -> Answer:
    return settle_document(document, GAMES)


def refused_by(document: dict[str, Any]) -> tuple[str, ...]:
    """The clauses that refuse a document; fails if it is not refused."""
    found = answer(document)
    assert found.refused is not None, "the document was not refused"
    return found.refused.clauses


def message_of(document: dict[str, Any]) -> str:
    found = answer(document)
    assert found.refused is not None, "the document was not refused"
    return str(found.refused)


def first_hand(document: dict[str, Any]) -> HandResult:
    """The result of the first hand of a round that settles."""
    found = answer(document)
    assert found.settlement is not None, found.refused
    return found.settlement.hands[0]


@pytest.fixture
def project() -> Path:
    return Path(__file__).resolve().parents[1]
