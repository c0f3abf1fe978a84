"""What one person asks for and a second confirms: how it waits, and how it is answered."""

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
from tests.house.helpers import Stand, open_table, stand, submit

DANA, FLO = Person("Dana", Office.DEALER), Person("Flo", Office.FLOORPERSON)
SUE = Person("Sue", Office.SUPERVISOR)
FILL = {"type": "move_inventory", "reason": "fill", "cents": 900}


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Stand]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield stand(ledger)


def human(found: Stand) -> TableService:
    boss = Person("Boss", Office.ADMINISTRATOR)
    return found.house.open_table(boss, "h", "uth", {}, RunSettings(dealer="human"))


def ask(
    found: Stand, by: Person, data: Mapping[str, Any], command_id: str = "x"
) -> PendingApproval:
    asked = submit(found.house, by, "h", dict(data), command_id)
    assert isinstance(asked, PendingApproval)
    return asked


def test_what_needs_two_people_waits_for_the_second(found: Stand) -> None:
    table = human(found)
    asked = submit(
        found.house, FLO, "h", {"type": "move_inventory", "reason": "opener", "cents": 9}, "x"
    )
    assert isinstance(asked, PendingApproval)
    assert "inventory" not in table.state.balances
    number = asked.number
    with pytest.raises(Forbidden, match="second person"):
        found.house.confirm(FLO, number)
    with pytest.raises(Forbidden, match="confirmed by another"):
        found.house.confirm(Person("Ann", Office.PLAYER), number)
    found.house.confirm(DANA, number)
    assert table.state.balances["inventory"] == 9
    with pytest.raises(NotFound, match="no request 12"):
        found.house.confirm(DANA, 12)
    other = submit(found.house, FLO, "h", {"type": "empty_box", "box": "drop", "cents": 0}, "y")
    assert isinstance(other, PendingApproval)
    found.house.turn_down(DANA, other.number)
    assert not found.house.approvals.pending()


def test_a_player_asks_the_second_person_for_nothing(found: Stand) -> None:
    human(found)
    ann = found.player("Ann")
    reject = {"type": "do", "act": "reject"}
    for number in range(MOST_PENDING):  # which would leave no room for the staff
        with pytest.raises(Forbidden, match="staff"):
            submit(found.house, ann, "h", reject, f"r{number}")
    assert isinstance(submit(found.house, DANA, "h", reject, "r"), PendingApproval)


def test_what_was_seen_before_somebody_decided_is_ruled_on_as_then(found: Stand) -> None:
    """Before all have acted a card that was seen voids; acting fast helps nobody."""
    table = open_table(found, "uth")
    found.seated("t", "Ann", "Ben")
    found.bet_all(table)
    for name in ("Ann", "Ben"):
        table.say_ready(name)
    seen = {"type": "expose_dealer_card"}
    with pytest.raises(Malformed, match="house itself notes"):
        submit(found.house, DANA, "t", {**seen, "stage": "river"}, "a")
    asked = submit(found.house, DANA, "t", seen, "b")
    assert isinstance(asked, PendingApproval)
    task = due(table.state)[0]
    assert (task.act, task.stage) == ("decide", "preflop")
    while due(table.state)[0].stage == "preflop":
        seat = due(table.state)[0].seat or 0
        person = Person(table.state.seats[seat], Office.PLAYER)
        found.tell(person, "t", type="choose", seat=seat, choice="check")
    found.house.confirm(FLO, asked.number)
    ended = table.state.last_round  # the automated dealer has voided it at once
    assert ended is not None
    assert ended.irregularity is not None
    assert ended.irregularity.stage == "preflop"


def test_what_was_seen_in_one_round_is_not_confirmed_in_the_next(found: Stand) -> None:
    table = open_table(found, "uth")
    found.seated("t", "Ann")

    def deal_and_ask(command_id: str) -> int:
        found.bet_all(table)
        table.say_ready("Ann")
        asked = submit(found.house, DANA, "t", {"type": "expose_dealer_card"}, command_id)
        assert isinstance(asked, PendingApproval)
        return asked.number

    number = deal_and_ask("first")
    found.decide_all(table, Random(1))
    other = deal_and_ask("second")
    assert table.state.round is not None
    with pytest.raises(Refused, match="its round is not in play"):
        found.house.confirm(FLO, number)
    assert table.state.round.irregularity is None
    found.house.confirm(FLO, other)
    assert not found.house.approvals.pending()


