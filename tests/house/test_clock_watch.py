"""A clock that jumps is noticed, and time on record never goes back."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.house.house import House
from houseway.house.offices import Forbidden, Office, Person
from houseway.ledger.store import Ledger
from tests.house.helpers import Stand, open_table

SECOND_MS, DAY_MS = 1_000, 86_400_000
ADA = Person("Ada", Office.ADMINISTRATOR)


class TwoClocks:
    """The clock on the wall, which anybody may set, and the one that only counts."""

    def __init__(self) -> None:
        self.ms, self.set_by = 0, 0

    def pass_ms(self, ms: int) -> None:
        self.ms += ms

    def wall(self) -> int:
        return (1_700_000_000_000 + self.ms + self.set_by) * 1_000

    def counted(self) -> int:
        return self.ms


@pytest.fixture
def clocks() -> TwoClocks:
    return TwoClocks()


@pytest.fixture
def house(tmp_path: Path, clocks: TwoClocks) -> Iterator[House]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield new_house(ledger, clocks)


def new_house(ledger: Ledger, clocks: TwoClocks) -> House:
    house = House(ledger, clock=clocks.wall, now=clocks.counted)
    house.recover()
    return house


def tick(house: House, clocks: TwoClocks, seconds: int = 2) -> None:
    for _ in range(seconds):
        clocks.pass_ms(SECOND_MS)
        house.tick()


def facts(house: House) -> list[dict[str, Any]]:
    return [json.loads(record.body) for record in house.log.records()]


def test_a_clock_that_goes_on_raises_no_alarm(house: House, clocks: TwoClocks) -> None:
    for _ in range(50):
        clocks.pass_ms(3_600_000)
        clocks.set_by += 100  # small corrections
        house.tick()
    assert not house.clock_watch.alarm
    assert not [fact for fact in facts(house) if fact["type"].startswith("clock_")]


@pytest.mark.parametrize(("days", "word"), [(400, "forward"), (-1, "back")])
def test_a_jump_goes_on_record_and_is_shown(
    house: House, clocks: TwoClocks, days: int, word: str
) -> None:
    tick(house, clocks)
    clocks.set_by = days * DAY_MS
    tick(house, clocks)
    assert f"jumped {word} by {abs(days)} day" in house.clock_watch.alarm
    jumps = [fact for fact in facts(house) if fact["type"] == "clock_jumped"]
    assert [jump["microseconds"] for jump in jumps] == [days * DAY_MS * 1_000]


def test_small_steps_add_up_to_a_jump(house: House, clocks: TwoClocks) -> None:
    for _ in range(10):
        clocks.set_by += 20_000
        tick(house, clocks, 1)
    assert "jumped forward" in house.clock_watch.alarm


def test_time_on_record_does_not_go_back(house: House, clocks: TwoClocks) -> None:
    open_table(Stand(house), "uth")
    for days in (0, 400, 0, -400):
        clocks.set_by = days * DAY_MS
        tick(house, clocks)
        house.people.add("test", f"P{days}{len(facts(house))}", Office.GUEST, None)
    stamps = [record.at for record in house.log.records()]
    assert stamps == sorted(stamps)


def test_stamps_still_to_come_keep_the_alarm_up(house: House, clocks: TwoClocks) -> None:
    clocks.set_by = 400 * DAY_MS
    tick(house, clocks)
    house.people.add("test", "Ann", Office.GUEST, None)  # stamped 400 days ahead
    clocks.set_by = 0
    tick(house, clocks)
    assert "ahead of the system clock" in house.clock_watch.alarm
    assert "jumped" not in house.clock_watch.alarm  # the clock is back
    again = new_house(house.ledger, clocks)
    tick(again, clocks)
    assert "ahead of the system clock" in again.clock_watch.alarm  # a restart resolves nothing
    again.clock_watch.accept(ADA)
    tick(again, clocks)
    assert "ahead of the system clock" in again.clock_watch.alarm
    clocks.pass_ms(401 * DAY_MS)
    tick(again, clocks)
    assert not again.clock_watch.alarm


def test_stamps_of_a_table_count_too(house: House, clocks: TwoClocks) -> None:
    stand = Stand(house)
    open_table(stand, "uth")
    ann = stand.player("Ann")
    clocks.set_by = 400 * DAY_MS
    stand.tell(ann, "t", type="sit", seat=1)
    clocks.set_by = 0
    tick(house, clocks)
    assert "ahead of the system clock" in house.clock_watch.alarm


def test_an_administrator_accepts_a_clock_that_was_set_right(
    house: House, clocks: TwoClocks
) -> None:
    clocks.set_by = DAY_MS
    tick(house, clocks)
    with pytest.raises(Forbidden):
        house.clock_watch.accept(Person("Sue", Office.SUPERVISOR))
    house.clock_watch.accept(ADA)
    tick(house, clocks)
    assert not house.clock_watch.alarm
    assert facts(house)[-1]["type"] == "clock_accepted"
