"""By drag, with mouse and touch: chips onto a circle, off it and beside it; cards of a hand."""

import json

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NARROW, Visitor
from tests.browser.steps import bet, come_in, deal, open_table, sit_down


def middle(place: Locator) -> tuple[float, float]:
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Locator, end: Locator | tuple[float, float]) -> None:
    """Drags with the mouse; what takes a chip is lit on the way."""
    page.mouse.move(*middle(start))
    page.mouse.down()
    x, y = end if isinstance(end, tuple) else middle(end)
    page.mouse.move(x + 20, y, steps=3)
    expect(page.locator("body.dragging")).to_have_count(1)
    page.mouse.move(x, y)
    page.mouse.up()


def seated(page: Page, table: str) -> None:
    come_in(page)
    open_table(page, table, "uth", betting_ms=3_600_000)
    sit_down(page, table, 3)
    page.get_by_text("Chips and seat").click()


def test_chips_are_dragged_onto_a_circle_and_off_it(visit: Visitor) -> None:
    page = visit()
    seated(page, "c1")
    chip, ante = page.locator("label:has(#chip-2500)"), page.locator("#seat-3-ante .spot")
    expect(page.locator("#live-seat-3 .limit").first).to_contain_text("$5+")
    expect(page.locator("g.area.open")).to_have_count(2)  # ante and trips of the own seat
    drag(page, chip, ante)
    expect(page.locator("#live-seat-3 [data-bet=ante]")).to_contain_text("$25")
    expect(page.locator("#live-seat-3 [data-bet=blind]")).to_contain_text("$25")
    drag(page, chip, ante)
    expect(page.locator("#live-seat-3 [data-bet=ante]")).to_contain_text("$50")
    # Off the circle: they come back, and with them what must equal them.
    drag(page, ante, (120.0, 500.0))
    expect(page.locator("#live-seat-3 .chip")).to_have_count(0)
    expect(page.locator("#status .chips")).to_contain_text("$500")


def test_a_chip_that_may_not_lie_there_is_refused_with_its_clause(visit: Visitor) -> None:
    page = visit()
    seated(page, "c2")
    chip, refusal = page.locator("label:has(#chip-500)"), page.locator("#refusal")
    drag(page, chip, page.locator("#seat-3-play .spot"))
    expect(refusal).to_contain_text("not a wager placed before the deal")
    drag(page, chip, page.locator("text.game"))
    expect(refusal).to_contain_text("fell beside")
    drag(page, chip, page.locator("#seat-5-ante .spot"))
    expect(refusal).to_contain_text("only the player seated there may bet there")
    cited = refusal.get_by_role("link", name="uth.6.e")
    expect(cited).to_have_attribute("href", "/rulebook/uth.6.e")
    expect(page.locator("#felt .chip")).to_have_count(0)
    # Below the minimum: a warning before the betting ends, with what may be done.
    drag(page, page.locator("label:has(#chip-100)"), page.locator("#seat-3-ante .spot"))
    wrong = page.locator("#controls .warning").first
    expect(wrong.locator("a[href^='/rulebook/uth.']").first).to_be_visible()
    expect(wrong).to_contain_text("handed back")


def test_a_finger_drags_too_and_the_whole_felt_is_one_touch_away(visit: Visitor) -> None:
    page = visit("/", NARROW)
    seated(page, "c3")
    near = page.locator("#near")
    expect(near).to_have_text("Show the whole felt")
    spot = page.locator("#seat-3-ante .spot")
    size = spot.bounding_box()
    assert size is not None
    assert size["width"] > 40, "too small for a finger"
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    x, y = middle(spot)
    chip = middle(page.locator("label:has(#chip-500)"))
    box = spot.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch("touchStart", chip)
    touch("touchMove", ((chip[0] + x) / 2, (chip[1] + y) / 2))
    touch("touchMove", (x, y))
    touch("touchEnd")
    expect(page.locator("#live-seat-3 [data-bet=ante]")).to_contain_text("$5")
    near.click()
    expect(near).to_have_text("Show my seat from near")
    whole = spot.bounding_box()
    assert whole is not None
    assert whole["width"] < size["width"]


def test_a_hand_is_set_by_moving_its_cards(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    open_table(page, "c9", "hilo", betting_ms=3_600_000)
    sit_down(page, "c9", 2)
    bet(page, 2, "ante")
    deal(page)
    expect(page.locator("[data-group=low] .set-card")).to_have_count(5)
    allowed = page.locator(".split").get_attribute("data-splits") or "[]"
    setting = json.loads(allowed)[0]
    for card in setting["answer"]["high"]:
        drag(
            page, page.locator(f".set-card[data-card='{card}']"), page.locator("[data-group=high]")
        )
    expect(page.locator("[data-group=high] .set-card")).to_have_count(3)
    expect(page.locator(".totals")).to_contain_text(setting["words"])
    # Back again, and beside both: what is let go beside them stays where it was.
    top = setting["answer"]["high"][0]
    first = page.locator(f".set-card[data-card='{top}']")
    drag(page, first, page.locator("[data-group=low]"))
    expect(page.locator("[data-group=low] .set-card")).to_have_count(3)
    drag(page, first, page.locator("#status"))
    expect(page.locator("[data-group=low] .set-card")).to_have_count(3)
    expect(page.locator("#confirm-split")).to_be_disabled()
    drag(page, first, page.locator("[data-group=high]"))
    page.locator("#confirm-split").click()
    expect(page.locator(".results caption")).to_contain_text("Round 1")
