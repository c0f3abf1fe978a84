"""Configurations as the API describes them, against what the games really read."""

import json
from typing import Any

import jsonschema_rs
import pytest

from houseway.games import GAMES
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.options import as_config
from houseway.rulebook import HousewayError
from houseway.table import read_setup
from houseway.web.api.config_schemas import config_schema
from tests.conftest import load_rounds


def is_described(game: str, config: dict[str, Any]) -> bool:
    schema = config_schema("", (*GAMES[game].options, *EQUIPMENT_OPTIONS))
    is_valid: bool = jsonschema_rs.is_valid(schema, json.loads(json.dumps(config)))
    return is_valid


@pytest.mark.parametrize("game", GAMES)
def test_the_configurations_of_all_test_rounds_are_described(game: str) -> None:
    configs = [entry.get("config", {}) for entry in load_rounds(game)]
    assert sum(bool(config) for config in configs) > 5
    for config in configs:
        assert is_described(game, config), config


@pytest.mark.parametrize("game", GAMES)
def test_a_configuration_written_out_in_full_is_described(game: str) -> None:
    setup = read_setup(game, {"method": "hand", "shuffle": "automated"})
    assert is_described(game, as_config(setup.options))
    assert is_described(game, as_config(setup.equipment))


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("uth", {"no_such_option": 1}),
    ("uth", {"trips_table": "Z"}),
    ("uth", {"seats": 0}),
    ("uth", {"seats": "6"}),
    ("uth", {"cover_all": "perhaps"}),
    ("uth", {"minimums": {"ante": 0}}),
    ("uth", {"minimums": {"bread": 500}}),
    ("uth", {"trips_rows": {"flush": "much"}}),
    ("uth", {"limits": {"main_cents": -1}}),
    ("pikit", {"three_card_pick": "peeked"}),
    ("hilo", {"method": "by_foot"}),
]


@pytest.mark.parametrize(("game", "config"), WRONG)
def test_a_configuration_that_no_game_reads_is_not_described(
    game: str, config: dict[str, Any]
) -> None:
    assert not is_described(game, config)
    with pytest.raises(HousewayError):
        read_setup(game, config)
