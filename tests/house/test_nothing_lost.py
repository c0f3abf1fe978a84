"""Faults that somebody found by trying to lose chips, decisions and rounds at a table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.house.approvals import PendingApproval
from houseway.house.offices import Forbidden, Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.errors import StoreBusy
from houseway.ledger.store import Ledger
from houseway.rulebook import Refused
from houseway.table import due
from houseway.table.commands import Leave
from tests.house.helpers import Stand, build_stand, open_table, submit

DANA, FLO = Person("Dana", Office.DEALER), Person("Flo", Office.FLOORPERSON)


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield build_stand(ledger)


def test_chips_of_a_freed_seat_reach_the_cage_though_the_store_was_busy(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(stand, "uth")
    stand.seated("t", "Ann", chips=5_000)
    before, rows, failures = stand.house.wallets.balance("Ann"), stand.house.wallets.rows, [1]

    def fail_once(*move: Any) -> Any:
        if failures:
            failures.pop()
            raise StoreBusy("no turn")
        return rows(*move)

    monkeypatch.setattr(stand.house.wallets, "rows", fail_once)
    for _ in range(3):
        stand.pass_ms(table.settings.away_ms)
    assert not table.state.seats
    assert table.state.rack_of("Ann") == 0
    assert stand.house.wallets.balance("Ann") == before + 5_000


@pytest.mark.parametrize("freed_by", ["floor", "player"])
def test_a_stop_while_a_seat_is_left_loses_no_chips(
    stand: Stand, freed_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chips are at the cage before the seat is free; the repeat frees it."""
    open_table(stand, "uth")
    (ann,) = stand.seated("t", "Ann", chips=5_000)
    person = ann if freed_by == "player" else FLO
    before, submit_really = stand.house.wallets.balance("Ann"), TableService.submit

    class Killed(BaseException):
        pass

    def die_on_leave(self: TableService, command: Any, *rest: Any) -> Any:
        if isinstance(command, Leave):
            raise Killed
        return submit_really(self, command, *rest)

    leave = {"type": "leave", "seat": 1}
    with monkeypatch.context() as patch:
        patch.setattr(TableService, "submit", die_on_leave)
        with pytest.raises(Killed):
            submit(stand.house, person, "t", leave, "free")
    restarted = build_stand(stand.house.ledger)
    restarted.house.recover()
    submit(restarted.house, person, "t", leave, "free")
    table = restarted.house.table("t")
    assert (table.state.seats, table.state.rack_of("Ann")) == ({}, 0)
    assert restarted.house.wallets.balance("Ann") == before + 5_000


def test_a_choice_that_comes_too_late_decides_nothing_else(stand: Stand) -> None:
    table = open_table(stand, "uth")
    (ann,) = stand.seated("t", "Ann")
    stand.bet_all(table)
    table.say_ready("Ann")
    stand.pass_ms(table.settings.decision_ms)  # the clock checks before the flop
    late = {"type": "choose", "seat": 1, "choice": "check", "stage": "preflop", "round": 1}
    with pytest.raises(Refused, match="meant for has been made"):
        stand.tell(ann, "t", **late)
    assert due(table.state)[0].stage == "flop"
    with pytest.raises(Refused, match="meant for has been made"):
        stand.tell(ann, "t", **{**late, "stage": "flop", "round": 2})
    stand.tell(ann, "t", **{**late, "stage": "flop"})
    assert due(table.state)[0].stage == "river"


def test_nobody_bets_at_a_table_whose_shuffler_is_away(stand: Stand) -> None:
    """The bets could neither be dealt to nor would the method be changed under them."""
    table = open_table(stand, "uth")
    (ann,) = stand.seated("t", "Ann")
    approval = submit(stand.house, FLO, "t", {"type": "remove_device", "device": "shuffler"}, "r")
    assert isinstance(approval, PendingApproval)
    stand.house.confirm(Person("Sue", Office.SUPERVISOR), approval.number)
    with pytest.raises(Refused, match="the shuffler is off the table"):
        stand.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    assert not table.state.bets


def test_a_coupon_is_seen_before_and_in_the_round(stand: Stand) -> None:
    table = open_table(stand, "uth", match_play=True)
    (ann,) = stand.seated("t", "Ann")
    stand.bet_all(table)
    stand.tell(ann, "t", type="place_coupon", seat=1, face=300)
    assert table.current().view(DANA)["coupons"] == {"1": 300}
    table.say_ready("Ann")
    assert table.current().view(DANA)["round"]["hands"]["1"]["coupon"] == 300


def test_practice_chips_are_for_guests_who_have_none_left(stand: Stand) -> None:
    house, guest = stand.house, stand.house.guest()
    with pytest.raises(Refused, match="at the cage"):
        house.more_chips(guest)
    house.wallets.give("test", guest.name, -house.rules.guest_chips, "spent")
    assert house.more_chips(guest) == house.rules.guest_chips
    with pytest.raises(Forbidden, match="guests of a practice house"):
        house.more_chips(Person("Ann", Office.PLAYER))
