"""The house checks its books by itself, closes a table with a fault, and says so."""

import json
import logging
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.house.self_check import CHECKED, EVERY, Pace, SelfCheck
from houseway.ledger.errors import CheckStopped
from houseway.ledger.schema import people, seeds, snapshots
from houseway.ledger.store import HOUSE, Ledger
from houseway.rulebook import Refused
from tests.house.helpers import Stand, build_stand, open_table


@pytest.fixture
def stand(tmp_path: Path) -> Any:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        stand = build_stand(ledger)
        stand.house.self_check.share = 1.0
        yield stand


def behind_its_back(stand: Stand, statement: Any) -> None:
    engine = stand.house.ledger.engine.execution_options(writes=True)
    with engine.begin() as connection:
        assert connection.execute(statement).rowcount > 0


def test_a_house_in_order_notes_that_it_was_checked(stand: Stand) -> None:
    check = stand.house.self_check
    assert check.seconds_until_due() == 0
    assert check.run() == []
    last = json.loads(list(stand.house.log.records())[-1].body)
    assert (last["type"], last["faults"], last["tables"]) == (CHECKED, 0, {})
    assert 0 < check.seconds_until_due() <= EVERY / 1_000_000
    later = build_stand(stand.house.ledger).house
    later.log.read_on()
    assert later.self_check.seconds_until_due() > 0, "another process does not check again"


def test_a_table_with_a_fault_takes_no_new_round_until_it_is_in_order(
    stand: Stand, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = open_table(stand, "uth", "bad"), open_table(stand, "uth", "good")
    ann, _ = stand.seated("bad", "Ann"), stand.seated("good", "Ben")
    stand.play_round(bad, Random(1))
    behind_its_back(stand, seeds.delete().where(seeds.c.table_id == "bad"))
    with caplog.at_level(logging.CRITICAL, logger="houseway"):
        assert {fault.table for fault in stand.house.self_check.run()} == {"bad"}
    assert "the books are not in order" in caplog.text
    assert "its seed is missing" in bad.trouble
    assert not good.trouble
    with pytest.raises(Refused, match="its books are not in order"):
        stand.bet_all(bad)
    stand.play_round(good, Random(2))
    stand.tell(ann[0], "bad", type="cash_out", cents=100)  # chips can be taken away
    # Another process, or the next start, learns it from the record.
    later = build_stand(stand.house.ledger).house
    later.recover()
    assert "its seed is missing" in later.tables["bad"].trouble


def test_a_table_put_in_order_plays_again(stand: Stand) -> None:
    table = open_table(stand, "uth", "t")
    stand.seated("t", "Ann")
    row = {"table_id": "t", "seq": 3, "round": 1, "form": 2, "state": "{}"}
    behind_its_back(stand, snapshots.insert().values(row))
    assert stand.house.self_check.run()
    behind_its_back(stand, snapshots.delete())
    assert stand.house.self_check.run() == []
    assert not table.trouble
    stand.play_round(table, Random(1))


def test_a_fault_of_the_house_itself_is_counted_and_closes_no_table(stand: Stand) -> None:
    table = open_table(stand, "uth", "t")
    stand.seated("t", "Ann")
    behind_its_back(stand, people.update().values(since=7))
    assert [fault.part for fault in stand.house.self_check.run()] == ["people"]
    assert stand.house.self_check.faults == 1
    stand.play_round(table, Random(1))
    assert stand.house.ledger.head(HOUSE).seq > 0


def call_for_ever(pace: Pace) -> None:
    for _ in range(100_000_000):
        pace()


def test_a_check_that_is_stopped_finds_no_fault(stand: Stand) -> None:
    open_table(stand, "uth", "t")
    check = SelfCheck(stand.house.log, lambda _tables: None, share=0.01)
    check.stop()
    with pytest.raises(CheckStopped):
        check.run()
    assert check.checked_at is None


def test_the_check_has_no_more_than_its_share_and_can_be_stopped(stand: Stand) -> None:
    open_table(stand, "uth", "t")
    rests: list[float] = []

    class Resting(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            rests.append(timeout or 0.0)
            return len(rests) > 3

    pace = Pace(0.25, Resting())
    with pytest.raises(CheckStopped):
        call_for_ever(pace)
    assert all(rest >= 3 * 0.005 for rest in rests)
    check = SelfCheck(stand.house.log, lambda _tables: None)
    check.stop()
    check.keep_running(first_after=0.0)  # returns at once
