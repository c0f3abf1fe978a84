"""Described rounds in, settlements out: what `houseway settle` and the API speak.

A document names its game, its options (`config`), and either a whole round or a
single `attempt`. The answer is plain data: results with clauses, or a refusal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.games.contract import Game
from houseway.games.fields import Fields, either, show
from houseway.games.results import HandResult, Settlement
from houseway.games.rounds import REMARKS, Round
from houseway.rulebook import HousewayError, Malformed, Refused


@dataclass(frozen=True)
class Answer:
    """What became of one document: settled, allowed (an attempt), or refused."""

    id: Any
    game: Game[Any, Any] | None = None
    options: Any = None
    round: Round[Any] | None = None
    settlement: Settlement | None = None
    refused: HousewayError | None = None

    def as_data(self) -> dict[str, Any]:
        """The answer as JSON data, in the form of the public contract."""
        if self.refused is not None:
            clauses = list(self.refused.clauses)
            return {"id": self.id, "refused": {"clauses": clauses, "message": str(self.refused)}}
        if self.settlement is None:
            return {"id": self.id, "allowed": True}
        return {"id": self.id, "hands": [hand_as_data(hand) for hand in self.settlement.hands]}


def hand_as_data(hand: HandResult) -> dict[str, Any]:
    return {
        "seat": hand.seat,
        "net": {result.wager: result.net for result in hand.results},
        "outcome": {result.wager: result.outcome.value for result in hand.results},
        "total": hand.total,
        "clauses": {result.wager: list(result.clauses) for result in hand.results},
    }


def settle_document(document: object, games: Mapping[str, Game[Any, Any]]) -> Answer:
    """Settles one described round, or tells why it is refused."""
    name = document.get("id") if isinstance(document, Mapping) else None
    try:
        fields = Fields(document, "The round")
        fields.take("id", None)
        game = read_game(fields, games)
        if fields.has("attempt"):
            return _try_attempt(name, game, fields)
        options = game.read_options(fields.take("config", {}))
        round_ = game.read_round(fields)
        return Answer(name, game, options, round_, game.settle(options, round_))
    except HousewayError as refused:
        return Answer(name, refused=refused)


def read_game(fields: Fields, games: Mapping[str, Game[Any, Any]]) -> Game[Any, Any]:
    game = fields.take("game")
    if not isinstance(game, str) or game not in games:
        raise Malformed(f"There is no game {show(game)}; the games are {either(list(games))}.")
    return games[game]


def _try_attempt(name: Any, game: Game[Any, Any], fields: Fields) -> Answer:
    """A single act, described without the round around it: refused, or allowed."""
    described = fields.take("attempt")
    attempt = Fields(described, "The attempt")
    if not described:
        raise Malformed("The attempt is empty: say what is tried.")
    for remark in REMARKS:
        fields.take(remark, None)
    fields.finish()
    options = game.read_options(attempt.take("config", {}))
    refusals = tuple(game.check_attempt(options, attempt))
    attempt.finish()
    if refusals:
        raise Refused(refusals)
    return Answer(name, game, options)
