"""The words of the staff's console: requests, corrections, the next count of the stub."""

import pytest

from houseway.games.results import HandResult, Outcome, Settlement, WagerResult
from houseway.games.script import Task
from houseway.house.approvals import (
    How,
    PendingApproval,
    Requested,
    SeeCards,
    SettledApproval,
)
from houseway.house.log import OpenedRound
from houseway.house.offices import Office, Person
from houseway.house.table_service import Update
from houseway.table import commands, evolve, read_setup
from houseway.table.checks import FAULTS
from houseway.table.commands import Actor, Role
from houseway.table.state import Phase, RoundState, TableState, replace_fast
from houseway.table.views import TableView
from houseway.web.console import request_words
from houseway.web.console.panel import Approvals, draw_console, draw_sight
from houseway.web.console.request_words import describe_request
from houseway.web.tables.agenda import list_coming
from houseway.web.tables.scene import Scene, scene_for
from tests.table.helpers import played

UTH = read_setup("uth", {"minimums": {"ante": 500}})
DANA, SUE = Person("Dana", Office.DEALER), Person("Sue", Office.SUPERVISOR)
BY = Actor(Role.DEALER, "Dana")
VIEW = Scene("t", 0, TableView("uth", Phase.BETTING, {}, {}, 0, ()))


def console(person: Person, state: TableState, *, training: bool = False) -> str:
    return draw_console(VIEW, person, Approvals(), state, training=training)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (commands.ExposeDealerCard(BY), "A card of the dealer was seen"),
        (commands.DrawInError(BY, exposed=True), "A card was drawn in error and seen"),
        (commands.MoveInventory(BY, "fill", 120_050, "A7"), "Fill of $1,200.50, slip A7"),
        (commands.EmptyBox(BY, "drop", 40_000), "Take the drop box, counted $400"),
        (commands.Do(BY, "reject"), "Send the decks back"),
        (SeeCards(7, "A complaint"), "See the face-down cards of round 7: A complaint"),
    ],
)
def test_a_request_for_a_second_person_is_described_in_plain_words(
    command: Requested, words: str
) -> None:
    assert describe_request(command) == words


def test_an_auditor_is_offered_to_ask_for_the_face_down_cards_of_a_round_in_play() -> None:
    aud = Person("Aud", Office.AUDITOR)
    assert draw_sight(VIEW, aud, Approvals()) == ""
    state = played("uth", 3).start
    for event in played("uth", 3).log:
        state = evolve(state, event)
        if state.round is not None and state.round.burned:
            break
    number, drawn = state.rounds + 1, {}
    for opened in (frozenset[OpenedRound](), frozenset({("Aud", number)})):
        update = Update("t", 1, state, (), (), (), "automated", opened)
        drawn[bool(opened)] = draw_sight(scene_for(update, aud), aud, Approvals())
    assert "data-sight" in drawn[False]
    assert "data-sight" not in drawn[True]
    assert f"Every card of round {number} is open to you" in drawn[True]
    request = PendingApproval(
        5, "t", aud, SeeCards(number, "Why not"), "1", frozenset({Office.SUPERVISOR}), 0, number
    )
    update = Update("t", 1, state, (), (), (), "automated")
    waiting = draw_sight(scene_for(update, aud), aud, Approvals([request]))
    assert "Why not" in waiting
    assert "data-sight" not in waiting


def test_faults_are_offered_only_where_they_may_be_caused() -> None:
    """At a table for training, to a supervisor; and none that would need to name a card."""
    state = TableState(UTH)
    assert "fault-" not in console(SUE, state)
    assert "fault-" not in console(DANA, state, training=True)
    drawn = console(SUE, state, training=True)
    assert "fault-skip_dealer" in drawn
    assert "fault-stuck" not in drawn
    assert set(request_words.FAULTS) == set(FAULTS)


def test_a_table_without_a_device_has_none_of_its_troubles() -> None:
    by_hand = TableState(UTH)
    shuffled = TableState(read_setup("uth", {"shuffle": "automated", "method": "automated_shoe"}))
    for state, has_devices in ((by_hand, False), (shuffled, True)):
        drawn = console(SUE, state, training=True)
        names = ("trouble-shuffler", "trouble-shoe", "fault-shoe_jam", "fault-shuffler_jam")
        for name in (*names, "fault-jam"):
            assert (f'id="{name}"' in drawn) is has_devices, name


def test_the_sender_of_a_request_sees_that_it_was_turned_down_or_refused() -> None:
    state, confirmed_by = TableState(UTH), frozenset({Office.SUPERVISOR})
    request = PendingApproval(7, "t", DANA, commands.CloseTable(BY), "x", confirmed_by, 0, 0)
    answers: list[tuple[How, str, str]] = [
        ("turned down", "", "Sue (supervisor) turned this down: Close the table."),
        ("refused", "Bets are down.", "could not be done: Close the table. Bets are down."),
        ("confirmed", "", ""),
        ("withdrawn", "", ""),
    ]
    for how, because, words in answers:
        answered = SettledApproval(request, SUE, how, 0, because=because)
        drawn = draw_console(VIEW, DANA, Approvals(answered=answered), state)
        assert (words in drawn) if words else ("answered" not in drawn)


def test_a_report_that_may_void_the_round_says_to_hold_it() -> None:
    state, offices = TableState(UTH), frozenset({Office.SUPERVISOR})
    for command, holds in ((commands.ExposeDealerCard(BY), True), (commands.CloseTable(BY), False)):
        request = PendingApproval(7, "t", DANA, command, "x", offices, 0, 0)
        drawn = draw_console(VIEW, DANA, Approvals([request]), state)
        assert ("Hold the round." in drawn) is holds


def test_the_stub_that_is_racked_is_not_counted_any_more() -> None:
    round_ = RoundState(4, {})
    dealing = replace_fast(TableState(UTH), phase=Phase.ROUND, round=round_, rounds_since_count=3)
    assert "counted within 2 rounds, this one included" in console(DANA, dealing)
    racked = replace_fast(dealing, rack=(("stub", ()),), rounds_since_count=4)
    assert "counted in the next round" in console(DANA, racked)
    after = replace_fast(racked, phase=Phase.BETTING, round=None, rack=())
    assert "The stub is counted this round." in console(DANA, after)


def test_a_correction_is_listed_with_its_amount() -> None:
    void = [WagerResult(wager, 500, 0, Outcome.VOID, ("uth.15.a",)) for wager in ("ante", "trips")]
    settled = Settlement((HandResult(2, tuple(void)),))
    moved = {(2, "ante"): -500, (2, "trips"): 1_500}
    round_ = replace_fast(RoundState(1, {}), settlement=settled, moved=moved)
    agenda = tuple(Task("correct", ("uth.15.a",), seat=2, wager=w) for w in ("ante", "trips"))
    first, second = list_coming(replace_fast(TableState(UTH), agenda=agenda, round=round_))
    assert first["words"].startswith("Pay $5 back to seat 2, ante:")
    assert second["words"].startswith("Take $15 back from seat 2, trips:")
