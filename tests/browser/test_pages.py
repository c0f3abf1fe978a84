"""Every page at two widths: nothing that axe finds, nothing sticks out, a picture to look at."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NARROW, WIDE, Visitor
from tests.browser.pages import check
from tests.browser.steps import bet, choose, come_in, deal, open_table, sit_down, whose_turn

PAGES = {
    "lobby": "/",
    "login": "/login",
    "open-uth": "/open/uth",
    "open-pikit": "/open/pikit",
    "open-hilo": "/open/hilo",
}


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_sound(visit: Visitor, pictures: Path, name: str, size: tuple[int, int]) -> None:
    page = visit("/", size)
    come_in(page)
    page.goto(PAGES[name])
    page.wait_for_load_state("networkidle")
    check(page, f"{name}-{size[0]}", pictures)


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
    choose(whose_turn(page), last)
    expect(page.locator(".results caption")).to_be_visible()
    page.wait_for_timeout(400)
    check(page, f"{table}-over", pictures)


def test_focus_survives_an_update(visit: Visitor) -> None:
    """Somebody else's bet redraws the felt; the keyboard stays where it was."""
    one, two = visit(), visit()
    come_in(one)
    come_in(two)
    open_table(one, "focus", "uth")
    sit_down(one, "focus", 1)
    sit_down(two, "focus", 2)
    one.locator("#add-1-ante").focus()
    one.keyboard.press("Enter")
    expect(one.locator("#back-1-ante")).to_be_enabled()
    assert one.evaluate("document.activeElement.id") == "add-1-ante"
    bet(two, 2, "ante")
    expect(one.locator("#live-seat-2 .chip")).to_have_count(2)
    assert one.evaluate("document.activeElement.id") == "add-1-ante"


def test_what_happens_is_spoken(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    open_table(page, "spoken", "uth")
    sit_down(page, "spoken", 1)
    bet(page, 1, "ante")
    expect(page.locator("#say[aria-live=polite]")).to_contain_text("$5 on")
