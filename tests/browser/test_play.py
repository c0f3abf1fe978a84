"""People in browsers at one table: whole rounds of each game, as each may see them."""

import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.conftest import Visitor
from tests.browser.house import ServedHouse
from tests.browser.steps import bet, choose, come_in, deal, open_table, page_in_turn, sit_down
from tests.web.visitors import cards_named


def three(visit: Visitor, table: str, game: str) -> list[Page]:
    pages = [visit() for _ in range(3)]
    for page in pages:
        come_in(page)
    open_table(pages[0], table, game)
    for seat, page in enumerate(pages, 1):
        sit_down(page, table, seat)
    return pages


def record(page: Page) -> list[str]:
    """All that the server ever sends to a page over its sockets from now on."""
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: frames.append(str(text)))

    page.on("websocket", listen)
    return frames


def test_nobody_receives_a_card_that_they_may_not_see(visit: Visitor) -> None:
    """Two hands that are folded unseen: each browser gets its own, and the board, and no more."""
    first, second, watcher = visit(), visit(), visit()
    for page in (first, second, watcher):
        come_in(page)
    open_table(first, "leak", "uth")
    frames = {page: record(page) for page in (first, second, watcher)}
    sit_down(first, "leak", 1)
    sit_down(second, "leak", 4)
    watcher.goto("/tables/leak")
    first.locator("#advice-mode").select_option("live")
    bet(first, 1, "ante")
    bet(second, 4, "ante")
    for texts in frames.values():
        assert not cards_named(" ".join(texts)), "before the deal a word is taken for a card"
    deal(first, second)
    held = {}
    for page, seat in ((first, 1), (second, 4)):
        expect(page.locator(f"#live-seat-{seat} .face")).to_have_count(2)
        labels = page.locator(f"#live-seat-{seat} .face").evaluate_all(
            "faces => faces.map(face => face.getAttribute('aria-label'))"
        )
        held[page] = cards_named(" ".join(labels))
        assert len(held[page]) == 2
    for choice in ("check", "check", "fold"):
        for page in (first, second):
            choose(page, choice)
            expect(page.locator(f".decision .choice[id$='-{choice}']")).to_have_count(0)
    expect(watcher.locator("#status")).to_contain_text("Place your bets")
    named = {page: cards_named(" ".join(texts)) for page, texts in frames.items()}
    assert held[first] <= named[first], "the recording is not complete"
    assert not held[second] & named[first]
    assert not held[first] & named[second]
    assert not (held[first] | held[second]) & named[watcher]


def test_three_people_play_a_round_of_ultimate_texas_holdem(visit: Visitor, pictures: Path) -> None:
    first, second, third = three(visit, "u1", "uth")
    bet(first, 1, "ante", "trips")
    bet(second, 2, "ante")
    bet(third, 3, "ante")
    deal(first, second, third)
    choose(first, "4x")
    # It is seat 2's turn now; nobody else has a decision to make.
    expect(second.locator(".decision")).to_be_visible()
    expect(third.locator(".decision")).to_have_count(0)
    expect(first.locator(".hand.mine .big-card:not(.down)")).to_have_count(2)
    expect(second.locator("#live-seat-1 .back")).to_have_count(2)
    choose(second, "check")
    choose(third, "check")
    expect(second.locator("#hands")).to_contain_text("Board")
    second.reload()  # in the middle of the round: nothing is lost
    choose(second, "2x")
    choose(third, "check")
    choose(third, "fold")
    for page in (first, second, third):
        expect(page.locator(".results caption")).to_contain_text("Round 1")
    expect(third.locator(".results")).to_contain_text("folded")
    first.screenshot(path=str(pictures / "round-over.png"), full_page=True)


