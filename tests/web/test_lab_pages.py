"""The laboratory over HTTP: its figures are the lab's; a wrong request gets a problem document."""

import asyncio
import json
import pickle
import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from houseway.cards import parse_cards
from houseway.games import GAMES
from houseway.house.edges import material
from houseway.house.house import House
from houseway.lab.contract import Situation, advise
from houseway.lab.exact.results import as_data
from houseway.lab.hilo.solver import analyze_hilo
from houseway.lab.pikit.solver import analyze_pikit
from houseway.lab.reports.report import build_report
from houseway.lab.uth.solver import analyze_uth
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.web.api.problems import MEDIA_TYPE
from houseway.web.app import Settings, create_app
from houseway.web.lab import worker
from houseway.web.lab.benches import Bench, LabBusy

SOLVERS: dict[str, Any] = {"uth": analyze_uth, "pikit": analyze_pikit, "hilo": analyze_hilo}
REAL_CALL = Bench._call


def work_in_this_process(_bench: Bench, task: str, arguments: tuple[Any, ...]) -> Any:
    """A bench's work in this process, with everything sent as it would be sent to another."""
    request = pickle.loads(pickle.dumps((task, arguments)))
    outcome, answer = pickle.loads(pickle.dumps(worker._answer(*request)))
    if outcome == "malformed":
        raise Malformed(answer)
    assert outcome == "done", answer
    return answer


