"""What a table's page shows: advice on the buttons, the last rounds, a lost connection."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.steps import bet, choose, come_in, deal, open_table, sit_down

VALUE = r"[+−]\d\.\d{3}, (best|as good|costs (\d\.\d{3}|less than 0\.001))"


def test_live_advice_stands_on_the_buttons_and_mistakes_are_kept(visit: Visitor) -> None:
    page = visit()
    come_in(page)
    open_table(page, "t1", "pikit")
    sit_down(page, "t1", 1)
    page.locator("#advice-mode").select_option("live")
    bet(page, 1, "ante")
    deal(page)
    worth = page.locator(".decision .choice .worth")
    expect(worth).to_have_count(3, timeout=60_000)
    texts = worth.all_inner_texts()
    assert all(re.fullmatch(VALUE, words) for words in texts)
    assert sum(words.endswith("best") for words in texts) == 1
    # The worst choice is made on purpose; its cost is the one on its button.
    matches = [re.search(r"costs (\d\.\d{3})", words) for words in texts]
    costs = {match[1]: n for n, match in enumerate(matches) if match}
    cost = max(costs)
    page.locator(".decision .choice").nth(costs[cost]).click()
    expect(page.locator(".judged")).to_contain_text(f"That cost {cost} of your ante")
    page.locator(".mistakes summary").click()
    expect(page.locator(".mistakes tbody tr")).to_have_count(1)
    expect(page.locator(".mistakes tfoot")).to_contain_text(cost)
    page.locator("#advice-mode").select_option("off")
    expect(page.locator("#advice")).to_be_empty()
    bet(page, 1, "ante")
    deal(page)
    expect(page.locator(".decision")).to_be_visible()
    expect(page.locator(".worth")).to_have_count(0)


def cents_of(words: str) -> int:
    """The last amount in a line: what somebody won, or lost where it is below nothing."""
    if "even" in words:
        return 0
    sign, dollars = re.findall(r"([+−-]?)\$([\d,.]+)", words)[-1]
    cents = round(100 * float(dollars.replace(",", "")))
    return -cents if sign in {"−", "-"} or "lost $" in words else cents


def test_the_last_rounds_are_kept_with_their_results(visit: Visitor) -> None:
    page, watcher = visit(), visit()
    name = come_in(page)
    come_in(watcher)
    open_table(page, "t2", "pikit")
    sit_down(page, "t2", 1)
    for number in range(1, 7):
        bet(page, 1, "ante")
        deal(page)
        choose(page, "fold")
        # Ante and bonus are lost, unless the bonus wins by itself.
        outcome = re.compile(rf"Round {number}: (even|you (lost|won) \$\d)")
        expect(page.locator(".results caption")).to_contain_text(outcome)
    rounds = page.locator("#rounds li")
    expect(rounds).to_have_count(6)
    expect(rounds.first).to_contain_text("Round 6")
    expect(page.locator(".cards-move")).to_have_count(0)  # until then the last is not shown
    nets = [cents_of(text) for text in rounds.all_inner_texts()]
    total = cents_of(page.locator(".rounds-total").inner_text())
    assert total == sum(nets)
    page.reload()  # it is on record, not in the page
    expect(rounds).to_have_count(6)
    watcher.goto("/tables/t2")
    first = watcher.locator("#rounds li").first
    expect(first).to_contain_text(name)
    assert cents_of(first.inner_text()) == nets[0]
    expect(watcher.locator("#rounds a")).to_have_count(0)  # these rounds are not theirs to open
    page.locator("#rounds a").first.click()
    expect(page.locator("h1")).to_contain_text("Round 6")


def test_a_page_that_was_offline_reports_it_and_loses_nothing(
    visit: Visitor,
) -> None:
    page = visit()
    come_in(page)
    open_table(page, "t3", "uth")
    sit_down(page, "t3", 2)
    bet(page, 2, "ante")
    page.context.set_offline(True)
    banner = page.locator("#connection")
    expect(banner).to_contain_text("Your bets stay on the table")
    expect(banner.get_by_role("button", name="Try again now")).to_be_visible()
    page.locator("#add-2-trips").click()  # pressed without a connection: it is not lost
    page.context.set_offline(False)
    expect(banner).to_contain_text("You are back. Nothing was lost.")
    expect(page.locator("#live-seat-2 [data-bet=trips]")).to_contain_text("$5")
    deal(page)
    expect(page.locator(".decision")).to_be_visible()
    page.context.set_offline(True)
    expect(banner).to_contain_text("Your clock runs on")
    page.context.set_offline(False)
    choose(page, "4x")
    expect(page.locator(".results caption")).to_contain_text("Round 1")
