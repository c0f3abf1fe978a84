"""Every page at two widths: axe finds nothing, nothing sticks out, a picture to look at."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import Response as PageResponse

from houseway.house.house import House
from houseway.ledger.store import Ledger
from houseway.web.app import create_app
from houseway.web.auth.sessions import COOKIE
from tests.browser.conftest import NARROW, WIDE, Visitor
from tests.browser.furnished import guest, hire, open_quick, play_round
from tests.browser.house import ServedHouse
from tests.browser.pages import check, faults_of
from tests.browser.rooms import AUDITOR, GUEST, NOBODY, ROOMS, Room, page_routes
from tests.browser.steps import bet, choose, come_in, deal, open_table, page_in_turn, sit_down

Opened = Callable[[str, tuple[int, int]], Page]


@pytest.fixture(scope="module")
def cookies(house: ServedHouse) -> dict[str, str]:
    """The people who look at pages, and a round that they can look at."""
    somebody = guest(house)
    open_quick(somebody, "first", "uth")
    play_round("first", {3: somebody}, Random(2))
    return {NOBODY: "", GUEST: somebody.cookie, AUDITOR: hire(house, "Ada", "auditor").cookie}


@pytest.fixture(scope="module")
def opened(browser: Browser, house: ServedHouse, cookies: dict[str, str]) -> Iterator[Opened]:
    """One page for each person and width, kept for all the pages they look at."""
    kept: dict[tuple[str, int], tuple[BrowserContext, Page]] = {}

    def open_as(reader: str, size: tuple[int, int]) -> Page:
        if (reader, size[0]) not in kept:
            viewport: Any = {"width": size[0], "height": size[1]}
            context = browser.new_context(viewport=viewport, base_url=house.url)
            context.set_default_timeout(60_000)
            if cookies[reader]:
                cookie: Any = {"name": COOKIE, "value": cookies[reader], "url": house.url}
                context.add_cookies([cookie])
            kept[reader, size[0]] = context, context.new_page()
        return kept[reader, size[0]][1]

    yield open_as
    for context, _ in kept.values():
        context.close()


def test_no_page_is_forgotten(tmp_path: Path) -> None:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        assert page_routes(create_app(House(ledger))) == {room.route for room in ROOMS}


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_page_is_sound(opened: Opened, pictures: Path, room: Room, size: tuple[int, int]) -> None:
    page = opened(room.reader, size)
    refused: list[str] = []

    def note_response(response: PageResponse) -> None:
        if response.status >= 400 and response.request.resource_type != "document":
            refused.append(f"{response.status} {response.url}")

    page.on("response", note_response)
    page.goto(room.path)
    page.locator(room.drawn).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.remove_listener("response", note_response)
    assert not refused, refused  # a page gets what it requests by itself
    check(page, f"{room.name}-{size[0]}", pictures)


BAD = {
    "overlap": "<div style='position:absolute;top:200px;left:0'>Over</div>"
    "<div style='position:absolute;top:204px;left:4px'>lap</div>",
    "cut": "<div style='width:40px;height:20px;overflow:hidden'>All of these words</div>",
    "outside": "<div style='position:absolute;left:-40px'>Words to the left</div>",
    "unseen": "<p style='color:#fff;background:#fff'>White on white</p>",
    "too wide": "<div style='width:2000px;height:1px'></div>",
    "target-size": "<button style='width:9px;height:9px;padding:0'>a</button>"
    "<button style='width:9px;height:9px;padding:0'>b</button>",
}


@pytest.mark.parametrize("fault", BAD)
def test_a_fault_of_a_page_is_found(browser: Browser, fault: str) -> None:
    """A check that finds nothing in a bad page would find nothing in ours."""
    page = browser.new_page()
    page.set_content(f"<html lang=en><title>t</title><main><h1>A page</h1>{BAD[fault]}</main>")
    assert any(fault in entry for entry in faults_of(page)), faults_of(page)
    page.close()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("game", ["uth", "pikit", "hilo"])
def test_a_table_is_sound_at_every_moment(
    visit: Visitor, pictures: Path, game: str, size: tuple[int, int]
) -> None:
    page, table = visit("/", size), f"sound-{game}-{size[0]}"
    come_in(page)
    open_table(page, table, game)
    page.goto(f"/tables/{table}")
    page.locator("#sit-2").wait_for()
    check(page, f"{table}-free", pictures)
    sit_down(page, table, 2)
    bet(page, 2, "ante")
    page.wait_for_timeout(400)  # the chips have come to lie
    check(page, f"{table}-bets", pictures)
    deal(page)
    expect(page.locator(".decision")).to_be_visible()
    page.wait_for_timeout(400)
    check(page, f"{table}-decision", pictures)
    last = {"uth": "4x", "pikit": "fold", "hilo": "fold"}[game]
    choose(page_in_turn(page), last)
    expect(page.locator(".results caption")).to_be_visible()
    page.wait_for_timeout(400)
    check(page, f"{table}-over", pictures)


def test_focus_survives_an_update(visit: Visitor) -> None:
    """Somebody else's bet redraws the felt; the keyboard stays where it was."""
    first, second = visit(), visit()
    come_in(first)
    come_in(second)
    open_table(first, "focus", "uth")
    first.goto("/tables/focus")
    first.locator("#sit-1").focus()
    first.keyboard.press("Enter")
    # The button is gone: what may be done next is one press of Tab away.
    expect(first.locator("#first-50000")).to_be_visible()
    assert first.evaluate("document.activeElement.id") == "controls"
    first.keyboard.press("Tab")
    assert first.evaluate("document.activeElement.id") == "first-10000"
    first.locator("#first-50000").click()
    sit_down(second, "focus", 2)
    first.locator("#add-1-ante").focus()
    first.keyboard.press("Enter")
    expect(first.locator("#back-1-ante")).to_be_enabled()
    assert first.evaluate("document.activeElement.id") == "add-1-ante"
    bet(second, 2, "ante")
    expect(first.locator("#live-seat-2 .chip")).to_have_count(2)
    assert first.evaluate("document.activeElement.id") == "add-1-ante"


def test_events_are_announced_to_screen_readers(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    open_table(page, "spoken", "uth")
    sit_down(page, "spoken", 1)
    bet(page, 1, "ante")
    expect(page.locator("#say[aria-live=polite]")).to_contain_text("$5 on")
