"""The pages to study: replays, the laboratory, the form of a table, the rulebook."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Download, Page, expect

from houseway.cards import parse_cards
from houseway.games import GAMES
from houseway.house.edges import EdgeBook
from houseway.lab.contract import Situation, advise
from houseway.web.auth.sessions import COOKIE
from tests.browser.conftest import WIDE
from tests.browser.furnished import Caller, guest, hire, open_quick, play_round
from tests.browser.house import ServedHouse

Open = Callable[[Caller | None, str], Page]
ROUND = "/rounds/study/1"
BETTER = {"two_pair": "3 to 1"}
"""Odds of the 5 card bonus at which Pik-it favours its players."""


@pytest.fixture(scope="module")
def people(house: ServedHouse) -> dict[str, Caller]:
    """Two guests who played a round with each other, and an auditor."""
    callers = {"first": guest(house), "second": guest(house), "Ada": hire(house, "Ada", "auditor")}
    open_quick(callers["first"], "study", "uth")
    play_round("study", {2: callers["first"], 3: callers["second"]}, Random(4))
    return callers


@pytest.fixture(scope="module")
def open_as(browser: Browser, house: ServedHouse) -> Iterator[Open]:
    contexts = []

    def open_page(caller: Caller | None, path: str) -> Page:
        viewport: Any = {"width": WIDE[0], "height": WIDE[1]}
        context = browser.new_context(viewport=viewport, base_url=house.url)
        context.set_default_timeout(90_000)
        contexts.append(context)
        if caller is not None:
            cookie: Any = {"name": COOKIE, "value": caller.cookie, "url": house.url}
            context.add_cookies([cookie])
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def solved() -> dict[str, Any]:
    """What `houseway analyze` says of Pik-it with better odds."""
    program = [sys.executable, "-c", "from houseway.cli.main import run; run()"]
    chosen = f"five_card_rows={json.dumps(BETTER)}"
    process = subprocess.run(
        [*program, "analyze", "pikit", "--set", chosen, "--json"],
        check=True,
        capture_output=True,
        text=True,
    )
    analysis: dict[str, Any] = json.loads(process.stdout)
    return analysis


def edge(expected: str) -> str:
    """The house's edge as pages write it."""
    above, below = map(int, expected.split("/"))
    return f"{-100 * above / below:.4f} %".replace("-", "−")


# --- without a login


def test_a_visitor_watches_a_table_as_a_guest(open_as: Open, people: dict[str, Caller]) -> None:
    assert people
    page = open_as(None, "/")
    page.get_by_role("link", name="Watch study").click()
    expect(page.locator("h1")).to_contain_text("study")
    expect(page.locator(".who span")).to_contain_text("guest-")
    expect(page.locator("#live-seat-2 .plate")).to_be_visible()


# --- replay


def _shown(page: Page) -> tuple[str, str, str, str]:
    """The step, its words, its clauses, and what lies on the felt."""
    number = page.locator("#step-number").inner_text()
    felt = "".join(page.locator("[id^=live-]").evaluate_all("all => all.map(g => g.innerHTML)"))
    words, clauses = (page.locator(f"#step-{part}").inner_text() for part in ("words", "clauses"))
    return number, words, clauses.strip(), re.sub(r"\s+", " ", felt)


def test_a_replay_goes_forward_and_back_and_its_link_leads_others_there(
    open_as: Open, people: dict[str, Caller]
) -> None:
    page = open_as(people["first"], ROUND)
    page.wait_for_load_state("networkidle")  # the steps are loaded
    count = page.locator("#step-list > li").count()
    states = [_shown(page)]
    for n in range(2, count + 1):  # by key and by button in turn
        if n % 2:
            page.locator("#step-on").click()
        else:
            page.keyboard.press("ArrowRight")
        expect(page.locator("#step-number")).to_have_text(str(n))
        states.append(_shown(page))
        assert page.url.endswith(f"?step={n}")
    assert page.locator("#step-on[aria-disabled=true]").count() == 1
    assert len({felt for *_, felt in states}) > 10
    assert all(re.match(r"uth\.\d", clauses) for _, _, clauses, _ in states)
    for n in range(count - 1, 0, -1):
        page.keyboard.press("ArrowLeft") if n % 2 else page.locator("#step-back").click()
        expect(page.locator("#step-number")).to_have_text(str(n))
        assert _shown(page) == states[n - 1]
    _others_see_the_same(open_as, people, states)


