"""The page of one table; its socket fills it."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.house.offices import PLAYERS
from houseway.web.auth.access import TheHouse, visitor_of
from houseway.web.rendering import render, to_login
from houseway.web.tables.felt import felt_svg

router = APIRouter(include_in_schema=False)


@router.get("/tables/{name}")
def table_page(request: Request, name: str, house: TheHouse) -> Response:
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
