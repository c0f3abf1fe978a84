"""The rulebook in the browser: every clause, every reading, every citation leads somewhere."""

import html
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from fastapi import FastAPI

from houseway.games import GAMES, all_clauses, all_readings, readings_of
from houseway.house.offices import Office
from houseway.ledger.store import Ledger
from houseway.proof.tracing import traces
from houseway.web.rulebook.pages import linked, near, traced
from houseway.web.tables.panel import draw_panel
from houseway.web.tables.scene import scene_for
from tests.house.helpers import Stand, build_stand, open_table
from tests.ledger.helpers import without_waiting
from tests.web.visitors import Visitor, application, rulebook_links, visitor


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    file = tmp_path_factory.mktemp("rulebook") / "house.db"
    with without_waiting(Ledger(str(file))) as ledger:
        yield build_stand(ledger)


@pytest.fixture(scope="module")
def app(stand: Stand) -> FastAPI:
    return application(stand.house)


@pytest.fixture(scope="module")
def anybody(app: FastAPI) -> Visitor:
    return Visitor(app)


def test_the_source_is_read_once_for_many_threads() -> None:
    """Two threads that read the source at once would break each other in Python 3.11."""
    traces.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        mappings = list(pool.map(lambda _: traced(), range(4)))
    assert all(mapping is mappings[0] for mapping in mappings)


def test_every_clause_is_shown_with_its_words_readings_code_and_tests(anybody: Visitor) -> None:
    names, links = list(all_clauses()), set()
    for name, response in zip(names, anybody.get(*[f"/rulebook/{n}" for n in names]), strict=True):
        assert response.status_code == 200, name
        page, clause, trace = html.unescape(response.text), all_clauses()[name], traces()[name]
        assert clause.summary in page
        assert clause.shows in page
        assert clause.cite in page
        for marker in (*trace.code, *trace.tests):
            assert marker.file in page
            assert f"line {marker.line}" in page
        for entry in readings_of(name):
            assert f"/rulebook/entries/{entry.id}" in rulebook_links(response.text), name
        links |= rulebook_links(response.text)
    entries = {f"/rulebook/entries/{name}" for name in all_readings()}
    assert links <= entries | {f"/rulebook/{name}" for name in names}


def test_every_reading_is_shown_as_adopted(anybody: Visitor) -> None:
    for name, entry in all_readings().items():
        page = anybody.open(f"/rulebook/entries/{name}")
        assert page.status_code == 200
        assert str(linked(entry.adopted)) in page.text
        for clause in entry.clauses:
            assert f"/rulebook/{clause}" in rulebook_links(page.text)


def test_named_readings_become_links_and_other_words_are_escaped() -> None:
    assert str(linked("as P5, not P999 <b>")) == (
        'as <a href="/rulebook/entries/P5">P5</a>, not P999 &lt;b&gt;'
    )
    assert str(linked('`x = "y"`')) == "<code>x = &#34;y&#34;</code>"


def test_every_section_has_a_name() -> None:
    assert all(clause.about for clause in all_clauses().values())


def shown(page: str) -> set[str]:
    entries = re.findall(r'<li data-entry *(hidden)?>\s*<a href="/rulebook/([^"]+)"', page)
    return {name for hidden, name in entries if not hidden}


def test_the_index_has_everything_and_shows_what_matches(anybody: Visitor) -> None:
    whole, some = anybody.get("/rulebook", "/rulebook?q=Fold+39.10")
    everything = set(all_clauses()) | {f"entries/{name}" for name in all_readings()}
    assert shown(whole.text) == everything
    kept = shown(some.text)
    by_hand = {
        name
        for name, clause in all_clauses().items()
        if name.startswith("pikit.39.10.") and "fold" in f"{name} {clause.summary}".lower()
    }
    assert by_hand
    assert by_hand <= kept < everything
    for name in kept & set(all_clauses()):
        clause = all_clauses()[name]
        assert "39.10" in f"{name} {clause.cite} {clause.summary}"
    assert f"{len(kept & set(all_clauses()))} clauses and" in some.text
    assert 'value="Fold 39.10"' in some.text


def test_the_search_word_is_escaped(anybody: Visitor) -> None:
    page = anybody.open('/rulebook?q="><script>alert(1)</script>').text
    assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("uth.10.h.9", "/rulebook/uth.10.h.2"),
        ("uth.10.h.9.z", "/rulebook/uth.10.h.1"),
        ("pikit.39.10.ff", "/rulebook/pikit.39.10.f"),
        ("P1000", "/rulebook/entries/P10"),
    ],
)
def test_an_unknown_clause_gets_suggestions(anybody: Visitor, name: str, meant: str) -> None:
    page = anybody.open(f"/rulebook/{name}")
    assert page.status_code == 404
    assert "text/html" in page.headers["content-type"]
    assert meant in rulebook_links(page.text)
    assert {response.status_code for response in anybody.get(*rulebook_links(page.text))} == {200}


def test_an_odd_path_is_not_found_and_is_escaped(anybody: Visitor) -> None:
    for path in ("/rulebook/<script>alert(1)<", "/rulebook/entries/<script>", "/rulebook/%00"):
        page = anybody.open(path)
        assert page.status_code == 404
        assert "<script>alert" not in page.text
        assert "<script>\n" not in page.text
    assert near("") == []


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/rulebook/uth", "/rulebook#uth"),
        ("/rulebook/UTH.10.H.2", "/rulebook/uth.10.h.2"),
        ("/rulebook/p10", "/rulebook/entries/P10"),
        ("/rulebook/entries/p10", "/rulebook/entries/P10"),
    ],
)
def test_another_spelling_leads_to_the_page(anybody: Visitor, path: str, target: str) -> None:
    response = anybody.open(path)
    assert (response.status_code, response.headers["location"]) == (307, target)


def test_every_citation_at_a_table_and_in_its_forms_resolves(
    stand: Stand, app: FastAPI, anybody: Visitor
) -> None:
    pages: list[str] = []
    chance = Random(3)
    for game in GAMES:
        table = open_table(stand, game, f"cited-{game}")
        people = stand.seated(table.name, f"Ann {game}", f"Ben {game}")
        for _ in range(3):
            stand.bet_all(table)
            for person in people:
                table.say_ready(person.name)
            for person in people:
                panel = draw_panel(table.state.setup, scene_for(table.current(), person), person)
                pages += panel.values()
            stand.decide_all(table, chance)
            ended = draw_panel(table.state.setup, scene_for(table.current(), people[0]), people[0])
            pages += ended.values()
    someone = visitor(app, "Opener", Office.FLOORPERSON)
    pages += [page.text for page in someone.get(*[f"/open/{game}" for game in GAMES])]
    links = set().union(*map(rulebook_links, pages))
    assert len(links) > 50
    wrong = [response.url.path for response in anybody.get(*links) if response.status_code != 200]
    assert not wrong


def test_the_menu_has_the_rulebook_for_all_and_records_after_a_login(
    app: FastAPI, anybody: Visitor
) -> None:
    outside, inside = anybody.open("/").text, visitor(app, "Somebody").open("/").text
    assert 'href="/rulebook"' in outside
    assert 'href="/rounds"' not in outside
    assert 'href="/rounds"' in inside
