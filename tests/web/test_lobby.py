"""The lobby and the files of the pages: what a first visitor reads, and what a browser keeps."""

import html
import posixpath
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from houseway.games import GAMES, find_games
from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.house import edges
from houseway.house.clocks import RunSettings
from houseway.house.offices import Office, Person
from houseway.ledger.store import Ledger
from houseway.web.assets import FOR_GOOD, assets, release, with_release
from houseway.web.cards import card_words
from houseway.web.lobby import pages as lobby_pages
from houseway.web.server import compute_edges
from tests.house.helpers import Stand, build_stand, open_table
from tests.ledger.helpers import without_waiting
from tests.web.visitors import Visitor, application


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        yield build_stand(ledger)


@pytest.fixture
def app(stand: Stand) -> FastAPI:
    return application(stand.house)


def rows(page: str) -> list[str]:
    listed = re.search(r'<ul class="tables".*?</ul>', page, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", listed[0], re.DOTALL) if listed else []


def test_an_empty_house_invites(app: FastAPI) -> None:
    page = Visitor(app).open("/").text
    assert "open the first" in page
    assert rows(page) == []
    for game in ("uth", "pikit", "hilo"):
        assert f'data-play="{game}"' in page
        assert f'data-begin="{game}"' in page


def test_an_edge_is_shown_once_it_is_worked_out(
    stand: Stand, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(stand, "uth", "t", minimums={"ante": 1500})
    before = Visitor(app).open("/").text
    assert before.count("being worked out") == len(GAMES) + 1
    compute_edges(stand.house)
    after = Visitor(app).open("/").text
    assert "being worked out" not in after
    assert after.count("2.00 % of the ante") == len(GAMES) + 1  # what these tests' solver says


def test_the_cost_of_a_side_wager_is_shown(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    side = {"trips": Fraction(-1, 100), "tie": Fraction(1, 50)}
    edge = edges.Edge(Fraction(-1, 50), Fraction(-1, 50), side)
    monkeypatch.setattr(edges.EdgeBook, "known_edge", lambda *_: edge)
    page = Visitor(app).open("/").text
    assert "trips wager, at 1.00 % of it" in page
    assert "tie bet, 2.00 % for the players" in page


def test_a_table_shows_its_limits_seats_edge_and_dealer(stand: Stand, app: FastAPI) -> None:
    open_table(stand, "uth", "a<b", minimums={"ante": 1500}, maximums={"ante": 50000})
    stand.seated("a<b", "Ann", "Ben")
    boss = Person("Boss", Office.ADMINISTRATOR)
    stand.house.open_table(boss, "by hand", "hilo", {}, RunSettings(dealer="human"))
    first, second = rows(Visitor(app).open("/").text)
    for words in ("a&lt;b", "from $15", "to $500", "2 seated", "4 of 6 seats free"):
        assert words in first
    assert "Deals itself" in first
    assert "Sit down" in first
    assert "Watch" in first
    assert "Dealt by a person, closed" in second


def test_a_full_table_can_only_be_watched(stand: Stand, app: FastAPI) -> None:
    open_table(stand, "uth", "full", seats=2)
    stand.seated("full", "Ann", "Ben")
    (row,) = rows(Visitor(app).open("/").text)
    assert "no of 2 seats free" in row
    assert "Sit down" not in row
    assert "Watch" in row


def test_a_list_of_tables_waits_for_no_solver(
    stand: Stand, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edges.EdgeBook, "_solve", lambda *_: pytest.fail("solved"))
    open_table(stand, "uth", "usual")
    open_table(stand, "pikit", "other", dealer_must_qualify=True)
    other, usual = rows(Visitor(app).open("/").text)
    assert "being worked out" in usual
    assert "being worked out" in other


def test_files_are_kept_for_good_at_the_address_of_their_release(app: FastAPI) -> None:
    page = Visitor(app).open("/").text
    paths = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert len(paths) >= 3
    for path in paths:
        assert path.startswith(f"/static/{release()}/")
        response = Visitor(app).open(path)
        assert response.status_code == 200
        assert response.headers["cache-control"] == FOR_GOOD
        assert response.content == assets()[path.rpartition("/")[2]]
    old, current, missing = Visitor(app).get(
        "/static/0000000000000000/page.js", "/static/page.js", "/static/1/no.js"
    )
    assert old.headers["cache-control"] == current.headers["cache-control"] == "no-cache"
    assert missing.status_code == 404
    assert Visitor(app).open("/static/..%2fapp.py").status_code == 404


def test_scripts_import_their_neighbours_of_the_same_release() -> None:
    for name, content in assets().items():
        for neighbour in re.findall(r'(?:from|import)\s+"([^"]+)"', content.decode()):
            assert neighbour.startswith(("./", "../")), name
            assert (
                posixpath.normpath(f"{posixpath.dirname(name)}/{neighbour}").lstrip("/") in assets()
            )


def test_a_change_of_any_file_is_another_release(monkeypatch: pytest.MonkeyPatch) -> None:
    before = with_release('<link href="/static/house.css">')
    changed = {**assets(), "icon.svg": b"<svg/>"}
    monkeypatch.setattr("houseway.web.assets.assets", lambda: changed)
    release.cache_clear()
    try:
        assert with_release('<link href="/static/house.css">') != before
    finally:
        monkeypatch.undo()
        release.cache_clear()


def test_long_responses_are_compressed(app: FastAPI) -> None:
    for path in ("/rulebook", f"/static/{release()}/house.css", "/layouts/uth.svg"):
        assert Visitor(app).open(path).headers.get("content-encoding") == "gzip", path


def test_a_table_with_every_kind_of_option_is_listed(stand: Stand, app: FastAPI) -> None:
    """A lobby reads the options of its tables back, those of a progressive too."""
    prizes = {"royal_flush": {"meter_percent": 100}, "flush": {"cents": 500}}
    progressive = {"table": prizes, "meter_cents": 1_000_000}
    open_table(stand, "uth", "rich", progressive=progressive, limits={"main_cents": 900_000})
    (row,) = rows(Visitor(app).open("/").text)
    assert "rich" in row
    options = stand.house.table("rich").state.setup.options
    assert GAMES["uth"].read_options(as_config(options)) == options


def test_the_login_redirects_only_within_the_house(app: FastAPI) -> None:
    stranger = Visitor(app)
    login = stranger.open("/open/uth?x=1&y=2").headers["location"]
    assert login == "/login?to=/open/uth%3Fx%3D1%26y%3D2"
    assert 'data-go="/open/uth?x=1&amp;y=2"' in stranger.open(login).text
    odd = stranger.open("/tables/a%3Fb%25").headers["location"]
    assert 'data-go="/tables/a%3Fb%25"' in stranger.open(odd).text
    for elsewhere in ("//evil.example", "https://evil.example", "/%5Cevil.example", "/%09/evil"):
        assert stranger.open(f"/login?to={elsewhere}").text.count('data-go="/"') >= 1


@pytest.mark.parametrize("game", find_games().values(), ids=lambda game: game.id)
def test_a_newcomer_reads_how_a_game_is_played(app: FastAPI, game: Game[Any, Any]) -> None:
    lobby, page = Visitor(app).get("/", f"/games/{game.id}")
    assert f'href="/games/{game.id}"' in lobby.text
    text = html.unescape(page.text)
    assert game.how_to_play.goal in text
    assert all(step in text for step in game.how_to_play.steps)
    for rank in game.how_to_play.ranks:
        assert all(f'aria-label="{card_words(card)}"' in text for card in rank.cards.split())
    assert Visitor(app).open("/games/none").headers["location"] == "/"


@pytest.mark.parametrize("game", find_games().values(), ids=lambda game: game.id)
def test_play_now_opens_a_table_that_the_game_allows(game: Game[Any, Any]) -> None:
    config = lobby_pages.quick_config(game)
    assert list(game.read_options(config).posted.minimums.values()) == [lobby_pages.QUICK_MINIMUM]
