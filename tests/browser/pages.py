"""What must hold of any page: axe finds nothing, nothing sticks out, no text is cut or covered."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
# Targets of at least 24 px, or far enough apart: a rule of axe that must be switched on.
RULES = {"rules": {"target-size": {"enabled": True}}}

LOOK = """() => {
  const name = (node) => {
    const place = node.nodeType === 3 ? node.parentElement : node;
    return `${place.localName}.${place.className} "${node.textContent.trim().slice(0, 40)}"`;
  };
  const scrolls = (place) => {
    for (let up = place; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return up;
    }
    return null;
  };
  // axe leaves text in the very colour of its ground to a person.
  const ground = (place) => {
    for (let up = place; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.backgroundImage !== "none") return null;
      if (!/(, 0\\)|\\/ 0\\))$/.test(style.backgroundColor)) return style.backgroundColor;
    }
    return null;
  };
  const faults = [];
  const boxes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const place = node.parentElement;
    if (!node.textContent.trim() || place.closest("svg, .unseen, .skip, script, option")) continue;
    if (!place.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (getComputedStyle(place).color === ground(place)) faults.push(`unseen: ${name(node)}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = scrolls(place);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      if (!box && (rect.right > innerWidth + 1 || rect.left < -1))
        faults.push(`outside: ${name(node)}`);
      // The glyphs are lower than their line: a quarter above and below is air.
      boxes.push({ node, box, left: rect.left + 1, right: rect.right - 1,
        top: rect.top + rect.height / 4, bottom: rect.bottom - rect.height / 4 });
    }
    for (let up = place; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      const hidden = /hidden|clip/.test(style.overflowX + style.overflowY);
      if (hidden && (up.scrollWidth > up.clientWidth + 1 || up.scrollHeight > up.clientHeight + 1))
        faults.push(`cut: ${name(node)}`);
    }
  }
  boxes.sort((upper, lower) => upper.top - lower.top);
  boxes.forEach((upper, index) => {
    for (let next = index + 1; next < boxes.length && boxes[next].top < upper.bottom; next++) {
      const lower = boxes[next];
      const apart = upper.right <= lower.left || lower.right <= upper.left;
      if (apart || upper.node === lower.node || upper.box !== lower.box) continue;
      faults.push(`overlap: ${name(upper.node)} and ${name(lower.node)}`);
    }
  });
  for (const field of document.querySelectorAll("button, .button")) {
    const cut = field.checkVisibility() && field.scrollWidth > field.clientWidth + 1;
    if (cut) faults.push(`cut: ${name(field)}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page is ${wide} px too wide`);
  return [...new Set(faults)];
}"""


def check(page: Page, name: str, pictures: Path) -> None:
    page.screenshot(path=str(pictures / f"{name}.png"), full_page=True)
    faults = faults_of(page)
    assert not faults, f"{name}: {faults}"


def faults_of(page: Page) -> list[str]:
    violations = AXE.run(page, options=RULES).response["violations"]
    described = [_describe(violation) for violation in violations]
    return described + list(page.evaluate(LOOK))


def _describe(violation: dict[str, Any]) -> str:
    where = [node["html"][:160] for node in violation["nodes"][:4]]
    return f"{violation['id']}: {violation['help']} {where}"