def _others_see_the_same(
    open_as: Open, people: dict[str, Caller], states: list[tuple[str, str, str, str]]
) -> None:
    """The link of a step, opened cold by the same person, by the other player and an auditor."""
    step = next(n for n, (_, words, *_) in enumerate(states, 1) if "dealer shows" in words)
    again = open_as(people["first"], f"{ROUND}?step={step}")
    assert _shown(again) == states[step - 1]
    for name in ("second", "Ada"):
        other = _shown(open_as(people[name], f"{ROUND}?step={step}"))
        assert other[0] == str(step)
        assert other[2] == states[step - 1][2]
    outsider = open_as(None, f"{ROUND}?step={step}")
    assert "/login?" in outsider.url
    # After coming in, the link leads where it should, to a page that this guest may not see.
    outsider.get_by_role("button", name="Come in as a guest").click()
    expect(outsider).to_have_url(re.compile(rf"{ROUND}\?step={step}$"))


def test_a_round_is_checked_on_the_spot_and_at_home(
    open_as: Open, people: dict[str, Caller], tmp_path: Path
) -> None:
    page = open_as(people["first"], ROUND)
    expect(page.locator(".check-result.ok")).to_have_count(2)
    proof = _download(page, lambda: page.get_by_text("Your proof of this round").click(), tmp_path)
    page.get_by_role("link", name="Verify it yourself").click()
    link = page.get_by_role("link", name="verify_round.py")
    verifier = _download(page, link.click, tmp_path)
    # Neither this project nor anything that is installed beside it.
    plain = [sys.executable, "-I", "-S", str(verifier), str(proof)]
    run = subprocess.run(plain, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "All that could be checked is right." in run.stdout
    text = proof.read_text("utf-8")
    document = json.loads(text)
    assert document["commitment"] in run.stdout
    proof.write_text(text.replace(document["commitment"], "0" * 64), "utf-8")
    run = subprocess.run(plain, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode != 0


def _download(page: Page, act: Callable[[], None], folder: Path) -> Path:
    with page.expect_download() as waiting:
        act()
    download: Download = waiting.value
    file = folder / download.suggested_filename
    download.save_as(file)
    return file


def test_the_evidence_sheet_opens(open_as: Open, people: dict[str, Caller]) -> None:
    page = open_as(people["Ada"], ROUND)
    page.get_by_role("link", name="Evidence sheet").click()
    expect(page.locator("h1")).to_have_text("Round 1 at table study")
    expect(page.locator("body")).to_contain_text("Cards in the order they left the deck")


# --- a table's options


def test_the_form_of_a_table_shows_what_its_options_cost(
    open_as: Open, people: dict[str, Caller], solved: dict[str, Any]
) -> None:
    page = open_as(people["first"], "/open/pikit")
    must = page.locator("[data-edge=compulsory]")
    expect(must).to_have_text("6.6374 %")
    expect(page.locator("#edge-warning")).to_be_hidden()
    page.get_by_text("Five card rows").click()
    page.locator("[name=five_card_rows][data-key=two_pair]").fill(BETTER["two_pair"])
    expect(must).to_have_text(edge(solved["compulsory"]["ev"]))
    expect(page.locator("[data-edge=main]")).to_have_text(edge(solved["main"]["ev"]))
    expect(page.locator("#edge-warning")).to_contain_text("favours the players")
    page.locator("[name=five_card_rows][data-key=two_pair]").fill("1 to 2")
    expect(page.locator("form .problem")).to_contain_text("no less than 1 to 1")
    expect(page.locator("aside .problem")).to_be_visible()
    expect(must).to_have_text("–")  # the figures of another table would mislead
    clause = page.locator("form .problem a")
    expect(clause).to_have_attribute("href", "/rulebook/pikit.39.11.b")
    page.locator("[name=five_card_rows][data-key=two_pair]").fill("")
    expect(must).to_have_text("6.6374 %")
    expect(page.locator("form .problem")).to_be_hidden()
    page.get_by_label("Name of the table").fill("chosen here")
    page.get_by_role("button", name="Open the table").first.click()
    expect(page.locator("h1")).to_contain_text("chosen here")


# --- the laboratory


def test_a_progressive_is_entered_prize_by_prize_and_shown_with_its_cost(
    open_as: Open, people: dict[str, Caller]
) -> None:
    page = open_as(people["first"], "/open/uth")
    page.get_by_text("Progressive", exact=True).click()
    page.locator("[data-prize=royal_flush]").fill("100 %")
    prizes = {"royal_flush": {"meter_percent": 100}}
    priced = EdgeBook().edge("uth", {"progressive": {"table": prizes, "meter_cents": 1_000_000}})
    assert priced is not None
    costs = page.locator("#edge dd")
    expect(costs).to_have_text(
        ["2.1850 %", "2.1850 %", "0.9018 %", edge(str(priced.side["progressive"]))]
    )
    expect(page.locator("#edge-warning")).to_be_hidden()
    page.locator("[data-prize=pair]").fill("10 %")
    expect(page.locator("#edge-warning")).to_contain_text("The wager progressive favours")
    page.locator("[data-prize=pair]").fill("plenty")
    expect(page.locator("form .problem")).to_contain_text("not a whole number")
    page.locator("[data-prize=pair]").fill("")
    page.get_by_label("Name of the table").fill("with a meter")
    page.locator("#open > button").click()
    expect(page.locator("h1")).to_contain_text("with a meter")
    meter = page.request.get("/api/tables/with%20a%20meter/meter").json()
    assert meter["meter"] == 1_000_000


def test_the_designer_shows_the_figures_of_the_analysis(
    open_as: Open, people: dict[str, Caller], solved: dict[str, Any]
) -> None:
    page = open_as(people["first"], "/lab/pikit/designer")
    form = page.locator("form[data-wager=five_card_bonus]")
    figure = form.locator("[data-value=edge]")
    expect(figure).to_have_text("76.7191 %")
    form.get_by_label("Two pair pays").fill(BETTER["two_pair"])
    bonus = solved["side"]["five_card_bonus_1"]["ev"]
    expect(figure).to_have_text(edge(bonus))
    expect(form.locator("[data-value=ev]")).to_have_text(bonus)
    expect(form.locator("[data-value=game]")).to_have_text(edge(solved["compulsory"]["ev"]))
    form.get_by_role("button", name="As posted").click()
    expect(figure).to_have_text("76.7191 %")


def test_the_explorer_values_every_choice(open_as: Open, people: dict[str, Caller]) -> None:
    page = open_as(people["first"], "/lab/uth/advice")
    for card in ("As", "Kd", "2c", "7d", "9h"):  # after two cards of one's own comes the board
        page.locator(f"[data-deck='{card}']").click()
    own, board = parse_cards(["As", "Kd"]), parse_cards(["2c", "7d", "9h"])
    options = GAMES["uth"].read_options({})
    choices = advise(Situation("uth", options, tuple(own), tuple(board)))
    rows = page.locator(".advised tbody tr")
    expect(rows).to_have_count(len(choices))
    for row, choice in enumerate(choices):
        expect(rows.nth(row)).to_contain_text(choice.action)
        expect(rows.nth(row).locator("code")).to_have_text(str(choice.ev))
    expect(rows.first).to_contain_text("best")
    page.locator("#clear").click()
    expect(page.locator("#values")).to_contain_text("Choose 2 cards")


def test_a_simulation_is_drawn_beside_the_exact_value(
    open_as: Open, people: dict[str, Caller]
) -> None:
    page = open_as(people["first"], "/lab/hilo/simulation")
    expect(page.locator("#running-figures")).to_be_hidden()
    page.get_by_label("Rounds", exact=True).fill("1000000")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#running .estimate")).to_be_attached()
    expect(page.locator("#simulated")).to_have_text("Done.")
    points = page.locator("#running .estimate").get_attribute("points")
    assert points is not None
    assert len(points.split()) > 2
    edge = EdgeBook().edge("hilo", {})
    assert edge is not None
    exact = f"{float(edge.main):.6f} antes".replace("-", "−")
    expect(page.locator("[data-value=exact]")).to_have_text(exact)
    off = page.locator("[data-value=errors]").inner_text()
    assert abs(float(off.split()[0].replace("−", "-"))) < 5


def test_the_report_can_be_downloaded(
    open_as: Open, people: dict[str, Caller], tmp_path: Path
) -> None:
    pytest.importorskip("typst")
    page = open_as(people["first"], "/lab/hilo?config=%7B%22poker_bonus_table%22%3A2%7D")
    report = _download(page, page.get_by_role("link", name="PDF", exact=True).click, tmp_path)
    assert report.read_bytes().startswith(b"%PDF-")
    assert report.stat().st_size > 20_000


# --- the rulebook


def test_the_rulebook_is_searched_and_leads_from_a_clause_to_its_proof(open_as: Open) -> None:
    page = open_as(None, "/rulebook")
    everything = page.locator("[data-entry]:visible").count()
    assert everything == 0  # sections are closed until something is looked for
    page.get_by_label("Find clauses").fill("uth fold")
    expect(page.locator("#filter-count")).not_to_contain_text("435 clauses")
    entries = page.locator("[data-entry]:visible")
    assert entries.count() > 3
    assert all("fold" in words.lower() for words in entries.all_inner_texts())
    page.get_by_label("Find clauses").fill("uth.10.e.2.ii")
    page.get_by_role("link", name="uth.10.e.2.ii", exact=True).click()
    expect(page.locator("h1")).to_have_text("uth.10.e.2.ii")
    for part in (".words", ".places code"):
        expect(page.locator(part).first).to_be_visible()
    for heading in ("What a test of it shows", "Proof"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    page.goto("/rulebook/uth.11.c")
    page.locator(".reading h3 a").first.click()
    for heading in ("What is unclear", "Possible readings", "Adopted", "The clauses it concerns"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    page.locator("a[href='/rulebook/uth.11.c']").first.click()
    expect(page.locator("h1")).to_have_text("uth.11.c")
