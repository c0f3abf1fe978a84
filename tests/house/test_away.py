"""Who went away: a seat is not kept for ever, and no chip stays behind."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.house.clocks import RunSettings
from houseway.house.offices import Forbidden, Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed, Refused
from tests.house.helpers import QUICK, Stand, stand

AWAY = 600_000
BOSS = Person("Boss", Office.ADMINISTRATOR)
FLO = Person("Flo", Office.FLOORPERSON)
HAS = 10_000_000


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Stand]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield stand(ledger)


def open_one(found: Stand, **manner: Any) -> TableService:
    return found.house.open_table(
        BOSS, "t", "uth", QUICK, RunSettings(**{"away_ms": AWAY, **manner})
    )


def test_a_seat_without_bets_is_freed_and_its_chips_go_to_the_cage(found: Stand) -> None:
    table = open_one(found)
    ann, ben = found.seated("t", "Ann", "Ben")
    assert found.house.wallets.balance("Ann") == HAS - 1_000_000
    found.pass_ms(AWAY - 1)
    assert set(table.state.seats.values()) == {"Ann", "Ben"}
    found.tell(ben, "t", type="tip", cents=100)  # Ben is still there
    found.pass_ms(1)
    assert table.state.seats == {2: "Ben"}
    assert found.house.wallets.balance("Ann") == HAS
    told = [record.body for record in found.house.ledger.records("t")]
    assert any('"player_left"' in body and '"system:clock"' in body for body in told)
    found.tell(ann, "t", type="sit", seat=1)  # and may come back


def test_who_plays_stays_however_long_it_takes(found: Stand) -> None:
    table = open_one(found, decision_ms=3_600_000, betting_ms=3_600_000)
    found.seated("t", "Ann")
    found.bet_all(table)
    found.pass_ms(2 * AWAY)
    assert table.state.seats == {1: "Ann"}
    table.say_ready("Ann")
    assert table.state.round is not None
    found.pass_ms(2 * AWAY)
    assert table.state.seats == {1: "Ann"}
    found.decide_all(table, Random(1))
    found.pass_ms(AWAY - 1)
    assert table.state.seats == {1: "Ann"}  # the time begins when the round is over
    found.pass_ms(1)
    assert not table.state.seats


def test_others_play_on_meanwhile(found: Stand) -> None:
    table = open_one(found, decision_ms=3_600_000)
    ann, _ = found.seated("t", "Ann", "Ben")
    for wager in ("ante", "blind"):
        found.tell(ann, "t", type="bet", seat=1, wager=wager, cents=500)
    table.say_ready("Ann")
    assert table.state.round is not None
    found.pass_ms(AWAY)
    assert table.state.seats == {1: "Ann"}
    assert table.state.round is not None
    assert found.house.wallets.balance("Ben") == HAS


def test_a_restart_gives_everybody_their_time_anew(found: Stand) -> None:
    table = open_one(found)
    found.seated("t", "Ann")
    found.pass_ms(AWAY - 1)
    table.start()
    found.pass_ms(AWAY - 1)
    assert table.state.seats == {1: "Ann"}


def test_a_seat_may_be_kept_for_ever(found: Stand) -> None:
    table = open_one(found, away_ms=0)
    found.seated("t", "Ann")
    found.pass_ms(10**9)
    assert table.state.seats == {1: "Ann"}
    with pytest.raises(Malformed, match="A seat is kept from 100"):
        found.house.open_table(BOSS, "u", "uth", QUICK, RunSettings(away_ms=99))


def test_nobody_is_away_while_nobody_can_bet(found: Stand) -> None:
    """A dealer who lets people wait does not cost them their seats."""
    table = open_one(found, dealer="human")
    found.tell(found.player("Ann"), "t", type="sit", seat=1)
    found.pass_ms(2 * AWAY)
    assert table.state.seats == {1: "Ann"}


def test_the_floor_frees_a_seat(found: Stand) -> None:
    table = open_one(found)
    ann, ben = found.seated("t", "Ann", "Ben")
    for office in (Office.DEALER, Office.AUDITOR, Office.ADMINISTRATOR):
        with pytest.raises(Forbidden):
            found.tell(Person("Other", office), "t", type="leave", seat=1)
    with pytest.raises(Refused, match="not that player's seat"):
        found.tell(ben, "t", type="leave", seat=1)
    with pytest.raises(Refused, match="nobody sits there"):
        found.tell(FLO, "t", type="leave", seat=5)
    found.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    with pytest.raises(Refused, match="a wager is down"):
        found.tell(FLO, "t", type="leave", seat=1)
    found.tell(ann, "t", type="take_back", seat=1, wager="ante")
    found.tell(FLO, "t", type="leave", seat=1)
    assert table.state.seats == {2: "Ben"}
    assert found.house.wallets.balance("Ann") == HAS
    assert found.house.wallets.balance("Flo") == 0
