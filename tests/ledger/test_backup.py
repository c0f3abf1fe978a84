"""A backup taken while a house plays, brought back, and played on with."""

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from houseway.house.house import House
from houseway.house.offices import Office, Person
from houseway.ledger.backup import back_up, check_store, restore
from houseway.ledger.errors import RecordError
from houseway.ledger.recorded_table import open_table as reopen
from houseway.ledger.schema import metadata
from houseway.ledger.store import Ledger
from houseway.ledger.times import now
from houseway.table import Phase
from houseway.table.state import assert_conserved
from tests.house.helpers import HandClock, Stand, build_stand, open_table, total_at_cage
from tests.ledger.helpers import assert_whole

GAMES = ("uth", "pikit", "hilo")


def furnished(ledger: Ledger) -> Stand:
    stand = build_stand(ledger)
    for game in GAMES:
        open_table(stand, game, game)
        stand.seated(game, f"{game}-A", f"{game}-B")
    return stand


@contextmanager
def playing(stand: Stand) -> Iterator[None]:
    """Rounds at all tables, one after the other, until the test has what it needs."""
    over, chance = threading.Event(), Random(5)
    faults: list[BaseException] = []

    def play() -> None:
        try:
            while not over.is_set():
                for game in GAMES:
                    stand.play_round(stand.house.table(game), chance)
        except BaseException as fault:  # raised again in the test's own thread
            faults.append(fault)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    assert not faults


def rows_of(ledger: Ledger) -> dict[str, list[tuple[object, ...]]]:
    with ledger.engine.connect() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(sa.select(table))]
            for table in metadata.sorted_tables
        }


def as_sets(tables: dict[str, list[tuple[object, ...]]]) -> dict[str, set[tuple[object, ...]]]:
    plain = {
        name: [tuple(_plain(value) for value in row) for row in rows]
        for name, rows in tables.items()
    }
    return {name: set(rows) for name, rows in plain.items()}


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


@pytest.mark.parametrize("into", ["sqlite", "postgres"])
def test_a_backup_under_load_comes_back_and_plays_on(
    url: str, into: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    same = into == "sqlite" and "://" not in url
    target = str(tmp_path / "again.db") if same else request.getfixturevalue(into)
    if "://" in url and into == "postgres":
        target = request.getfixturevalue("server").new_database()
    file = tmp_path / "backup"
    with Ledger(url) as ledger:
        stand = furnished(ledger)
        with playing(stand):
            while stand.house.table("uth").state.rounds < 2:
                time.sleep(0.01)
            contents = back_up(ledger, file)
            at_least = stand.house.table("uth").state.rounds
            while stand.house.table("uth").state.rounds < at_least + 1:
                time.sleep(0.01)
        before = rows_of(ledger)
    assert file.stat().st_mode & 0o077 == 0
    assert restore(file, target) == contents
    with Ledger(target) as ledger:
        # What came back is the beginning of what went on there, and a whole one.
        again = rows_of(ledger)
        changing = {"people"}  # the only rows that are ever changed
        for name, rows in as_sets(again).items():
            assert name in changing or rows <= as_sets(before)[name], name
        assert 0 < len(again["events"]) < len(before["events"])
        assert len(again["seeds"]) > 0
        for game in GAMES:
            assert_whole(ledger, game)
        clock = HandClock()
        house = House(ledger, now=clock)
        assert house.recover() == sorted(GAMES)
        resumed, chance = Stand(house, clock, iter(range(10**6, 10**7))), Random(6)
        for game in GAMES:
            table = house.table(game)
            for _ in range(2):  # the bets that lay there are called, the rest of it is played
                resumed.pass_ms(60_000)
                resumed.decide_all(table, chance)
            assert table.state.phase is Phase.BETTING
            resumed.play_round(table, chance)
            assert_conserved(table.state)
        check_store(ledger)


def test_a_backup_is_brought_only_into_an_empty_store(sqlite: str, tmp_path: Path) -> None:
    with Ledger(sqlite) as ledger:
        furnished(ledger)
        back_up(ledger, tmp_path / "one")
        with pytest.raises(RecordError, match="is there already"):
            back_up(ledger, tmp_path / "one")
    with pytest.raises(RecordError, match="not empty"):
        restore(tmp_path / "one", sqlite)
    other = str(tmp_path / "other.db")
    with Ledger(other) as ledger:
        House(ledger).people.add("x", "Ada", Office.ADMINISTRATOR, "correct horse battery")
    with pytest.raises(RecordError, match="not empty"):
        restore(tmp_path / "one", other)


SPOILED = {
    "a changed event": "UPDATE events SET body = replace(body, '500', '900')"
    " WHERE body LIKE '%500%'",
    "chips from nowhere": "UPDATE wallet SET balance = balance + 100 WHERE number = 1",
    "a stream without its first": "DELETE FROM events WHERE table_id = 'hilo' AND seq = 0",
}


@pytest.mark.parametrize("spoil", SPOILED)
def test_a_spoiled_backup_is_refused_and_nothing_written(
    sqlite: str, tmp_path: Path, spoil: str
) -> None:
    file, target = tmp_path / "backup", tmp_path / "again.db"
    with Ledger(sqlite) as ledger:
        stand = furnished(ledger)
        stand.bet_all(stand.house.table("uth"))
        back_up(ledger, file)
    with sqlite3.connect(file) as connection:
        assert connection.execute(SPOILED[spoil]).rowcount
    with pytest.raises(RecordError, match=r"not what was written|not what the record says"):
        restore(file, str(target))
    assert not target.exists()


def test_a_backup_in_lines_that_is_cut_off_or_damaged_is_refused(
    postgres: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    with Ledger(postgres) as ledger:
        furnished(ledger)
        back_up(ledger, file)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    person = next(n for n, line in enumerate(lines) if json.loads(line).get("in") == "people")
    seat = next(n for n, line in enumerate(lines) if "player_sat" in line)
    cases = {
        "its end is missing": lines[:-1],
        "rows are missing": [*lines[:person], *lines[person + 1 :]],
        "not what was written": [
            *lines[:seat],
            lines[seat].replace("-A", "-X"),
            *lines[seat + 1 :],
        ],
        "no backup": lines[1:],
        "damaged": [lines[0], "{", *lines[1:]],
    }
    for words, changed in cases.items():
        spoiled = tmp_path / "spoiled"
        spoiled.write_text("".join(changed), "utf-8")
        with pytest.raises(RecordError, match=words):
            restore(spoiled, str(tmp_path / "again.db"))
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    with pytest.raises(RecordError, match="no backup"):
        restore(empty, str(tmp_path / "again.db"))


def test_a_restored_store_lets_the_same_people_in(sqlite: str, tmp_path: Path) -> None:
    target = str(tmp_path / "again.db")
    with Ledger(sqlite) as ledger:
        stand = furnished(ledger)
        token = stand.house.people.new_token(Person("uth-A", Office.PLAYER), "robot")
        chips = total_at_cage(ledger)
        back_up(ledger, tmp_path / "one")
    restore(tmp_path / "one", target)
    with Ledger(target) as ledger:
        house = House(ledger)
        assert house.people.by_token(token).person.name == "uth-A"
        assert total_at_cage(ledger) == chips
        assert reopen(ledger, "uth", now).state.rack_of("uth-A") == 1_000_000
