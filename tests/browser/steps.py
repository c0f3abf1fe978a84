"""What a person does in a browser, in the words of the table."""

from playwright.sync_api import Page, expect

from tests.browser.house import ADMIN_PASSWORD


def come_in(page: Page) -> str:
    """Comes in as a guest and gives the name."""
    page.evaluate("fetch('/api/guest', {method: 'POST'}).then(() => 0)")
    page.reload()
    return page.locator(".who span").inner_text().split()[0]


def log_in(page: Page, name: str, password: str) -> None:
    page.goto("/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".who")).to_contain_text(name)


def as_admin(page: Page) -> None:
    log_in(page, "admin", ADMIN_PASSWORD)


def request(page: Page, method: str, path: str, body: object = None) -> object:
    """A request with the cookie of this page."""
    script = """async ([method, path, body]) => {
      const response = await fetch(path, {method, headers: {"Content-Type": "application/json"},
        body: body === null ? undefined : JSON.stringify(body)});
      const text = await response.text();
      return [response.status, text ? JSON.parse(text) : null];
    }"""
    status, data = page.evaluate(script, [method, path, body])
    assert status < 300, data
    return data


def open_table(page: Page, name: str, game: str, **manner: object) -> None:
    config = {"minimums": {"ante": 500}, "shuffle": "automated", "method": "hand"}
    settings = {"betting_ms": 60_000, "decision_ms": 60_000, **manner}
    if settings.get("dealer") == "human":
        config = {"minimums": {"ante": 500}}
    table = {"name": name, "game": game, "config": config, "manner": settings}
    request(page, "POST", "/api/tables", table)


def sit_down(page: Page, table: str, seat: int) -> None:
    page.goto(f"/tables/{table}")
    page.locator(f"#sit-{seat}").click()
    page.get_by_text("Chips and seat").click()
    page.locator("#buy-50000").click()
    expect(page.locator("#status")).to_contain_text("$500")


def bet(page: Page, seat: int, *wagers: str) -> None:
    for wager in wagers:
        page.locator(f"#add-{seat}-{wager}").click()
        expect(page.locator(f"#back-{seat}-{wager}")).to_be_enabled()


def deal(*pages: Page) -> None:
    for page in pages:
        page.locator("#ready").click()


def choose(page: Page, choice: str) -> None:
    page.locator(f".decision .choice[id$='-{choice}']").first.click()


def page_in_turn(*pages: Page) -> Page:
    """The page of whoever has a decision to make; each game has its own order."""
    for _ in range(300):
        for page in pages:
            if page.locator(".decision").count():
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("nobody has a decision to make")
