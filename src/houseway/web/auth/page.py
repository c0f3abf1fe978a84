"""The login page."""

import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from houseway.web.auth.access import TheHouse
from houseway.web.rendering import render

router = APIRouter(include_in_schema=False)


@router.get("/login")
def login(request: Request, house: TheHouse, to: str = "/") -> HTMLResponse:
    practice = house.rules.practice
    return render(request, "auth/login.html", practice=practice, to=_within_the_house(to))


def _within_the_house(path: str) -> str:
    """A path of this house: the login redirects to no other site."""
    return path if re.fullmatch(r"/(?![/\\])[^\x00-\x1f]*", path) else "/"
