"""The pages over the wire, and how soon the first one can be used.

    python bench/pages.py [--loads N]

Each page is opened by a browser with nothing kept, and again with what it keeps: how many
requests, how many bytes. The first page is then opened cold, many times, in turns with an
empty page of the same server; it can be used when a press of its main button is heard. All in
one run, so that what is told is the ratio.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser.furnished import guest, hire, open_quick, play_round
from tests.browser.house import ServedHouse
from tests.browser.rooms import AUDITOR, GUEST, NOBODY, ROOMS, Room

from houseway.web.auth.sessions import COOKIE

EMPTY = "/health"
"""The peer: a few bytes from the same server, which nothing can be faster than."""
LISTENS = """() => new Promise((done) => {
  const button = document.querySelector("[data-play]");
  const seen = new MutationObserver(() => {
    if (button.disabled) done(performance.now());
  });
  seen.observe(button, { attributes: true });
  const press = () => { if (!button.disabled) { button.click(); setTimeout(press, 5); } };
  press();
})"""
"""Presses the main button until it answers. It stops itself: the guest's door is shut here."""


@dataclass
class Weight:
    requests: int = 0
    received: int = 0


class Scales:
    """Counts what one page receives over the wire."""

    def __init__(self, page: Page) -> None:
        self.found = Weight()
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Network.enable")
        self._session.on("Network.loadingFinished", self._finished)

    def _finished(self, told: dict[str, Any]) -> None:
        length = int(told["encodedDataLength"])
        if length > 0:  # what a browser has kept comes over no wire
            self.found.requests += 1
            self.found.received += length


def visitor(browser: Browser, house: ServedHouse, cookie: str) -> BrowserContext:
    context = browser.new_context(base_url=house.url, viewport={"width": 1400, "height": 900})
    context.set_default_timeout(120_000)
    if cookie:
        given: Any = {"name": COOKIE, "value": cookie, "url": house.url}
        context.add_cookies([given])
    return context


def weigh(page: Page, room: Room) -> Weight:
    scales = Scales(page)
    page.goto(room.path)
    page.locator(room.drawn).first.wait_for()
    page.wait_for_load_state("networkidle")
    return scales.found


def weights(browser: Browser, house: ServedHouse, cookies: dict[str, str]) -> Iterator[str]:
    for room in ROOMS:
        context = visitor(browser, house, cookies[room.reader])
        cold, warm = (weigh(context.new_page(), room) for _ in range(2))
        context.close()
        yield (
            f"  {room.name:16} {cold.requests:3} requests {cold.received / 1024:7.1f} KiB cold, "
            f"{warm.requests:3} and {warm.received / 1024:6.1f} KiB again"
        )


def cold_load(browser: Browser, house: ServedHouse, path: str, script: str) -> float:
    context = visitor(browser, house, "")
    page = context.new_page()
    page.route("**/api/**", lambda route: route.abort())
    page.goto(path, wait_until="commit")
    if script:
        page.locator("[data-play]").first.wait_for(state="attached")
        found = float(page.evaluate(script))
    else:
        page.wait_for_load_state("load")
        found = float(page.evaluate("performance.timing.loadEventEnd - performance.timeOrigin"))
    context.close()
    return found


def times(browser: Browser, house: ServedHouse, loads: int) -> str:
    """The first page and the empty one in turns, each by a browser that has kept nothing."""
    first: list[float] = []
    empty: list[float] = []
    for _ in range(loads):
        empty.append(cold_load(browser, house, EMPTY, ""))
        first.append(cold_load(browser, house, "/", LISTENS))
    ours, least = statistics.median(first), statistics.median(empty)
    return (
        f"the first page can be used after {ours:.0f} ms (median of {loads} cold loads, "
        f"worst {max(first):.0f}); an empty page of the same server is loaded after "
        f"{least:.0f} ms: {ours / least:.1f} times"
    )


def furnish(house: ServedHouse) -> dict[str, str]:
    somebody = guest(house)
    open_quick(somebody, "first", "uth")
    play_round("first", {3: somebody}, Random(2))
    return {NOBODY: "", GUEST: somebody.cookie, AUDITOR: hire(house, "Ada", "auditor").cookie}


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--loads", type=int, default=15)
    told = reader.parse_args()
    program = shutil.which("chromium")
    if program is None:
        print("pages: no chromium on this machine: see tests/install_servers.py")
        return
    print(f"pages: {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServedHouse(Path(folder))
        house.start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            cookies = furnish(house)
            print(times(browser, house, told.loads), flush=True)
            for line in weights(browser, house, cookies):
                print(line, flush=True)
        finally:
            browser.close()
            house.stop()


if __name__ == "__main__":
    main()