class Browser:
    """A guest who opens pages and requests figures."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.runner = asyncio.Runner()
        self.cookies: dict[str, str] = {}
        self.cookies = dict(self.request("POST", "/api/guest").cookies)

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://house", cookies=self.cookies
            ) as client:
                return await client.request(method, path, **options)

        return self.runner.run(send())

    def post(self, path: str, **data: Any) -> Any:
        response = self.request("POST", f"/api/lab/{path}", json=data)
        assert response.status_code in (200, 201), response.text
        return response.json()

    def problem(self, path: str, **data: Any) -> dict[str, Any]:
        response = self.request("POST", f"/api/lab/{path}", json=data)
        assert response.status_code >= 400
        assert response.headers["content-type"] == MEDIA_TYPE
        problem: dict[str, Any] = response.json()
        assert problem["detail"]
        return problem


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    patch = pytest.MonkeyPatch()
    patch.setattr(Bench, "_call", work_in_this_process)
    with Ledger(str(tmp_path_factory.mktemp("house") / "house.db")) as ledger:
        app = create_app(House(ledger), Settings("a secret for cookies", False, 1e6, 10**6, 10**6))
        browser = Browser(app)
        yield browser
        browser.runner.close()
        app.state.services.laboratory.close()
    patch.undo()


def without_time(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ("seconds", "parts", "options")}


@pytest.mark.parametrize(
    ("game", "config", "tie"),
    [
        ("pikit", {"dealer_must_qualify": True, "play_5_multiple": 2}, "0"),
        ("hilo", {"ante_bonus_rows": {"three_aces": "7 to 1"}}, "1/2"),
        ("uth", {"trips_table": "C"}, "0"),
    ],
)
def test_the_figures_are_those_of_the_lab(
    browser: Browser, game: str, config: dict[str, Any], tie: str
) -> None:
    analysis = browser.post("analyze", game=game, config=config, tie=tie)
    options = GAMES[game].read_options(config)
    solved = SOLVERS[game](options, Fraction(tie)) if game == "hilo" else SOLVERS[game](options)
    assert without_time(analysis) == without_time(json.loads(json.dumps(as_data(solved))))
    page = browser.request(
        "GET", f"/lab/{game}/parts/figures", params={"config": json.dumps(config), "tie": tie}
    ).text
    edge = f"{-100 * float(solved.compulsory.ev):.4f} %".replace("-", "−")
    assert edge in page


def other_value(option: Any) -> Any:
    form = option.form
    if form.kind == "flag":
        return not option.default
    if form.kind == "choice":
        return next(value for value in form.values if value != option.default)
    if form.kind == "whole":
        return option.default - 1 if option.default > (form.least or 0) else option.default + 1
    if form.kind == "amounts":
        return {form.keys[0]: 700}
    return "Another"


@pytest.mark.parametrize("game", ["pikit", "hilo", "uth"])
def test_no_figure_depends_on_an_option_that_is_not_material(game: str) -> None:
    kind = GAMES[game]
    others = [option for option in kind.options if not option.material]
    config = {option.name: other_value(option) for option in others if option.form.kind != "data"}
    assert material(game, config) == {}
    changed, printed = (SOLVERS[game](kind.read_options(options)) for options in (config, {}))
    assert without_time(as_data(changed)) == without_time(as_data(printed))


def one_more(text: str) -> str:
    if not text:
        return "1 to 1"
    win, _, stake = text.partition(" to ")
    return f"{int(win) + int(stake)} to {stake}"


@pytest.mark.parametrize("game", ["pikit", "hilo", "uth"])
def test_an_edge_changes_by_probability_times_change(browser: Browser, game: str) -> None:
    for design in browser.post("designs", game=game):
        posted = Fraction(design["ev"])
        assert sum(row["count"] for row in design["rows"]) <= design["cases"]
        for row in design["rows"]:
            rows = {row["key"]: one_more(row["odds"])}
            priced = browser.post("designer", game=game, wager=design["wager"], rows=rows)
            gain = 1 if row["odds"] else 2  # a row that lost its stake now wins one
            change = Fraction(row["probability"]) * gain
            assert Fraction(priced["ev"]) - posted == change, (design["wager"], row["key"])
            if design["game_ev"]:
                assert Fraction(priced["game_ev"]) - Fraction(design["game_ev"]) == change


@pytest.mark.parametrize(
    ("game", "config", "sides"),
    [
        ("uth", {"trips_table": "B"}, {"trips": "trips", "cover_all_5": "cover_all_5"}),
        ("pikit", {}, {"five_card_bonus": "five_card_bonus_1"}),
        ("pikit", {"three_card_pick": "seen"}, {"three_card_bonus": "three_card_bonus_1_seen"}),
        ("hilo", {"poker_bonus_table": 2}, {"tie": "tie", "poker_bonus": "poker_bonus_2"}),
    ],
)
def test_posted_tables_have_the_edge_of_the_analysis(
    browser: Browser, game: str, config: dict[str, Any], sides: dict[str, str]
) -> None:
    solved = SOLVERS[game](GAMES[game].read_options(config)).side
    designs = browser.post("designs", game=game, config=config)
    by_wager = {design["wager"]: design for design in designs}
    for wager, side in sides.items():
        assert Fraction(by_wager[wager]["ev"]) == solved[side].ev
        assert Fraction(by_wager[wager]["hit"]) == solved[side].hit
        assert by_wager[wager]["sd"] == pytest.approx(float(solved[side].variance) ** 0.5)


@pytest.mark.parametrize(
    ("game", "config", "wager", "rows"),
    [
        ("pikit", {}, "five_card", {"flush": "15 to 1"}),
        (
            "pikit",
            {"three_card_pick": "seen"},
            "three_card",
            {"flush": "45 to 1", "pair": "7 to 2"},
        ),
        ("hilo", {}, "ante_bonus", {"three_aces": "9 to 1"}),
    ],
)
def test_a_design_that_the_text_allows_is_what_its_option_gives(
    browser: Browser, game: str, config: dict[str, Any], wager: str, rows: dict[str, str]
) -> None:
    """With a pick after looking, changed odds change what is picked."""
    name = wager if wager == "ante_bonus" else f"{wager}_bonus"
    request = {"game": game, "config": config, "wager": name, "rows": rows, "best_play": True}
    design = browser.post("designer", **request)
    assert design["warnings"] == []
    solved = SOLVERS[game](GAMES[game].read_options({**config, f"{wager}_rows": rows}))
    sides = {"three_card": "three_card_bonus_1_seen", "five_card": "five_card_bonus_1"}
    side = solved.parts.get(wager) or solved.side[sides[wager]]
    assert Fraction(design["ev"]) == side.ev
    if design["game_ev"]:
        assert Fraction(design["game_ev"]) == solved.compulsory.ev


def test_the_blind_is_solved_again_with_other_odds(browser: Browser) -> None:
    """No odds of the blind change the best play: nobody folds a paid hand that can win."""
    request = {"game": "uth", "wager": "blind", "rows": {"straight": "", "flush": "4"}}
    held, best = (browser.post("designer", **request, best_play=flag) for flag in (False, True))
    assert (held["play"], best["play"]) == ("held", "best")
    assert held["game_ev"] == best["game_ev"]
    assert Fraction(best["game_ev"]) != Fraction(browser.post("analyze", game="uth")["main"]["ev"])
    assert [warning["clauses"] for warning in best["warnings"]] == [["uth.11.c"]] * 2


def test_odds_that_the_text_refuses_are_named_with_their_clause(browser: Browser) -> None:
    def warned_by(game: str, wager: str, **rows: str) -> list[tuple[str, ...]]:
        design = browser.post("designer", game=game, wager=wager, rows=rows)
        return [tuple(warning["clauses"]) for warning in design["warnings"]]

    assert warned_by("uth", "trips", flush="6 to 1") == [("uth.11.d",)]
    assert warned_by("uth", "trips", flush="8 to 1") == []
    assert warned_by("uth", "trips", flush="14 to 2") == []
    assert warned_by("uth", "cover_all_3", flush="2 to 1") == []
    assert warned_by("hilo", "tie", both="21 to 1", low="") == [("hilo.40.11.c",)] * 2


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("analyze", {"game": "chess"}, 422),
        ("analyze", {"game": "uth", "config": {"colour": 1}}, 400),
        ("analyze", {"game": "pikit", "config": {"play_3_multiple": 9}}, 409),
        ("analyze", {"game": "uth", "tie": "1"}, 400),
        ("analyze", {"game": "hilo", "tie": "1/0"}, 400),
        ("analyze", {"game": "hilo", "tie": "-1"}, 400),
        ("designer", {"game": "uth", "wager": "ante"}, 400),
        ("designer", {"game": "uth", "wager": "trips", "rows": {"flush": "8 for 1"}}, 400),
        ("designer", {"game": "uth", "wager": "trips", "rows": {"flush": "-3"}}, 400),
        ("designer", {"game": "uth", "wager": "trips", "rows": {"pair": "1"}}, 400),
        ("advise", {"game": "hilo", "cards": ["As"]}, 400),
        ("advise", {"game": "uth", "cards": ["As", "As"]}, 400),
        ("advise", {"game": "uth", "cards": ["As", "1s"]}, 422),
        ("advise", {"game": "uth", "cards": ["As", "Ks"], "board": ["As", "2s", "3s"]}, 400),
        ("advise", {"game": "uth", "cards": ["As", "Ks"], "board": ["2s"]}, 400),
        ("simulations", {"game": "uth", "rounds": 10_000_001}, 422),
        ("simulations", {"game": "hilo", "seats": 8}, 400),
    ],
)
def test_a_wrong_request_gets_a_problem_document(
    browser: Browser, path: str, data: dict[str, Any], status: int
) -> None:
    assert browser.problem(path, **data)["status"] == status


@pytest.mark.parametrize(
    ("game", "cards", "board", "seen"),
    [
        ("uth", "As Kd", "", ""),
        ("uth", "9s 8d", "7h 2c Qs", "6c"),
        ("uth", "9s 8d", "7h 2c Qs Ah Th", ""),
        ("pikit", "As Kd 9h 4h 2c", "", "Kc"),
        ("hilo", "As Kd 9h 4h 2c", "", ""),
    ],
)
def test_the_explorer_shows_the_advice_of_the_lab(
    browser: Browser, game: str, cards: str, board: str, seen: str
) -> None:
    own, open_, gone = (tuple(parse_cards(text.split())) for text in (cards, board, seen))
    choices = advise(Situation(game, GAMES[game].read_options({}), own, open_, gone))
    known = {"cards": cards.split(), "board": board.split(), "seen": seen.split()}
    rows = browser.post("advise", game=game, **known)["actions"]
    values = [(row["action"], Fraction(row["ev"])) for row in rows]
    assert values == [(choice.action, choice.ev) for choice in choices]
    costs = [Fraction(row["cost"]) for row in rows]
    assert costs == [choices[0].ev - choice.ev for choice in choices]
    page = browser.request(
        "GET", f"/lab/{game}/parts/values", params={"cards": cards, "board": board, "seen": seen}
    ).text
    assert f"{float(choices[0].ev):+.6f}".replace("-", "−") in page


class Outline(HTMLParser):
    """The levels of headings, and fields that nothing names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.unnamed: list[str] = []
        self._in_label = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"h1", "h2", "h3", "h4"}:
            self.levels.append(int(tag[1]))
        if tag == "label":
            self._in_label += 1
        if tag in {"input", "select"} and not self._in_label and "aria-label" not in dict(attrs):
            self.unnamed.append(str(attrs))

    def handle_endtag(self, tag: str) -> None:
        self._in_label -= tag == "label"


