"""The clause index is complete and true to its markers."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from houseway.games import GAMES, all_clauses, all_readings, readings_of
from houseway.proof import tracing
from houseway.proof.tracing import (
    Marker,
    Trace,
    code_markers,
    markers_in,
    scan_tests,
    write_test_index,
)
from houseway.rulebook import Malformed, Refusal, Refused
from houseway.rulebook.citation import cites, cites_part, join

# The kinds of clause that settlement, wagers and the printed felt fully carry out.
CARRIED_OUT = {"definition", "wager", "settle", "payout", "limit", "layout", "signage"}


def test_all_435_clauses_are_stored_in_our_words() -> None:
    assert {game: len(GAMES[game].rulebook.clauses) for game in ("pikit", "uth", "hilo")} == {
        "pikit": 139,
        "uth": 140,
        "hilo": 156,
    }
    assert len(all_clauses()) == 435
    for clause in all_clauses().values():
        assert clause.summary.endswith((".", ")")), clause.id
        assert clause.shows, clause.id
        assert clause.game in {"pikit", "uth", "hilo"}


def test_all_142_readings_are_stored_and_name_clauses_that_exist() -> None:
    assert Counter(number[0] for number in all_readings()) == {"P": 42, "U": 55, "H": 45}
    for entry in all_readings().values():
        assert entry.clauses, entry.id
        assert set(entry.clauses) <= all_clauses().keys(), entry.id
    assert [entry.id for entry in readings_of("uth.13.b")] == ["U14", "U17", "U18", "U55"]


def test_every_option_a_reading_names_exists_and_names_it_back() -> None:
    games = {"P": "pikit", "U": "uth", "H": "hilo"}
    for entry in all_readings().values():
        options = {option.name: option for option in GAMES[games[entry.id[0]]].options}
        for name in entry.options:
            assert name in options, (entry.id, name)
            assert entry.id in options[name].readings, (entry.id, name)


def test_every_option_cites_readings_and_clauses_that_exist() -> None:
    for game in GAMES.values():
        for option in game.options:
            assert set(option.clauses) <= all_clauses().keys(), option.name
            assert set(option.readings) <= all_readings().keys(), option.name


def test_no_marker_names_a_clause_that_does_not_exist(project: Path) -> None:
    unknown = [
        marker
        for marker in (*code_markers(), *scan_tests(project))
        if marker.clause not in all_clauses()
    ]
    assert not unknown


def test_a_marker_of_an_unknown_clause_would_be_found() -> None:
    source = '@cites("uth.99.z")\ndef rule() -> None: ...\n'
    (marker,) = markers_in(source, "rule.py", tracing.CODE_MARKERS)
    assert marker == Marker("uth.99.z", "rule.py", 1, "rule", "whole")
    assert marker.clause not in all_clauses()


def test_markers_are_named_after_what_they_stand_in() -> None:
    source = """
TABLE: int = table(cite("a"))
OTHER = see("b", "c")
class Rule:
    @cites_part("d")
    def method(self) -> None:
        x.y[0] = cite("e")
        (lambda: cite)()("not a marker")
"""
    markers = markers_in(source, "f.py", tracing.CODE_MARKERS)
    assert sorted((m.clause, m.name, m.role) for m in markers) == [
        ("a", "TABLE", "whole"),
        ("b", "OTHER", "reference"),
        ("c", "OTHER", "reference"),
        ("d", "method", "part"),
        ("e", "method", "whole"),
    ]
    assert markers[0].place == "f.py:2 TABLE"


@pytest.mark.parametrize("kind", sorted(CARRIED_OUT))
def test_every_clause_of_a_kind_is_implemented_and_tested(kind: str) -> None:
    of_kind = [trace for trace in tracing.traces().values() if trace.clause.kind == kind]
    lacking = [trace.clause.id for trace in of_kind if trace.status != "implemented"]
    assert of_kind
    assert not lacking


def test_the_status_of_a_clause_follows_from_its_markers() -> None:
    clause = all_clauses()["uth.10.h.1"]
    whole, part, reference = (
        Marker(clause.id, "f.py", 1, "f", role) for role in ("whole", "part", "reference")
    )
    test = Marker(clause.id, "t.py", 1, "t")
    assert Trace(clause, (whole,), (test,)).status == "implemented"
    assert Trace(clause, (whole,), ()).status == "untested"
    assert Trace(clause, (part, reference), (test,)).status == "partial"
    assert Trace(clause, (reference,), (test,)).status == "open"
    assert Trace(clause, (), (test,)).status == "open"


def test_an_installation_without_tests_reads_the_built_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in an installed wheel: the package stands alone, beside an index made by the build."""
    package = tmp_path / "site" / "houseway"
    package.mkdir(parents=True)
    monkeypatch.setattr(tracing, "PACKAGE", package)
    monkeypatch.setattr(tracing, "BUILT_INDEX", package / "tests.json")
    assert tracing.test_markers() == []
    entry = ["uth.12", "tests/test.py", 3, "test_one"]
    (package / "tests.json").write_text(json.dumps([entry]))
    assert tracing.test_markers() == [Marker("uth.12", "tests/test.py", 3, "test_one")]


def test_the_tests_of_a_plug_in_count_in_its_checkout_and_in_its_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "checkout" / "src" / "duel"
    tests = tmp_path / "checkout" / "tests"
    for folder in (package, tests):
        folder.mkdir(parents=True)
    (tmp_path / "checkout" / "pyproject.toml").touch()
    (tests / "test_duel.py").write_text("@clause('duel.1')\ndef test_ante(): ...\n")
    marker = Marker("duel.1", "tests/test_duel.py", 1, "test_ante")
    monkeypatch.setattr(tracing, "plug_in_folders", lambda: {"duel": package})
    assert marker in tracing.test_markers()
    site = tmp_path / "site" / "duel"
    site.mkdir(parents=True)
    write_test_index(tmp_path / "checkout", site)
    monkeypatch.setattr(tracing, "plug_in_folders", lambda: {"duel": site})
    assert marker in tracing.test_markers()


def test_markers_of_test_rounds_point_at_their_line(project: Path, tmp_path: Path) -> None:
    rounds = tmp_path / "tests" / "rounds"
    rounds.mkdir(parents=True)
    shutil.copy(project / "tests" / "rounds" / "uth.json", rounds / "uth.json")
    marker = next(m for m in scan_tests(tmp_path) if m.name == "U006")
    line = (rounds / "uth.json").read_text().splitlines()[marker.line - 1]
    assert '"id": "U006"' in line


def test_a_refusal_says_what_was_tried_why_not_and_what_instead() -> None:
    refusal = Refusal(("uth.12",), "Two seats", "one is allowed", "Take one back.")
    assert str(refusal) == "Two seats: one is allowed (uth.12). Take one back."
    assert str(Refusal((), "Two hands", "one is allowed")) == "Two hands: one is allowed."
    refused = Refused([refusal, Refusal(("uth.6.c", "uth.12"), "Trips", "no")])
    assert refused.clauses == ("uth.12", "uth.6.c")
    assert Malformed("what").clauses == ()


def test_markers_change_nothing() -> None:
    def rule() -> int:
        return 1

    assert cites("uth.12")(rule) is rule
    assert cites_part("uth.12")(rule) is rule
    assert join(("a", "b"), (), ("b", "c")) == ("a", "b", "c")
