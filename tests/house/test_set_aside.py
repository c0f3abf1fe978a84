"""A table that cannot be brought back from its record is set aside, and the others open."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.house.accounting import house_accounts
from houseway.house.clocks import RunSettings
from houseway.house.edges import EdgeBook
from houseway.house.floor import NoSuchTable
from houseway.house.house import House
from houseway.house.offices import Office, Person
from houseway.house.set_aside import OutOfService
from houseway.ledger.schema import events
from houseway.ledger.store import HOUSE, Ledger
from houseway.ledger.verify_books import all_faults
from houseway.rulebook import Refused
from tests.house.helpers import QUICK, Stand, build_stand, open_table, submit

HUGE = 10**16
BOSS = Person("Boss", Office.ADMINISTRATOR)
UNREADABLE = {
    "type": "money_moved",
    "v": 1,
    "clauses": [],
    "by": "dealer:automated dealer",
    "seat": 1,
    "wager": "ante",
    "act": "pay",
    "moves": [{"source": "inventory", "target": "rack:Alice", "cents": HUGE}],
}
"""What a round of the review wrote: a number that the reader refuses."""


def poison(ledger: Ledger, table: str, body: dict[str, Any] | None = None) -> None:
    """Writes a record that cannot be read, as a program without the round trip did."""
    head = ledger.head(table)
    text = json.dumps(body or UNREADABLE, sort_keys=True, separators=(",", ":"))
    ledger.append(head, [text], at=head.at + 1, command="poison")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with two tables at which people sit, one of them poisoned."""
    path = tmp_path / "house.db"
    with Ledger(str(path)) as ledger:
        stand = build_stand(ledger)
        stand.house.recover()
        for name in ("bad", "good"):
            table = open_table(stand, "uth", name)
            stand.seated(name, f"Player of {name}")
            stand.play_round(table, Random(1))
        poison(ledger, "bad")
    return path


@pytest.fixture
def stand(store: Path) -> Iterator[Stand]:
    with Ledger(str(store)) as ledger:
        stand = build_stand(ledger)
        stand.house.recover()
        yield stand


def test_the_largest_unit_is_stated_by_the_option(tmp_path: Path) -> None:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        stand = build_stand(ledger)
        with pytest.raises(Refused, match=r"payout_unit_cents = 10000000000000000: .* to 100000"):
            open_table(stand, "uth", "t", payout_unit_cents=HUGE)
        assert not ledger.tables()
        assert ledger.head(HOUSE).seq == -1


def test_the_house_opens_with_all_other_tables(stand: Stand) -> None:
    house = stand.house
    assert [table.name for table in house.lobby()] == ["good"]
    stand.play_round(house.table("good"), Random(2))
    (table,) = house.floor.out_of_service.values()
    assert (table.table, table.game) == ("bad", "uth")
    assert "out of range" in table.reason
    assert "houseway house verify" in str(table)


def test_the_log_says_which_table_and_why(store: Path, caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []
    with Ledger(str(store)) as ledger, caplog.at_level(logging.ERROR, "houseway"):
        house = House(ledger)
        house.floor.when_set_aside = lambda table: said.append(table.table)
        house.recover()
    (line,) = [record for record in caplog.records if "out of service" in record.message]
    assert line.__dict__["fields"]["table"] == "bad"
    assert "out of range" in line.__dict__["fields"]["reason"]
    assert said == ["bad"]


def test_every_request_to_the_table_is_refused_in_plain_words(stand: Stand) -> None:
    house, player = stand.house, Person("Player of bad", Office.PLAYER)
    before = house.ledger.head("bad"), house.wallets.balance(player.name)
    for data in ({"type": "buy_in", "cents": 500}, {"type": "leave", "seat": 1}):
        with pytest.raises(OutOfService, match="bad is out of service"):
            submit(house, player, "bad", data, "c-1")
    with pytest.raises(OutOfService):
        house.say_ready(player, "bad")
    with pytest.raises(OutOfService):
        house.end_table(BOSS, "bad")
    with pytest.raises(OutOfService):
        house.look("bad")
    with pytest.raises(NoSuchTable):
        house.look("worse")
    assert before == (house.ledger.head("bad"), house.wallets.balance(player.name))


def test_its_name_stays_taken(stand: Stand) -> None:
    with pytest.raises(Exception, match="on record already"):
        stand.house.open_table(BOSS, "bad", "uth", QUICK, RunSettings())


def test_the_accounts_count_the_others_and_name_it(stand: Stand) -> None:
    accounts = house_accounts(stand.house.ledger, EdgeBook())
    assert [table.table for table in accounts.tables] == ["good"]
    (words,) = [words for words in accounts.discrepancies if words.startswith("bad:")]
    assert "is not counted" in words


def test_verification_names_it(stand: Stand) -> None:
    faults = all_faults(stand.house.ledger)
    named = [words for kinds in faults.values() for words in kinds if "bad" in words]
    assert any("cannot be played again" in words for words in named), faults
    assert not faults["good"]


def test_it_stays_aside_while_the_house_runs(stand: Stand) -> None:
    stand.house.floor.synchronize()
    assert set(stand.house.floor.out_of_service) == {"bad"}
    assert "bad" not in stand.house.floor.replicas


def test_it_comes_back_when_its_record_was_repaired(store: Path) -> None:
    with Ledger(str(store)) as ledger, ledger.engine.begin() as connection:
        connection.execute(events.delete().where(events.c.command_id == "poison"))
    with Ledger(str(store)) as ledger:
        stand = build_stand(ledger)
        stand.house.recover()
        assert not stand.house.floor.out_of_service
        stand.play_round(stand.house.table("bad"), Random(3))


@pytest.mark.parametrize(
    "fact",
    [
        {"game": "faro", "config": {}},
        {"game": "uth", "config": {"payout_unit_cents": HUGE}},
        {"game": "uth", "config": {"seats": 1.0}},
        {"game": "uth", "config": 7},
    ],
)
def test_a_table_whose_opening_cannot_be_read_is_set_aside(
    tmp_path: Path, fact: dict[str, Any]
) -> None:
    manner = {"dealer": "automated", "betting_ms": 15_000, "decision_ms": 30_000}
    body = {"type": "table_opened", "v": 1, "by": "x", "table": "odd", "manner": manner, **fact}
    with Ledger(str(tmp_path / "house.db")) as ledger:
        stand = build_stand(ledger)
        open_table(stand, "hilo", "good")
        poison(ledger, HOUSE, body)
        other = build_stand(ledger)
        other.house.recover()
        assert [table.name for table in other.house.lobby()] == ["good"]
        assert set(other.house.floor.out_of_service) == {"odd"}