def test_a_blind_pick_at_pikit(visit: Visitor) -> None:
    first, second, third = three(visit, "p1", "pikit")
    bet(first, 1, "ante", "three_card_bonus")
    bet(second, 2, "ante")
    bet(third, 3, "ante")
    deal(first, second, third)
    expect(first.locator(".hand.mine .big-card.down")).to_have_count(5)
    first.locator("#live-seat-1 [data-at='seat-1:0']").click()  # touched on the felt itself
    for number in (3, 5):
        first.locator(f"#pick-{number}").click()
    first.locator("#pick-2").click()  # a fourth is not taken
    expect(first.locator(".pick-card[aria-pressed=true]")).to_have_count(3)
    first.locator("#confirm-pick").click()
    expect(first.locator("#confirm-pick")).to_have_count(0)
    choices = {first: "play_5", second: "fold", third: "play_3"}
    while choices:
        page = page_in_turn(*choices)
        choose(page, choices.pop(page))
    for page in (first, second, third):
        expect(page.locator(".results caption")).to_contain_text("Round 1")


def test_a_setting_at_hilo_by_keyboard_alone(visit: Visitor) -> None:
    first, second, third = three(visit, "h1", "hilo")
    for seat, page in enumerate((first, second, third), 1):
        bet(page, seat, "ante")
    deal(first, second, third)
    waiting = [first, second, third]
    while waiting:
        page = page_in_turn(*waiting)
        waiting.remove(page)
        if not waiting:
            choose(page, "fold")
            break
        for number in (1, 2, 3):
            page.locator(f"#set-{number}").focus()
            page.keyboard.press("Space")
        if page.locator("#confirm-split").is_enabled():
            expect(page.locator(".totals")).to_contain_text("high")
            page.locator("#confirm-split").focus()
            page.keyboard.press("Enter")
        else:
            choose(page, "fold")
    for page in (first, second, third):
        expect(page.locator(".results caption")).to_contain_text("Round 1")


def test_a_refusal_says_why_and_by_which_clause(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    open_table(page, "r1", "uth", betting_ms=3_600_000)
    sit_down(page, "r1", 4)
    page.locator("#chip-100").check()
    bet(page, 4, "ante")
    page.locator("#leave-4").click()
    expect(page.locator("#refusal a[href^='/rulebook/uth.']").first).to_be_visible()
    expect(page.locator("#refusal")).to_contain_text("Take it back first")


def test_the_server_is_killed_in_the_middle_of_a_round(visit: Visitor, house: ServedHouse) -> None:
    page = visit()
    come_in(page)
    open_table(page, "k1", "uth")
    sit_down(page, "k1", 2)
    bet(page, 2, "ante")
    deal(page)
    expect(page.locator(".decision")).to_be_visible()
    # The text itself: how it is broken into lines depends on whether the cards are in motion.
    held = page.locator(".hand.mine .big-card").all_text_contents()
    house.stop(signal.SIGKILL)
    expect(page.locator("#connection")).to_contain_text("connection is lost")
    expect(page.locator("#connection")).to_contain_text("Your clock runs on")
    house.start()
    expect(page.locator("#connection")).to_contain_text("You are back", timeout=30_000)
    assert page.locator(".hand.mine .big-card").all_text_contents() == held
    choose(page, "4x")
    expect(page.locator(".results caption")).to_contain_text("Round 1")


def test_chips_go_down_by_a_click_on_the_felt(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    open_table(page, "f1", "uth")
    sit_down(page, "f1", 3)
    page.locator("#seat-3-ante text").click()
    expect(page.locator("#back-3-ante")).to_be_enabled()
    expect(page.locator("#live-seat-3 .chip")).to_have_count(2)  # the blind goes with the ante
    page.locator("#back-3-ante").click()
    expect(page.locator("#live-seat-3 .chip")).to_have_count(0)


@pytest.mark.parametrize("game", ["uth", "pikit", "hilo"])
def test_a_newcomer_is_playing_after_one_press(visit: Visitor, game: str, browser: Browser) -> None:
    page = visit()
    page.locator(f"[data-play={game}]").click()
    expect(page.get_by_text("Choose a seat.")).to_be_visible()
