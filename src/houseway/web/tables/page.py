"""The page of one table: what everybody sees alike is drawn once, then each person's own.

Many pages look at one table after each event, and most of what they show is the same. That is
drawn once; a player's own seats and panel are drawn for that player. `draw_whole` draws
everything for one person, and a test compares the two.
"""

from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.games.procedure import Act
from houseway.house.offices import PLAYERS, Office, Person
from houseway.house.table_service import Update
from houseway.table import Setup, TableState
from houseway.table.state import RoundState
from houseway.table.views import IdentityKey, TableView
from houseway.web.auth.access import TheHouse, visitor_of
from houseway.web.cards import with_suits
from houseway.web.rendering import render, to_login
from houseway.web.tables.agenda import describe_due
from houseway.web.tables.felt import Group, draw_seat, draw_table, felt_svg
from houseway.web.tables.on_felt import OnFelt, remaining_on_felt
from houseway.web.tables.panel import NO_CALLS, Calls, draw_panel
from houseway.web.tables.scene import Scene, scene_for

router = APIRouter(include_in_schema=False)
NOBODY = Person("", Office.GUEST)
"""A person without a seat, chips or a hand."""


@router.get("/tables/{name}")
def table_page(request: Request, name: str, house: TheHouse) -> Response:
    """The page as it is opened; its socket fills it."""
    person = visitor_of(request)
    if person is None:
        return to_login(request)
    setup, practice = house.look(name).state.setup, house.rules.practice
    return render(
        request,
        "tables/table.html",
        name=name,
        game=setup.game,
        felt=felt_svg(setup),
        practice=practice,
        advises=practice and person.office in PLAYERS,
    )


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
    return draw_panel(state.setup, scene, person, describe_due(state), call_hands(state))


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


def call_hands(state: TableState) -> Calls:
    """The calls of the hands of the last round that were turned up for all to see."""
    if state.last_round is None or not state.last_round.dealer_revealed:
        return NO_CALLS
    return _call_last_round(IdentityKey(state.last_round), IdentityKey(state.setup))


@lru_cache(maxsize=256)
def _call_last_round(last: IdentityKey, at: IdentityKey) -> Calls:
    round_: RoundState = last.thing
    setup: Setup = at.thing
    if round_.settlement is None:
        return NO_CALLS
    game, described = setup.game, round_.described()
    announced: dict[int | None, list[str]] = {}
    for step in game.running_order(setup.options, described, round_.settlement):
        if step.act is Act.ANNOUNCE:
            announced.setdefault(step.seat, []).append(step.words)
    words = {
        seat: game.call_hand(setup.options, described, seat, tuple(announced.get(seat, ())))
        for seat in (None, *round_.revealed)
    }
    return {seat: with_suits(call) for seat, call in words.items() if call}