@pytest.mark.parametrize("game", ["pikit", "hilo", "uth"])
@pytest.mark.parametrize("room", ["", "/designer", "/advice", "/simulation"])
def test_every_field_has_a_name_and_headings_are_in_order(
    browser: Browser, game: str, room: str
) -> None:
    page = browser.request("GET", f"/lab/{game}{room}")
    assert page.status_code == 200
    text = page.text
    if room == "":
        figures = browser.request("GET", f"/lab/{game}/parts/figures").text
        text = text.replace('id="figures"', f">{figures}<p ")
    if room == "/designer":
        text = text.replace(
            'id="tables"', f">{browser.request('GET', f'/lab/{game}/parts/tables').text}<p "
        )
    outline = Outline(text)
    assert outline.unnamed == []
    assert outline.levels[0] == 1
    assert all(after - before <= 1 for before, after in zip(outline.levels, outline.levels[1:]))  # noqa: B905
    assert "style=" not in text
    assert "onclick" not in text


def test_the_grid_has_every_starting_hand_once(browser: Browser) -> None:
    page = browser.request("GET", "/lab/uth/parts/figures").text
    for row in browser.post("analyze", game="uth")["starting_hands"]:
        assert page.count(f"<b>{row['hand']}</b>") == 1
    ways = re.findall(r'data-value="\w+, (\d+) ways: best 4x', page)
    share = Fraction(sum(map(int, ways)), 1326)
    assert share == Fraction(browser.post("analyze", game="uth")["main"]["actions"]["4x"])


