"""Players who went away: a seat is not kept for ever, and no chip stays behind."""

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
from tests.house.helpers import QUICK, Stand, build_stand

AWAY = 600_000
BOSS = Person("Boss", Office.ADMINISTRATOR)
FLO = Person("Flo", Office.FLOORPERSON)
HAS = 10_000_000


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield build_stand(ledger)


def open_quick_table(stand: Stand, **settings: Any) -> TableService:
    return stand.house.open_table(
        BOSS, "t", "uth", QUICK, RunSettings(**{"away_ms": AWAY, **settings})
    )


def test_a_seat_without_bets_is_freed_and_its_chips_go_to_the_cage(stand: Stand) -> None:
    table = open_quick_table(stand)
    ann, ben = stand.seated("t", "Ann", "Ben")
    assert stand.house.wallets.balance("Ann") == HAS - 1_000_000
    stand.pass_ms(AWAY - 1)
    assert set(table.state.seats.values()) == {"Ann", "Ben"}
    stand.tell(ben, "t", type="tip", cents=100)  # Ben is still there
    stand.pass_ms(1)
    assert table.state.seats == {2: "Ben"}
    assert stand.house.wallets.balance("Ann") == HAS
    bodies = [record.body for record in stand.house.ledger.records("t")]
    assert any('"player_left"' in body and '"system:clock"' in body for body in bodies)
    stand.tell(ann, "t", type="sit", seat=1)  # and may come back


def test_a_player_in_a_round_stays_however_long_it_takes(stand: Stand) -> None:
    table = open_quick_table(stand, decision_ms=3_600_000, betting_ms=3_600_000)
    stand.seated("t", "Ann")
    stand.bet_all(table)
    stand.pass_ms(2 * AWAY)
    assert table.state.seats == {1: "Ann"}
    table.say_ready("Ann")
    assert table.state.round is not None
    stand.pass_ms(2 * AWAY)
    assert table.state.seats == {1: "Ann"}
    stand.decide_all(table, Random(1))
    stand.pass_ms(AWAY - 1)
    assert table.state.seats == {1: "Ann"}  # the time begins when the round is over
    stand.pass_ms(1)
    assert not table.state.seats


def test_others_play_on_meanwhile(stand: Stand) -> None:
    table = open_quick_table(stand, decision_ms=3_600_000)
    ann, _ = stand.seated("t", "Ann", "Ben")
    for wager in ("ante", "blind"):
        stand.tell(ann, "t", type="bet", seat=1, wager=wager, cents=500)
    table.say_ready("Ann")
    assert table.state.round is not None
    stand.pass_ms(AWAY)
    assert table.state.seats == {1: "Ann"}
    assert table.state.round is not None
    assert stand.house.wallets.balance("Ben") == HAS


def test_a_restart_gives_everybody_their_time_anew(stand: Stand) -> None:
    table = open_quick_table(stand)
    stand.seated("t", "Ann")
    stand.pass_ms(AWAY - 1)
    table.start()
    stand.pass_ms(AWAY - 1)
    assert table.state.seats == {1: "Ann"}


def test_a_seat_may_be_kept_for_ever(stand: Stand) -> None:
    table = open_quick_table(stand, away_ms=0)
    stand.seated("t", "Ann")
    stand.pass_ms(10**9)
    assert table.state.seats == {1: "Ann"}
    with pytest.raises(Malformed, match="A seat is kept from 100"):
        stand.house.open_table(BOSS, "u", "uth", QUICK, RunSettings(away_ms=99))


def test_nobody_is_away_while_nobody_can_bet(stand: Stand) -> None:
    """A dealer who lets people wait does not cost them their seats."""
    table = open_quick_table(stand, dealer="human")
    stand.tell(stand.player("Ann"), "t", type="sit", seat=1)
    stand.pass_ms(2 * AWAY)
    assert table.state.seats == {1: "Ann"}


def test_the_floor_frees_a_seat(stand: Stand) -> None:
    table = open_quick_table(stand)
    ann, ben = stand.seated("t", "Ann", "Ben")
    for office in (Office.DEALER, Office.AUDITOR, Office.ADMINISTRATOR):
        with pytest.raises(Forbidden):
            stand.tell(Person("Other", office), "t", type="leave", seat=1)
    with pytest.raises(Refused, match="not that player's seat"):
        stand.tell(ben, "t", type="leave", seat=1)
    with pytest.raises(Refused, match="nobody sits there"):
        stand.tell(FLO, "t", type="leave", seat=5)
    stand.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    with pytest.raises(Refused, match="a wager is down"):
        stand.tell(FLO, "t", type="leave", seat=1)
    stand.tell(ann, "t", type="take_back", seat=1, wager="ante")
    stand.tell(FLO, "t", type="leave", seat=1)
    assert table.state.seats == {2: "Ben"}
    assert stand.house.wallets.balance("Ann") == HAS
    assert stand.house.wallets.balance("Flo") == 0
