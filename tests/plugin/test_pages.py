"""The pages of a house serve a game that is installed beside Houseway, as any other."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.house import ServedHouse
from tests.browser.steps import as_admin, bet, choose, come_in, deal, open_table, sit_down
from tests.plugin.installation import Installation


@pytest.fixture(scope="session")
def house(
    installed: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServedHouse]:
    """A house that runs in the environment with the game."""
    served = ServedHouse(tmp_path_factory.mktemp("duel"), str(installed.python), PYTHONPATH="")
    served.start()
    yield served
    served.stop()


@pytest.fixture
def guest(visit: Visitor) -> Page:
    page = visit()
    come_in(page)
    return page


def test_the_lobby_offers_the_game_and_opens_a_table(guest: Page) -> None:
    game = guest.locator("article.game", has_text="High Card Duel")
    expect(game).to_contain_text("One card each.")
    game.get_by_role("link", name="Open a table…").click()
    cost = guest.locator("[data-edge=main]")
    # In a new environment the solvers of the other games are compiled first, by the same worker.
    expect(cost).to_have_text("9.0498 %", timeout=300_000)
    guest.locator("select[name$='ties']").select_option("dealer")
    expect(cost).not_to_have_text("9.0498 %")
    guest.get_by_label("Name of the table").fill("opened")
    guest.get_by_role("button", name="Open the table").first.click()
    expect(guest.locator("h1")).to_contain_text("opened")


def test_how_to_play_and_the_rulebook(guest: Page) -> None:
    guest.goto("/games/duel")
    expect(guest.locator("main")).to_contain_text("Hold a higher card than the dealer.")
    guest.goto("/rulebook/duel.4.d")
    expect(guest.locator("main")).to_contain_text("Cards of equal rank decide nothing.")
    guest.goto("/rulebook")
    expect(guest.locator("main")).to_contain_text("High Card Duel")


def test_a_round_is_played_with_advice_and_replayed(guest: Page) -> None:
    open_table(guest, "duel-round", "duel")
    sit_down(guest, "duel-round", 1)
    guest.locator("#advice-mode").select_option("live")
    bet(guest, 1, "ante", "crown")
    deal(guest)
    expect(guest.locator("#advice")).to_contain_text("antes")
    choose(guest, "play")
    expect(guest.locator("#status")).to_contain_text("Place your bets")
    guest.goto("/rounds/duel-round/1")
    expect(guest.locator("main")).to_contain_text("No more bets")
    guest.keyboard.press("ArrowRight")
    expect(guest.locator("#step-number")).to_have_text("2")


def test_the_floor_and_the_lab(visit: Visitor) -> None:
    page = visit()
    as_admin(page)
    open_table(page, "duel-floor", "duel")
    page.goto("/floor")
    expect(page.locator("main")).to_contain_text("High Card Duel")
    page.goto("/lab/duel")
    expect(page.locator("main")).to_contain_text("9.0498 %")
