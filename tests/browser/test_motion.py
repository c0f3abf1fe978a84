"""Cards come to lie one by one in the true order; nobody must wait for that, or watch it."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import bet, choose, come_in, deal, open_table, request, sit_down

WATCH = """() => {
  window.places = [];
  const shown = (card) => !card.classList.contains("to-come") && getComputedStyle(card).opacity > 0;
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) {
      const came = target.dataset?.at && oldValue?.includes("to-come") && shown(target);
      if (came) document.body.dataset.places = window.places.push(target.dataset.at);
    }
  }).observe(document.getElementById("felt"),
    { subtree: true, attributes: true, attributeFilter: ["class"], attributeOldValue: true });
}"""
"""Notes the place of every card on the felt at the moment it comes into sight."""


def dealt_order(page: Page, table: str) -> list[str]:
    """The places of the cards in the order of the table's own events."""
    places: list[str] = []
    events: Any = request(page, "GET", f"/api/tables/{table}/events?after=-1")
    for event in events:
        if event["type"] != "cards_dealt" or event["place"] == "burned":
            continue
        at = event["place"]
        owner = at if at in {"dealer", "community"} else f"seat-{at}"
        for _ in range(event["count"]):
            places.append(f"{owner}:{sum(place.startswith(f'{owner}:') for place in places)}")
    return places


def test_cards_come_into_sight_in_the_order_of_the_events(visit: Visitor) -> None:
    first, second = visit(), visit()
    for page in (first, second):
        come_in(page)
    open_table(first, "m1", "uth")
    sit_down(first, "m1", 2)
    sit_down(second, "m1", 5)
    first.evaluate(WATCH)
    bet(first, 2, "ante")
    bet(second, 5, "ante")
    deal(first, second)
    # The hands are dealt, and the decision is there before the last card has come to lie.
    expect(first.locator("body")).to_have_attribute("data-places", "6")
    hands = dealt_order(first, "m1")
    assert first.evaluate("places") == hands
    assert len(set(hands)) == 6
    choose(first, "4x")
    choose(second, "4x")
    expect(first.locator("body")).to_have_attribute("data-places", "11")
    assert first.evaluate("places") == dealt_order(first, "m1")
    expect(first.locator(".to-come, .unturned, #world .ghost")).to_have_count(0)


def test_a_stack_at_a_time_is_shown_as_it_is_dealt(visit: Visitor) -> None:
    """At this table the shoe delivers whole hands: the order is another one."""
    page = visit()
    come_in(page)
    shoe = {"minimums": {"ante": 500}, "method": "automated_shoe", "shuffle": "automated"}
    manner = {"betting_ms": 60_000, "decision_ms": 60_000}
    table = {"name": "m2", "game": "hilo", "config": shoe, "manner": manner}
    request(page, "POST", "/api/tables", table)
    sit_down(page, "m2", 3)
    expect(page.locator("[data-kit=source]")).to_contain_text("Automated shoe")
    page.evaluate(WATCH)
    bet(page, 3, "ante")
    deal(page)
    expect(page.locator("body")).to_have_attribute("data-places", "10")
    order = dealt_order(page, "m2")
    assert page.evaluate("places") == order
    assert order[:5] == [f"seat-3:{n}" for n in range(5)]


WATCH_END = """() => {
  window.early = [];
  window.moved = false;
  const end = ".results, .hand-call", lying = "[data-at^=dealer]:not(.to-come):not(.unturned)";
  const visible = (part) => getComputedStyle(part).visibility !== "hidden";
  const watch = () => {
    window.moved ||= document.querySelector(".cards-move") !== null;
    const cards = document.querySelectorAll(`#felt ${lying}`).length;
    if (cards < 2 && [...document.querySelectorAll(end)].some(visible)) window.early.push(cards);
  };
  const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] };
  new MutationObserver(watch).observe(document.getElementById("table"), changes);
}"""
"""Notes whenever the end of the round is shown while a card of the dealer is still to come."""


def test_the_end_of_a_round_is_shown_once_its_last_card_lies(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    open_table(page, "m9", "uth")
    sit_down(page, "m9", 3)
    bet(page, 3, "ante")
    deal(page)
    expect(page.locator(".decision")).to_be_visible()
    page.evaluate(WATCH_END)
    choose(page, "4x")
    expect(page.locator(".results")).to_be_visible()
    expect(page.locator(".cards-move")).to_have_count(0)
    assert page.evaluate("[moved, early]") == [True, []]


def test_a_choice_during_the_motion_is_accepted(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    open_table(page, "m3", "uth")
    sit_down(page, "m3", 1)
    bet(page, 1, "ante")
    # The choice is pressed in the very moment it is drawn, while cards are still to come.
    page.evaluate("""() => new MutationObserver((_, watcher) => {
      const raise = document.querySelector(".choice[id$='-4x']");
      if (!raise) return;
      watcher.disconnect();
      window.waiting = 0;
      queueMicrotask(() => {
        window.waiting = document.querySelectorAll("#felt .to-come").length;
        raise.click();
      });
    }).observe(document.getElementById("controls"), { childList: true, subtree: true })""")
    deal(page)
    expect(page.locator(".results caption")).to_contain_text("Round 1")
    assert page.evaluate("window.waiting") > 0
    expect(page.locator("#felt .to-come, #felt .unturned")).to_have_count(0)
    expect(page.locator("#live-dealer .face")).to_have_count(7)


def test_without_motion_the_end_is_shown_at_once(visit: Visitor) -> None:
    page = visit()
    page.emulate_media(reduced_motion="reduce")
    come_in(page)
    open_table(page, "m4", "pikit")
    sit_down(page, "m4", 1)
    page.evaluate("""() => {
      window.held = 0;
      const count = () => document.querySelectorAll(".to-come, .unturned, .ghost").length;
      new MutationObserver(() => { held += count(); }).observe(document.getElementById("table"),
        { subtree: true, attributes: true, childList: true });
    }""")
    bet(page, 1, "ante")
    deal(page)
    expect(page.locator("#live-seat-1 .face")).to_have_count(5)
    choose(page, "fold")
    expect(page.locator(".results caption")).to_contain_text("Round 1")
    bet(page, 1, "ante")  # the cards of the last round go
    expect(page.locator("#live-seat-1 .face")).to_have_count(0)
    assert page.evaluate("held") == 0
