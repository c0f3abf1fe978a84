"""People who open pages: each request goes through the whole application, without a socket."""

import asyncio
import html
import re
from dataclasses import dataclass

import httpx
from fastapi import FastAPI
from fastapi.responses import Response

from houseway.fairness.proof_form import NEW_DECK
from houseway.house.house import House
from houseway.house.offices import Office
from houseway.web.app import Settings, create_app
from houseway.web.auth.sessions import COOKIE
from houseway.web.cards import card_words, with_suits
from houseway.web.readings import ReadingLimits
from tests.house.helpers import PASSWORD

UNHURRIED = Settings(
    "a secret of the tests",
    requests_a_second=1e6,
    requests_at_once=10**6,
    reading=ReadingLimits(seconds_at_once=1e6),
)


@dataclass(frozen=True)
class Visitor:
    """Somebody with a browser; nobody is let in where there is no cookie."""

    app: FastAPI
    cookie: str = ""

    def get(self, *paths: str) -> list[httpx.Response]:
        return asyncio.run(self._get(paths))

    def open(self, path: str) -> httpx.Response:
        return self.get(path)[0]

    async def _get(self, paths: tuple[str, ...]) -> list[httpx.Response]:
        cookies = {COOKIE: self.cookie} if self.cookie else {}
        transport = httpx.ASGITransport(app=self.app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://house", cookies=cookies
        ) as client:
            return [await client.get(path) for path in paths]


def application(house: House) -> FastAPI:
    return create_app(house, UNHURRIED)


def visitor(app: FastAPI, name: str, office: Office = Office.PLAYER) -> Visitor:
    """Somebody who was let in."""
    house: House = app.state.services.house
    if house.people.find(name) is None:
        house.people.add("test", name, office, PASSWORD)
    identity, answer = house.people.find(name), Response()
    assert identity is not None
    app.state.services.cookies.give_cookie(answer, identity)
    cookie = re.match(rf"{COOKIE}=([^;]+)", answer.headers["set-cookie"])
    assert cookie is not None
    return Visitor(app, cookie[1])


def rulebook_links(page: str) -> set[str]:
    return set(re.findall(r'href="(/rulebook/[^"#?]+)"', page))


CODES = re.compile(rf"(?<![\w.])({'|'.join(NEW_DECK)})(?![\w.])")
ALOUD = {card_words(card): card for card in NEW_DECK}
WORDS = re.compile(rf"\b({'|'.join(ALOUD)})\b", re.IGNORECASE)
FACES = {with_suits(card): card for card in NEW_DECK}
FACE = re.compile(rf"(?<!\w)({'|'.join(FACES)})")


def cards_named(page: str) -> set[str]:
    """Every card that a page names: in letters, as on its face, or as it is read aloud."""
    text = html.unescape(page)
    aloud = {ALOUD[words.lower()] for words in WORDS.findall(text)}
    faces = {FACES[face] for face in FACE.findall(text)}
    return aloud | faces | set(CODES.findall(text))
