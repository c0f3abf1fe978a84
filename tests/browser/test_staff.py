"""A table dealt by a person: each step by the person it is for, and some steps by two people."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.pages import check
from tests.browser.steps import (
    as_admin,
    bet,
    choose,
    come_in,
    log_in,
    open_table,
    request,
    sit_down,
)

PASSWORD = "password of the staff"
STAFF = {"Dana": "dealer", "Flo": "floorperson", "Sue": "supervisor"}


@pytest.fixture(scope="module")
def people() -> set[str]:
    """The names that the house knows already: it serves all tests of a module."""
    return set()


def staff(
    visit: Visitor, people: set[str], table: str, game: str = "uth"
) -> tuple[Page, Page, Page]:
    """The pages of a dealer, a floorperson and a player at a new table."""
    admin = visit()
    as_admin(admin)
    for name, office in STAFF.items():
        if name not in people:
            person = {"name": name, "office": office, "password": PASSWORD}
            request(admin, "POST", "/api/people", person)
            people.add(name)
    open_table(admin, table, game, dealer="human")
    pages = []
    for name in ("Dana", "Flo"):
        page = visit()
        log_in(page, name, PASSWORD)
        page.goto(f"/tables/{table}")
        pages.append(page)
    player = visit()
    come_in(player)
    sit_down(player, table, 1)
    return pages[0], pages[1], player


def _shown(page: Page) -> str:
    """What changes when a step is done; two cards in a row may leave the same step due."""
    parts = ("#controls", "#history", "#live-rack", "#live-dealer")
    return "".join(page.locator(part).inner_html() for part in parts)


def _wait_for_change(page: Page, before: str, done: list[str]) -> None:
    for _ in range(200):
        if _shown(page) != before:
            return
        page.wait_for_timeout(50)
    raise AssertionError([done, page.locator("#refusal").inner_text()])


def press_steps(pages: Sequence[Page], watched: Page, until: str) -> list[str]:
    """Whoever has a step does it, until a page shows what is waited for; gives the prompts."""
    done: list[str] = []
    for _ in range(400):
        if watched.locator(until).count():
            return done
        for page in pages:
            step = page.locator(".step")
            if step.count():
                done.append(step.first.locator("strong").inner_text())
                before = _shown(page)
                step.first.locator("button.go").click()
                _wait_for_change(page, before, done)
                break
        else:
            pages[0].wait_for_timeout(50)
    raise AssertionError(done)


def test_a_round_dealt_by_a_person(visit: Visitor, people: set[str]) -> None:
    dana, flo, player = staff(visit, people, "d1")
    opened = press_steps((dana, flo, player), player, "#add-1-ante")
    assert "Inspect the deck, both sides of every card." in opened
    assert "Verify the inspection of the deck." in opened
    assert any("Cut at least ten" in words for words in opened)
    bet(player, 1, "ante")
    dana.locator("#no-more-bets").click()
    for choice in ("check", "check", "1x"):
        press_steps((dana,), player, ".decision")
        choose(player, choice)
        expect(player.locator(f".decision .choice[id$='-{choice}']")).to_have_count(0)
    settled = press_steps((dana,), player, ".results")
    # Each payment and collection in its order, with the amount to check before it is done.
    money = re.findall(
        r"(?:Take|Pay|Give back) \$[\d.]+ (?:from|to) seat 1, (\w+)", " ".join(settled)
    )
    assert money == ["ante", "blind", "play"], settled
    # The dealer may be at the next shuffle by the time the player's page shows the results.
    last = settled.index("Put your own cards and the board in the discard rack.")
    assert set(settled[last + 1 :]) <= {"Shuffle the cards."}
    expect(player.locator(".results caption")).to_contain_text("Round 1")


def test_an_exposed_card_is_confirmed_by_a_second_person_and_voids_the_round(
    visit: Visitor, people: set[str]
) -> None:
    dana, flo, player = staff(visit, people, "d2")
    press_steps((dana, flo, player), player, "#add-1-ante")
    bet(player, 1, "ante")
    dana.locator("#no-more-bets").click()
    press_steps((dana,), player, ".decision")
    dana.get_by_text("Something is wrong").click()
    dana.locator("#trouble-exposed summary").click()
    dana.locator("#report-exposed").click()
    expect(dana.locator(".approval")).to_contain_text("A card of the dealer was seen")
    expect(dana.locator("[data-yes]")).to_have_count(0)  # nobody confirms their own request
    expect(player.locator(".approval")).to_have_count(0)
    flo.locator("[data-yes]").click()
    press_steps((dana, flo), player, ".results")
    expect(player.locator(".results")).to_contain_text("void")
    expect(player.locator(".warning")).to_contain_text("dealer card exposed")
    expect(player.locator("#status")).to_contain_text("$500")


def test_a_card_drawn_in_error_unseen_is_dealt_next(visit: Visitor, people: set[str]) -> None:
    """At Hi-Lo, by the dealer alone: the console says what to do, and the round goes on."""
    dana, flo, player = staff(visit, people, "d4", "hilo")
    press_steps((dana, flo, player), player, "#add-1-ante")
    expect(dana.locator(".due-count")).to_contain_text("within 5 rounds")
    bet(player, 1, "ante")
    dana.locator("#no-more-bets").click()
    expect(dana.locator(".coming .now")).to_contain_text("Deal one card face down to seat 1")
    dana.get_by_text("Something is wrong").click()
    trouble = dana.locator("#trouble-drawn")
    trouble.locator("summary").click()
    expect(trouble.locator("a[href='/rulebook/hilo.40.12.c']")).to_be_visible()
    expect(trouble.locator("li")).to_have_count(3)
    before = _shown(dana)
    trouble.locator("#report-drawn").click()
    press_steps((dana,), player, ".decision")
    assert _shown(dana) != before
    expect(player.locator("#live-seat-1 .face")).to_have_count(5)
    choose(player, "fold")
    done = press_steps((dana,), player, ".results")
    assert "Take $5 from seat 1, ante." in done
    expect(dana.locator(".due-count")).to_contain_text("within 4 rounds")


def test_a_card_seen_in_error_is_set_aside_when_a_second_person_confirms(
    visit: Visitor, people: set[str], pictures: Path
) -> None:
    dana, flo, player = staff(visit, people, "d5", "pikit")
    press_steps((dana, flo, player), player, "#add-1-ante")
    bet(player, 1, "ante")
    dana.locator("#no-more-bets").click()
    dana.get_by_text("Something is wrong").click()
    dana.locator("#trouble-drawn-seen summary").click()
    dana.locator("#report-drawn-seen").click()
    expect(dana.locator("#refusal")).to_contain_text("second person")
    expect(dana.locator(".approval")).to_contain_text("floorperson or supervisor confirms")
    check(dana, "console-1400", pictures)
    flo.get_by_role("button", name="Turn down").click()
    expect(dana.locator(".answered")).to_contain_text(
        "Flo (floorperson) turned this down: A card was drawn in error and seen."
    )
    expect(dana.locator("#refusal")).to_be_hidden()
    dana.locator("#report-drawn-seen").click()
    expect(dana.locator(".answered")).to_have_count(0)
    flo.locator("[data-yes]").click()
    expect(dana.locator("#refusal")).to_be_hidden()  # it waits no longer
    expect(player.locator("#history")).to_contain_text("lies face up: it is set aside")
    press_steps((dana,), player, ".decision")
    choose(player, "play_3")
    press_steps((dana,), player, ".results")
    expect(player.locator(".results caption")).to_contain_text("Round 1")


def test_the_floor_sees_tables_approvals_and_accounts(
    visit: Visitor, people: set[str], pictures: Path
) -> None:
    dana, flo, player = staff(visit, people, "d3")
    press_steps((dana, flo, player), player, "#add-1-ante")
    sue = visit()
    log_in(sue, "Sue", PASSWORD)
    sue.goto("/floor")
    expect(sue.get_by_text("Nothing waits.")).to_be_visible()
    accounts = sue.locator("a[href='/floor/d3']")
    accounts.focus()
    flo.get_by_text("Chips of the table").click()
    flo.locator("#move-inventory").click()
    # It comes to the page by itself, and the keyboard stays where it was.
    expect(sue.get_by_role("rowheader", name="Opener of $1,000")).to_be_visible()
    expect(accounts).to_be_focused()
    check(sue, "floor-1400", pictures)
    sue.get_by_role("button", name="Confirm").first.click()
    expect(sue.get_by_text("Nothing waits.")).to_be_visible()
    sue.goto("/floor/d3")
    expect(sue.get_by_role("rowheader", name="Opener")).to_be_visible()
    expect(sue.locator("main")).to_contain_text("$1,000")
    check(sue, "floor-table-1400", pictures)
    assert player.request.get("/floor").status == 403
    flo.get_by_text("Seats that do not play").click()
    flo.get_by_role("button", name="Free seat 1").click()
    expect(player.locator("#history")).to_contain_text("Seat 1 is freed, by the floor")
    expect(flo.locator("#seats")).to_have_count(0)
    expect(player.locator("#sit-1")).to_be_visible()
