"""A view is made once for many people: drawing it for one leaves it as it was."""

import copy

import pytest

from houseway.games import GAMES
from houseway.house.offices import Office, Person
from houseway.house.table_service import Update
from houseway.table import TableState, evolve
from houseway.web.console.panel import Approvals, draw_console
from houseway.web.tables.agenda import describe_due
from houseway.web.tables.felt import draw_table
from houseway.web.tables.on_felt import remaining_on_felt, with_chips_left
from houseway.web.tables.page import draw_for as draw_page
from houseway.web.tables.page import draw_whole
from houseway.web.tables.panel import draw_panel
from houseway.web.tables.scene import scene_for
from tests.table.helpers import played

PEOPLE = (Person("A", Office.PLAYER), Person("x", Office.GUEST), Person("Sue", Office.SUPERVISOR))


def draw_for(update: Update, person: Person) -> None:
    state, scene = update.state, scene_for(update, person)
    draw_table(state.setup, remaining_on_felt(scene.view, state), person.name)
    draw_panel(state.setup, scene, person, describe_due(state))
    draw_console(scene, person, Approvals(), state)
    with_chips_left(scene.view, state)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_drawn_in_parts_is_the_page_drawn_whole(game: str) -> None:
    """For a player, for a spectator, and for somebody at another seat; at every act."""
    people = [Person(name, office) for name in "ABx" for office in (Office.PLAYER, Office.GUEST)]
    trial = played(game, 12)
    state, own = trial.start, 0
    for seq, event in enumerate(trial.log):
        state = evolve(state, event)
        update = Update("t", seq, state, ((state, (event,)),), (), ("A",), "automated")
        if seq % 4 == 0:
            for person in people:
                drawn = draw_page(update, person)
                assert drawn == draw_whole(update, person), (seq, person)
                own += drawn != draw_page(update, Person("", Office.GUEST))
    assert own > 20, "nobody's page was their own"


@pytest.mark.parametrize("game", GAMES)
def test_drawing_for_one_changes_nothing_for_another(game: str) -> None:
    trial = played(game, 11)
    state: TableState = trial.start
    for seq, event in enumerate(trial.log):
        state = evolve(state, event)
        if seq % 3:
            continue  # every third place, in all three games, is enough and quick
        update = Update("t", seq, state, ((state, (event,)),), (), (), "automated")
        before = [copy.deepcopy((update.view(person), update.news(person))) for person in PEOPLE]
        for person in PEOPLE:
            draw_for(update, person)
        assert [(update.view(person), update.news(person)) for person in PEOPLE] == before


def test_chips_of_every_wager_lie_there_until_they_are_moved() -> None:
    """Play wagers too, which are made after the deal (they were missing in replays)."""
    trial = played("pikit", 3)
    state, wagers = trial.start, set[str]()
    for event in trial.log:
        state = evolve(state, event)
        if state.round is not None:
            scene = scene_for(Update("t", 0, state, (), (), (), ""), PEOPLE[1])
            view = with_chips_left(scene.view, state)
            assert view.round is not None
            for hand in view.round.hands.values():
                wagers |= set(hand.wagers)
    assert wagers & {"play_3", "play_5"}
    assert "ante" in wagers
