"""A page of a table for everybody who looks at it: first what all see alike, then one's own.

Many pages look at one table after each act, and most of what they show is the same. That is
drawn once; a player's own seats and panel are drawn for that player. `draw_whole` draws
everything for one person, and a test holds the one against the other.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from houseway.house.offices import PLAYERS, Office, Person
from houseway.house.running import Update
from houseway.table import TableState
from houseway.table.views import Same
from houseway.web.live.agenda import due_words
from houseway.web.live.calls import calls
from houseway.web.live.felt import Group, draw_seat, draw_table
from houseway.web.live.lying import as_it_lies
from houseway.web.live.panel import draw_panel

NOBODY = Person("", Office.GUEST)
"""Who has no seat, no chips and no hand: nobody in particular."""


def draw_for(update: Update, person: Person) -> Group:
    """The felt and the panel as this person sees them."""
    if person.office not in PLAYERS:
        return draw_whole(update, person)
    common, view = _draw_for_all(Same(update)), update.view(person)
    mine = _seats_of(view, person.name)
    if not mine:
        return common
    setup, lying = update.state.setup, as_it_lies(view, update.state)
    seats = {f"live-seat-{seat}": draw_seat(setup, lying, seat, person.name) for seat in mine}
    return {**common, **seats, **_panel(update.state, view, person)}


def draw_whole(update: Update, person: Person) -> Group:
    """The same, drawn from nothing."""
    state, view = update.state, update.view(person)
    felt = draw_table(state.setup, as_it_lies(view, state), person.name)
    return {**felt, **_panel(update.state, view, person)}


def _panel(state: TableState, view: Mapping[str, Any], person: Person) -> Group:
    return draw_panel(state.setup, view, person, due_words(state), calls(state))


@lru_cache(maxsize=256)
def _draw_for_all(update: Same) -> Group:
    return draw_whole(update.thing, NOBODY)


def _seats_of(view: Mapping[str, Any], me: str) -> set[str]:
    """The seats at which somebody sits, plays, or played the round that still lies there."""
    seated = {seat for seat, name in view["seats"].items() if name == me}
    rounds = (view[key] for key in ("round", "last") if view.get(key) is not None)
    played = {seat for one in rounds for seat, hand in one["hands"].items() if hand["player"] == me}
    return seated | played
