"""The commands as a user runs them: a real process, its output, its exit status."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.games import all_clauses
from tests.cli.program import GOOD, ROUND, houseway
from tests.conftest import load_rounds

BAD = {**GOOD, "id": "bad", "dealer": ["Xx"]}


# --- settle


def test_settle_answers_in_the_form_of_the_contract() -> None:
    result = houseway("settle", "-", "--json", text=json.dumps(GOOD))
    assert result.returncode == 0
    (hand,) = json.loads(result.stdout)["hands"]
    expected = ROUND["hands"][0]["expect"]
    assert hand.keys() == {"seat", "net", "outcome", "total", "clauses"}
    assert {key: hand[key] for key in expected} == expected
    assert hand["clauses"].keys() == hand["net"].keys()
    assert all(clause in all_clauses() for ids in hand["clauses"].values() for clause in ids)


def test_answers_have_the_form_of_the_input() -> None:
    array = houseway("settle", "-", "--json", text=json.dumps([GOOD, BAD, GOOD]))
    assert [entry["id"] for entry in json.loads(array.stdout)] == [GOOD["id"], "bad", GOOD["id"]]
    assert array.returncode == 2
    lines = houseway("settle", "-", "--json", text="\n\n".join(map(json.dumps, [GOOD, BAD])))
    first, second = map(json.loads, lines.stdout.splitlines())
    assert first["id"] == GOOD["id"]
    assert second["refused"] == {
        "clauses": [],
        "message": "The dealer's cards: 'Xx' is not a card. Write a rank from 23456789TJQKA and "
        "then a suit from cdhs, for instance As or Td.",
    }
    empty = houseway("settle", "-", "--json", text="[]")
    assert (empty.returncode, json.loads(empty.stdout)) == (0, [])


def test_a_line_that_is_not_json_is_refused_by_itself() -> None:
    result = houseway("settle", "-", "--json", text=f"{json.dumps(GOOD)}\n{{oops\n")
    first, second = map(json.loads, result.stdout.splitlines())
    assert "hands" in first
    assert second["refused"]["message"].startswith("Line 2: This is not JSON")
    assert result.returncode == 2


def test_all_rounds_settle_through_the_command(tmp_path: Path) -> None:
    rounds = [entry for game in ("pikit", "uth", "hilo") for entry in load_rounds(game)]
    file = tmp_path / "rounds.json"
    file.write_text(json.dumps(rounds))
    result = houseway("settle", str(file), "--json")
    assert result.returncode == 0
    for answer, entry in zip(json.loads(result.stdout), rounds, strict=True):
        totals = [hand["expect"]["total"] for hand in entry["hands"]]
        assert [hand["total"] for hand in answer["hands"]] == totals


def test_settle_for_people_is_a_table() -> None:
    result = houseway("settle", "-", "--steps", text=json.dumps([ROUND, BAD]))
    assert result.returncode == 2
    for words in (
        ROUND["id"],
        "Pik-it Poker",
        "five card bonus",
        "total",
        "39.11.a",
        "rack dealer",
    ):
        assert words in result.stdout
    assert "bad: refused." in result.stdout
    allowed = {"game": "uth", "attempt": {"stage": "flop", "action": "2x"}}
    assert "nothing in this attempt" in houseway("settle", "-", text=json.dumps(allowed)).stdout
    uth = houseway("settle", "-", text=json.dumps(load_rounds("uth")[0]))
    assert "board" in uth.stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the input is empty"),
        ("{", "This is not JSON"),
        ('{"a": 1, "a": 2}', "The field 'a' is given twice"),
        ('{"a": NaN}', "NaN is not a number"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "cannot be read"),
        (b"\xff\xfe\x00", "not UTF-8"),
    ],
)
def test_invalid_json_is_refused_with_its_place(text: str | bytes, words: str) -> None:
    result = houseway("settle", "-", text=text)
    assert result.returncode == 2
    assert result.stdout == ""
    assert words in result.stderr


def test_json_that_does_not_describe_a_round_is_refused() -> None:
    for text in ("5", "null", '"round"', "[[]]"):
        result = houseway("settle", "-", "--json", text=text)
        assert result.returncode == 2
        assert "must be an object" in result.stdout


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    assert "There is no file" in houseway("settle", str(tmp_path / "none.json")).stderr
    assert "is a folder" in houseway("settle", str(tmp_path)).stderr


def test_a_byte_order_mark_is_ignored() -> None:
    result = houseway("settle", "-", "--json", text=b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert result.returncode == 0


# --- deal


def test_deal_answers_in_the_form_of_the_contract() -> None:
    deals = load_rounds("deals")
    result = houseway("deal", "-", "--json", text=json.dumps(deals))
    assert result.returncode == 0
    for answer, entry in zip(json.loads(result.stdout), deals, strict=True):
        assert {key: answer[key] for key in entry["expect"]} == entry["expect"]
    people = houseway("deal", "-", text="\n".join(map(json.dumps, [*deals, {"id": "x"}])) + "\n{")
    assert people.returncode == 2
    for words in ("39 cards in the stub", "community", "the deal is void", "x: refused", "Line 12"):
        assert words in people.stdout


# --- rules


def test_the_installed_games_are_listed() -> None:
    data = json.loads(houseway("games", "--json").stdout)
    assert {"id": "hilo", "name": "5 Card Hi-Lo", "jurisdiction": "New Jersey"} in data["games"]
    assert data["broken"] == []
    assert "5 Card Hi-Lo" in houseway("games").stdout


def test_a_broken_plug_in_is_listed_with_the_reason(tmp_path: Path) -> None:
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[houseway.games]\nwhist = nowhere:GAME\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    data = json.loads(houseway("games", "--json", env={"PYTHONPATH": path}).stdout)
    assert [plugin["name"] for plugin in data["broken"]] == ["whist"]
    assert "nowhere" in data["broken"][0]["reason"]
    assert len(data["games"]) >= 3
    listed = houseway("games", env={"PYTHONPATH": path}).stdout
    assert "whist cannot be used: ModuleNotFoundError" in listed


def test_rules_gives_every_clause_with_its_status() -> None:
    data = json.loads(houseway("rules", "--json").stdout)
    assert len(data["clauses"]) == 435
    assert len(data["interpretations"]) == 142
    statuses = {entry["status"] for entry in data["clauses"]}
    assert statuses == {"implemented", "unchanged"}, "every clause is carried out and proved"
    assert data["open"] == 0
    clause = next(entry for entry in data["clauses"] if entry["id"] == "uth.10.h.1")
    assert clause["status"] == "implemented"
    assert clause["code"][0]["file"].startswith("houseway/games/uth/")
    assert any(test["name"] == "U006" for test in clause["tests"])


def test_rules_shows_games_clauses_and_readings() -> None:
    summary = houseway("rules").stdout
    assert "Pik-it Poker" in summary
    assert "Massachusetts" in summary
    assert "hilo.40.11.f" in houseway("rules", "hilo").stdout
    clause = houseway("rules", "uth.13.b").stdout
    for words in ("Section 13(b)", "implemented", "Code", "Tests", "U14", "cover_all_low_rows"):
        assert words in clause
    assert "Table 1" in houseway("rules", "pikit.39.11.b").stdout
    assert "Blind pushes" not in houseway("rules", "P10").stdout
    assert "three_card_pick" in houseway("rules", "P10").stdout
    assert json.loads(houseway("rules", "P10", "--json").stdout)["options"] == ["three_card_pick"]
    assert json.loads(houseway("rules", "uth.12", "--json").stdout)["id"] == "uth.12"
    only = json.loads(houseway("rules", "uth", "--json").stdout)
    assert {entry["game"] for entry in only["clauses"]} == {"uth"}
    assert {entry["id"][0] for entry in only["interpretations"]} == {"U"}


def test_rules_counts_the_open_clauses() -> None:
    text = houseway("rules", "--open").stdout
    data = json.loads(houseway("rules", "--open", "--json").stdout)
    assert f"{data['open']} clauses open." in text
    assert all(entry["status"] != "implemented" for entry in data["clauses"])


def test_an_unknown_clause_is_refused_with_its_neighbours() -> None:
    result = houseway("rules", "uth.10.h.9")
    assert result.returncode == 2
    assert "Near it: uth.10.h." in result.stderr


# --- options, layout, sign


def test_options_are_listed_with_defaults_and_clauses() -> None:
    text = houseway("options", "uth").stdout
    assert "trips_table" in text
    data = json.loads(houseway("options", "uth", "--json").stdout)
    trips = next(entry for entry in data["options"] if entry["name"] == "trips_table")
    assert trips["default"] == "A"
    assert trips["clauses"] == ["uth.11.d"]


def test_a_layout_is_written_as_svg_and_pdf(tmp_path: Path) -> None:
    svg, pdf = tmp_path / "felt.svg", tmp_path / "felt.pdf"
    result = houseway("layout", "hilo", "--seats", "7", "--licensee", "The Pier", "-o", str(svg))
    assert result.returncode == 0
    assert "THE PIER" in svg.read_text()
    assert houseway("layout", "hilo", "-o", str(pdf)).returncode == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["felt.pdf", "felt.svg"]


def test_a_layout_may_go_to_standard_output_or_be_data() -> None:
    assert houseway("layout", "uth").stdout.startswith("<svg")
    data = json.loads(houseway("layout", "uth", "--seats", "2", "--json").stdout)
    assert data["areas"].keys() == {"dealer", "seat-1", "seat-2"}
    bare = json.loads(houseway("layout", "uth", "--no-odds", "--json").stdout)
    assert bare["odds"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["layout", "uht"], "Did you mean uth?"),
        (["layout", "hilo", "--seats", "8"], "hilo.layout.b.1"),
        (["layout", "uth", "--set", "trips_table"], "write option=value"),
        (["layout", "uth", "--set", "limits=1", "--set", "limits.main_cents=1"], "set whole"),
        (["layout", "uth", "-o", "felt.png"], "neither .svg nor .pdf"),
        (["layout", "uth", "-o", "/nowhere/at/all.svg"], "There is no folder"),
        (["sign", "uth", "--hands", "3"], "No odds at this table depend"),
        (
            ["sign", "uth", "--set", "cover_all=true", "--hands", "9"],
            "No odds at this table depend",
        ),
        (["sign", "uth", "--set", "sign=Flush 8 for 1"], "uth.11.a"),
        (["options", "poker"], "There is no game 'poker'"),
        (["layout", "uth", "--seats", "4", "--set", "seats=3"], "seats is set twice"),
        (["layout", "uth", "--set", 'limits={"main_cents":1,"main_cents":2}'], "given twice"),
        (["layout", "uth", "--set", "limits=" + "[" * 5000], "Option limits"),
        (["layout", "uth", "-o", ".png"], "neither .svg nor .pdf"),
        (["layout", "uth", "-o", "docs/"], "neither .svg nor .pdf"),
        (["settle", ""], "The name of the file is empty"),
        (["nonsense"], "No such command"),
    ],
)
def test_a_refusal_exits_with_2_and_prints_nothing(arguments: list[str], words: str) -> None:
    result = houseway(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert words in result.stderr.replace("\n", " ")


def test_a_sign_shows_what_the_options_require() -> None:
    text = houseway("sign", "pikit", "--set", "dealer_must_qualify=true").stdout
    assert "ace, king, four, three and two" in text
    assert "1000 to 1" in text
    assert "1000 to 1" not in houseway("sign", "pikit", "--no-odds").stdout
    data = json.loads(houseway("sign", "hilo", "--json").stdout)
    assert len(data["notices"]) == 5
    column = houseway("sign", "uth", "--set", "cover_all=true", "--hands", "4", "--json")
    assert json.loads(column.stdout)["rows"]["Royal flush"] == "125 to 1"
    assert "125 to 1" in houseway("sign", "uth", "--set", "cover_all=on", "--hands", "4").stdout
    assert "Good luck" in houseway("sign", "uth", "--set", "sign=Good luck").stdout


def test_configurations_that_cost_the_house_are_noted() -> None:
    result = houseway("sign", "pikit", "--set", "three_card_pick=seen")
    assert result.returncode == 0
    assert "4.01 times" in result.stderr
    assert "favours" in houseway("layout", "pikit", "--set", "play_3_multiple=2", "--json").stderr
    nested = houseway("layout", "uth", "--set", "minimums.ante=15000", "--json")
    assert "uth.14.d" in nested.stderr


# --- play and selftest


@pytest.mark.parametrize(
    ("game", "lines", "words"),
    [
        ("uth", "10 | | check | check | 1x | q", ["Your cards", "board", "ante", "You leave with"]),
        ("uth", "10 | 5 | 2x | 4x", ["does not offer it", "uth.10.a", "trips"]),
        ("uth", "x | 0 | 10 | | check | check | fold", ["A whole number of dollars", "ante loses"]),
        ("uth", "5000 | 10 | | 4x", ["the player has chips for", "Your cards"]),
        (
            "pikit",
            "10 | 5 | 9 9 9 | 1 2 3 | play_4 | fold",
            ["?? ?? ??", "three different places", "play_3 ($"],
        ),
        ("hilo", "10 | | 5 | As Ks | fold", ["the high hand has three cards", "poker bonus"]),
    ],
)
def test_a_table_in_the_terminal(game: str, lines: str, words: list[str]) -> None:
    text = "".join(f"{line.strip()}\n" for line in lines.split("|"))
    result = houseway("play", game, text=text)
    assert result.returncode == 0
    for word in words:
        assert word in result.stdout, word
    assert "You leave with" in result.stdout


def test_a_player_without_chips_leaves_the_table() -> None:
    result = houseway("play", "hilo", "--chips", "5", text="5\n\n\nfold\n")
    assert "You lost $5." in result.stdout
    assert "You have no chips left." in result.stdout


def test_the_selftest_reports_its_rounds_and_is_repeatable() -> None:
    first, second = (
        houseway("selftest", "--seed", "3", "--rounds", "20", "--json") for _ in range(2)
    )
    assert json.loads(first.stdout) == json.loads(second.stdout)
    assert json.loads(first.stdout)["rounds"] == 60
    assert "without a fault" in houseway("selftest", "--rounds", "5").stdout


def test_the_selftest_can_run_a_single_game() -> None:
    result = houseway("selftest", "hilo", "--rounds", "5", "--seed", "3")
    assert "5 rounds and " in result.stdout
    assert "There is no game" in houseway("selftest", "chess").stderr


def test_a_fault_in_the_selftest_is_reported_with_its_seed() -> None:
    code = (
        "import houseway.cli.table.selftest as s, houseway.cli.main as m\n"
        "def broken(*a, **k): raise AssertionError('a card is in two places')\n"
        "s.run_trial = broken\n"
        "m.run()"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, "selftest", "--seed", "40", "--rounds", "15"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert "a card is in two places" in result.stdout
    assert re.search(r"houseway selftest \w+ --seed 40 --rounds 10\n", result.stdout)
