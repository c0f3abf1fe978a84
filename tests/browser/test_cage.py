"""Chips that are not bets: a tip, a part of them to the cage, a coupon beside the ante."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import as_admin, bet, choose, come_in, deal, request, sit_down


def seated(visit: Visitor, table: str, **config: object) -> Page:
    page = visit()
    come_in(page)
    config = {"minimums": {"ante": 500}, "shuffle": "automated", "method": "hand", **config}
    manner = {"betting_ms": 60_000, "decision_ms": 60_000}
    body = {"name": table, "game": "uth", "config": config, "manner": manner}
    request(page, "POST", "/api/tables", body)
    sit_down(page, table, 2)
    return page


def test_a_tip_and_a_part_of_the_chips_leave_the_table(visit: Visitor) -> None:
    page = seated(visit, "cage-tip")
    purse: Any = request(page, "GET", "/api/me")
    page.locator("#cage-cents").fill("12.50")
    page.locator("#tip").click()
    expect(page.locator("#status .chips")).to_contain_text("$487.50")
    page.locator("#cage-cents").fill("100")
    page.locator("#cash-out").click()
    expect(page.locator("#status .chips")).to_contain_text("$387.50")
    after: Any = request(page, "GET", "/api/me")
    assert after["chips"] - purse["chips"] == 10_000
    page.locator("#cage-cents").fill("1000")
    page.locator("#cash-out").click()
    expect(page.locator("#refusal")).to_contain_text("$387.50")
    expect(page.locator("#status .chips")).to_contain_text("$387.50")


def test_a_coupon_lies_beside_the_ante_and_is_used_once(visit: Visitor, pictures: Path) -> None:
    page = seated(visit, "cage-coupon", match_play=True)
    expect(page.locator("#practice-coupon-2")).to_be_disabled()  # there is no ante yet
    expect(page.locator("#no-coupon-2")).to_be_disabled()
    bet(page, 2, "ante")
    page.locator("#practice-coupon-2").click()
    expect(page.locator("#live-seat-2 .coupon")).to_contain_text("$5")
    expect(page.locator(".wager.coupon output")).to_have_text("$5")
    page.screenshot(path=str(pictures / "coupon.png"))
    page.locator("#no-coupon-2").click()
    expect(page.locator("#live-seat-2 .coupon")).to_have_count(0)
    page.locator("#practice-coupon-2").click()
    deal(page)
    expect(page.locator(".decision")).to_be_visible()
    expect(page.locator("#live-seat-2 .coupon")).to_be_visible()
    for choice in ("check", "check", "fold"):
        choose(page, choice)
    expect(page.locator(".results")).to_contain_text("Match play")
    expect(page.locator("#live-seat-2 .coupon")).to_have_count(0)


def test_a_coupon_of_the_house_is_named_by_its_number(visit: Visitor) -> None:
    page, admin = seated(visit, "cage-serial", match_play=True), visit()
    as_admin(admin)
    issued: Any = request(admin, "POST", "/api/coupons", {"face": 500})
    # As a house shows it where coupons are worth money.
    page.evaluate("document.getElementById('table').classList.remove('practice')")
    bet(page, 2, "ante")
    page.locator("#coupon-2").click()
    expect(page.locator("#refusal")).to_contain_text("serial number")
    page.locator("#serial-2").fill(issued["serial"])
    page.locator("#coupon-2").click()
    expect(page.locator("#live-seat-2 .coupon")).to_contain_text("$5")
    expect(page.locator("#refusal")).to_be_hidden()


def test_a_guest_without_chips_gets_more_to_practise_with(visit: Visitor) -> None:
    page = seated(visit, "cage-more")
    page.locator("#buy-50000").click()  # the rest of what a guest has
    expect(page.locator("#status .chips")).to_contain_text("$1,000")
    page.locator("#buy-10000").click()
    expect(page.locator("#refusal")).to_contain_text("has $0 there")
    page.locator("#more-chips-cage").click()
    expect(page.locator("#refusal")).to_contain_text("The cage has $1,000 for you")
    page.locator("#buy-10000").click()
    expect(page.locator("#status .chips")).to_contain_text("$1,100")


def test_a_guest_is_asked_before_logging_out_for_good(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    messages: list[str] = []
    reply = {"yes": False}

    def answer_dialog(dialog: Dialog) -> None:
        messages.append(dialog.message)
        if reply["yes"]:
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer_dialog)
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".who span")).to_be_visible()
    reply["yes"] = True
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    assert all("cannot come back under this name" in words for words in messages)
    assert len(messages) == 2
