"""Every link of every page leads to a page that is there, and to a place in it that is there."""

import html
import re
from collections.abc import Iterator
from random import Random
from urllib.parse import urljoin, urlsplit

import pytest
from fastapi import FastAPI

from houseway.games import GAMES
from houseway.house.edges import EdgeBook
from houseway.house.offices import Office
from houseway.ledger.store import Ledger
from tests.browser.rooms import AUDITOR, GUEST, NOBODY, ROOMS
from tests.house.helpers import build_stand, open_table
from tests.ledger.helpers import without_waiting
from tests.web.visitors import Visitor, application, visitor

SLOW = re.compile(r"/lab/\w+/report\.\w+|.*/evidence\.pdf")
"""Files that take long to make; they have tests of their own."""
ALIKE = re.compile(r"(/rounds)\?clause=|(/rounds/\w+/\d+)\?step=")
"""Pages that differ by one word only: some of them are enough."""
ENOUGH = 5


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    file = tmp_path_factory.mktemp("links") / "house.db"
    with without_waiting(Ledger(str(file))) as ledger:
        found = build_stand(ledger)
        for game, name in (("uth", "first"), ("hilo", "second"), ("pikit", "third")):
            table = open_table(found, game, name)
            found.seated(name, "Ann", "Ben")
            found.play_round(table, Random(3))
        yield application(found.house)


def links(page: str, address: str) -> Iterator[str]:
    for found in re.findall(r'(?:href|src|data-go)="([^"]+)"', page):
        yield urljoin(address, html.unescape(found))


def inside(address: str) -> bool:
    return not urlsplit(address).netloc and address.startswith("/")


class Walk:
    """Goes through every link there is, once."""

    def __init__(self, who: Visitor, starts: list[str]) -> None:
        self.who, self.waiting = who, starts
        self.pages: dict[str, str] = {}
        self.wanted: dict[str, str] = {}
        """Each address that was linked to, with a page that does."""
        self.wrong: list[str] = []
        self._alike: dict[str, int] = {}

    def go(self) -> None:
        while self.waiting:
            address = self.waiting.pop()
            if address in self.pages:
                continue
            answer = self.who.open(address)
            kind = answer.headers.get("content-type", "")
            self.pages[address] = answer.text if kind.startswith("text/html") else ""
            if answer.status_code in {307, 303}:
                self.waiting.append(answer.headers["location"].partition("#")[0])
            elif answer.status_code != 200:
                self.wrong.append(f"{address}: {answer.status_code}, from {self.wanted[address]}")
            self._note(address)

    def _note(self, address: str) -> None:
        for link in filter(inside, links(self.pages[address], address)):
            bare = link.partition("#")[0]
            self.wanted.setdefault(link, address)
            if bare in self.wanted and bare != link:
                continue
            self.wanted.setdefault(bare, address)
            if not SLOW.fullmatch(urlsplit(bare).path) and not self._enough(bare):
                self.waiting.append(bare)

    def _enough(self, address: str) -> bool:
        kind = ALIKE.match(address)
        if kind is None:
            return False
        self._alike[kind[0]] = self._alike.get(kind[0], 0) + 1
        return self._alike[kind[0]] > ENOUGH

    def missing_places(self) -> list[str]:
        """Links to a place in a page where there is no such place."""
        return [
            f"{link} from {page}"
            for link, page in self.wanted.items()
            if "#" in link and f'id="{link.partition("#")[2]}"' not in self._page(link)
        ]

    def _page(self, link: str) -> str:
        return self.pages.get(link.partition("#")[0], "")


@pytest.mark.parametrize("who", [NOBODY, GUEST, AUDITOR])
def test_no_link_leads_nowhere(app: FastAPI, who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EdgeBook, "analysis", lambda *_: None)
    reader = {
        NOBODY: Visitor(app),
        GUEST: visitor(app, "Ann"),
        AUDITOR: visitor(app, "Aud", Office.AUDITOR),
    }[who]
    missing = {"replay-missing", "clause-missing"}
    starts = [room.path for room in ROOMS if room.reader == who and room.name not in missing]
    walked = Walk(reader, starts)
    if who != NOBODY:  # the whole rulebook is walked once
        walked.pages = dict.fromkeys(_rulebook(app), "")
    walked.go()
    assert walked.wrong == []
    if who == NOBODY:
        assert walked.missing_places() == []
        assert len([path for path in walked.pages if path.startswith("/rulebook/")]) > 550
    assert len(walked.pages) > 20


def _rulebook(app: FastAPI) -> set[str]:
    page = Visitor(app).open("/rulebook").text
    return {link for link in links(page, "/rulebook") if link.startswith("/rulebook/")}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_cited_by_an_option_or_a_pay_table_has_its_page(
    app: FastAPI, game: str
) -> None:
    known = _rulebook(app)
    for path in (f"/open/{game}", f"/lab/{game}"):
        page = visitor(app, "Ann").open(path).text
        cited = {link for link in links(page, path) if link.startswith("/rulebook/")}
        assert cited
        assert cited <= known, cited - known
