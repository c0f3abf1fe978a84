"""Pages: the templates of all folders, their filters, and the frame around every page."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, select_autoescape
from markupsafe import Markup

from houseway.games import find_games
from houseway.house.offices import FLOOR, Office, Person
from houseway.web.assets import with_release
from houseway.web.auth.access import visitor_of
from houseway.web.cards import card_words, discs, html_card, money, signed, with_suits

FOLDERS = ("auth", "console", "floor", "lab", "lobby", "records", "rulebook", "tables")
"""Folders with templates of their own, named `folder/template.html`."""
SEES_FLOOR = FLOOR | {Office.AUDITOR, Office.ADMINISTRATOR}
MENU: tuple[tuple[str, str, Callable[[Person | None], bool]], ...] = (
    ("/", "Lobby", lambda _: True),
    ("/lab", "Lab", lambda _: True),
    ("/rounds", "Records", lambda person: person is not None),
    ("/rulebook", "Rulebook", lambda _: True),
    ("/floor", "Floor", lambda person: person is not None and person.office in SEES_FLOOR),
)
"""The menu: the address and name of each entry, and whether a person has it."""
OUTCOMES = {
    "win": "won",
    "lose": "lost",
    "push": "push",
    "void": "void, returned",
    "forfeit": "folded",
    "consumed": "coupon used",
}
METER_PARTS = {
    "meter_cents": 1_000_000,
    "start_cents": 0,
    "contribution_cents": 0,
    "reserve_cents": 0,
}
"""The amounts that belong to a meter, as a form suggests them."""


@cache
def templates() -> Environment:
    folders = {name: PackageLoader(f"houseway.web.{name}") for name in FOLDERS}
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("houseway.web"), PrefixLoader(folders)]),
        autoescape=select_autoescape(["html"]),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "money": money,
        "signed": signed,
        "chip_colour": lambda cents: discs(cents)[0],
        "words": _plain,
        "yes_no": lambda value: ("no", "yes")[value] if isinstance(value, bool) else _plain(value),
        "lower_first": lambda text: text[:1].lower() + text[1:],
        "upper_first": lambda text: text[:1].upper() + text[1:],
        "outcome": lambda outcome: OUTCOMES.get(outcome, outcome),
        "option_words": _label_option,
        "prize": _show_prize,
        "tojson_attr": json.dumps,
        "card_words": card_words,
        "with_suits": with_suits,
        "percent": lambda ratio: f"{100 * float(Fraction(ratio)):.2f} %",
    }
    environment.globals["card"] = lambda card, extra="": Markup(html_card(card, extra))  # noqa: S704
    environment.globals["meter_parts"] = METER_PARTS
    return environment


def _plain(value: object) -> str:
    return str(value).replace("_", " ")


def _label_option(name: str) -> str:
    """An option's name as a label, with its unit apart."""
    words = name.replace("_", " ")
    if words.endswith(" cents"):
        words = f"{words.removesuffix(' cents')}, in cents"
    return words[:1].upper() + words[1:]


def _show_prize(prize: Mapping[str, int] | None) -> str:
    """A prize as the form of options writes it: cents, or a share of the meter."""
    prize = prize or {}
    if prize.get("cents"):
        return str(prize["cents"])
    return f"{prize['meter_percent']} %" if prize.get("meter_percent") else ""


def render(request: Request, template: str, **values: Any) -> HTMLResponse:
    """A page, with the person who is logged in and their menu."""
    person, address = visitor_of(request), request.url.path
    menu = [
        {"path": path, "name": name, "current": _is_current(path, address)}
        for path, name, is_shown in MENU
        if is_shown(person)
    ]
    frame = {"person": person, "menu": menu, "games_installed": " ".join(find_games())}
    page = templates().get_template(template).render(**frame, **values)
    return HTMLResponse(with_release(page), headers={"Cache-Control": "no-store"})


def render_part(template: str, **values: Any) -> str:
    """A part of a page, without its frame."""
    return templates().get_template(template).render(**values)


def _is_current(path: str, address: str) -> bool:
    return address == path or (path != "/" and address.startswith(f"{path}/"))


def to_login(request: Request) -> Response:
    """To the login, and from there back to the page that was asked for."""
    # The path is known without its escapes: a table may be called "what?".
    path = f"{quote(request.scope['path'])}?{request.url.query}".rstrip("?")
    return RedirectResponse(f"/login?to={quote(path, safe='/')}")
