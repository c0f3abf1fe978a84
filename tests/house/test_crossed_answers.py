"""Two people at one request, at the same time: it is answered once, and the same to both."""

import threading
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from houseway.house import desk as desks
from houseway.house.approvals import PendingApproval, subject_of
from houseway.house.offices import NotFound, Office, Person
from houseway.house.table_service import Answer
from houseway.ledger.recorded_table import event_of
from houseway.rulebook import HousewayError, Refused
from houseway.table.events import BoxEmptied
from tests.house.helpers import Stand, build_stand, open_table, submit
from tests.house.test_second_person import DANA, FILL, FLO, ask, open_human_table, stand

__all__ = ["stand"]
ANN = Person("Ann", Office.PLAYER)
A_MOMENT = 0.5
"""How long a test lets others act meanwhile, if they can; if they must wait, no longer."""


class Meanwhile:
    """Something that another person does at the same time, from a thread of its own."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.came_to: Any = None
        self._work = work
        self._thread = threading.Thread(target=self._run)
        self.begun = False

    def _run(self) -> None:
        try:
            self.came_to = self._work()
        except HousewayError as error:
            self.came_to = error

    def begin(self) -> None:
        if not self.begun:
            self.begun = True
            self._thread.start()
            self._thread.join(A_MOMENT)

    def end(self) -> Any:
        self._thread.join()
        return self.came_to


def interrupt_confirmation(stand: Stand, work: Callable[[], Any]) -> Meanwhile:
    """Has work begin once a confirmation is on record and before its command is carried out."""
    write, other = stand.house.log.write, Meanwhile(work)

    def write_slowly(kind: str, *rest: Any, **more: Any) -> int:
        seq = write(kind, *rest, **more)
        if kind == "confirmed":
            other.begin()
        return seq

    stand.house.log.write = write_slowly  # type: ignore[method-assign]
    return other


def test_a_card_seen_in_one_round_never_voids_the_next(stand: Stand) -> None:
    table = open_table(stand, "uth")
    stand.seated("t", "Ann")
    stand.bet_all(table)
    table.say_ready("Ann")
    approval = submit(stand.house, DANA, "t", {"type": "expose_dealer_card"}, "a")
    assert isinstance(approval, PendingApproval)

    def go_on() -> None:
        stand.decide_all(table, Random(1))
        stand.bet_all(table)
        table.say_ready("Ann")

    other = interrupt_confirmation(stand, go_on)
    stand.house.confirm(FLO, approval.number)
    other.end()
    rounds = (table.state.round, table.state.last_round)
    assert all(round_.number == 1 for round_ in rounds if round_ and round_.irregularity)


def test_a_box_is_never_taken_with_another_count(stand: Stand) -> None:
    table = open_human_table(stand)
    stand.seated("h", "Ann", chips=5_000)
    for n in range(10):
        held = table.state.balances.get("drop", 0)
        count = {"type": "empty_box", "box": "drop", "cents": held}
        number = ask(stand, FLO, count, f"e{n}").number
        buy_in = {"type": "buy_in", "cents": 100}
        gate = threading.Barrier(2)

        def buy(command: dict[str, Any], command_id: str, gate: threading.Barrier) -> None:
            gate.wait()
            submit(stand.house, ANN, "h", command, command_id)

        thread = threading.Thread(target=buy, args=(buy_in, f"b{n}", gate))
        thread.start()
        gate.wait()
        with suppress(Refused):
            stand.house.confirm(DANA, number)
        thread.join()
    events = [event_of(record) for record in stand.house.ledger.records("h", 1)]
    emptied_boxes = [event for event in events if isinstance(event, BoxEmptied)]
    assert all(
        emptied.counted == sum(move.cents for move in emptied.moves) for emptied in emptied_boxes
    )


def test_a_confirmation_that_is_repeated_while_it_is_under_way(stand: Stand) -> None:
    table = open_human_table(stand)
    number = ask(stand, FLO, FILL).number
    other = interrupt_confirmation(stand, lambda: stand.house.confirm(DANA, number))
    first = stand.house.confirm(DANA, number)
    again = other.end()
    assert isinstance(again, Answer)
    assert (again.first, again.last) == (first.first, first.last)
    assert table.state.balances["inventory"] == 900


def test_a_repeat_during_its_confirmation_opens_no_second_request(stand: Stand) -> None:
    open_human_table(stand)
    number = ask(stand, FLO, FILL).number
    other = interrupt_confirmation(stand, lambda: submit(stand.house, FLO, "h", FILL, "x"))
    first = stand.house.confirm(DANA, number)
    assert other.end().first == first.first
    assert not stand.house.approvals.pending()


def test_a_confirmation_during_a_repeat_is_answered(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_human_table(stand)
    number = ask(stand, FLO, FILL).number
    subject_really, other = subject_of, Meanwhile(lambda: stand.house.confirm(DANA, number))

    def interrupt(*arguments: Any) -> int:
        other.begin()
        return subject_really(*arguments)

    monkeypatch.setattr(desks, "subject_of", interrupt)
    approval = submit(stand.house, FLO, "h", FILL, "x")
    assert isinstance(approval, PendingApproval)
    assert approval.number == number
    assert isinstance(other.end(), Answer)


def test_a_request_is_either_withdrawn_or_carried_out(stand: Stand) -> None:
    table = open_human_table(stand)
    number = ask(stand, FLO, FILL).number
    other = interrupt_confirmation(stand, lambda: stand.house.turn_down(FLO, number))
    stand.house.confirm(DANA, number)
    assert isinstance(other.end(), NotFound)  # it came too late
    assert table.state.balances["inventory"] == 900


def test_the_next_process_answers_a_request_that_took_effect_before(stand: Stand) -> None:
    open_human_table(stand)
    stand.seated("h", "Ann", chips=5_000)
    request = ask(stand, FLO, {"type": "empty_box", "box": "drop", "cents": 5_000})
    restarted = build_stand(stand.house.ledger)
    restarted.house.approvals.learn(request)  # it knows of the request, and of nothing since
    first = stand.house.confirm(DANA, request.number)
    restarted.house.recover()
    assert restarted.house.confirm(DANA, request.number).first == first.first
