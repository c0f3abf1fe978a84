"""Snapshots: a table between two rounds is the same after it was written as JSON and read."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.games import find_games
from houseway.rulebook import Malformed
from houseway.table import Phase, TableState, read_setup
from houseway.table.snapshot import from_snapshot, to_snapshot
from houseway.table.state import replace_fast
from houseway.table.trials import random_round, random_trial
from tests.table.helpers import open_table, start_round


@settings(max_examples=25)
@given(st.sampled_from(list(find_games())), st.integers(0, 2**32), st.integers(0, 3))
def test_a_snapshot_gives_back_the_table(game: str, seed: int, rounds: int) -> None:
    table = random_trial(find_games()[game], Random(seed))
    for _ in range(rounds):
        random_round(table)
    table.prepare()
    data = to_snapshot(table.state)
    restored = from_snapshot(table.start.setup, json.loads(json.dumps(data)))
    assert restored == replace_fast(table.state, last_round=None)


def test_a_snapshot_is_taken_only_between_rounds() -> None:
    table = open_table("uth")
    assert to_snapshot(TableState(read_setup("uth", {}))) is None
    start_round(table)
    assert table.state.phase is Phase.ROUND
    assert to_snapshot(table.state) is None


def test_the_meter_is_kept_and_bets_are_not() -> None:
    prizes = {"table": {"pair": {"cents": 300}}, "meter_cents": 10_000, "contribution_cents": 100}
    table = open_table("uth", progressive=prizes, match_play=True)
    table.prepare()
    table.bet_at_random()
    table.play_round()
    table.prepare()
    meter = table.state.setup.options.progressive.meter_cents
    data = to_snapshot(table.state)
    assert data is not None
    assert from_snapshot(table.start.setup, data).setup.options.progressive.meter_cents == meter
    table.bet_at_random()
    assert to_snapshot(table.state) is None


def test_data_that_are_no_snapshot_are_malformed() -> None:
    table = open_table("uth")
    table.prepare()
    data = to_snapshot(table.state)
    assert data is not None
    with pytest.raises(Malformed, match="The snapshot lacks phase"):
        from_snapshot(table.start.setup, {k: v for k, v in data.items() if k != "phase"})
    with pytest.raises(Malformed, match="The snapshot's in_use must be a whole number"):
        from_snapshot(table.start.setup, {**data, "in_use": "0"})
