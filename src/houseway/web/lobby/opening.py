"""The form that opens a table, and the picture of a game's layout."""

from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from houseway.felt import compose, to_svg
from houseway.games import find_games
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.options import Option
from houseway.house.offices import FLOOR, Office
from houseway.web.auth.access import TheHouse, visitor_of
from houseway.web.rendering import render, to_login

router = APIRouter(include_in_schema=False)

FIELD_ORDER = {"whole": 0, "choice": 0, "text": 0, "flag": 1}
"""Fields come first, then check boxes, then tables that open."""


@router.get("/open/{game_id}")
def open_form(request: Request, game_id: str, house: TheHouse) -> Response:
    game, person = find_games().get(game_id), visitor_of(request)
    if game is None:
        return RedirectResponse("/")
    if person is None:
        return to_login(request)
    taken = {table.name for table in house.lobby()}
    names = (f"{game_id}-{n}" for n in range(1, 10_000))
    is_staff = person.office in FLOOR | {Office.ADMINISTRATOR}
    return render(
        request,
        "lobby/open.html",
        game=game,
        game_options=_list_fields(game.options),
        equipment=_list_fields(EQUIPMENT_OPTIONS),
        # What the house chooses for a player's table, so that the form states what will be.
        usual={} if is_staff else {"shuffle": "automated", "method": "hand"},
        suggested=next(name for name in names if name not in taken),
        staff=is_staff,
    )


def _list_fields(options: tuple[Option, ...]) -> list[Option]:
    """The options that a form can ask for, in the order of its fields."""
    fields = [option for option in options if option.form.kind != "data"]
    return sorted(fields, key=lambda option: FIELD_ORDER.get(option.form.kind, 2))


@router.get("/layouts/{game_id}.svg")
def layout(game_id: str) -> Response:
    if game_id not in find_games():
        return Response(status_code=404)
    headers = {"Cache-Control": "max-age=3600"}
    return Response(_draw_layout(game_id), media_type="image/svg+xml", headers=headers)


@cache
def _draw_layout(game_id: str) -> str:
    """The layout of a game as printed, drawn once."""
    game = find_games()[game_id]
    return to_svg(compose(game.printed(game.read_options({}))))
