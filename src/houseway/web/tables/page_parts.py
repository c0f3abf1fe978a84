"""A page of a table: first what everybody sees alike, then a person's own.

Many pages look at one table after each event, and most of what they show is the same. That is
drawn once; a player's own seats and panel are drawn for that player. `draw_whole` draws
everything for one person, and a test compares the two.
"""

from functools import lru_cache

from houseway.house.offices import PLAYERS, Office, Person
from houseway.house.table_service import Update
from houseway.table.views import IdentityKey, TableView
from houseway.web.tables.agenda import due_words
from houseway.web.tables.calls import calls
from houseway.web.tables.felt import Group, draw_seat, draw_table
from houseway.web.tables.on_felt import OnFelt, remaining_on_felt
from houseway.web.tables.panel import draw_panel
from houseway.web.tables.scene import Scene, scene_for

NOBODY = Person("", Office.GUEST)
"""A person without a seat, chips or a hand."""


def draw_for(update: Update, person: Person) -> Group:
    """The felt and the panel as this person sees them."""
    if person.office not in PLAYERS:
        return draw_whole(update, person)
    common: Group = _draw_for_all(IdentityKey(update))
    scene = scene_for(update, person)
    own = _seats_of(scene.view, person.name)
    if not own:
        return common
    setup, felt = update.state.setup, _felt(update, scene)
    seats = {f"live-seat-{seat}": draw_seat(setup, felt, seat, person.name) for seat in own}
    return {**common, **seats, **_panel(update, scene, person)}


def draw_whole(update: Update, person: Person) -> Group:
    """The same, drawn from nothing."""
    scene = scene_for(update, person)
    felt = draw_table(update.state.setup, _felt(update, scene), person.name)
    return {**felt, **_panel(update, scene, person)}


def _felt(update: Update, scene: Scene) -> OnFelt:
    return remaining_on_felt(scene.view, update.state, is_dealt_by_hand=scene.is_dealt_by_hand)


def _panel(update: Update, scene: Scene, person: Person) -> Group:
    state = update.state
    return draw_panel(state.setup, scene, person, due_words(state), calls(state))


@lru_cache(maxsize=256)
def _draw_for_all(update: IdentityKey) -> Group:
    return draw_whole(update.thing, NOBODY)


def _seats_of(view: TableView, name: str) -> set[int]:
    """The seats at which somebody sits, plays, or played the round that still lies there."""
    seated = {seat for seat, player in view.seats.items() if player == name}
    rounds = (round_ for round_ in (view.round, view.last) if round_ is not None)
    played = {
        seat for round_ in rounds for seat, hand in round_.hands.items() if hand.player == name
    }
    return seated | played
