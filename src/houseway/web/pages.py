"""The pages that lead to a table: coming in, a new table, the table itself; and their files."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.felt import compose, to_svg
from houseway.games import GAMES
from houseway.games.options import Option
from houseway.house.offices import FLOOR, Office, Person
from houseway.table.setup import EQUIPMENT_OPTIONS
from houseway.web.assets import with_release
from houseway.web.letting_in import TheHouse, anybody
from houseway.web.live.felt import felt_svg
from houseway.web.live.panel import templates

router = APIRouter(include_in_schema=False)

ROOMS: list[tuple[str, str, Callable[[Person | None], bool]]] = [
    ("/", "Lobby", lambda _: True),
    ("/lab", "Lab", lambda _: True),
    ("/rounds", "Records", lambda person: person is not None),
    ("/rulebook", "Rulebook", lambda _: True),
]
"""Every room of the house with its name, and who finds it in the menu."""
WHERE = {
    "pikit": "New Jersey. Five cards; play your best three, or all five.",
    "uth": "Massachusetts. Two cards and a board of five; raise early for more.",
    "hilo": "New Jersey. Five cards, set three high and two low.",
}


def render(request: Request, template: str, **told: Any) -> HTMLResponse:
    """A page, with who is let in and the rooms they find in the menu."""
    person = anybody(request)
    rooms = [(path, name) for path, name, shown in ROOMS if shown(person)]
    known = {"person": person, "rooms": rooms, "here": request.url.path}
    page = templates().get_template(template).render(**known, **told)
    return HTMLResponse(with_release(page), headers={"Cache-Control": "no-store"})


def to_login(request: Request) -> Response:
    """To the login, and from there to where somebody was going."""
    # The path is known without its escapes: a table may be called "what?".
    path = f"{quote(request.scope['path'])}?{request.url.query}".rstrip("?")
    wanted = quote(path, safe="/")
    return RedirectResponse(f"/login?to={wanted}")


@router.get("/login")
def login(request: Request, house: TheHouse, to: str = "/") -> HTMLResponse:
    told = {"practice": house.rules.practice, "to": _in_the_house(to)}
    return render(request, "login.html", **told)


def _in_the_house(path: str) -> str:
    """A path of this house: no link leads to another by way of the login."""
    return path if re.fullmatch(r"/(?![/\\])[^\x00-\x1f]*", path) else "/"


@router.get("/open/{game_id}")
def open_form(request: Request, game_id: str, house: TheHouse) -> Response:
    game, person = GAMES.get(game_id), anybody(request)
    if game is None:
        return RedirectResponse("/")
    if person is None:
        return to_login(request)
    taken = {table.name for table in house.lobby()}
    suggested = next(f"{game_id}-{n}" for n in range(1, 10_000) if f"{game_id}-{n}" not in taken)
    staff = person.office in FLOOR | {Office.ADMINISTRATOR}
    told = {
        "game": game,
        "of_game": _shown(game.options),
        "equipment": _shown(EQUIPMENT_OPTIONS),
        # What the house chooses for a player's table, so that the form says what will be.
        "usual": {} if staff else {"shuffle": "automated", "method": "hand"},
        "suggested": suggested,
        "staff": staff,
    }
    return render(request, "open.html", **told)


def _shown(options: tuple[Option, ...]) -> list[Option]:
    """The options that a form can ask for: fields, then ticks, then tables that open."""
    order = {"whole": 0, "choice": 0, "text": 0, "flag": 1}
    asked = [option for option in options if option.asked.kind != "data"]
    return sorted(asked, key=lambda option: order.get(option.asked.kind, 2))


@router.get("/tables/{name}")
def table_page(request: Request, name: str, house: TheHouse) -> Response:
    if anybody(request) is None:
        return to_login(request)
    table = house.look(name)
    setup = table.state.setup
    practice, felt = house.rules.practice, felt_svg(setup)
    return render(request, "table.html", name=name, game=setup.game, felt=felt, practice=practice)


@router.get("/layouts/{game_id}.svg")
def layout(game_id: str) -> Response:
    if game_id not in GAMES:
        return Response(status_code=404)
    headers = {"Cache-Control": "max-age=3600"}
    return Response(_drawn(game_id), media_type="image/svg+xml", headers=headers)


@cache
def _drawn(game_id: str) -> str:
    """The layout of a game as printed, drawn once."""
    game = GAMES[game_id]
    return to_svg(compose(game.printed(game.read_options({}))))
