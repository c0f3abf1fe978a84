"""Two people at one request, at the same time: it is answered once, and both are told the same."""

import threading
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from houseway.house import desk as desks
from houseway.house.approvals import PendingApproval
from houseway.house.offices import NotFound, Office, Person
from houseway.house.staleness import subject_of
from houseway.house.table_service import Answer
from houseway.ledger.recorded_table import event_of
from houseway.rulebook import HousewayError, Refused
from houseway.table.events import BoxEmptied
from tests.house.helpers import Stand, open_table, stand, submit
from tests.house.test_second_person import DANA, FILL, FLO, ask, found, human

__all__ = ["found"]
ANN = Person("Ann", Office.PLAYER)
A_MOMENT = 0.5
"""For what others do meanwhile, if they can; where they must wait, they do so for no longer."""


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


def while_it_is_logged(found: Stand, work: Callable[[], Any]) -> Meanwhile:
    """Begins when a confirmation is on record and before what was confirmed is done."""
    write, other = found.house.log.write, Meanwhile(work)

    def slow(kind: str, *rest: Any, **more: Any) -> int:
        done = write(kind, *rest, **more)
        if kind == "confirmed":
            other.begin()
        return done

    found.house.log.write = slow  # type: ignore[method-assign]
    return other


def test_a_card_seen_in_one_round_never_voids_the_next(found: Stand) -> None:
    table = open_table(found, "uth")
    found.seated("t", "Ann")
    found.bet_all(table)
    table.say_ready("Ann")
    asked = submit(found.house, DANA, "t", {"type": "expose_dealer_card"}, "a")
    assert isinstance(asked, PendingApproval)

    def go_on() -> None:
        found.decide_all(table, Random(1))
        found.bet_all(table)
        table.say_ready("Ann")

    other = while_it_is_logged(found, go_on)
    found.house.confirm(FLO, asked.number)
    other.end()
    rounds = (table.state.round, table.state.last_round)
    assert all(one.number == 1 for one in rounds if one and one.irregularity)


def test_a_box_is_never_taken_with_another_count(found: Stand) -> None:
    table = human(found)
    found.seated("h", "Ann", chips=5_000)
    for n in range(10):
        held = table.state.balances.get("drop", 0)
        counted = {"type": "empty_box", "box": "drop", "cents": held}
        number = ask(found, FLO, counted, f"e{n}").number
        buying = {"type": "buy_in", "cents": 100}
        gate = threading.Barrier(2)

        def buy(told: dict[str, Any], name: str, gate: threading.Barrier) -> None:
            gate.wait()
            submit(found.house, ANN, "h", told, name)

        thread = threading.Thread(target=buy, args=(buying, f"b{n}", gate))
        thread.start()
        gate.wait()
        with suppress(Refused):
            found.house.confirm(DANA, number)
        thread.join()
    events = [event_of(record) for record in found.house.ledger.records("h", 1)]
    taken = [event for event in events if isinstance(event, BoxEmptied)]
    assert all(one.counted == sum(move.cents for move in one.moves) for one in taken)


def test_a_confirmation_that_is_sent_again_while_it_is_under_way(found: Stand) -> None:
    table = human(found)
    number = ask(found, FLO, FILL).number
    other = while_it_is_logged(found, lambda: found.house.confirm(DANA, number))
    first = found.house.confirm(DANA, number)
    again = other.end()
    assert isinstance(again, Answer)
    assert (again.first, again.last) == (first.first, first.last)
    assert table.state.balances["inventory"] == 900


def test_what_is_asked_again_while_it_is_confirmed_is_not_asked_twice(found: Stand) -> None:
    human(found)
    number = ask(found, FLO, FILL).number
    other = while_it_is_logged(found, lambda: submit(found.house, FLO, "h", FILL, "x"))
    first = found.house.confirm(DANA, number)
    assert other.end().first == first.first
    assert not found.house.approvals.pending()


def test_what_is_confirmed_while_it_is_asked_again_is_answered(
    found: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    human(found)
    number = ask(found, FLO, FILL).number
    real, other = subject_of, Meanwhile(lambda: found.house.confirm(DANA, number))

    def slow(*told: Any) -> int:
        other.begin()
        return real(*told)

    monkeypatch.setattr(desks, "subject_of", slow)
    asked = submit(found.house, FLO, "h", FILL, "x")
    assert isinstance(asked, PendingApproval)
    assert asked.number == number
    assert isinstance(other.end(), Answer)


def test_what_is_withdrawn_is_not_carried_out(found: Stand) -> None:
    table = human(found)
    number = ask(found, FLO, FILL).number
    other = while_it_is_logged(found, lambda: found.house.turn_down(FLO, number))
    found.house.confirm(DANA, number)
    assert isinstance(other.end(), NotFound)  # it came too late, and is told so
    assert table.state.balances["inventory"] == 900


def test_what_took_effect_before_its_process_ended_is_answered_by_the_next(found: Stand) -> None:
    human(found)
    found.seated("h", "Ann", chips=5_000)
    request = ask(found, FLO, {"type": "empty_box", "box": "drop", "cents": 5_000})
    later = stand(found.house.ledger)
    later.house.approvals.learn(request)  # it has heard of it, and nothing since
    first = found.house.confirm(DANA, request.number)
    later.house.recover()
    assert later.house.confirm(DANA, request.number).first == first.first