def test_options_in_an_address_fill_the_form(browser: Browser) -> None:
    config = {"trips_table": "C", "trips_rows": {"flush": "9 to 1"}}
    page = browser.request("GET", "/lab/uth", params={"config": json.dumps(config)}).text
    assert '<option value="C" selected>C</option>' in page
    assert 'value="9 to 1"' in page
    wrong = browser.request("GET", "/lab/uth", params={"config": '{"trips_table": "X"}'})
    assert wrong.status_code == 200
    assert "uth.11.d" in wrong.text


def test_a_visitor_who_is_not_logged_in_is_sent_to_the_login(browser: Browser) -> None:
    stranger = Browser.__new__(Browser)
    stranger.app, stranger.runner, stranger.cookies = browser.app, browser.runner, {}
    assert stranger.request("GET", "/lab").status_code == 200
    assert stranger.request("GET", "/lab/uth").headers["location"] == "/login?to=/lab/uth"
    assert stranger.request("GET", "/lab/uth/parts/figures").status_code == 401
    assert stranger.request("POST", "/api/lab/analyze", json={"game": "uth"}).status_code == 401
    assert browser.request("GET", "/lab/chess").headers["location"] == "/lab"


def test_the_report_has_the_digest_of_its_options(browser: Browser) -> None:
    config = {"licensee": "Somebody", "poker_bonus_table": 2}
    response = browser.request(
        "GET", "/lab/hilo/report.json", params={"config": json.dumps(config), "tie": "1"}
    )
    assert 'filename="houseway-hilo.json"' in response.headers["content-disposition"]
    options = GAMES["hilo"].read_options(config)
    report = build_report(GAMES["hilo"], options, date="", bets={"tie": Fraction(1)})
    assert response.json()["digest"] == report.digest
    assert browser.request("GET", "/lab/hilo/report.exe").status_code == 422


def test_a_bench_works_in_a_process_of_its_own_and_replaces_one_that_died(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Bench, "_call", REAL_CALL)
    bench = Bench()

    async def go() -> None:
        situation: tuple[Any, ...] = ("hilo", {}, {"cards": "As Kd 9h 4h 2c".split()}, {})
        first = await bench.ask("advice", *situation)
        assert bench._process is not None
        before = bench._process.pid
        bench._process.kill()
        bench._process.join()
        assert await bench.ask("advice", *situation) == first
        assert bench._process.pid != before
        with pytest.raises(Malformed, match="5 cards"):
            await bench.ask("advice", "hilo", {}, {"cards": ["As"]}, {})
        with pytest.raises(LabBusy, match="log"):
            await bench.ask("no such task")

    try:
        asyncio.run(go())
    finally:
        bench.close()


def test_an_answer_is_worked_out_once_and_a_failure_is_not_kept(browser: Browser) -> None:
    lab = browser.app.state.services.laboratory
    tasks: list[str] = []

    class Counting:
        async def ask(self, task: str, *_arguments: Any) -> str:
            tasks.append(task)
            await asyncio.sleep(0)
            if task == "bad":
                raise LabBusy("no")
            return task

    async def go() -> None:
        bench: Any = Counting()
        both = await asyncio.gather(lab.find(bench, "good", 1), lab.find(bench, "good", 1))
        assert set(both) == {"good"}
        for _ in range(2):
            with pytest.raises(LabBusy):
                await lab.find(bench, "bad", 1)

    asyncio.run(go())
    assert tasks == ["good", "bad", "bad"]


def test_a_form_asks_for_every_option() -> None:
    options = [(game.id, option) for game in GAMES.values() for option in game.options]
    assert not [(game, option.name) for game, option in options if option.form.kind == "data"]
