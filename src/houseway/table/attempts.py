"""Attempts that concern the table itself: its equipment, a cut, an omitted count.

Games judge wagers, decisions and splits; the table judges the rest, and a document with
neither is settled.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.games import find_games
from houseway.games.documents import Answer, settle_document
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.fields import Fields, read_whole
from houseway.games.handling import check_cut
from houseway.games.rounds import REMARKS
from houseway.rulebook import HousewayError, Refusal, Refused
from houseway.table.setup import Setup, read_setup

ACTS = ("cut", "rounds_since_count")
EQUIPMENT = tuple(option.name for option in EQUIPMENT_OPTIONS)


def answer_document(document: object) -> Answer:
    """Settles a described round, or judges an attempt at the game or at the table."""
    if not _is_of_the_table(document):
        return settle_document(document, find_games())
    assert isinstance(document, Mapping)
    name = document.get("id")
    try:
        return _try(name, Fields(document, "The attempt's document"))
    except HousewayError as refused:
        return Answer(name, refused=refused)


def _is_of_the_table(document: object) -> bool:
    """Whether a document is an attempt that names equipment, a cut or a count."""
    if not isinstance(document, Mapping) or document.get("game") not in find_games():
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
        yield from check_cut(setup.game.handling, read_whole(attempt.take("cut"), "The cut"))
    if attempt.has("rounds_since_count"):
        rounds = read_whole(attempt.take("rounds_since_count"), "rounds_since_count")
        yield from check_count_due(setup, rounds)


def check_count_due(setup: Setup, rounds: int) -> Iterator[Refusal]:
    """Refusal of another round when a count of the stub is overdue."""
    interval = setup.options.stub_count_interval
    if rounds >= interval and not setup.counts_spared:
        yield Refusal(
            setup.game.handling.by(setup.equipment.dealing).count,
            f"A round after {rounds} rounds without a count of the stub",
            f"the stub is counted at least once every {interval} rounds",
            "Count it in this round.",
        )
