"""The laboratory over HTTP: its figures are the lab's, and what is wrong is a problem document."""

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


def answer_here(_bench: Bench, task: str, given: tuple[Any, ...]) -> Any:
    """A bench's work in this process, with everything sent as it would be sent to another."""
    how, found = pickle.loads(
        pickle.dumps(worker._answer(*pickle.loads(pickle.dumps((task, given)))))
    )
    if how == "malformed":
        raise Malformed(found)
    assert how == "found", found
    return found


class Browser:
    """Somebody who was let in and asks for pages and figures."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.runner = asyncio.Runner()
        self.cookies: dict[str, str] = {}
        self.cookies = dict(self.ask("POST", "/api/guest").cookies)

    def ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        async def go() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://house", cookies=self.cookies
            ) as client:
                return await client.request(method, path, **given)

        return self.runner.run(go())

    def post(self, path: str, **data: Any) -> Any:
        answer = self.ask("POST", f"/api/lab/{path}", json=data)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def problem(self, path: str, **data: Any) -> dict[str, Any]:
        answer = self.ask("POST", f"/api/lab/{path}", json=data)
        assert answer.status_code >= 400
        assert answer.headers["content-type"] == MEDIA_TYPE
        found: dict[str, Any] = answer.json()
        assert found["detail"]
        return found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    patch = pytest.MonkeyPatch()
    patch.setattr(Bench, "_call", answer_here)
    with Ledger(str(tmp_path_factory.mktemp("house") / "house.db")) as ledger:
        app = create_app(House(ledger), Settings("a secret for cookies", False, 1e6, 10**6, 10**6))
        found = Browser(app)
        yield found
        found.runner.close()
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
    found = browser.post("analyze", game=game, config=config, tie=tie)
    options = GAMES[game].read_options(config)
    wanted = SOLVERS[game](options, Fraction(tie)) if game == "hilo" else SOLVERS[game](options)
    assert without_time(found) == without_time(json.loads(json.dumps(as_data(wanted))))
    page = browser.ask(
        "GET", f"/lab/{game}/parts/figures", params={"config": json.dumps(config), "tie": tie}
    ).text
    edge = f"{-100 * float(wanted.compulsory.ev):.4f} %".replace("-", "−")
    assert edge in page


def other_value(option: Any) -> Any:
    asked = option.form
    if asked.kind == "flag":
        return not option.default
    if asked.kind == "choice":
        return next(value for value in asked.values if value != option.default)
    if asked.kind == "whole":
        return option.default - 1 if option.default > (asked.least or 0) else option.default + 1
    if asked.kind == "amounts":
        return {asked.keys[0]: 700}
    return "Another"


@pytest.mark.parametrize("game", ["pikit", "hilo", "uth"])
def test_no_figure_depends_on_an_option_that_is_said_to_move_none(game: str) -> None:
    kind = GAMES[game]
    others = [one for one in kind.options if not one.material]
    config = {one.name: other_value(one) for one in others if one.form.kind != "data"}
    assert material(game, config) == {}
    changed, plain = (SOLVERS[game](kind.read_options(one)) for one in (config, {}))
    assert without_time(as_data(changed)) == without_time(as_data(plain))


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
            found = browser.post("designer", game=game, wager=design["wager"], rows=rows)
            gain = 1 if row["odds"] else 2  # a row that lost its stake now wins one
            change = Fraction(row["probability"]) * gain
            assert Fraction(found["ev"]) - posted == change, (design["wager"], row["key"])
            if design["game_ev"]:
                assert Fraction(found["game_ev"]) - Fraction(design["game_ev"]) == change


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
    wanted = SOLVERS[game](GAMES[game].read_options(config)).side
    found = {one["wager"]: one for one in browser.post("designs", game=game, config=config)}
    for wager, side in sides.items():
        assert Fraction(found[wager]["ev"]) == wanted[side].ev
        assert Fraction(found[wager]["hit"]) == wanted[side].hit
        assert found[wager]["sd"] == pytest.approx(float(wanted[side].variance) ** 0.5)


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
    given = {"game": game, "config": config, "wager": name, "rows": rows, "best_play": True}
    found = browser.post("designer", **given)
    assert found["warnings"] == []
    solved = SOLVERS[game](GAMES[game].read_options({**config, f"{wager}_rows": rows}))
    sides = {"three_card": "three_card_bonus_1_seen", "five_card": "five_card_bonus_1"}
    side = solved.parts.get(wager) or solved.side[sides[wager]]
    assert Fraction(found["ev"]) == side.ev
    if found["game_ev"]:
        assert Fraction(found["game_ev"]) == solved.compulsory.ev


def test_the_blind_is_solved_again_with_other_odds(browser: Browser) -> None:
    """No odds of the blind change the best play: who holds a paid hand that can win never folds."""
    given = {"game": "uth", "wager": "blind", "rows": {"straight": "", "flush": "4"}}
    held, best = (browser.post("designer", **given, best_play=flag) for flag in (False, True))
    assert (held["play"], best["play"]) == ("held", "best")
    assert held["game_ev"] == best["game_ev"]
    assert Fraction(best["game_ev"]) != Fraction(browser.post("analyze", game="uth")["main"]["ev"])
    assert [one["clauses"] for one in best["warnings"]] == [["uth.11.c"]] * 2


def test_what_the_text_would_refuse_is_said(browser: Browser) -> None:
    def told(game: str, wager: str, **rows: str) -> list[tuple[str, ...]]:
        found = browser.post("designer", game=game, wager=wager, rows=rows)
        return [tuple(one["clauses"]) for one in found["warnings"]]

    assert told("uth", "trips", flush="6 to 1") == [("uth.11.d",)]
    assert told("uth", "trips", flush="8 to 1") == []
    assert told("uth", "trips", flush="14 to 2") == []
    assert told("uth", "cover_all_3", flush="2 to 1") == []
    assert told("hilo", "tie", both="21 to 1", low="") == [("hilo.40.11.c",)] * 2


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
def test_what_is_wrong_is_a_problem_document(
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
def test_the_explorer_says_what_the_lab_says(
    browser: Browser, game: str, cards: str, board: str, seen: str
) -> None:
    own, open_, gone = (tuple(parse_cards(text.split())) for text in (cards, board, seen))
    wanted = advise(Situation(game, GAMES[game].read_options({}), own, open_, gone))
    given = {"cards": cards.split(), "board": board.split(), "seen": seen.split()}
    found = browser.post("advise", game=game, **given)
    told = [(one["action"], Fraction(one["ev"])) for one in found["actions"]]
    assert told == [(one.action, one.ev) for one in wanted]
    assert [Fraction(one["cost"]) for one in found["actions"]] == [
        wanted[0].ev - one.ev for one in wanted
    ]
    page = browser.ask(
        "GET", f"/lab/{game}/parts/values", params={"cards": cards, "board": board, "seen": seen}
    ).text
    assert f"{float(wanted[0].ev):+.6f}".replace("-", "−") in page


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
    page = browser.ask("GET", f"/lab/{game}{room}")
    assert page.status_code == 200
    text = page.text
    if room == "":
        figures = browser.ask("GET", f"/lab/{game}/parts/figures").text
        text = text.replace('id="figures"', f">{figures}<p ")
    if room == "/designer":
        text = text.replace(
            'id="tables"', f">{browser.ask('GET', f'/lab/{game}/parts/tables').text}<p "
        )
    outline = Outline(text)
    assert outline.unnamed == []
    assert outline.levels[0] == 1
    assert all(after - before <= 1 for before, after in zip(outline.levels, outline.levels[1:]))  # noqa: B905
    assert "style=" not in text
    assert "onclick" not in text


def test_the_grid_has_every_starting_hand_once(browser: Browser) -> None:
    page = browser.ask("GET", "/lab/uth/parts/figures").text
    for one in browser.post("analyze", game="uth")["starting_hands"]:
        assert page.count(f"<b>{one['hand']}</b>") == 1
    found = re.findall(r'data-value="\w+, (\d+) ways: best 4x', page)
    share = Fraction(sum(map(int, found)), 1326)
    assert share == Fraction(browser.post("analyze", game="uth")["main"]["actions"]["4x"])


def test_options_in_an_address_fill_the_form(browser: Browser) -> None:
    config = {"trips_table": "C", "trips_rows": {"flush": "9 to 1"}}
    page = browser.ask("GET", "/lab/uth", params={"config": json.dumps(config)}).text
    assert '<option value="C" selected>C</option>' in page
    assert 'value="9 to 1"' in page
    wrong = browser.ask("GET", "/lab/uth", params={"config": '{"trips_table": "X"}'})
    assert wrong.status_code == 200
    assert "uth.11.d" in wrong.text


def test_who_was_not_let_in_is_sent_to_the_door(browser: Browser) -> None:
    stranger = Browser.__new__(Browser)
    stranger.app, stranger.runner, stranger.cookies = browser.app, browser.runner, {}
    assert stranger.ask("GET", "/lab").status_code == 200
    assert stranger.ask("GET", "/lab/uth").headers["location"] == "/login?to=/lab/uth"
    assert stranger.ask("GET", "/lab/uth/parts/figures").status_code == 401
    assert stranger.ask("POST", "/api/lab/analyze", json={"game": "uth"}).status_code == 401
    assert browser.ask("GET", "/lab/chess").headers["location"] == "/lab"


def test_the_report_has_the_digest_of_its_options(browser: Browser) -> None:
    config = {"licensee": "Somebody", "poker_bonus_table": 2}
    answer = browser.ask(
        "GET", "/lab/hilo/report.json", params={"config": json.dumps(config), "tie": "1"}
    )
    assert 'filename="houseway-hilo.json"' in answer.headers["content-disposition"]
    options = GAMES["hilo"].read_options(config)
    wanted = build_report(GAMES["hilo"], options, date="", bets={"tie": Fraction(1)})
    assert answer.json()["digest"] == wanted.digest
    assert browser.ask("GET", "/lab/hilo/report.exe").status_code == 422


def test_a_bench_works_in_a_process_of_its_own_and_comes_back_when_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Bench, "_call", REAL_CALL)
    bench = Bench()

    async def go() -> None:
        given: tuple[Any, ...] = ("hilo", {}, {"cards": "As Kd 9h 4h 2c".split()}, {})
        first = await bench.ask("advice", *given)
        assert bench._process is not None
        before = bench._process.pid
        bench._process.kill()
        bench._process.join()
        assert await bench.ask("advice", *given) == first
        assert bench._process.pid != before
        with pytest.raises(Malformed, match="5 cards"):
            await bench.ask("advice", "hilo", {}, {"cards": ["As"]}, {})
        with pytest.raises(LabBusy, match="log"):
            await bench.ask("no such task")

    try:
        asyncio.run(go())
    finally:
        bench.close()


def test_nothing_is_asked_twice_and_a_failure_is_not_kept(browser: Browser) -> None:
    lab = browser.app.state.services.laboratory
    asked: list[str] = []

    class Counting:
        async def ask(self, task: str, *_given: Any) -> str:
            asked.append(task)
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
    assert asked == ["good", "bad", "bad"]


def test_a_form_asks_for_every_option() -> None:
    asked = [(game.id, one.name, one.form.kind) for game in GAMES.values() for one in game.options]
    assert not [one for one in asked if one[2] == "data"]
