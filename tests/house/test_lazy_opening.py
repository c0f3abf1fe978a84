"""A house that answers before it has read its tables: each is read on first use, or by and by."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from houseway.house.offices import Office, Person
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.table import due
from tests.house.helpers import Stand, build_stand, open_table, submit
from tests.ledger.helpers import without_waiting

ANN = Person("Ann", Office.PLAYER)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as opened:
        yield opened


def stopped_in_a_round(ledger: Ledger) -> None:
    """Three tables; at one of them Ann's decision is due."""
    stand = build_stand(ledger)
    for name in ("a", "b", "c"):
        open_table(stand, "uth", name)
    stand.seated("b", "Ann")
    table = stand.house.table("b")
    stand.play_round(table, Random(1))
    stand.bet_all(table)
    table.say_ready("Ann")
    assert table.state.round is not None


def started_lazily(ledger: Ledger) -> Stand:
    stand = build_stand(ledger)
    assert stand.house.recover(is_lazy=True) == ["a", "b", "c"]
    return stand


def test_a_start_reads_no_table(ledger: Ledger) -> None:
    stopped_in_a_round(ledger)
    house = started_lazily(ledger).house
    assert house.tables == {}
    assert house.floor.count() == (3, 3)


def test_the_first_act_at_a_table_reads_that_table_only(ledger: Ledger) -> None:
    stopped_in_a_round(ledger)
    house = started_lazily(ledger).house
    submit(house, ANN, "b", {"type": "choose", "seat": 1, "choice": "check"}, "after")
    assert list(house.tables) == ["b"]
    assert house.floor.count() == (3, 3)


def test_the_clocks_of_a_round_run_once_the_waiting_tables_are_read(ledger: Ledger) -> None:
    stopped_in_a_round(ledger)
    stand = started_lazily(ledger)
    assert stand.house.floor.open_waiting() == []
    table = stand.house.tables["b"]
    assert due(table.state)[0].act == "decide"
    stand.pass_ms(table.settings.decision_ms * 10)
    for _ in range(10):
        stand.pass_ms(table.settings.decision_ms + 1)
    assert table.state.round is None
    assert table.state.rounds == 2


def test_the_lobby_has_every_table(ledger: Ledger) -> None:
    stopped_in_a_round(ledger)
    house = started_lazily(ledger).house
    assert [table.name for table in house.lobby()] == ["a", "b", "c"]


def test_a_table_that_waits_is_ended_as_any_other(ledger: Ledger) -> None:
    stopped_in_a_round(ledger)
    house = started_lazily(ledger).house
    house.end_table(Person("Flo", Office.FLOORPERSON), "a")
    assert house.floor.count() == (2, 2)
    assert [table.name for table in house.lobby()] == ["b", "c"]


def test_a_name_that_waits_is_taken(ledger: Ledger) -> None:
    stopped_in_a_round(ledger)
    stand = started_lazily(ledger)
    with pytest.raises(Malformed, match="already"):
        open_table(stand, "uth", "a")


def test_a_table_whose_record_was_changed_keeps_no_other_from_opening(ledger: Ledger) -> None:
    stopped_in_a_round(ledger)
    with ledger.engine.execution_options(writes=True).begin() as connection:
        connection.exec_driver_sql("UPDATE events SET at = at + 1 WHERE table_id = 'a'")
    house = started_lazily(ledger).house
    house.floor.open_waiting()
    assert set(house.tables) == {"b", "c"}
    assert set(house.floor.out_of_service) == {"a"}