def test_an_answer_that_was_lost_on_its_way_is_given_again(found: Stand) -> None:
    table = human(found)
    number = ask(found, FLO, FILL).number
    first = found.house.confirm(DANA, number)
    seq = table.seq
    again = found.house.confirm(DANA, number)
    assert (again.first, again.last, again.again) == (first.first, first.last, True)
    assert table.seq == seq
    assert table.state.balances["inventory"] == 900
    with pytest.raises(NotFound, match=f"Request {number} was confirmed by Dana"):
        found.house.confirm(SUE, number)
    with pytest.raises(NotFound, match=f"Request {number} was confirmed by Dana"):
        found.house.turn_down(DANA, number)


def test_what_was_turned_down_is_not_asked_again_by_a_repeat(found: Stand) -> None:
    human(found)
    number = ask(found, FLO, FILL).number
    for _ in range(2):
        found.house.turn_down(DANA, number)
    with pytest.raises(Malformed, match=r"turned down by Dana.*with a new id"):
        submit(found.house, FLO, "h", FILL, "x")
    with pytest.raises(NotFound, match="turned down by Dana"):
        found.house.confirm(DANA, number)
    assert ask(found, FLO, FILL, "another").number > number


def test_what_was_withdrawn_cannot_be_confirmed(found: Stand) -> None:
    human(found)
    number = ask(found, FLO, FILL).number
    for _ in range(2):
        found.house.turn_down(FLO, number)
    with pytest.raises(NotFound, match="withdrawn by Flo"):
        found.house.confirm(DANA, number)


def test_who_asked_is_told_how_it_was_answered(found: Stand) -> None:
    human(found)
    requests = found.house.approvals
    assert requests.last_of(FLO, "h") is None
    first = ask(found, FLO, FILL).number
    second = ask(found, FLO, FILL, "y").number
    found.house.turn_down(DANA, first)
    assert requests.last_of(FLO, "h") is None  # one still waits
    found.house.confirm(DANA, second)
    answered = requests.last_of(FLO, "h")
    assert answered is not None
    assert (answered.approval.number, answered.how, answered.by) == (second, "confirmed", DANA)
    assert requests.last_of(DANA, "h") is None
    assert requests.last_of(FLO, "elsewhere") is None


def test_a_number_never_comes_back_after_a_restart(found: Stand) -> None:
    human(found)
    before = ask(found, FLO, FILL).number
    later = stand(found.house.ledger)
    later.house.recover()
    assert ask(later, FLO, FILL, "y").number > before
    with pytest.raises(NotFound, match=f"no request {before}"):
        later.house.confirm(DANA, before)


def test_a_box_that_has_filled_since_is_counted_anew(found: Stand) -> None:
    """Two people answer for what was counted; what came after was not."""
    table = human(found)
    found.seated("h", "Ann", chips=5_000)
    counted = {"type": "empty_box", "box": "drop", "cents": 5_000}
    number = ask(found, FLO, counted).number
    found.tell(Person("Ann", Office.PLAYER), "h", type="buy_in", cents=700)
    with pytest.raises(Refused, match="another amount than when it was counted"):
        found.house.confirm(DANA, number)
    assert table.state.balances["drop"] == 5_700
    number = ask(found, FLO, {**counted, "cents": 5_700}, "y").number
    found.house.confirm(DANA, number)
    assert not table.state.balances.get("drop")


def test_decks_that_came_later_are_not_sent_back_for_the_ones_before(found: Stand) -> None:
    table = human(found)
    reject = {"type": "do", "act": "reject"}
    found.tell(DANA, "h", type="do", act="receive")
    numbers = [ask(found, DANA, reject, name).number for name in ("x", "y")]
    found.house.confirm(FLO, numbers[0])
    assert due(table.state)[0].act == "receive"
    found.tell(DANA, "h", type="do", act="receive")
    with pytest.raises(Refused, match="the decks are not those of the request"):
        found.house.confirm(FLO, numbers[1])
    assert due(table.state)[0].act == "inspect"
    number = ask(found, DANA, reject, "z").number
    found.seated("h", "Ann")  # the table goes on meanwhile, but the decks are the same
    found.house.confirm(FLO, number)
    assert due(table.state)[0].act == "receive"


def test_a_request_outlives_a_fault_of_the_program(
    found: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = human(found)
    number = ask(found, FLO, FILL).number
    with monkeypatch.context() as broken:
        broken.setattr(RecordedTable, "submit", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            found.house.confirm(DANA, number)
    assert [one.number for one in found.house.approvals.pending("h")] == [number]
    found.house.confirm(DANA, number)
    assert table.state.balances["inventory"] == 900
