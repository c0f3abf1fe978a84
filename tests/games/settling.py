"""What the tests of the three games share: a settled document, its outcomes, its order."""

from typing import Any

from houseway.games import GAMES
from houseway.games.procedure import Step
from houseway.games.results import HandResult, Settlement
from tests.conftest import answer


def settled(document: dict[str, Any]) -> Settlement:
    response = answer(document)
    assert response.settlement is not None, response.refused
    return response.settlement


def outcomes(result: HandResult) -> dict[str, str]:
    return {entry.wager: entry.outcome.value for entry in result.results}


def steps(document: dict[str, Any]) -> list[Step]:
    """The dealer's acts of settlement, in their order."""
    response = answer(document)
    assert response.settlement is not None, response.refused
    assert response.round is not None
    game = GAMES[document["game"]]
    return list(game.running_order(response.options, response.round, response.settlement))
