"""Attempts that concern the table itself: its equipment, a cut, a count left out.

The games judge wagers, decisions and settings; what they do not know is judged
here, and a document with neither goes on to settlement.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.games import GAMES
from houseway.games.deals import check_cut
from houseway.games.documents import Answer, settle_document
from houseway.games.reading import Fields, read_whole
from houseway.games.rounds import REMARKS
from houseway.rulebook import HousewayError, Refusal, Refused
from houseway.table.setup import EQUIPMENT_OPTIONS, Setup, read_setup

ACTS = ("cut", "rounds_since_count")
EQUIPMENT = tuple(option.name for option in EQUIPMENT_OPTIONS)


def answer_document(document: object) -> Answer:
    """Settles a round, or judges an attempt at the game or at the table."""
    if not _is_of_the_table(document):
        return settle_document(document, GAMES)
    assert isinstance(document, Mapping)
    name = document.get("id")
    try:
        return _try(name, Fields(document, "The attempt's document"))
    except HousewayError as refused:
        return Answer(name, refused=refused)


def _is_of_the_table(document: object) -> bool:
    """Whether a document is an attempt that names equipment, a cut or a count."""
    if not isinstance(document, Mapping) or document.get("game") not in GAMES:
        return False
    attempt = document.get("attempt")
    if not isinstance(attempt, Mapping):
        return False
    config = attempt.get("config")
    equipment = isinstance(config, Mapping) and any(name in config for name in EQUIPMENT)
    return equipment or any(act in attempt for act in ACTS)


def _try(name: Any, fields: Fields) -> Answer:
    fields.take("id", None)
    game_id = fields.take("game")
    attempt = Fields(fields.take("attempt"), "The attempt")
    for remark in REMARKS:
        fields.take(remark, None)
    fields.finish()
    config = dict(attempt.take("config", {}))
    if attempt.has("shuffler_counts"):
        config["shuffler_counts"] = attempt.take("shuffler_counts")
        config.setdefault("shuffle", "automated")
    setup = read_setup(game_id, config)
    refusals = tuple(_refusals(setup, attempt))
    attempt.finish()
    if refusals:
        raise Refused(refusals)
    return Answer(name, setup.game, setup.options)


def _refusals(setup: Setup, attempt: Fields) -> Iterator[Refusal]:
    if attempt.has("cut"):
        yield from check_cut(setup.game, read_whole(attempt.take("cut"), "The cut"))
    if attempt.has("rounds_since_count"):
        rounds = read_whole(attempt.take("rounds_since_count"), "rounds_since_count")
        yield from check_count_due(setup, rounds)


def check_count_due(setup: Setup, rounds: int) -> Iterator[Refusal]:
    """Refusal of another round when the stub has not been counted for as many as allowed."""
    interval = setup.options.stub_count_interval
    if rounds >= interval and not setup.counts_spared:
        yield Refusal(
            setup.game.handling.by(setup.equipment.dealing).count,
            f"A round after {rounds} without a count of the stub",
            f"the stub is counted at least once every {interval} rounds",
            "Count it in this round.",
        )
