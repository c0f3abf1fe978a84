"""Requests that a second person confirms: how they wait, and how they are answered."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.house.approvals import MOST_PENDING, PendingApproval
from houseway.house.clocks import RunSettings
from houseway.house.offices import Forbidden, NotFound, Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.recorded_table import RecordedTable
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed, Refused
from houseway.table import due
from tests.house.helpers import Stand, build_stand, open_table, submit

DANA, FLO = Person("Dana", Office.DEALER), Person("Flo", Office.FLOORPERSON)
SUE = Person("Sue", Office.SUPERVISOR)
FILL = {"type": "move_inventory", "reason": "fill", "cents": 900}


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield build_stand(ledger)


def open_human_table(stand: Stand) -> TableService:
    boss = Person("Boss", Office.ADMINISTRATOR)
    return stand.house.open_table(boss, "h", "uth", {}, RunSettings(dealer="human"))


def ask(
    stand: Stand, by: Person, data: Mapping[str, Any], command_id: str = "x"
) -> PendingApproval:
    approval = submit(stand.house, by, "h", dict(data), command_id)
    assert isinstance(approval, PendingApproval)
    return approval


def test_a_command_for_two_people_waits_for_the_second(stand: Stand) -> None:
    table = open_human_table(stand)
    approval = submit(
        stand.house, FLO, "h", {"type": "move_inventory", "reason": "opener", "cents": 9}, "x"
    )
    assert isinstance(approval, PendingApproval)
    assert "inventory" not in table.state.balances
    number = approval.number
    with pytest.raises(Forbidden, match="second person"):
        stand.house.confirm(FLO, number)
    with pytest.raises(Forbidden, match="confirmed by another"):
        stand.house.confirm(Person("Ann", Office.PLAYER), number)
    stand.house.confirm(DANA, number)
    assert table.state.balances["inventory"] == 9
    with pytest.raises(NotFound, match="no request 12"):
        stand.house.confirm(DANA, 12)
    other_approval = submit(
        stand.house, FLO, "h", {"type": "empty_box", "box": "drop", "cents": 0}, "y"
    )
    assert isinstance(other_approval, PendingApproval)
    stand.house.turn_down(DANA, other_approval.number)
    assert not stand.house.approvals.pending()


def test_a_player_cannot_ask_for_a_confirmation(stand: Stand) -> None:
    open_human_table(stand)
    ann = stand.player("Ann")
    reject = {"type": "do", "act": "reject"}
    for number in range(MOST_PENDING):  # which would leave no room for the staff
        with pytest.raises(Forbidden, match="staff"):
            submit(stand.house, ann, "h", reject, f"r{number}")
    assert isinstance(submit(stand.house, DANA, "h", reject, "r"), PendingApproval)


def test_an_exposed_card_is_ruled_on_as_of_when_it_was_seen(stand: Stand) -> None:
    """A card seen before all have acted voids the round; acting fast helps nobody."""
    table = open_table(stand, "uth")
    stand.seated("t", "Ann", "Ben")
    stand.bet_all(table)
    for name in ("Ann", "Ben"):
        table.say_ready(name)
    exposure = {"type": "expose_dealer_card"}
    with pytest.raises(Malformed, match="house itself notes"):
        submit(stand.house, DANA, "t", {**exposure, "stage": "river"}, "a")
    approval = submit(stand.house, DANA, "t", exposure, "b")
    assert isinstance(approval, PendingApproval)
    task = due(table.state)[0]
    assert (task.act, task.stage) == ("decide", "preflop")
    while due(table.state)[0].stage == "preflop":
        seat = due(table.state)[0].seat or 0
        person = Person(table.state.seats[seat], Office.PLAYER)
        stand.tell(person, "t", type="choose", seat=seat, choice="check")
    stand.house.confirm(FLO, approval.number)
    last_round = table.state.last_round  # the automated dealer has voided it at once
    assert last_round is not None
    assert last_round.irregularity is not None
    assert last_round.irregularity.stage == "preflop"


def test_a_card_seen_in_one_round_is_not_confirmed_in_the_next(stand: Stand) -> None:
    table = open_table(stand, "uth")
    stand.seated("t", "Ann")

    def deal_and_ask(command_id: str) -> int:
        stand.bet_all(table)
        table.say_ready("Ann")
        approval = submit(stand.house, DANA, "t", {"type": "expose_dealer_card"}, command_id)
        assert isinstance(approval, PendingApproval)
        return approval.number

    number = deal_and_ask("first")
    stand.decide_all(table, Random(1))
    other = deal_and_ask("second")
    assert table.state.round is not None
    with pytest.raises(Refused, match="its round is not in play"):
        stand.house.confirm(FLO, number)
    assert table.state.round.irregularity is None
    stand.house.confirm(FLO, other)
    assert not stand.house.approvals.pending()


def test_an_answer_that_was_lost_on_its_way_is_given_again(stand: Stand) -> None:
    table = open_human_table(stand)
    number = ask(stand, FLO, FILL).number
    first = stand.house.confirm(DANA, number)
    seq = table.seq
    again = stand.house.confirm(DANA, number)
    assert (again.first, again.last, again.again) == (first.first, first.last, True)
    assert table.seq == seq
    assert table.state.balances["inventory"] == 900
    with pytest.raises(NotFound, match=f"Request {number} was confirmed by Dana"):
        stand.house.confirm(SUE, number)
    with pytest.raises(NotFound, match=f"Request {number} was confirmed by Dana"):
        stand.house.turn_down(DANA, number)


def test_a_repeat_does_not_reopen_a_request_that_was_turned_down(stand: Stand) -> None:
    open_human_table(stand)
    number = ask(stand, FLO, FILL).number
    for _ in range(2):
        stand.house.turn_down(DANA, number)
    with pytest.raises(Malformed, match=r"turned down by Dana.*with a new id"):
        submit(stand.house, FLO, "h", FILL, "x")
    with pytest.raises(NotFound, match="turned down by Dana"):
        stand.house.confirm(DANA, number)
    assert ask(stand, FLO, FILL, "another").number > number


def test_a_withdrawn_request_cannot_be_confirmed(stand: Stand) -> None:
    open_human_table(stand)
    number = ask(stand, FLO, FILL).number
    for _ in range(2):
        stand.house.turn_down(FLO, number)
    with pytest.raises(NotFound, match="withdrawn by Flo"):
        stand.house.confirm(DANA, number)


def test_the_sender_learns_how_a_request_was_answered(stand: Stand) -> None:
    open_human_table(stand)
    approvals = stand.house.approvals
    assert approvals.last_of(FLO, "h") is None
    first = ask(stand, FLO, FILL).number
    second = ask(stand, FLO, FILL, "y").number
    stand.house.turn_down(DANA, first)
    assert approvals.last_of(FLO, "h") is None  # one still waits
    stand.house.confirm(DANA, second)
    settled = approvals.last_of(FLO, "h")
    assert settled is not None
    assert (settled.approval.number, settled.how, settled.by) == (second, "confirmed", DANA)
    assert approvals.last_of(DANA, "h") is None
    assert approvals.last_of(FLO, "elsewhere") is None


def test_a_number_never_comes_back_after_a_restart(stand: Stand) -> None:
    open_human_table(stand)
    before = ask(stand, FLO, FILL).number
    restarted = build_stand(stand.house.ledger)
    restarted.house.recover()
    assert ask(restarted, FLO, FILL, "y").number > before
    with pytest.raises(NotFound, match=f"no request {before}"):
        restarted.house.confirm(DANA, before)


def test_a_box_that_has_filled_since_is_counted_anew(stand: Stand) -> None:
    """Two people answer for the amount that was counted, not for chips that came later."""
    table = open_human_table(stand)
    stand.seated("h", "Ann", chips=5_000)
    count = {"type": "empty_box", "box": "drop", "cents": 5_000}
    number = ask(stand, FLO, count).number
    stand.tell(Person("Ann", Office.PLAYER), "h", type="buy_in", cents=700)
    with pytest.raises(Refused, match="another amount than when it was counted"):
        stand.house.confirm(DANA, number)
    assert table.state.balances["drop"] == 5_700
    number = ask(stand, FLO, {**count, "cents": 5_700}, "y").number
    stand.house.confirm(DANA, number)
    assert not table.state.balances.get("drop")


def test_a_rejection_of_earlier_decks_does_not_send_later_ones_back(stand: Stand) -> None:
    table = open_human_table(stand)
    reject = {"type": "do", "act": "reject"}
    stand.tell(DANA, "h", type="do", act="receive")
    numbers = [ask(stand, DANA, reject, name).number for name in ("x", "y")]
    stand.house.confirm(FLO, numbers[0])
    assert due(table.state)[0].act == "receive"
    stand.tell(DANA, "h", type="do", act="receive")
    with pytest.raises(Refused, match="the decks are not those of the request"):
        stand.house.confirm(FLO, numbers[1])
    assert due(table.state)[0].act == "inspect"
    number = ask(stand, DANA, reject, "z").number
    stand.seated("h", "Ann")  # the table goes on meanwhile, but the decks are the same
    stand.house.confirm(FLO, number)
    assert due(table.state)[0].act == "receive"


def test_a_request_outlives_a_fault_of_the_program(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_human_table(stand)
    number = ask(stand, FLO, FILL).number
    with monkeypatch.context() as patch:
        patch.setattr(RecordedTable, "submit", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            stand.house.confirm(DANA, number)
    assert [approval.number for approval in stand.house.approvals.pending("h")] == [number]
    stand.house.confirm(DANA, number)
    assert table.state.balances["inventory"] == 900
