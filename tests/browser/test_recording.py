"""Nothing that three browsers receive at a table has a card that its reader may not know yet."""

import json

import pytest
from playwright.sync_api import Page, expect

from houseway.ledger.store import Ledger
from tests.browser.conftest import Visitor
from tests.browser.house import ServedHouse
from tests.browser.recording import Recorder, cards_anywhere, leaks, suits_alone
from tests.browser.steps import bet, come_in, deal, open_table, sit_down
from tests.web.entitled import entitlements

BETS = {
    "uth": ("ante", "trips"),
    "pikit": ("ante", "three_card_bonus"),
    "hilo": ("ante",),
}
CHOICES = {True: ("4x", "2x", "1x", "play_5", "play"), False: ("fold", "check")}
"""The first plays as far as it goes; the second leaves as early as it may."""


def decide(page: Page, *, boldly: bool) -> None:
    """One decision of somebody who has one to make."""
    if page.locator("#confirm-pick").count():
        for number in (1, 3, 5):
            page.locator(f"#pick-{number}").click()
        page.locator("#confirm-pick").click()
        return
    if boldly and page.locator("#confirm-split").count():
        set_cards(page)
        return
    for choice in CHOICES[boldly]:
        button = page.locator(f".decision .choice[id$='-{choice}']")
        if button.count():
            button.first.click()
            return
    page.locator(".decision .choice").first.click()


def set_cards(page: Page) -> None:
    """The first setting that the text allows."""
    allowed = page.locator(".split").first.get_attribute("data-splits") or "[]"
    for card in json.loads(allowed)[0]["answer"]["high"]:
        page.locator(f".set-card[data-card='{card}']").first.click()
    page.locator("#confirm-split").click()


def play(bold: Page, shy: Page) -> None:
    """Until the round is over."""
    for _ in range(600):
        if bold.locator(".results caption").count():
            return
        for page in (bold, shy):
            if page.locator(".decision").count():
                # What is pressed changes it too; only the table's answer takes it away.
                decision = page.locator(".decision").first.element_handle()
                decide(page, boldly=page is bold)
                page.wait_for_function("decision => !decision.isConnected", arg=decision)
                break
        else:
            bold.wait_for_timeout(50)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("game", BETS)
def test_no_browser_receives_a_card_before_its_time(
    visit: Visitor, house: ServedHouse, game: str
) -> None:
    table = f"recorded-{game}"
    pages = [visit() for _ in range(3)]
    names = [come_in(page) for page in pages]
    bold, shy, watcher = pages
    open_table(bold, table, game)
    # From now on each page only loads and listens: every response is read before it leaves.
    recorders = [Recorder(page) for page in pages]
    sit_down(bold, table, 1)
    sit_down(shy, table, 2)
    watcher.goto(f"/tables/{table}")
    expect(watcher.locator("#live-seat-2 .plate")).to_be_visible()
    bet(bold, 1, *BETS[game])
    bet(shy, 2, "ante")
    deal(bold, shy)
    expect(watcher.locator("#live-dealer .back").first).to_be_visible()
    for page in pages:
        page.reload()  # in the middle of the round all is sent anew
    play(bold, shy)
    expect(watcher.locator("#live-dealer .face").first).to_be_visible()
    bodies = records(house, table)
    known = [entitlements(bodies, game, "player", name) for name in names]
    for recorder, visible in zip(recorders, known, strict=True):
        assert leaks(recorder.received, visible) == []
        assert len([item for item in recorder.received if item.seq is not None]) > 5
        assert any(f"/tables/{table}" in item.source for item in recorder.received)
        assert set().union(*(cards_anywhere(item.text) for item in recorder.received))
    # The check can fail: what one player received is too much for the other and for the watcher.
    if game != "pikit":
        for other in (1, 2):
            assert leaks(recorders[0].received, known[other])


def records(house: ServedHouse, table: str) -> list[str]:
    with Ledger(str(house.folder / "house.db"), read_only=True) as ledger:
        return [record.body for record in ledger.records(table)]


@pytest.mark.parametrize(
    "form",
    [
        '{"high": ["8d"]}',
        'data-card="8d"',
        "data-choose='[&quot;8d&quot;]'",
        'aria-label="8 of diamonds"',
        "<text>8</text><text>♦</text>",
        '<b aria-hidden="true">8</b>\n<i aria-hidden="true">&diams;</i>',
        "8♦",
        "seat 3 shows 8 of Diamonds.",
    ],
)
def test_a_card_is_recognised_in_every_form(form: str) -> None:
    assert cards_anywhere(form) == {"8d"}


def test_a_suit_without_its_card_is_recognised() -> None:
    face = '<g class="face suit-d"><text>10</text><text>♦</text></g>'
    assert not suits_alone(face)
    assert suits_alone(f'{face}<g class="back suit-h"></g>') == {"h": 1}
