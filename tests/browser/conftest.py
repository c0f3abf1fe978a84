"""A browser and a house for the tests of the pages. In CI both must be there."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.house import ServedHouse

WIDE, NARROW = (1400, 900), (390, 844)
# A solver that is compiled, or a busy machine, takes its time; only a failure waits so long.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each file: while it is open, its event loop is in the way of other tests."""
    program = shutil.which("chromium")
    if program is None:
        assert not os.environ.get("CI"), "CI needs a browser: see tests/install_servers.py"
        pytest.skip("no chromium on this machine: see tests/install_servers.py")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    served = ServedHouse(tmp_path_factory.mktemp("house"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go: a folder that is named, or one of the tests' own."""
    named = os.environ.get("HOUSEWAY_PICTURES")
    folder = Path(named) if named else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


Visitor = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, house: ServedHouse) -> Iterator[Visitor]:
    """Opens a page for a new visitor. Whatever a page complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def note_message(message: Any) -> None:
        # A guest is not logged in at first, and a lost connection is part of some tests.
        expected = ("401", "ERR_CONNECTION_REFUSED", "WebSocket")
        is_expected = any(word in message.text for word in expected)
        if message.type in {"error", "warning"} and not is_expected:
            complaints.append(message.text)

    def open_page(path: str = "/", size: tuple[int, int] = WIDE) -> Page:
        viewport: Any = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, base_url=house.url)
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", note_message)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: check_address(request.url, house.url, complaints))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, complaints


def check_address(url: str, home: str, complaints: list[str]) -> None:
    host = home.removeprefix("http")
    if not url.startswith((f"http{host}", f"ws{host}", "data:")):
        complaints.append(f"a request elsewhere: {url}")
