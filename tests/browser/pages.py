"""What must hold of any page: nothing that axe finds, and nothing sticks out of it."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def check(page: Page, name: str, pictures: Path) -> None:
    page.screenshot(path=str(pictures / f"{name}.png"), full_page=True)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{name} sticks out by {wide} px"
